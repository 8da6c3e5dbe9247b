// An adapter that answers at once: what is left of a run is the runner.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type request struct {
	Cmd string `json:"cmd"`
	ID  int    `json:"id"`
}

func main() {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked request
		json.Unmarshal(line, &asked)
		switch asked.Cmd {
		case "hello":
			fmt.Fprintln(out, `{"protocol":1,"implementation":{"name":"echo","version":"1","language":"go"},"profiles":[]}`)
		case "run":
			fmt.Fprintf(out, "{\"id\":%d,\"result\":null}\n", asked.ID)
		default:
			return
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}
