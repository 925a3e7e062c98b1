package tuning_test

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// limits is a game that the agent with the larger first weight wins. It counts games by the names of
// the agents in their seats.
type limits map[string]int

func (l limits) Play(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
	l[seats[0].Name+" / "+seats[1].Name]++
	switch a, b := seats[0].Weights[0], seats[1].Weights[0]; {
	case a > b:
		return engines.Record{Outcome: engines.Winner(2, 0)}, nil
	case a < b:
		return engines.Record{Outcome: engines.Winner(2, 1)}, nil
	}
	return engines.Record{Outcome: engines.Draw(2)}, nil
}

// named returns the opponents with the given names and weights.
func named(name string, weight float64) engines.Agent {
	return engines.Agent{Name: name, Weights: engines.Weights{weight}}
}

// With other settings the result plays half of the games again. Every opponent has a row. The start
// weights have one if no opponent plays like them and the games suffice.
func TestMatchesWithOtherSettings(t *testing.T) {
	for name, c := range map[string]struct {
		result    float64 // weight of the result
		opponents []engines.Agent
		start     engines.Weights
		games     int
		played    int      // number of all games
		rows      []string // agents of the rows
		perRow    []int    // games of the rows
		score     []float64
	}{
		"no start":               {5, []engines.Agent{named("x", 1), named("y", 9)}, nil, 80, 80, []string{"x", "y"}, []int{20, 20}, []float64{1, 0}},
		"the start is added":     {5, []engines.Agent{named("x", 1), named("y", 9)}, engines.Weights{0}, 120, 120, []string{"x", "y", tuning.StartName}, []int{20, 20, 20}, []float64{1, 0, 1}},
		"an opponent is start":   {5, []engines.Agent{named("x", 1), named("y", 0)}, engines.Weights{0}, 80, 80, []string{"x", "y"}, []int{20, 20}, []float64{1, 1}},
		"one plays like it":      {5, []engines.Agent{named("x", 5), named("y", 0)}, engines.Weights{0}, 80, 80, []string{"x", "y"}, []int{0, 40}, []float64{0.5, 1}},
		"all play like it":       {5, []engines.Agent{named("x", 5)}, nil, 80, 40, []string{"x"}, []int{0}, []float64{0.5}},
		"only the start":         {5, nil, engines.Weights{0}, 80, 80, []string{tuning.StartName}, []int{40}, []float64{1}},
		"too few for the start":  {5, []engines.Agent{named("x", 1)}, engines.Weights{0}, 7, 6, []string{"x"}, []int{2}, []float64{1}},
		"enough for the start":   {5, []engines.Agent{named("x", 1)}, engines.Weights{0}, 8, 8, []string{"x", tuning.StartName}, []int{2, 2}, []float64{1, 1}},
		"too few for a deal":     {5, []engines.Agent{named("x", 1), named("y", 9)}, nil, 2, 8, []string{"x", "y"}, []int{2, 2}, []float64{1, 0}},
		"the result is start":    {0, []engines.Agent{named("x", 1)}, engines.Weights{0}, 80, 40, nil, nil, nil},
		"the start wins":         {-5, []engines.Agent{named("x", 1)}, engines.Weights{0}, 80, 40, nil, nil, nil},
		"neither start nor pool": {5, nil, nil, 80, 0, nil, nil, nil},
	} {
		games := limits{}
		v, err := tuning.Verify(t.Context(), local(games, 1), []tuning.Estimate{{Name: "result", Weights: engines.Weights{c.result}}}, c.opponents,
			tuning.VerifyOptions{Games: c.games, Seed: 1, Fixed: true, Start: c.start, Other: engines.Settings{"depth": "4"}})
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		for i, m := range v.Other {
			rows = append(rows, m.Agent)
			if m.Games != c.perRow[i] || float64(m.Score) != c.score[i] || m.Same != (m.Games == 0) {
				t.Errorf("%s: %s played %d games, score %v, same %v", name, m.Agent, m.Games, m.Score, m.Same)
			}
			if n := games["result with depth 4 / "+m.Agent+" with depth 4"]; n != c.perRow[i]/2 {
				t.Errorf("%s: %d games in the first seat against %s: %v", name, n, m.Agent, games)
			}
		}
		if !slices.Equal(rows, c.rows) || v.Games != c.played {
			t.Errorf("%s: rows %q after %d games, want %q after %d", name, rows, v.Games, c.rows, c.played)
		}
	}
	v, err := tuning.Verify(t.Context(), local(limits{}, 1), []tuning.Estimate{{Weights: engines.Weights{5}}}, []engines.Agent{named("x", 1)}, tuning.VerifyOptions{Games: 80})
	if err != nil || v.Other != nil || v.Games != 80 {
		t.Errorf("without other settings: %+v, %v", v.Other, err)
	}
	for games, want := range []int{0, 0, 1, 1, 2} {
		if got := tuning.OtherGames(games); got != want {
			t.Errorf("%d of %d games, want %d", got, games, want)
		}
	}
}

