// Command adapter answers the adapter protocol on standard input and output.
package main

import (
	"bufio"
	"io"
	"os"
	"runtime/debug"

	"toolwire.dev/go/internal/protocol"
)

func main() {
	debug.SetGCPercent(400) // documents are large and short-lived
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			answer, done := protocol.Answer(line)
			if done {
				return
			}
			if _, err := os.Stdout.Write(answer); err != nil {
				return
			}
		}
		if err != nil {
			if err != io.EOF {
				os.Exit(1)
			}
			return
		}
	}
}
