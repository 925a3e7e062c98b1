package minesweeper

import (
	"context"
	"encoding/json"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestSpec(t *testing.T) {
	for _, s := range everyAgent {
		spec := with(t, s).Spec()
		if err := spec.Weights.Valid(); err != nil {
			t.Errorf("%v: %v", s, err)
		}
		for _, w := range spec.Weights {
			if w.Doc == "" {
				t.Errorf("%v: weight %s has no description", s, w.Name)
			}
		}
	}
	for agent, free := range map[string]int{"gemini": 17, "linear": 10, "ev": 6, "p-wqb": 1, "max-p": 0, "random": 0} {
		spec := with(t, engines.Settings{"agent": agent}).Spec()
		if n := len(spec.Weights.Free()); n != free {
			t.Errorf("%s has %d weights to tune, want %d", agent, n, free)
		}
	}
	spec := New().Spec()
	if spec.Name != "minesweeper" || spec.Weights.Index("slope_mid") < 0 || spec.Weights[spec.Weights.Index("slope_mid")].Kind != engines.Fixed {
		t.Errorf("spec %v", spec)
	}
	spec.Weights[0].Default = 0.5 // a caller's own copy
	if New().Spec().Weights[0].Default != 0.99 {
		t.Error("a caller changed the weights of the engine")
	}
	for _, x := range with(t, engines.Settings{"mines": "60"}).Spec().Settings {
		if x.Name == "mines" && x.Default != "51" {
			t.Errorf("the default of mines is %s under mines=60", x.Default)
		}
	}
}

func TestWithRefuses(t *testing.T) {
	for _, s := range []engines.Settings{
		{"width": "0"}, {"height": "33"}, {"mines": "0"}, {"mines": "1024"}, {"agent": "x"}, {"depth": "3"}, {"bomb": "maybe"}, {"candidates": "0"},
	} {
		if _, err := New().With(s); err == nil {
			t.Errorf("%v was taken", s)
		}
	}
	if _, err := with(t, engines.Settings{"width": "4", "height": "4"}).NewGame(2, 1); err == nil || !strings.Contains(err.Error(), "mines") {
		t.Errorf("51 mines on 16 cells: %v", err)
	}
	if _, err := New().NewGame(3, 1); err == nil {
		t.Error("a table for three was dealt")
	}
}

func TestAnalyze(t *testing.T) {
	e := with(t, nil)
	g := set(t, "..../.13./..../....", 6)
	for _, s := range everyAgent {
		a, err := e.Analyze(context.Background(), g, engines.Agent{Settings: s})
		if err != nil {
			t.Fatal(err)
		}
		extra := map[string]any{}
		for _, x := range a.Extra {
			extra[x.Key] = x.Value
		}
		if extra["configurations"] != "66" {
			t.Errorf("%v: configurations %v", s, extra["configurations"])
		}
		p := extra["probabilities"].([][]*float64)
		if len(p) != 4 || len(p[0]) != 4 || p[1][1] != nil || math.Abs(*p[0][3]-25.0/33) > 1e-12 {
			t.Errorf("%v: probabilities %v", s, p)
		}
		if a.Best == "" || len(a.Features) == 0 || len(extra["candidates"].([]candidate)) != 14 {
			t.Errorf("%v: analysis %+v", s, a)
		}
		if _, err := json.Marshal(a); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
	a, err := e.Analyze(context.Background(), set(t, ".../121", 2), engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal([]any{a.Extra[2].Value, a.Extra[3].Value})
	if err != nil || string(text) != "[[[0,0],[2,0]],[[1,0]]]" {
		t.Errorf("certain cells %s, %v", text, err)
	}
	if a.Best != "0,0" || a.Value[0] == nil || a.Value[1] != nil {
		t.Errorf("best %s, value %v", a.Best, a.Value)
	}
	if a, err = e.Analyze(context.Background(), set(t, "bba/...", 3), engines.Agent{}); err != nil || a.Best != "" {
		t.Errorf("a game that is over: best %q, %v", a.Best, err)
	}
}

// TestCandidatesAreOrdered checks that the move chosen is among the best.
func TestCandidatesAreOrdered(t *testing.T) {
	e := with(t, nil)
	for _, s := range []engines.Settings{{"agent": "gemini"}, {"agent": "linear"}, {"agent": "p-wqb"}} {
		a, err := e.Analyze(context.Background(), set(t, ".1.1...", 2), engines.Agent{Settings: s})
		if err != nil {
			t.Fatal(err)
		}
		list := a.Extra[4].Value.([]candidate)
		if !slices.IsSortedFunc(list, func(x, y candidate) int { return -int(math.Copysign(1, *x.Score-*y.Score)) }) && *list[0].Score < *list[1].Score {
			t.Errorf("%v: %v", s, list)
		}
		if *list[0].Score != *a.Value[0] {
			t.Errorf("%v: chose %v, best is %v", s, *a.Value[0], *list[0].Score)
		}
	}
}

func TestDraw(t *testing.T) {
	e := with(t, nil)
	want := "     0  1  2\n  0  A  .  .\n  1  1  .  .\n  2  .  .  .\nA 1  B 0  mines left 2  B to move\n"
	if got := e.Draw(set(t, "a../1../... ; b", 3)); got != want {
		t.Errorf("drawn:\n%s\nwant:\n%s", got, want)
	}
}

func TestPaint(t *testing.T) {
	e := New().(*engine)
	img, err := e.Paint(set(t, ".../121", 2))
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds() != image.Rect(0, 0, 97, 65) {
		t.Errorf("bounds %v", img.Bounds())
	}
	for at, want := range map[image.Point]color.RGBA{
		{2, 2}: heat(1), {34, 2}: heat(0), {16, 16}: {0, 0, 0, 255}, {0, 0}: {90, 90, 90, 255}, {62, 62}: {235, 235, 230, 255},
	} {
		if got := img.At(at.X, at.Y); got != want {
			t.Errorf("pixel %v: %v, want %v", at, got, want)
		}
	}
	if _, err := e.Paint(nil); err == nil {
		t.Error("no position was painted")
	}
}