// The start weights meet the result with other settings too if they are the first candidate, but not
// if the settings make both alike.
func TestOtherSettingsAndTheStart(t *testing.T) {
	candidates := []tuning.Estimate{{Name: tuning.StartName, Weights: engines.Weights{0}}, {Name: "better", Weights: engines.Weights{3}}}
	o := tuning.VerifyOptions{Games: 200, Seed: 1, Start: engines.Weights{0}, Other: engines.Settings{"depth": "4"}}
	v, err := tuning.Verify(t.Context(), local(limits{}, 1), candidates, nil, o)
	if err != nil || v.Result.Name != "better" || len(v.Other) != 1 || v.Other[0].Agent != tuning.StartName || v.Other[0].Games != 60 || v.Games != 200 {
		t.Errorf("%+v, %v", v, err)
	}
	o.Fixed, o.StartSettings = true, engines.Settings{"depth": "2"}
	v, err = tuning.Verify(t.Context(), local(limits{}, 1), candidates[:1], nil, o)
	if err != nil || len(v.Candidates) != 2 || v.Result.Name != tuning.StartName || v.Other != nil || v.Games != 100 {
		t.Errorf("%+v, %v", v, err)
	}
}

// The playoff, the matches and those with other settings have deals of their own.
func TestPartsOfAVerificationShareNoDeals(t *testing.T) {
	candidates := []tuning.Estimate{{Name: tuning.StartName, Weights: engines.Weights{0}}, {Name: "better", Weights: engines.Weights{3}}}
	deals, pairings := make(map[uint64]bool), 0
	o := tuning.VerifyOptions{Games: 200, Seed: 1, Start: engines.Weights{0}, Other: engines.Settings{"depth": "4"}}
	o.Events.ResultFinished = func(_ tuning.Phase, r tournament.Result) {
		deals[r.Pairing.Seed] = true
		pairings++
	}
	if _, err := tuning.Verify(t.Context(), local(limits{}, 1), candidates, nil, o); err != nil {
		t.Fatal(err)
	}
	if len(deals) != 100 || pairings != 100 {
		t.Errorf("%d deals of %d pairings, want 100", len(deals), pairings)
	}
}

// Other settings replace those of the candidates. An opponent keeps its own value of a setting.
func TestAgentsWithOtherSettings(t *testing.T) {
	opponents := []engines.Agent{{Name: "own", Weights: engines.Weights{1}, Settings: engines.Settings{"depth": "2", "hash": "64"}}, named("plain", 2)}
	journal := &memory{}
	o := tuning.VerifyOptions{
		Games: 8, Start: engines.Weights{0}, Settings: engines.Settings{"depth": "1", "style": "wild"}, StartSettings: engines.Settings{"depth": "3"},
		Other: engines.Settings{"depth": "9", "limit": "none"}, Journal: journal,
	}
	if _, err := tuning.Verify(t.Context(), local(limits{}, 1), []tuning.Estimate{{Name: "result", Weights: engines.Weights{5}}}, opponents, o); err != nil {
		t.Fatal(err)
	}
	want := []struct {
		name     string
		settings engines.Settings
	}{
		{"result", o.Settings},
		{tuning.StartName, o.StartSettings},
		{"own", opponents[0].Settings},
		{"plain", nil},
		{"result with depth 9, limit none", engines.Settings{"depth": "9", "limit": "none", "style": "wild"}},
		{tuning.StartName + " with depth 9, limit none", engines.Settings{"depth": "9", "limit": "none"}},
		{"own with depth 9, limit none", engines.Settings{"depth": "2", "limit": "none", "hash": "64"}},
		{"plain with depth 9, limit none", engines.Settings{"depth": "9", "limit": "none"}},
	}
	if len(journal.field) != len(want) {
		t.Fatalf("%d agents, want %d", len(journal.field), len(want))
	}
	for i, a := range journal.field {
		if a.Name != want[i].name || !maps.Equal(a.Settings, want[i].settings) {
			t.Errorf("agent %d is %s with %v, want %s with %v", i, a.Name, a.Settings, want[i].name, want[i].settings)
		}
	}
	if got := tuning.DescribeSettings(nil); got != "" {
		t.Errorf("no settings are %q", got)
	}
}

