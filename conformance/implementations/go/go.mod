module toolwire.dev/go

go 1.21
