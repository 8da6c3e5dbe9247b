module toolwire.dev/corpus

go 1.23
