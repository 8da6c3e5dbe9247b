module my-carriers

go 1.21
