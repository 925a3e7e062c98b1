package strict_test

import (
	"errors"
	"strings"
	"testing"
)

func TestOverrideOfItems(t *testing.T) {
	const text = "agents:\n- {name: a, settings: {depth: 1}}\n- {name: b, weights: [1, 2]}\n- random\ngrid: [[1, 2], [3, 4]]\n"
	d := parse(t, text)
	for _, override := range []string{"agents[0].name=c", "agents[0].settings.depth=5", "agents[1].weights[1]=9", "agents[2]=first", "grid[1][0]=7"} {
		layer, err := d.Override("--set", override)
		if err != nil {
			t.Fatal(err)
		}
		d = layer.Over(d)
	}
	for path, want := range map[string]string{
		"agents[0].name": "c", "agents[0].settings.depth": "5", "agents[1].name": "b", "agents[1].weights[0]": "1", "agents[1].weights[1]": "9",
		"agents[2]": "first", "grid[0][1]": "2", "grid[1][0]": "7", "grid[1][1]": "4",
	} {
		if got, _ := d.Text(path); got != want {
			t.Errorf("%s is %q, want %s", path, got, want)
		}
	}
	for path, want := range map[string]string{"agents[0].name": "--set agents[0].name=c", "agents[1].name": "f:3"} {
		if where, _, _ := d.Where(path); where != want {
			t.Errorf("%s comes from %s, want %s", path, where, want)
		}
	}
}

// The name of a file needs no quotes, and a part has the source that it was read from.
func TestOverrideByAFile(t *testing.T) {
	d := parse(t, "seed: 1\n")
	layer, err := d.Override("--set", "engine.settings.openings=@a: b.epd")
	if err != nil {
		t.Fatal(err)
	}
	d = layer.Over(d)
	if text, _ := d.Text("engine.settings.openings"); text != "@a: b.epd" {
		t.Errorf("the value is %q", text)
	}
	for path, want := range map[string]string{"engine.settings.openings": "--set engine.settings.openings=@a: b.epd", "seed": "f", "budget": ""} {
		if got := d.Source(path); got != want {
			t.Errorf("%q comes from %q, want %q", path, got, want)
		}
	}
}

// A mistake about a key that is missing is located in the file and not at an override of another key.
func TestMissingKeyBesideOverride(t *testing.T) {
	d := parse(t, "seed: 1\nengine:\n  name: a\n")
	layer, err := d.Override("--set", "engine.settings.depth=2")
	if err != nil {
		t.Fatal(err)
	}
	d = layer.Over(d)
	for path, want := range map[string]string{
		"openings":              "f:1: openings: wrong",
		"engine.player":         "f:3: engine.player: wrong",
		"engine.settings.depth": "--set engine.settings.depth=2: engine.settings.depth: wrong",
	} {
		if got := d.Locate(path, errors.New("wrong")); got.Error() != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

func TestOverrideOfItemsMistakes(t *testing.T) {
	d := parse(t, "agents: [{name: a}, random]\nseed: 1\n")
	for override, want := range map[string]string{
		"agents[2].name=x":  "agents[2] does not exist: the list has 2 items",
		"agents[x].name=y":  "[x] is not the index of a list item; the first is [0]",
		"agents[-1].name=y": "[-1] is not the index of a list item; the first is [0]",
		"agents[1].name=y":  "agents[1] is one text, random; replace it as a whole",
		"seed[0]=1":         "seed is not a list in this config",
		"nobody[0]=1":       "nobody is not a list in this config",
		"agents[0][0]=1":    "agents[0] is not a list in this config",
	} {
		path, _, _ := strings.Cut(override, "=")
		_, err := d.Override("--set", override)
		if err == nil || err.Error() != "--set "+override+": "+path+": "+want {
			t.Errorf("%s: %v", override, err)
		}
	}
}
