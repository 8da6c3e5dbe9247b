from toolwire_conformance import corpus

loaded = corpus.load(corpus.home())
for case in loaded.cases.values():
    if case.op == "carrier.image_refs":
        # Here you would compare what your own image_refs gives with case.expect.
        print(case.id, case.input, case.expect)
print(f"{len(loaded.cases)} cases of corpus {loaded.version}")
