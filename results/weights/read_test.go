package weights

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

func TestRead(t *testing.T) {
	for text, want := range map[string]Document{
		`{"engine":"risk","weights":{"territories":3.1,"units":7.25,"defence":2.0,"density":0.4}}`: {
			Engine: "risk", Weights: []Named{{"territories", 3.1}, {"units", 7.25}, {"defence", 2}, {"density", 0.4}},
		},
		"engine: othello\nsettings: {depth: 3, book: true}\nweights:\n  b: 1e3\n  a: -4\n": {
			Engine: "othello", Settings: engines.Settings{"depth": "3", "book": "true"}, Weights: []Named{{"b", 1000}, {"a", -4}},
		},
		`{engine: risk, player: random}`:                                          {Engine: "risk", Player: "random"},
		`{"engine":"risk","name":"\ud83d\ude00\/","weights":{"u":1E2},"games":7}`: {Engine: "risk", Name: "😀/", Weights: []Named{{"u", 100}}, Games: 7},
		"# a comment\nengine: risk\nweights: {}\nseed: 18446744073709551615\n":    {Engine: "risk", Weights: []Named{}, Seed: new(^uint64(0))},
		"engine,weight,value\r\nrisk,u,1e3\r\nrisk,\"a b\",-2":                    {Engine: "risk", Weights: []Named{{"u", 1000}, {"a b", -2}}},
		"engine,kind,name,value\nrisk,setting,depth,2\nrisk,weight,u,1e3\nrisk,agent,player,random\nrisk,agent,seats,3\nrisk,agent,name,\"a, b\"\n": {
			Engine: "risk", Name: "a, b", Player: "random", Seats: 3, Settings: engines.Settings{"depth": "2"}, Weights: []Named{{"u", 1000}},
		},
		"\ufeffengine,kind,name,value\r\nrisk,weight,u,1\r\n": {Engine: "risk", Weights: []Named{{"u", 1}}},
		"engine: risk\nweights: {u: 1}\nverdict: null\nstatus: interrupted\nerror: {u: 0.5}": {
			Engine: "risk", Weights: []Named{{"u", 1}}, Status: "interrupted", Error: map[string]float64{"u": 0.5},
		},
		`{"engine":"risk","weights":{"u":1},"verdict":{"text":"t","against":"a","better":true,"kept_start":false,"rating":7,"interval":{"low":1,"high":null},"games":9}}`: {
			Engine: "risk", Weights: []Named{{"u", 1}},
			Verdict: &evidence.Verdict{Text: "t", Against: "a", Better: true, Rating: 7, Interval: rating.Interval{Low: 1, High: math.Inf(1)}, Games: 9},
		},
		"engine: risk\nweights: {u: 1}\nrating: 5\ninterval: {low: -1, high: 11}\nabout: |-\n  two\n  lines\n": {
			Engine: "risk", Weights: []Named{{"u", 1}}, Rating: new(5.0), Interval: &rating.Interval{Low: -1, High: 11}, About: "two\nlines",
		},
	} {
		got, err := Read(strings.NewReader(text), "w")
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if diff := cmp.Diff(want, got, exportedFields); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "w: the file is empty",
		"# nothing":                              "w: the file is empty",
		"null":                                   "w:1: a mapping is needed at the top, not nothing",
		"[]":                                     "w:1: a mapping is needed at the top, not a list",
		"engine: risk":                           "w:1: weights: missing",
		"weights: {u: 1}":                        "w:1: engine: missing",
		"engine: [risk]":                         "w:1: engine: a text is needed, not a list",
		"engine: risk\nwieghts: {}":              "w:2: wieghts: unknown key (did you mean weights?)",
		"engine: risk\nweights:\n  units: .nan":  "w:3: weights.units: .nan is not a finite number",
		"engine: risk\nweights:\n  units: -.inf": "w:3: weights.units: -.inf is not a finite number",
		"{\"engine\":\"risk\",\n\"weights\":{\n\"u\":1e999}}":              `w:3: weights.u: a number is needed, not "1e999"`,
		"{\"engine\":\"risk\",\n\"weights\":{\"u\":1,\n\"u\":2}}":          "w:3: weights.u: duplicate key (first on line 2)",
		"engine: risk\nweights: {u: }":                                     "w:2: weights.u: a number or a text is needed, not nothing",
		"engine: risk\nweights: [1, 2]":                                    "w:2: weights: a mapping is needed, not a list",
		"engine: risk\nengine: risk\nweights: {}":                          "w:2: engine: duplicate key (first on line 1)",
		"engine: risk\nweights: {}\n---\nengine: hare\nweights: {}":        "w:4: a second document; one is allowed",
		"engine: risk\nweights: {}\ngames: -1":                             "w:3: games: -1 is below the minimum 0",
		"engine: risk\nweights: {}\ngames: 1.5":                            `w:3: games: a whole number is needed, not "1.5"`,
		"engine: risk\nweights: {}\nseed: -1":                              `w:3: seed: a whole number from 0 is needed, not "-1"`,
		"engine: risk\nweights: {}\ninterval: [1]":                         "w:3: interval: a mapping is needed (with high, low), not a list",
		"engine: risk\nweights: {}\ninterval: {low: 1, high: x}":           `w:3: interval.high: a number is needed, not "x"`,
		"engine: risk\nweights: {}\nsettings: {a: [1]}":                    "w:3: settings.a: a plain value is needed, not a list",
		"engine: risk\nweights: {u: 1}\nerror: {v: 1}":                     "w:3: error.v: no weight has this name",
		"engine: risk\nweights: {u: 1}\nimportance: {v: 1}":                "w:3: importance.v: no weight has this name",
		"engine: risk\nweights: {}\nverdict: {bettter: true}":              "w:3: verdict.bettter: unknown key (did you mean better?)",
		"engine: risk\nweights: {}\nverdict: yes":                          `w:3: verdict: a mapping is needed (with against, better, disputed, games, interval, ...), not "yes"`,
		"weights: {u: [x]}\ngames: y":                                      `w:1: weights.u: a number or a text is needed, not a list` + "\n" + `w:2: games: a whole number is needed, not "y"`,
		"engine: &a risk\nweights: {u: 1}\nname: x":                        "w:1: engine: anchors are not supported; write the value out where it is needed",
		"engine: risk\n\tweights: {}":                                      "w:2: a tab cannot indent a line; use spaces",
		"SQLite format 3\x00":                                              "w:1: the control character U+0000 is not allowed",
		"engine,weight,value":                                              "w:1: a table without a row",
		"engine,weight,value\nrisk,u,1\nhare,Ks,1":                         `w:3: a row of "hare" in a table for risk; take one engine's rows`,
		"engine,weight,value\nrisk,u,1\n,v,1":                              "w:3: a row without an engine",
		"engine,weight,value\nrisk,u,1\nrisk,u,2":                          `w:3: weight "u" is given twice`,
		"engine,weight,value\nrisk,u,NaN":                                  `w:2: weight u: "NaN" is not a finite number`,
		"engine,weight,value\nrisk,u,1,2":                                  "w:2: wrong number of fields",
		"engine,kind,name,value":                                           "w:1: a table without a row",
		"engine,kind,name,value\nrisk,weight,u":                            "w:2: wrong number of fields",
		"engine,kind,name,value\nrisk,wieght,u,1":                          `w:2: unknown kind "wieght" (did you mean weight?)`,
		"engine,kind,name,value\nrisk,agent,nmae,x":                        `w:2: unknown name of a row of kind agent "nmae" (did you mean name?)`,
		"engine,kind,name,value\nrisk,agent,seats,0":                       `w:2: seats: "0" is not a whole number from 1 to 8`,
		"engine,kind,name,value\nrisk,setting,a,1\nrisk,setting,a,2":       `w:3: setting "a" is given twice`,
		"engine,kind,name,value\nrisk,agent,player,a\nrisk,agent,player,b": `w:3: agent "player" is given twice`,
		"engine,weight,value\nrisk,\"u,1":                                  `w:2: extraneous or missing " in quoted-field`,
	} {
		d, err := Read(strings.NewReader(text), "w")
		if err == nil {
			t.Errorf("%q was read: %+v", text, d)
		} else if err.Error() != want {
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

func TestReadRefusesWhatIsTooLong(t *testing.T) {
	text := "engine: risk\nweights: {u: 1}\nabout: "
	fits := text + strings.Repeat("a", largest-len(text))
	if _, err := Read(strings.NewReader(fits), "w"); err != nil {
		t.Errorf("%.100v", err)
	}
	if _, err := Read(strings.NewReader(fits+"a"), "w"); err == nil || err.Error() != "w: larger than 16 MB" {
		t.Errorf("%.100v", err)
	}
}

func TestReadOfABrokenFile(t *testing.T) {
	broken := errors.New("the disk is gone")
	if _, err := Read(iotest.ErrReader(broken), "w"); !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "w: ") {
		t.Error(err)
	}
}

func TestVectorAndAgent(t *testing.T) {
	spec := engines.Spec{Name: "risk", Weights: testSpace}
	d := Document{Engine: "risk", Name: "n", Weights: []Named{{"units", 5}, {"depth", 3}}}
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
		{Document{Engine: "risk", Weights: []Named{{"luck", 5}}}, "luck: unknown weight"},
		{Document{Engine: "risk", Weights: []Named{{"units", 11}}}, "units: 11 is not within"},
	} {
		if _, err := c.d.Agent(spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
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
		d, err := Read(bytes.NewReader(data), "file")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "file:") {
				t.Errorf("the error does not name the file: %v", err)
			}
			return
		}
		var b bytes.Buffer // what was read can be written and read again
		if err := d.Write(&b, "json"); err != nil {
			t.Fatalf("%+v: %v", d, err)
		}
		back, err := Read(&b, "file")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, back, cmpopts.EquateEmpty(), exportedFields); diff != "" && bytes.Equal(bytes.ToValidUTF8(data, nil), data) {
			t.Error(diff)
		}
	})
}

// An export that only other programs read is refused by its name, not by its grammar.
func TestReadRefusesSource(t *testing.T) {
	t.Parallel()
	d := Document{Engine: "risk", Weights: []Named{{Name: "units", Value: 1.5}}}
	for format, form := range map[string]string{
		"go": "source code", "javascript": "source code", "c": "a C header", "python": "a Python module", "uci": "UCI options",
	} {
		var b bytes.Buffer
		must(t, d.Write(&b, format))
		want := "w: weights are not read back from " + form + "; export them as json, yaml or csv"
		if _, err := Read(&b, "w"); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", format, err, want)
		}
	}
}
