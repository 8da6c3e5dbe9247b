#!/bin/sh
# Are these the files that were published, and how many cases are there?
set -eu
cd "$(dirname "$0")"
sum="sha256sum"
command -v sha256sum >/dev/null || sum="shasum -a 256"
$sum -c MANIFEST.sha256 >/dev/null
corpus=$(sed -n '1s/^# Corpus \([0-9.]*[0-9]\).*/\1/p' conformance/ledger.txt)
echo "$(grep -c ' live$' conformance/ledger.txt) cases of corpus $corpus"
