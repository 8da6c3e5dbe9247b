"""Is the corpus good enough? Wrong implementations are made by the thousand, and the corpus has to notice each.

Four populations: hand-written faulty implementations (the zoo), mutants of the grammars, mutants of the schemas, and
mutants of the code of the reference.
"""
