"""The specification site: pages drawn from `spec/`, `grammars/`, `schemas/` and `conformance/`.

`whole.build` makes all of it from a checkout, without any knowledge of mkdocs; `hook` hands it to mkdocs.
"""
