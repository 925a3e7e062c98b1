package configs_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
)

// Nil and empty arguments are errors or empty answers, not panics.
func TestZeroValues(t *testing.T) {
	t.Parallel()
	do := func(name string, f func()) {
		t.Helper()
		defer func() {
			if cause := recover(); cause != nil {
				t.Errorf("%s: panic: %v", name, cause)
			}
		}()
		f()
	}
	do("Settings", func() { configs.Settings(nil) })
	do("Config", func() { _ = configs.Config{}.Validate() })
	do("Section", func() {
		for _, wrong := range []any{5, 0, "x", []int{1}, make(chan int), struct{ C chan int }{make(chan int)}} {
			if _, err := configs.Section("spsa", wrong); err == nil {
				t.Errorf("options of type %T are a section", wrong)
			}
			if _, err := configs.Map(wrong); err == nil {
				t.Errorf("a value of type %T is a section", wrong)
			}
		}
	})
	do("Parse", func() {
		d, err := configs.Parse(nil, "")
		if err != nil {
			return
		}
		_, _ = d.Config()
		d.Verb()
		_, _ = d.Set("")
		_, _ = d.Set("x=1")
	})
	do("Document", func() {
		d, err := configs.Parse([]byte("{seed: 3}"), "")
		if err != nil {
			t.Fatal(err)
		}
		if same, _ := d.With(nil).Text("seed"); same != "3" {
			t.Errorf("with nothing, seed is %q", same)
		}
		var c configs.Config
		for _, out := range []any{nil, c, (*configs.Config)(nil)} {
			if err := d.Decode("", out); err == nil || !strings.Contains(err.Error(), "a pointer is needed") {
				t.Errorf("decoded into %T: %v", out, err)
			}
		}
		for _, none := range []*configs.Document{nil, {}} {
			if _, err := (configs.Presets{}).Merge(none, nil); err == nil || err.Error() != "the document is nil" {
				t.Errorf("a nil document: %v", err)
			}
		}
	})
	do("Engine", func() {
		_, _, _ = configs.Engine{}.Space(nil)
		_, _, _ = configs.Engine{}.Space(engines.Space{{Name: "x", Max: 1}})
	})
	do("Openings", func() { configs.Openings{}.Plies() })
	do("Presets", func() {
		var p configs.Presets
		p.Has("x")
		p.Names()
		p.Title("x")
		if _, err := p.Get("x"); err == nil {
			t.Error("no presets have x")
		}
		p.Files = []fs.FS{nil, configs.Shipped()}
		if !p.Has("risk") || p.Title("risk") == "" || !slices.Contains(p.Names(), "risk") {
			t.Error("a nil file system hides the presets of others")
		}
		p.Files = nil
		if _, err := p.Load(t.Context(), "", nil); err == nil {
			t.Error("no name is loaded")
		}
		_, _ = p.Parse(nil, "", nil)
	})
}

// Weights that are given in two ways are a mistake: one of them would be ignored.
func TestWeightsGivenTwice(t *testing.T) {
	t.Parallel()
	named := map[string]engines.Value{"x": {Number: 1}}
	for i, w := range []configs.AgentWeights{
		{Source: "default", List: []float64{1}}, {Source: "default", Named: named}, {List: []float64{1}, Named: named},
	} {
		_, err := configs.New(configs.Config{Engine: configs.Engine{Name: "x"}, Agents: []configs.Agent{{Name: "a", Weights: w}}})
		if err == nil || !strings.Contains(err.Error(), "the weights of an agent are a source, a list or a mapping by name, not several of them") {
			t.Errorf("weights %d: %v", i, err)
		}
	}
	e := configs.Engine{Name: "x", Weights: configs.Ranges{Source: "champion", Named: map[string]configs.Weight{"y": {}}}}
	if _, err := configs.New(configs.Config{Engine: e}); err == nil || !strings.Contains(err.Error(), "champion, or a mapping by name, not both") {
		t.Errorf("ranges: %v", err)
	}
	e.Weights.Named = map[string]configs.Weight{}
	if _, err := configs.New(configs.Config{Engine: e}); err != nil {
		t.Errorf("a source and no ranges: %v", err)
	}
}

// A Go program can fill a config with values that no file can have.
func TestTimesOfAProgramAreChecked(t *testing.T) {
	t.Parallel()
	c := configs.Config{Engine: configs.Engine{Name: "risk"}, Budget: configs.Budget{Time: -time.Minute}}
	if err := c.Validate(); err == nil || err.Error() != "budget.time: -1m0s is negative" {
		t.Error(err)
	}
}
