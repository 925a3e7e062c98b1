package runs

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Stored pairings of a verification count for the agents that have played them, and are removed if
// the candidates are others, as another version of the program may choose them.
func TestStoredPairingsBelongToTheirAgents(t *testing.T) {
	t.Parallel()
	store, err := results.Open(filepath.Join(t.TempDir(), "runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	run, err := store.Begin(t.Context(), results.Info{Kind: results.Evolve, Engine: "risk"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = run.Close() }()
	candidate := engines.Agent{Name: "the result", Weights: engines.Weights{0.1, 2}, Settings: engines.Settings{"depth": "2"}}
	opponent := engines.Agent{Name: "level:easy", Player: "level:easy", Limit: engines.Limit{Depth: 3}}
	other := candidate
	other.Weights = engines.Weights{0.1, 2.0000000000000004}
	var warnings []string
	rec := &recorder{store: store, run: run, options: Options{Events: tuning.Events{Warning: func(text string) { warnings = append(warnings, text) }}}}
	for _, step := range []struct {
		agents []engines.Agent
		known  bool // the pairings of the step before are known
		warns  string
	}{
		{[]engines.Agent{candidate, opponent}, false, ""},
		{[]engines.Agent{candidate, opponent}, true, "2 pairings of the verification are finished"},
		{[]engines.Agent{other, opponent}, false, "begins again, because 2 stored pairings were played by other agents"},
		{[]engines.Agent{other, opponent, candidate}, false, "begins again"},
	} {
		warnings = nil
		ctx, cancel := context.WithCancel(t.Context())
		l, err := newVerificationLog(ctx, rec, cancel)
		if err == nil {
			err = l.Begin(ctx, step.agents)
		}
		if err != nil {
			t.Fatal(err)
		}
		left := 0
		for _, err := range store.Journal(ctx, run.ID(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			left++
		}
		if _, known := l.Played(1); known != step.known || (left > 0) != step.known {
			t.Errorf("%v: stored pairings are known: %v, %d in the store", step.agents, known, left)
		}
		if text := strings.Join(warnings, "\n"); !strings.Contains(text, step.warns) || step.warns == "" && text != "" {
			t.Errorf("%v: warnings %q", step.agents, text)
		}
		l.Finished(duel(0, true))
		l.Finished(duel(1, true))
		if err := l.journal.close(); err != nil {
			t.Fatal(err)
		}
		stored, err := store.Field(ctx, run.ID(), 0)
		if err != nil || !slices.EqualFunc(stored, step.agents, engines.Agent.Same) {
			t.Errorf("%v are stored, %v", stored, err)
		}
		cancel()
	}
}

// Stored pairings that were played on other deals are removed from the store, so that the results of
// the right deals can be stored.
func TestStoredPairingsOfOtherDealsAreReplaced(t *testing.T) {
	t.Parallel()
	store, err := results.Open(filepath.Join(t.TempDir(), "runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	run, err := store.Begin(t.Context(), results.Info{Kind: results.Evolve, Engine: "risk"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = run.Close() }()
	var warnings []string
	rec := &recorder{store: store, run: run, options: Options{Events: tuning.Events{Warning: func(text string) { warnings = append(warnings, text) }}}}
	agents := []engines.Agent{{Name: "the result", Weights: engines.Weights{1, 2}}, {Name: "level:easy", Player: "level:easy"}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	open := func() *verificationLog {
		t.Helper()
		l, err := newVerificationLog(ctx, rec, cancel)
		if err == nil {
			err = l.Begin(ctx, agents)
		}
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	seeds := func() (list []uint64) {
		t.Helper()
		for r, err := range store.Journal(ctx, run.ID(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, r.Pairing.Seed)
		}
		return list
	}
	finish := func(l *verificationLog, from int, of ...uint64) {
		t.Helper()
		for i, seed := range of {
			r := duel(from+i, true)
			r.Pairing.Seed = seed
			l.Finished(r)
		}
		if err := l.journal.close(); err != nil {
			t.Fatal(err)
		}
	}
	finish(open(), 0, 11, 12, 13)
	l := open()
	if err := l.Drop(ctx, 1); err != nil {
		t.Fatal(err)
	}
	if _, first := l.Played(0); !first || l.storedGames != 2 || len(l.played) != 1 {
		t.Errorf("%d pairings with %d games are known", len(l.played), l.storedGames)
	}
	if text := strings.Join(warnings, "\n"); !strings.Contains(text, "2 stored pairings of the verification are played again") {
		t.Errorf("warnings %q", text)
	}
	finish(l, 1, 22, 23)
	if got := seeds(); !slices.Equal(got, []uint64{11, 22, 23}) {
		t.Errorf("the store has the deals %v", got)
	}
}

// The games of a pairing are written once the pairing is stored and all pairings before it are
// written.
func TestGamesAreWrittenAfterTheirPairing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "games.jsonl")
	r := &Resolved{Engine: risk.New()}
	l, err := newGameLog(r, path, false)
	if err != nil {
		t.Fatal(err)
	}
	field := []engines.Agent{{Name: "a"}, {Name: "b"}}
	list := make([]tournament.Result, 5)
	for i := range list {
		list[i] = duel(i, true)
	}
	hold := func(i int) { l.hold(tuning.Tournament, field, list[i]) }
	write := func(of ...int) {
		t.Helper()
		var stored []tournament.Result
		for _, i := range of {
			stored = append(stored, list[i])
		}
		if err := errors.Join(l.prepare(stored), l.flush()); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(pairings int, what string) {
		t.Helper()
		if games, _, err := wholeGames(path, false); err != nil || games != 2*pairings {
			t.Errorf("%s: %d games in the file, want %d (%v)", what, games, 2*pairings, err)
		}
	}
	hold(0)
	l.release(list[0])
	expect(0, "pairing 1 is not stored")
	hold(1)
	write(1)
	expect(0, "pairing 2 is stored")
	l.release(list[1])
	write(0)
	expect(2, "both are stored")
	hold(2)
	hold(3)
	hold(4)
	write(2, 4)
	expect(2, "pairings 3 and 5 are stored, and their turn has not come")
	l.release(list[2])
	l.release(list[3])
	write()
	expect(3, "pairing 4 is not stored")
	if err := l.writeRest(); err != nil {
		t.Fatal(err)
	}
	expect(4, "the run has stopped, and pairing 5 is stored")
	if err := l.close(); err != nil {
		t.Fatal(err)
	}
	expect(4, "closed")
}
