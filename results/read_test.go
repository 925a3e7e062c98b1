package results

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/lanista/lanista/engines"
)

func TestReadWeights(t *testing.T) {
	for text, want := range map[string]Document{
		`{"engine":"risk","weights":{"territories":3.1,"units":7.25,"defence":2.0,"density":0.4}}`: {
			Engine: "risk", Weights: []NamedWeight{{"territories", 3.1}, {"units", 7.25}, {"defence", 2}, {"density", 0.4}},
		},
		"engine: othello\nsettings: {depth: 3, book: true}\nweights:\n  b: 1e3\n  a: -4\n": {
			Engine: "othello", Settings: engines.Settings{"depth": "3", "book": "true"}, Weights: []NamedWeight{{"b", 1000}, {"a", -4}},
		},
		`{engine: risk, player: random}`:                                          {Engine: "risk", Player: "random"},
		`{"engine":"risk","name":"\ud83d\ude00\/","weights":{"u":1E2},"games":7}`: {Engine: "risk", Name: "😀/", Weights: []NamedWeight{{"u", 100}}, Games: 7},
		"# a comment\nengine: risk\nweights: {}\nseed: 18446744073709551615\n":    {Engine: "risk", Weights: []NamedWeight{}, Seed: new(^uint64(0))},
		"engine: risk\nweights: {u: 1}\nrating: 5\ninterval: [-1, 11]\nabout: |-\n  two\n  lines\n": {
			Engine: "risk", Weights: []NamedWeight{{"u", 1}}, Rating: new(5.0), Interval: &[2]float64{-1, 11}, About: "two\nlines",
		},
	} {
		got, err := ReadWeights(strings.NewReader(text), "w")
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestReadWeightsRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "w.yaml: empty",
		"# nothing":                              "w.yaml: empty",
		"null":                                   "w.yaml:1: a weights document must be a mapping",
		"[]":                                     "w.yaml:1: a weights document must be a mapping",
		"engine: risk":                           "w.yaml:1: weights are missing",
		"weights: {u: 1}":                        "w.yaml:1: engine is missing",
		"engine: [risk]":                         "w.yaml:1: must be a text",
		"engine: risk\nwieghts: {}":              `w.yaml:2: unknown key "wieghts"`,
		"engine: risk\nweights:\n  units: .nan":  "w.yaml:3: .nan is not a finite number (weight units)",
		"engine: risk\nweights:\n  units: -.inf": "w.yaml:3: -.inf is not a finite number (weight units)",
		"{\"engine\":\"risk\",\n\"weights\":{\n\"u\":1e999}}":       "w.yaml:3: \"1e999\" is not a number (weight u)",
		"{\"engine\":\"risk\",\n\"weights\":{\n\"u\":\"1\"}}":       "w.yaml:3: \"1\" is not a number (weight u)",
		"{\"engine\":\"risk\",\n\"weights\":{\"u\":1,\n\"u\":2}}":   `w.yaml:3: weights: "u" is given twice`,
		"engine: risk\nweights: {u: yes}":                           `w.yaml:2: "yes" is not a number (weight u)`,
		"engine: risk\nweights: {u: }":                              `w.yaml:2: "" is not a number (weight u)`,
		"engine: risk\nweights: {u: null}":                          `w.yaml:2: "null" is not a number (weight u)`,
		"engine: risk\nweights: [1, 2]":                             "w.yaml:2: weights must be a mapping",
		"engine: risk\nengine: risk\nweights: {}":                   `w.yaml:2: a weights document: "engine" is given twice`,
		"engine: risk\nweights: {}\n---\nengine: hare\nweights: {}": "w.yaml: more than one document",
		"engine: risk\nweights: {}\ngames: -1":                      `w.yaml:3: games: "-1" is not a number of games`,
		"engine: risk\nweights: {}\ngames: 1.5":                     `w.yaml:3: games: "1.5" is not a number of games`,
		"engine: risk\nweights: {}\nseed: -1":                       `w.yaml:3: seed: "-1" is not a whole number`,
		"engine: risk\nweights: {}\ninterval: [1]":                  "w.yaml:3: interval must be a list of two numbers",
		"engine: risk\nweights: {}\ninterval: [1, x]":               `w.yaml:3: "x" is not a number`,
		"engine: risk\nweights: {}\nsettings: {a: [1]}":             "w.yaml:3: setting a: must be a plain value",
		"engine: &a risk\nweights: {u: 1}\nname: *a":                "w.yaml:3: must be a text",
		"engine: risk\nweights: &w {u: 1}\n<<: *w":                  "w.yaml:3: a key of a weights document must be a plain name",
		"engine: risk\n\tweights: {}":                               "w.yaml: line 2",
		"SQLite format 3\x00":                                       "w.yaml: control characters are not allowed",
	} {
		d, err := ReadWeights(strings.NewReader(text), "w.yaml")
		if err == nil {
			t.Errorf("%q was read: %+v", text, d)
		} else if !strings.Contains(err.Error(), "results: "+want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestVectorAndAgent(t *testing.T) {
	spec := engines.Spec{Name: "risk", Weights: testSpace}
	d := Document{Engine: "risk", Name: "n", Weights: []NamedWeight{{"units", 5}, {"depth", 3}}}
	a, err := d.Agent(spec)
	must(t, err)
	if diff := cmp.Diff(engines.Weights{1, 5, 0, 3}, a.Weights); diff != "" || a.Name != "n" {
		t.Errorf("%s: %s", a.Name, diff)
	}
	for _, c := range []struct {
		d    Document
		want string
	}{
		{Document{Engine: "hare"}, "these are weights for hare, not for risk"},
		{Document{Engine: "risk", Weights: []NamedWeight{{"luck", 5}}}, `unknown weight "luck"`},
		{Document{Engine: "risk", Weights: []NamedWeight{{"units", 11}}}, "weight units: 11 is not within"},
	} {
		if _, err := c.d.Agent(spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestRecordDocument(t *testing.T) {
	s := testStore(t)
	run := testRun(t, s, testInfo())
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	if _, err := rec.Document(); err == nil {
		t.Error("a run without a generation has a document")
	}
	must(t, run.Finish(t.Context(), Answer{Weights: testSpace.Default(), Rating: &Rating{Elo: 1, Low: -2, High: 4, Games: 100, Against: "start"}}))
	rec, err = s.Get(t.Context(), run.ID())
	must(t, err)
	d, err := rec.Document()
	must(t, err)
	if *d.Rating != 1 || d.Interval[1] != 4 || d.Games != 100 || d.Run != run.ID() || *d.Seed != 1 || d.Weights[3] != (NamedWeight{"depth", 2}) {
		t.Errorf("%+v", d)
	}
}

func FuzzReadWeights(f *testing.F) {
	for _, format := range []string{"json", "yaml"} {
		var b bytes.Buffer
		if err := testDocument().Write(&b, format); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte("engine: risk\nplayer: random\nabout: |\n  x\n"))
	f.Add([]byte("a: &a [*a]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := ReadWeights(bytes.NewReader(data), "file")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "results: file:") {
				t.Errorf("the error does not name the file: %v", err)
			}
			return
		}
		var b bytes.Buffer // what was read can be written and read again
		if err := d.Write(&b, "json"); err != nil {
			t.Fatalf("%+v: %v", d, err)
		}
		back, err := ReadWeights(&b, "file")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, back, cmpopts.EquateEmpty()); diff != "" && bytes.Equal(bytes.ToValidUTF8(data, nil), data) {
			t.Error(diff)
		}
	})
}
