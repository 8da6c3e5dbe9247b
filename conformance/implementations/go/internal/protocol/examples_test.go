package protocol

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"toolwire.dev/go/json"
)

var example = regexp.MustCompile("(?s)\n## (\\S+)\n.*?\n```json\n(.*?)\n```")

// expand spells out the forms repeat and concat.
func expand(t *testing.T, v json.Value) json.Value {
	switch v.Kind {
	case json.Array:
		var elems []json.Value
		for _, e := range v.Elems() {
			elems = append(elems, expand(t, e))
		}
		return json.OfArray(elems...)
	case json.Object:
		if parts, ok := v.Get("concat"); ok && len(v.Members()) == 1 && parts.Kind == json.Array {
			var b strings.Builder
			for _, p := range parts.Elems() {
				b.WriteString(expand(t, p).Text)
			}
			return json.Of(b.String())
		}
		if args, ok := v.Get("repeat"); ok && len(v.Members()) == 1 && len(args.Elems()) == 2 {
			n, err := json.Uint64(args.Elems()[1])
			if err != nil {
				t.Fatal(err)
			}
			return json.Of(strings.Repeat(expand(t, args.Elems()[0]).Text, int(n)))
		}
		var members []json.Member
		for _, m := range v.Members() {
			members = append(members, json.M(m.Name, expand(t, m.Value)))
		}
		return json.OfObject(members...)
	}
	return v
}

// TestExamples replays the examples of the annex.
func TestExamples(t *testing.T) {
	annex, err := os.ReadFile("../../../../../spec/annex/examples.md")
	if err != nil {
		t.Fatal(err)
	}
	found := example.FindAllStringSubmatch(string(annex), -1)
	if len(found) < 100 {
		t.Fatalf("only %d examples", len(found))
	}
	for _, x := range found {
		x := x
		t.Run(x[1], func(t *testing.T) {
			v, err := json.Read(x[2])
			if err != nil {
				t.Fatal(err)
			}
			in, _ := v.Get("input")
			expect, _ := v.Get("expect")
			expect = expand(t, expect)
			request := json.OfObject(json.M("cmd", json.Of("run")), json.M("id", json.OfInt(7)), json.M("op", json.Of(v.Str("op"))),
				json.M("input", expand(t, in)))
			answer, _ := Answer(encode(request))
			got, err := json.ReadWithin(string(answer), requestDepth)
			if err != nil {
				t.Fatal(err)
			}
			want := json.OfObject(append([]json.Member{json.M("id", json.OfInt(7))}, expect.Members()...)...)
			if !json.Equal(got, want) {
				short := func(v json.Value) string {
					s := string(json.Append(nil, v))
					if len(s) > 3000 {
						s = s[:3000] + "…"
					}
					return s
				}
				t.Errorf("got  %s\nwant %s", short(got), short(want))
			}
		})
	}
	t.Logf("%d examples", len(found))
}
