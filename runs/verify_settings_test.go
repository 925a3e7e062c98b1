package runs_test

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// A verification with settings measures the result with those of the search and with these, and the
// verdict names both. The second score is that of the stored games.
func TestVerificationWithOtherSettings(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	r, err := both().Tune(t.Context(), runs.Options{Text: twoDepths, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	v := r.Record.Verdict()
	if v.With != "depth 1" || v.Other == nil || v.Other.With != "depth 2" || v.Other.Against != "default" ||
		!strings.Contains(v.Text, "with depth 1: ") || !strings.Contains(v.Text, "; ") || !strings.Contains(v.Text, " with depth 2: ") {
		t.Errorf("%+v", v)
	}
	if n := r.Verification.Games; n > 80 || n < 60 {
		t.Errorf("%d games of 80", n)
	}
	rec, err := runs.Record(t.Context(), db, r.Record.ID)
	if err != nil {
		t.Fatal(err)
	}
	s, err := results.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	points, pairings, games := make(map[string]float64), make(map[string]float64), make(map[string]int)
	for p, err := range s.Journal(t.Context(), r.Record.ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		one, other := rec.Field[p.Pairing.Agents[0]], rec.Field[p.Pairing.Agents[1]]
		if one.Settings["depth"] != other.Settings["depth"] {
			t.Fatalf("%+v meets %+v", one, other)
		}
		if one.Settings["depth"] != "2" {
			continue
		}
		name, ok := strings.CutSuffix(other.Name, " with depth 2")
		if !ok || one.Name != v2Name(rec) {
			t.Errorf("%s meets %s", one.Name, other.Name)
		}
		points[name] += p.Points(0)
		pairings[name]++
		games[name] += len(p.Games)
	}
	list := rec.Result.OtherStandings
	if len(list) < 2 || list[0].Agent != "default" || list[1].Agent != "random" {
		t.Fatalf("%+v", list)
	}
	for _, m := range list {
		if want := points[m.Agent] / pairings[m.Agent]; math.Abs(float64(m.Score)-want) > 1e-12 || m.Games != games[m.Agent] || m.Games == 0 {
			t.Errorf("%s: score %v in %d games; stored are %v in %d", m.Agent, m.Score, m.Games, want, games[m.Agent])
		}
	}
	if got := rec.Verdict(); got.Text != v.Text || got.Other.Elo != v.Other.Elo {
		t.Errorf("stored: %+v", got)
	}
}

// v2Name is the name of the result of a run among the agents of the second measurement.
func v2Name(rec results.Record) string { return rec.Result.Name + " with depth 2" }

// A second measurement accepts settings of players alone, none that select other weights, and some
// that differ from the search's.
func TestVerificationSettingsMistakes(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]string{
		"verification.settings={depth: 1}":              "verification.settings: the search plays with depth 1, too",
		"verification.settings={size: 5}":               "verification.settings.size: applies to the whole game, not to one agent",
		"verification.settings={dept: 3}":               `verification.settings.dept: unknown setting`,
		"verification.settings={depth: x}":              "verification.settings.depth: ",
		"verification={games: 0, settings: {depth: 2}}": "verification.settings: it needs games; set verification.games",
		"verification.settings={depth: 2, depth: 3}":    "depth",
	} {
		_, err := both().Tune(t.Context(), runs.Options{Text: twoDepths, Set: []string{set}, Store: inStore(t)}, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", set, err, want)
		}
	}
}
