// Reads [{"Expression": …, "Words": […]}, …] and writes for each word null or the named groups of its match.
package main

import (
	"encoding/json"
	"os"
	"regexp"
)

type batch struct {
	Expression string
	Words      []string
}

func main() {
	var batches []batch
	if err := json.NewDecoder(os.Stdin).Decode(&batches); err != nil {
		panic(err)
	}
	answers := make([][]map[string]string, len(batches))
	for i, b := range batches {
		compiled := regexp.MustCompile(b.Expression)
		answers[i] = make([]map[string]string, len(b.Words))
		for j, word := range b.Words {
			match := compiled.FindStringSubmatch(word)
			if match == nil {
				continue
			}
			groups := map[string]string{}
			for k, name := range compiled.SubexpNames() {
				if name != "" {
					groups[name] = match[k]
				}
			}
			answers[i][j] = groups
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}
