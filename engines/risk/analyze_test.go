package risk

import (
	"context"
	"encoding/json"
	"image/color"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/search"
	"github.com/lanista/lanista/engines/show"
)

func analyzed(t *testing.T, position string, a engines.Agent) (analysis.Analysis, *game) {
	t.Helper()
	g := parsed(t, New(), position)
	out, err := New().(analysis.Analyst).Analyze(context.Background(), g, a)
	if err != nil {
		t.Fatal(err)
	}
	return out, g
}

const m1 = "A3 B1 A2 / B4 A1 B2 / A2 B5 A6"

func TestAnalyzeAttackPhase(t *testing.T) {
	a, _ := analyzed(t, m1+" ; A attack 3", engines.Agent{Settings: engines.Settings{"depth": "1"}})
	if a.Best != "8-7x6" || a.Nodes != 6 || !near(*a.Value[0], 267241./128520) || a.Value[1] != nil {
		t.Errorf("best %s in %d nodes, values %v", a.Best, a.Nodes, a.Value)
	}
	if a.Features[2].Name != "defence" || !near(a.Features[2].Values[0], 1051./2310) || !near(a.Features[2].Values[1], 1259./2310) {
		t.Errorf("features %v", a.Features)
	}
	if !near(a.Static[0], 5./9+7./13+1051./2310) {
		t.Errorf("static %v", a.Static)
	}
	want := map[string]string{
		"draft": `[{"cell":4,"bst":12,"bsr":12,"nbsr":0.727,"added":4},{"cell":6,"bst":9,"bsr":4.5,"nbsr":0.273,"added":1},` +
			`{"cell":0,"bst":5,"bsr":1.667,"nbsr":0,"added":0},{"cell":2,"bst":3,"bsr":1.5,"nbsr":0,"added":0},` +
			`{"cell":8,"bst":7,"bsr":1.167,"nbsr":0,"added":0}]`,
		"attacks": `[{"from":0,"to":1,"army":2,"odds":0.5},{"from":2,"to":1,"army":2,"odds":0.5},` +
			`{"from":8,"to":7,"army":6,"odds":0.5},{"from":8,"to":5,"army":4,"odds":0.688}]`,
	}
	for _, x := range a.Extra {
		if got := rounded(t, x.Value); got != want[x.Key] {
			t.Errorf("%s: %s\nwant %s", x.Key, got, want[x.Key])
		}
		if x.Text == "" || strings.HasSuffix(x.Text, "\n") {
			t.Errorf("%s: text %q", x.Key, x.Text)
		}
		delete(want, x.Key)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

// rounded writes rows as JSON, fractions with three digits.
func rounded(t *testing.T, rows any) string {
	t.Helper()
	switch rows := rows.(type) {
	case []draftRow:
		for i := range rows {
			rows[i].BSR, rows[i].NBSR = round3(rows[i].BSR), round3(rows[i].NBSR)
		}
	case []attackRow:
		for i := range rows {
			rows[i].Odds = round3(rows[i].Odds)
		}
	}
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func round3(v float64) float64 { return float64(int(v*1000+0.5)) / 1000 }

func TestAnalyzeDraftPhase(t *testing.T) {
	agent := engines.Agent{Settings: engines.Settings{"depth": "2"}}
	a, g := analyzed(t, m1+" ; A draft", agent)
	if a.Best != "4+4 6+1" {
		t.Errorf("best %s", a.Best)
	}
	// The value is that of the attack phase after the draft.
	after, _ := analyzed(t, "A3 B1 A2 / B4 A5 B2 / A3 B5 A6 ; A attack 3", agent)
	if *a.Value[0] != *after.Value[0] || a.Nodes != after.Nodes {
		t.Errorf("value %v in %d nodes, after the draft %v in %d", *a.Value[0], a.Nodes, *after.Value[0], after.Nodes)
	}
	if g.String() != m1+" ; A draft" {
		t.Errorf("the analysis changed the game to %s", g.String())
	}
}

func TestDraftOfOneUnitIsSingular(t *testing.T) {
	a, _ := analyzed(t, "A1 B1 ; A draft", engines.Agent{})
	if text, _, _ := strings.Cut(a.Extra[0].Text, "\n"); text != "draft of A, 1 unit" {
		t.Errorf("%q", text)
	}
}

func TestAnalyzeDepthZero(t *testing.T) {
	w := engines.Weights{2, 3, 5, 7}
	a, g := analyzed(t, m1+" ; B attack 3", engines.Agent{Weights: w, Settings: engines.Settings{"depth": "0"}})
	values, err := New().(engines.Evaluator).Evaluate(g, w)
	if err != nil {
		t.Fatal(err)
	}
	for p, v := range values {
		if *a.Value[p] != v || a.Static[p] != v {
			t.Errorf("seat %d: value %v, static %v, evaluated %v", p, *a.Value[p], a.Static[p], v)
		}
	}
	if a.Nodes != 1 || a.Best != "" {
		t.Errorf("best %q in %d nodes", a.Best, a.Nodes)
	}
}

func TestAnalyzeTheEnd(t *testing.T) {
	a, _ := analyzed(t, "A3 A1 ; A attack 2", engines.Agent{})
	if a.Best != "" || !search.IsWin(*a.Value[0]) || a.Static[0] != 4 || a.Static[1] != 0 {
		t.Errorf("%+v", a)
	}
	if _, err := json.Marshal(a.Value); err != nil {
		t.Errorf("the value of a win cannot be written: %v", err)
	}
}

// The weighted sum of the features is the static value, for any weights.
func TestLinear(t *testing.T) {
	e := New().(engines.Linear)
	g := parsed(t, New(), "A3 B1 C2 / B4 A1 C2 / A2 C5 A6 ; A attack 3")
	w := engines.Weights{0.5, 3, 10, 0}
	values, err := e.Evaluate(g, w)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := e.Features(g)
	if err != nil {
		t.Fatal(err)
	}
	for p, row := range rows {
		v := 0.0
		for i, f := range row {
			v += f * w[i]
		}
		if !near(v, values[p]) {
			t.Errorf("seat %d: %v, features give %v", p, values[p], v)
		}
	}
	if _, err := e.Evaluate(g, engines.Weights{1}); err == nil {
		t.Error("a short vector was accepted")
	}
}

func TestDraw(t *testing.T) {
	e := New().(show.Illustrator)
	got := e.Draw(parsed(t, New(), "A3 B12 / B4 A1 ; A attack 2"))
	want := "   0:A3 *   1:B12 \n   2:B4     3:A1  \nround 1, A may attack, 2 left\n"
	if got != want {
		t.Errorf("drawn\n%s\nwant\n%s", got, want)
	}
	m, err := New().With(engines.Settings{"map": "classic"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := m.NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.(show.Illustrator).Draw(g); !strings.Contains(got, "Kamchatka") || strings.Count(got, "*") != 21 {
		t.Errorf("drawn\n%s", got)
	}
}

// TestPaint checks a picture against its scene: every territory has the colour of its owner.
func TestPaint(t *testing.T) {
	t.Parallel()
	m, err := New().With(engines.Settings{"map": "classic"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := m.NewGame(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	img, err := m.(*engine).Paint(g)
	if err != nil {
		t.Fatal(err)
	}
	colours := map[color.Color]int8{}
	for x, s := range layoutOf(&m.(*engine).table).Territories {
		c, owner := img.At(s.At[0], s.At[1]+12), g.(*game).state.owner[x]
		if before, ok := colours[c]; ok && before != owner {
			t.Errorf("%s of %s has the colour of %s", s.Name, seatName(owner), seatName(before))
		}
		colours[c] = owner
	}
	if len(colours) != 3 {
		t.Errorf("%d colours for three seats", len(colours))
	}
}
