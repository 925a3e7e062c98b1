package strict_test

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/keys"
)

// shape is something to decode into, with a field of every type.
type shape struct {
	Count  int                `yaml:"count"`
	Seed   uint64             `yaml:"seed"`
	Rate   float64            `yaml:"rate"`
	Name   string             `yaml:"name"`
	On     bool               `yaml:"on"`
	Time   time.Duration      `yaml:"time"`
	Kind   kind               `yaml:"kind"`
	Pair   [2]float64         `yaml:"pair"`
	Min    *float64           `yaml:"min"`
	List   []shape            `yaml:"list"`
	Map    map[string]float64 `yaml:"map"`
	Either either             `yaml:"either"`
}

// kind reads itself from text.
type kind string

// manyKeys returns a document with the keys keyz0, keyz1 and so on, n of them.
func manyKeys(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "keyz%d: 1\n", i)
	}
	return text.String()
}

// TestManyUnknownKeys checks that only the first unknown keys are compared with the known ones.
// Comparing all of them would take thirty times as long as all the rest.
func TestManyUnknownKeys(t *testing.T) {
	text := manyKeys(100_000)
	began := time.Now()
	d, err := strict.Parse([]byte(text), "many.yaml")
	if err != nil {
		t.Fatal(err)
	}
	rest := time.Since(began)
	var fields []reflect.StructField
	for i := range 100 {
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("Key%d", i), Type: reflect.TypeFor[int]()})
	}
	into := reflect.New(reflect.StructOf(fields)).Interface()
	began = time.Now()
	err = d.Decode("", into)
	if err == nil || !strings.HasPrefix(err.Error(), "many.yaml:1: keyz0: unknown key (") {
		t.Errorf("%.100v", err)
	}
	if !strings.HasSuffix(err.Error(), "and 99980 more mistakes") {
		t.Errorf("%d bytes of mistakes", len(err.Error()))
	}
	for n, want := range map[int]string{21: "many.yaml:21: keyz20: unknown key", 22: "and 2 more mistakes"} {
		few, err := strict.Parse([]byte(strings.Join(strings.SplitAfterN(text, "\n", n+1)[:n], "")), "many.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if err := few.Decode("", into); err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "\n") != 20 {
			t.Errorf("%d mistakes: %v", n, err)
		}
	}
	if took := time.Since(began); took > 10*rest {
		t.Errorf("%v for 100,000 unknown keys, %v for all the rest", took, rest)
	}
}

func (k *kind) UnmarshalText(text []byte) error {
	if string(text) != "odd" {
		return fmt.Errorf("unknown kind %q", text)
	}
	*k = kind(text)
	return nil
}

// either is a text, or a mapping.
type either struct {
	Text string  `yaml:"text"`
	Rate float64 `yaml:"rate"`
}

func (e *either) UnmarshalNode(n strict.Node) error {
	if text, ok := n.Scalar(); ok {
		e.Text = text
		return nil
	}
	if items, ok := n.Items(); ok {
		return fmt.Errorf("a list of %d, the first %s", len(items), items[0].Kind())
	}
	type plain either
	n.Decode((*plain)(e))
	return nil
}