// A candidate with the weights of the start but other settings is not the start.
func TestStartHasItsOwnSettings(t *testing.T) {
	candidates := []tuning.Estimate{{Name: "result", Weights: engines.Weights{5}}}
	o := tuning.VerifyOptions{Games: 8, Start: engines.Weights{5}, Settings: engines.Settings{"depth": "1"}, StartSettings: engines.Settings{"depth": "1"}, Fixed: true}
	v, err := tuning.Verify(t.Context(), local(limits{}, 1), candidates, nil, o)
	if err != nil || len(v.Candidates) != 1 || v.Games != 0 {
		t.Errorf("equal settings: %d candidates, %d games, %v", len(v.Candidates), v.Games, err)
	}
	o.StartSettings = engines.Settings{"depth": "2"}
	v, err = tuning.Verify(t.Context(), local(limits{}, 1), candidates, nil, o)
	if err != nil || len(v.Candidates) != 2 || v.Candidates[1].Name != tuning.StartName || v.Games != 8 {
		t.Errorf("other settings: %d candidates, %d games, %v", len(v.Candidates), v.Games, err)
	}
}

// failing plays the game limits until a part of the verification begins.
type failing struct {
	tournament.Executor
	part string
}

func (f failing) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	if jobs.Batch() == f.part {
		return func(yield func(tournament.Result, error) bool) { yield(tournament.Result{}, errTold) }
	}
	return f.Executor.Execute(ctx, jobs)
}

// An error of the executor or of the journal ends the verification.
func TestVerifyReturnsErrors(t *testing.T) {
	candidates := []tuning.Estimate{{Name: "a", Weights: engines.Weights{5}}, {Name: "b", Weights: engines.Weights{4}}}
	finished := 0
	o := tuning.VerifyOptions{Games: 100, Other: engines.Settings{"depth": "1"}, Events: tuning.Events{VerificationFinished: func(v tuning.Verification) {
		if finished++; v.Games != 100 {
			t.Errorf("the event has %d games", v.Games)
		}
	}}}
	verify := func(part string) error {
		_, err := tuning.Verify(t.Context(), failing{local(limits{}, 1), part}, candidates, []engines.Agent{named("x", 1)}, o)
		return err
	}
	for _, part := range []string{"playoff", "matches", "other"} {
		if err := verify(part); !errors.Is(err, errTold) || finished != 0 {
			t.Errorf("%s: %v, %d finished", part, err, finished)
		}
	}
	if err := verify("none"); err != nil || finished != 1 {
		t.Errorf("%v, %d finished", err, finished)
	}
	o.Journal = brokenJournal{}
	if err := verify("none"); !errors.Is(err, errTold) || finished != 1 {
		t.Errorf("journal: %v", err)
	}
}

type brokenJournal struct{ tuning.Journal }

func (brokenJournal) Begin(context.Context, []engines.Agent) error { return errTold }

// An executor that fails after a missing result ends the verification with its error.
func TestVerificationWithAMissingResult(t *testing.T) {
	candidates := []tuning.Estimate{{Name: "a", Weights: engines.Weights{5}}}
	for missing := range 4 {
		_, err := tuning.Verify(t.Context(), partial{missing}, candidates, []engines.Agent{named("x", 1)}, tuning.VerifyOptions{Games: 8, Symmetric: true})
		if !errors.Is(err, errTold) {
			t.Errorf("without result %d: %v", missing, err)
		}
	}
}
