package main

// The parts of the carrier that a message is, or nil if it is no carrier.
//
// Yours to write, by the chapter Carriers of the specification.
func classify(role, content string) *Parts {
	panic("fill in classify, in classify.go")
}