func parse(t *testing.T, text string) *strict.Document {
	t.Helper()
	d, err := strict.Parse([]byte(text), "f")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDecode(t *testing.T) {
	half := 0.5
	want := shape{
		Count: -3, Seed: 1<<64 - 1, Rate: 1e3, Name: "0x1F", On: true, Time: 90 * time.Second, Kind: "odd", Pair: [2]float64{-1, 2},
		Min: &half, List: []shape{{Name: "a"}, {Count: 2, Rate: 9}}, Map: map[string]float64{"a.b": 1, "": 2}, Either: either{Rate: 1},
	}
	for _, text := range []string{
		"count: -3\nseed: 18446744073709551615\nrate: 1e3\nname: 0x1F\non: true\ntime: 90s\nkind: odd\npair: [-1, 2]\nmin: 0.5\n" +
			"list: [{name: a}, {count: 2.0}]\nmap: {a.b: 1, '': 2}\neither: {rate: 1}\n",
		`{"count":-3,"seed":18446744073709551615,"rate":1E3,"name":"0x1F","on":true,"time":"90s","kind":"odd","pair":[-1,2],"min":0.5,
		"list":[{"name":"a"},{"count":2}],"map":{"a.b":1,"":2},"either":{"rate":1}}`,
	} {
		got := shape{Rate: 7}
		d := parse(t, text)
		if err := d.Decode("", &got); err != nil {
			t.Fatal(err)
		}
		if err := d.Decode("missing.path", &got); err != nil {
			t.Error(err)
		}
		got.List[1].Rate = 9 // the rest of a new item is zero
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
		var part struct{ Rate float64 }
		if err := d.Decode("either", &part); err != nil || part.Rate != 1 {
			t.Errorf("%v, %v", part, err)
		}
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "f: the file is empty",
		"# nothing\n":                    "f: the file is empty",
		"null":                           "f:1: a mapping is needed at the top, not nothing",
		"[1]":                            "f:1: a mapping is needed at the top, not a list",
		"engine,weight\na,b\n":           `f:1: a mapping is needed at the top, not "engine,weight a,b"`,
		"count: 1\n---\ncount: 2\n":      "f:3: a second document; one is allowed",
		"count: 1\n--- {\n":              "f:2: did not find expected node content",
		"count: {a\n":                    "f:1: did not find expected ',' or '}'",
		"count: 1\nlist: [a, b\n":        "f:2: did not find expected ',' or ']'",
		"count: 1\nmap: {a: 1\nname: x":  "f:2: did not find expected ',' or '}'",
		"\xff\xfea\x00\x00\x00":          "f: control characters are not allowed", // UTF-16
		"count: 1\nname: \xff":           "f:2: byte 0xff is not UTF-8",
		"count: 1\nname: \xe2\x82":       "f:2: byte 0xe2 is not UTF-8",
		"name: é\r\n\ncount: 1\x00":      "f:3: the control character U+0000 is not allowed",
		"list:\n- name: a\n\tcount: 1":   "f:3: a tab cannot indent a line; use spaces",
		"SQLite\x00":                     "f:1: the control character U+0000 is not allowed",
		"count: 1\nname: a\ncount: 2":    "f:3: count: duplicate key (first on line 1)",
		"list: [{map: {a: 1, a: 2}}]":    "f:1: list[0].map.a: duplicate key (first on line 1)",
		"{\"count\":1,\n\"count\":2}":    "f:2: count: duplicate key (first on line 1)",
		"map: &m {}\neither: *m":         "f:1: map: anchors are not supported; write the value out where it is needed\nf:2: either: aliases are not supported; write the value out",
		"either: {<<: {rate: 1}}":        "f:1: either.<<: merge keys are not supported; write the values out",
		"[a]: 1":                         "f:1: a key must be a plain name, not a list",
		"cuont: 1":                       "f:1: cuont: unknown key (did you mean count?)",
		"either: {x: 1}":                 "f:1: either.x: unknown key (have rate, text)",
		"count: 1.5":                     `f:1: count: a whole number is needed, not "1.5"`,
		"seed: -1":                       `f:1: seed: a whole number from 0 is needed, not "-1"`,
		"seed: 18446744073709551616":     `f:1: seed: 18446744073709551616 is above the maximum 18446744073709551615`,
		"count: 9223372036854775808":     "f:1: count: 9223372036854775808 is above the maximum 9223372036854775807",
		"seed: 0777":                     "f:1: seed: 0777 has a leading zero, which makes it octal for some readers of YAML; write it without",
		"rate: -010":                     "f:1: rate: -010 has a leading zero, which makes it octal for some readers of YAML; write it without",
		"count: 008":                     "f:1: count: 008 has a leading zero, which makes it octal for some readers of YAML; write it without",
		"rate: '1'":                      `f:1: rate: a number is needed, not "1"`,
		"rate: .nan":                     "f:1: rate: .nan is not a finite number",
		"rate: 1e999":                    `f:1: rate: a number is needed, not "1e999"`,
		"rate: -.inf":                    "f:1: rate: -.inf is not a finite number",
		"count: 1e300":                   "f:1: count: 1e300 is above the maximum 9007199254740992 in this notation",
		"seed: 1e17":                     "f:1: seed: 1e17 is above the maximum 9007199254740992 in this notation",
		"{\"count\":1,\n\"rate\":1e999}": `f:2: rate: a number is needed, not "1e999"`,
		"rate:":                          "f:1: rate: a number is needed, not nothing",
		"name: null":                     "f:1: name: a text is needed, not nothing",
		"on: 1":                          `f:1: on: true or false is needed, not "1"`,
		"time: -1s":                      `f:1: time: a time such as 90s, 10m or 2h is needed, not "-1s"`,
		"time: [1s]":                     "f:1: time: a time such as 90s, 10m or 2h is needed, not a list",
		"kind: even":                     `f:1: kind: unknown kind "even"`,
		"kind: {}":                       "f:1: kind: a text is needed, not a mapping",
		"pair: [1]":                      "f:1: pair: a list of 2 is needed, not of 1",
		"list: {}":                       "f:1: list: a list is needed, not a mapping",
		"map: []":                        "f:1: map: a mapping is needed, not a list",
		"either: [{}]":                   "f:1: either: a list of 1, the first a mapping",
		"count: a\nlist:\n- rate: b\n- {}\n- on: c": `f:1: count: a whole number is needed, not "a"` + "\n" +
			`f:3: list[0].rate: a number is needed, not "b"` + "\n" + `f:5: list[2].on: true or false is needed, not "c"`,
	} {
		d, err := strict.Parse([]byte(text), "f")
		if err == nil {
			err = d.Decode("", new(shape))
		}
		if err == nil || err.Error() != want {
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// Whatever a file holds, an error about it can be read.
func TestMistakesAreShort(t *testing.T) {
	long := strings.Repeat("games ", 20_000)
	var many strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&many, "key%d: 1\n", i)
	}
	for name, text := range map[string]string{
		"a scalar at the top": long,
		"a text for a number": "count: " + long,
		"an unknown key":      strings.ReplaceAll(long, " ", "_") + ": 1",
		"a key of a map":      "map: {" + strings.ReplaceAll(long, " ", "_") + ": x}",
		"another room's word": "kind: " + long,
		"many mistakes":       many.String(),
	} {
		d, err := strict.Parse([]byte(text), "f")
		if err == nil {
			err = d.Decode("", new(shape))
		}
		if err == nil || len(err.Error()) > 2500 {
			t.Errorf("%s: %d bytes: %.300s", name, len(fmt.Sprint(err)), err)
		}
	}
	_, err := parse(t, "{}").Override("--set", "count="+long)
	if err != nil {
		t.Error(err)
	}
	if _, err := parse(t, "{}").Override("--set", long); err == nil || len(err.Error()) > 200 {
		t.Errorf("an override: %v", err)
	}
}

func TestExcept(t *testing.T) {
	d := parse(t, "either: {rate: 2, text: a, name: x}\n")
	var e struct{ Rate float64 }
	if err := d.Decode("either", &e, "text", "name"); err != nil || e.Rate != 2 {
		t.Errorf("%v, %v", e, err)
	}
	if err := d.Decode("either", &e, "text"); err == nil || err.Error() != "f:1: either.name: unknown key (did you mean rate?)" {
		t.Error(err)
	}
	if err := parse(t, "either: x\n").Decode("either", &e, "name"); err == nil || err.Error() != `f:1: either: a mapping is needed (with name, ...), not "x"` {
		t.Error(err)
	}
}

func TestPaths(t *testing.T) {
	d := parse(t, "a:\n  b.c: {d: 1}\n  l: [x, {y: 2}]\n  z: 3\n")
	for path, want := range map[string]string{"a.b.c.d": "1", "a.l[0]": "x", "a.l[1].y": "2", "a.z": "3"} {
		if got, ok := d.Text(path); !ok || got != want || !d.Has(path) {
			t.Errorf("%s: %q", path, got)
		}
	}
	for _, path := range []string{"b", "a.l[2]", "a.l[-1]", "a.l[x]", "a.l.y", "a[0]", "a.b", "a.z.y"} {
		if d.Has(path) {
			t.Errorf("%s is there", path)
		}
	}
	if _, ok := d.Text("a"); ok {
		t.Error("a mapping has a text")
	}
	if got := d.Keys("a"); !slices.Equal(got, []string{"b.c", "l", "z"}) || d.Keys("a.z") != nil {
		t.Errorf("%q", got)
	}
}

func TestLocate(t *testing.T) {
	d := parse(t, "strategy:\n  name: genetic\n  mutation:\n    rate: 1.5\nagents:\n- default\n- {name: a}\n")
	missing := fmt.Errorf("map.txt: %w", fs.ErrNotExist)
	for _, c := range []struct {
		under string
		err   error
		want  string
	}{
		{"strategy", keys.Errorf("mutation.rate", "1.5 is too much"), "f:4: strategy.mutation.rate: 1.5 is too much"},
		{"strategy", keys.Errorf("mutation.step", "missing"), "f:4: strategy.mutation.step: missing"},
		{"strategy", keys.Errorf("size", "odd"), "f:2: strategy.size: odd"},
		{"", keys.Errorf("seed", "odd"), "f:1: seed: odd"},
		{"agents[1]", keys.Errorf("weights", "none"), "f:7: agents[1].weights: none"},
		{"strategy", errors.New("mutation.rate: too much"), "f:2: strategy: mutation.rate: too much"}, // no text is read for a key
		{"strategy", errors.New("it is wrong"), "f:2: strategy: it is wrong"},
		{"strategy", keys.Errorf("map", "%w", missing), "f:2: strategy.map: map.txt: file does not exist"},
		{"", keys.Under("strategy", errors.Join(
			keys.Errorf("size", "odd"), keys.Under("mutation", errors.Join(keys.Errorf("rate", "high"), keys.Errorf("step", "low"))),
		)), "f:2: strategy.size: odd\nf:4: strategy.mutation.rate: high\nf:4: strategy.mutation.step: low"},
	} {
		if got := d.Locate(c.under, c.err); got == nil || got.Error() != c.want {
			t.Errorf("got  %v\nwant %s", got, c.want)
		}
	}
	if d.Locate("strategy", nil) != nil {
		t.Error("no mistake has a place")
	}
	err := d.Locate("strategy", keys.Errorf("map", "%w", missing))
	var e *strict.Error
	if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &e) || e.Where() != "f:2" || e.Key != "strategy.map" {
		t.Errorf("%#v", err)
	}
}

func TestLayers(t *testing.T) {
	weak := parse(t, "strategy: {name: a, size: 3}\nmap: {x: 1, y: 2}\nlist: [1]\n")
	strong, err := strict.Parse([]byte("map: {y: 5}\nlist: [2, 3]\n"), "g")
	if err != nil {
		t.Fatal(err)
	}
	d := strong.Over(weak, "strategy")
	for _, override := range []string{"map.z=7", "strategy.size=none", "new.deep.key={a: [1]}"} {
		layer, err := parse(t, "{}").Override("--set", override)
		if err != nil {
			t.Fatal(err)
		}
		d = layer.Over(d, "strategy")
	}
	for path, want := range map[string]string{"map.x": "1", "map.y": "5", "map.z": "7", "list[1]": "3", "new.deep.key.a[0]": "1", "strategy.name": "a"} {
		if got, _ := d.Text(path); got != want {
			t.Errorf("%s is %q, want %s", path, got, want)
		}
	}
	var s struct {
		Name string
		Size int
	}
	if err := d.Decode("strategy", &s); err == nil || err.Error() != `--set strategy.size=none: strategy.size: a whole number is needed, not "none"` {
		t.Error(err)
	}
	if err := d.Locate("", errors.Join(keys.Errorf("map.y", "b"), keys.Errorf("map.x", "a"))); err.Error() != "g:1: map.y: b\nf:2: map.x: a" {
		t.Error(err)
	}
	other, err := parse(t, "{}").Override("--set", "strategy={name: b}")
	if err != nil {
		t.Fatal(err)
	}
	if d := other.Over(d, "strategy"); d.Has("strategy.size") {
		t.Error("the size of another strategy is still there")
	}
	if weak.Has("map.z") || weak.Has("new") {
		t.Error("the weaker document has changed")
	}
}

func TestOverrideMistakes(t *testing.T) {
	for override, want := range map[string]string{
		"seed":           "--set seed: path=value is needed",
		"=3":             "--set =3: path=value is needed",
		"a..b=3":         "--set a..b=3: the path has an empty key",
		"seed=[":         "--set seed=[: seed: the value is not YAML: did not find expected node content",
		"a={<<: {0}}":    "--set a={<<: {0}}: a.<<: merge keys are not supported; write the values out",
		"a={b: 1, b: 2}": "--set a={b: 1, b: 2}: a.b: duplicate key",
	} {
		if _, err := parse(t, "{}").Override("--set", override); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", override, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("count: 1\nlist: [{map: {a: 1}}]\neither: x\n"))
	f.Add([]byte(`{"count":1,"pair":[1,2],"kind":"odd"}`))
	f.Add([]byte("a: &x [*x]\n"))
	f.Add([]byte("<<: {a: 1}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := strict.Parse(data, "f")
		if err == nil {
			err = d.Decode("", new(shape))
		}
		if err != nil && (!strings.HasPrefix(err.Error(), "f:") || len(err.Error()) > 20*800) {
			t.Errorf("%v", err)
		}
	})
}

// What follows from a part that was not read is no mistake of its own, and nothing is
// told twice.
func TestTogether(t *testing.T) {
	t.Parallel()
	at := func(line int, key, text string) error {
		return &strict.Error{Source: "a.yaml", Line: line, Key: key, Err: errors.New(text)}
	}
	unread := errors.Join(at(4, "seed", "a number is needed"), at(2, "agents[1]", "a mapping is needed"))
	err := strict.Together(unread, at(4, "seed", "0 is too small"), at(2, "agents[1].weights", "missing"), at(2, "agents[10]", "unknown"),
		errors.Join(at(1, "engine", "unknown"), at(1, "engine", "unknown")), nil)
	want := "a.yaml:1: engine: unknown\na.yaml:2: agents[1]: a mapping is needed\na.yaml:2: agents[10]: unknown\na.yaml:4: seed: a number is needed"
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
	d, err := strict.Parse([]byte("engine:\n  weights: {a: {min: 2}}\n"), "a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	validated := d.Locate("engine", keys.Errorf("weights.a", "min is above max"))
	err = strict.Together(validated, at(2, "engine.weights.a", "too wide"), at(2, "engine.weights.a.step", "0"), at(2, "engine.weights", "too few"))
	want = "a.yaml:2: engine.weights.a: min is above max\na.yaml:2: engine.weights.a.step: 0\na.yaml:2: engine.weights: too few"
	if err == nil || err.Error() != want {
		t.Errorf("after a validation: %v\nwant\n%s", err, want)
	}
	// A mistake whose message joins several errors keeps its place, beside others.
	wrapped := fmt.Errorf("spsa: %w", errors.Join(errors.New("no step"), errors.New("no rate")))
	err = strict.Together(nil, errors.Join(&strict.Error{Source: "a.yaml", Line: 3, Key: "strategy", Err: wrapped}, at(5, "seed", "0")))
	if want = "a.yaml:3: strategy: spsa: no step\nno rate\na.yaml:5: seed: 0"; err == nil || err.Error() != want {
		t.Errorf("a joined message: %v\nwant\n%s", err, want)
	}
	if err := strict.Together(nil, nil, nil); err != nil {
		t.Errorf("nothing is wrong: %v", err)
	}
	// Mistakes that an earlier error has left out are counted.
	d, err = strict.Parse([]byte(manyKeys(100)), "a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	err = strict.Together(d.Decode("", new(struct{ Known int })), at(1, "engine", "unknown"), at(200, "seed", "0"))
	if lines := strings.Split(fmt.Sprint(err), "\n"); len(lines) != 21 || lines[20] != "and 82 more mistakes" || !strings.HasPrefix(lines[1], "a.yaml:1: engine") {
		t.Errorf("a hundred unknown keys and two other mistakes: %v", err)
	}
}
