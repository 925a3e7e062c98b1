package weights

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"pgregory.net/rapid"
)

// exportedFields compares documents without what they were read from.
var exportedFields = cmpopts.IgnoreUnexported(Document{})

func testDocument() Document {
	elo, seed := 143.2, uint64(1)
	return Document{
		Engine: "risk", Name: "first", Settings: engines.Settings{"depth": "2", "weakest_only": "true"},
		Weights: []Named{{"territories", 3.1}, {"units", 7.25}, {"defence", -2}, {"min diff", 1e-7}},
		Rating:  &elo, Interval: &rating.Interval{Low: 101, High: 185.4}, Against: "default", Games: 900,
		Error: map[string]float64{"territories": 0.25, "min diff": 1e-8},
		Verdict: &evidence.Verdict{
			Text: "better than default: +143 Elo [+101, +185]", Against: "default", Better: true, Rating: 143.2,
			Interval: rating.Interval{Low: 101, High: 185.4}, Games: 900,
		},
		Run: "risk-20261121-3f2a", Status: "interrupted", Seed: &seed, Version: "v0.1.0",
	}
}

func written(t interface {
	Helper()
	Fatal(...any)
}, d Document, format string,
) string {
	t.Helper()
	var b bytes.Buffer
	if err := d.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestExportGolden(t *testing.T) {
	for _, format := range Formats {
		d := testDocument()
		if format == "openbench" || format == "weather-factory" { // which need ranges
			for _, w := range d.Weights {
				d.Space = append(d.Space, engines.Weight{Name: w.Name, Min: -10, Max: 30, Default: w.Value})
			}
		}
		golden(t, "risk."+format+".golden", []byte(written(t, d, format)))
	}
	var b bytes.Buffer
	if err := testDocument().Write(&b, "xml"); err == nil || !strings.Contains(err.Error(), "json, yaml, csv, go, c") {
		t.Errorf("xml: %v", err)
	}
}

// golden compares with a file of testdata, or writes it with LANISTA_UPDATE=1.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("LANISTA_UPDATE") == "1" {
		must(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(want, got) {
		t.Errorf("%s differs (LANISTA_UPDATE=1 rewrites it):\n%s", path, cmp.Diff(string(want), string(got)))
	}
}

// A table has one row for each part of the agent, which other programs find by its kind.
func TestCSVRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := documents().Draw(t, "document")
		rows, err := csv.NewReader(strings.NewReader(written(t, d, "csv"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		weights, settings := 0, 0
		for _, row := range rows[1:] {
			switch row[1] {
			case "weight":
				w := d.Weights[weights]
				if x, err := strconv.ParseFloat(row[3], 64); err != nil || x != w.Value || row[2] != w.Name {
					t.Fatalf("row %v of %v", row, w)
				}
				weights++
			case "setting":
				if d.Settings[row[2]] != row[3] {
					t.Fatalf("row %v of %v", row, d.Settings)
				}
				settings++
			}
		}
		if weights != len(d.Weights) || settings != len(d.Settings) {
			t.Fatalf("%d weights and %d settings of %+v", weights, settings, d)
		}
	})
}

// Every format is read back as the same agent, or refused.
func TestFormatsKeepTheAgent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := documents().Draw(t, "document")
		for _, format := range Formats {
			var b bytes.Buffer
			if err := d.Write(&b, format); err != nil && (format == "uci" || format == "openbench" || format == "weather-factory") { // the first takes no names of several lines, the others need ranges
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			back, err := Read(&b, "file")
			if slices.Contains([]string{"go", "c", "python", "javascript", "uci", "openbench", "weather-factory"}, format) {
				if err == nil {
					t.Fatalf("%s was read: %+v", format, back)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			agent := func(d Document) Document {
				return Document{Engine: d.Engine, Name: d.Name, Player: d.Player, Seats: d.Seats, Settings: d.Settings, Weights: d.Weights}
			}
			if diff := cmp.Diff(agent(d), agent(back), cmpopts.EquateEmpty(), exportedFields); diff != "" {
				t.Fatalf("%s: %s", format, diff)
			}
		}
	})
}

// A line break of CR LF in a text would come back as LF.
func TestCSVRefusesCRLF(t *testing.T) {
	d := Document{Engine: "risk", Settings: engines.Settings{"table": "a\r\nb"}}
	if err := d.Write(new(bytes.Buffer), "csv"); err == nil || !strings.Contains(err.Error(), "CR LF") {
		t.Error(err)
	}
	if back, err := Read(strings.NewReader(written(t, d, "json")), "w"); err != nil || back.Settings["table"] != "a\r\nb" {
		t.Error(back, err)
	}
}

func TestShortestDocument(t *testing.T) {
	d := Document{Engine: "risk", Weights: []Named{{"units", 1}}}
	if got := written(t, d, "json"); got != "{\n  \"engine\": \"risk\",\n  \"weights\": {\n    \"units\": 1\n  }\n}\n" {
		t.Error(got)
	}
}

// documents draws documents with any texts and any finite numbers.
func documents() *rapid.Generator[Document] {
	text := rapid.String().Filter(func(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\r\n") })
	value := rapid.Float64().Filter(finite)
	return rapid.Custom(func(t *rapid.T) Document {
		d := Document{Engine: rapid.StringN(1, 20, -1).Filter(func(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\r\n") }).Draw(t, "engine"), Name: text.Draw(t, "name"), Run: text.Draw(t, "run"), About: text.Draw(t, "about")}
		d.Weights = []Named{}
		for _, name := range rapid.SliceOfNDistinct(text, 0, 8, rapid.ID[string]).Draw(t, "names") {
			d.Weights = append(d.Weights, Named{name, value.Draw(t, "value")})
		}
		if rapid.Bool().Draw(t, "rated") {
			x := value.Draw(t, "rating")
			d.Rating, d.Interval = &x, &rating.Interval{Low: value.Draw(t, "low"), High: value.Draw(t, "high")}
			d.Games = rapid.IntRange(0, 1<<40).Draw(t, "games")
		}
		if rapid.Bool().Draw(t, "table") {
			d.Player, d.Seats = text.Draw(t, "player"), rapid.IntRange(1, engines.MaxSeats).Draw(t, "seats")
		}
		if rapid.Bool().Draw(t, "seeded") {
			seed := rapid.Uint64().Draw(t, "seed")
			d.Seed = &seed
			d.Settings = rapid.MapOfN(text, text, 1, 4).Draw(t, "settings")
		}
		return d
	})
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := documents().Draw(t, "document")
		for _, format := range []string{"json", "yaml"} {
			var b bytes.Buffer
			if err := d.Write(&b, format); err != nil {
				t.Fatal(err)
			}
			if format == "json" && !json.Valid(b.Bytes()) {
				t.Fatalf("no JSON: %s", b.Bytes())
			}
			text := b.String()
			back, err := Read(&b, "file")
			if err != nil {
				t.Fatalf("%s: %v\n%s", format, err, text)
			}
			if diff := cmp.Diff(d, back, cmpopts.EquateEmpty(), exportedFields); diff != "" {
				t.Fatalf("%s: %s\n%s", format, diff, text)
			}
		}
	})
}

func TestHardTextsRoundTrip(t *testing.T) {
	for _, text := range []string{"\r", "\n", ",", "\"", "#", "a\rb", "\t\n", " a", "a ", "\n\n", "true", "~", "1e3", "0x1F", "- a", "a: b", "# a", "\u0085", "\u2028", "\ufeff", "\u007f", "<<", "|", "''"} {
		for _, format := range []string{"json", "yaml", "csv"} {
			d := Document{Engine: "e", Settings: engines.Settings{text: text}, Weights: []Named{{text, 1}}}
			if format != "csv" {
				d.About = text
			}
			back, err := Read(strings.NewReader(written(t, d, format)), "file")
			if err != nil {
				t.Errorf("%q as %s: %v", text, format, err)
			} else if diff := cmp.Diff(d, back, exportedFields); diff != "" {
				t.Errorf("%q as %s: %s", text, format, diff)
			}
		}
	}
}

// A switch is a truth value in files, and is read back as the choice that it was written for.
func TestSwitchesRoundTrip(t *testing.T) {
	t.Parallel()
	space := engines.Space{engines.NewChoices("on", "", engines.Switch, "false"), engines.NewChoices("off", "", engines.Switch, "true")}
	d, err := New("e", space, engines.Weights{1, 0})
	must(t, err)
	for _, format := range []string{"json", "yaml", "csv"} {
		back, err := Read(strings.NewReader(written(t, d, format)), "file")
		must(t, err)
		got, err := back.Vector(space)
		must(t, err)
		if !slices.Equal(got, engines.Weights{1, 0}) {
			t.Errorf("%s: %v", format, got)
		}
	}
}

func TestWriteFileIsWholeOrNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.json")
	must(t, os.WriteFile(path, []byte("before"), 0o644))
	d := testDocument()
	d.Weights[0].Value /= 0 * d.Weights[0].Value
	if err := d.WriteFile(path, "json"); err == nil || !strings.Contains(err.Error(), "territories: ") {
		t.Errorf("an infinite weight: %v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "before" {
		t.Errorf("the file holds %q", got)
	}
	must(t, testDocument().WriteFile(path, "json"))
	d, err := ReadFile(path)
	must(t, err)
	if diff := cmp.Diff(testDocument(), d, exportedFields); diff != "" {
		t.Error(diff)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	if err := testDocument().WriteFile(filepath.Join(t.TempDir(), "no", "w.json"), "json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing directory: %v", err)
	}
	if _, err := ReadFile(path + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}
