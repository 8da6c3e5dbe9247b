package main

import (
	"fmt"

	"toolwire.dev/corpus"
)

func main() {
	count := 0
	for one := range corpus.Cases() {
		if one.Op == "carrier.image_refs" {
			// Here you would compare what your own ImageRefs gives with one.Expect.
			fmt.Printf("%s %s %s\n", one.ID, one.Input, one.Expect)
		}
		count++
	}
	fmt.Printf("%d cases of corpus %s\n", count, corpus.Version())
}
