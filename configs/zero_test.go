package configs_test

import (
	"testing"

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
		if _, err := p.Load(t.Context(), "", nil); err == nil {
			t.Error("no name is loaded")
		}
		_, _ = p.Parse(nil, "", nil)
	})
}
