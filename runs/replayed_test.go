package runs_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/shipped"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

func shipping() runs.Catalog {
	return runs.Catalog{Games: shipped.Games()}
}

// small makes a preset short.
var small = map[string][]string{
	"2048":                        {"budget.games=256", "verification.games=64"},
	"chess":                       {"budget.games=500", "verification.games=40"},
	"chess-opponents":             {"schedule.cycles=1"},
	"hare":                        {"budget.games=2000", "verification.games=100"},
	"hare-3":                      {"budget.games=900", "verification.games=90"},
	"hare-ladder":                 {"schedule.cycles=3"},
	"hare-rules":                  {"schedule.cycles=10"},
	"minesweeper-gemini":          {"budget.games=600", "verification.games=100"},
	"minesweeper-gemini-selfplay": {"budget.games=600", "verification.games=100"},
	"minesweeper-linear":          {"budget.games=120", "verification.games=24"},
	"othello-classic":             {"budget.games=2000", "verification.games=200"},
	"othello-hard":                {"budget.games=200", "verification.games=60"},
	"othello-league":              {"schedule.cycles=2"},
	"othello-levels":              {"schedule.cycles=2"},
	"hare-opponents":              {"schedule.cycles=1"},
	"minesweeper-opponents":       {"schedule.cycles=2"},
	"othello-opponents":           {"schedule.cycles=1"},
	"risk-opponents":              {"schedule.cycles=2"},
	"othello-scores":              {"schedule.cycles=1"},
	"othello-wpc":                 {"budget.games=60000", "verification.games=2400", "strategy.games_per_pair=2"},
	"othello-wpc10":               {"budget.games=2000", "verification.games=200"},
	"risk":                        {"budget.games=2000", "verification.games=200"},
	"risk-baselines":              {"schedule.cycles=3"},
	"risk-java":                   {"strategy.generations=1", "strategy.groups=2", "verification.games=20"},
	"risk-classic":                {"budget.games=400", "verification.games=40", "strategy.name=spsa"},
	"risk-classic-opponents":      {"schedule.cycles=2"},
	"risk-paper":                  {"strategy.generations=1", "strategy.groups=4", "verification.games=20"},
	"risk-quick":                  {"budget.games=1000", "verification.games=100"},
}

// A stored config means what was played: a preset's run that is stopped and
// resumed ends like one that was not, and its games, played again under the stored
// config between the stored agents, end in the stored places.
func TestAStoredConfigMeansWhatWasPlayed(t *testing.T) {
	t.Parallel()
	short := []string{"othello-levels", "minesweeper-linear"}
	if exhaustive && !testing.Short() {
		short = nil
		for _, name := range shipping().Configs().Names() {
			if name != "hare-grid" && name != "othello-patterns" && !strings.HasSuffix(name, "-fit") { // they play no games of their own
				short = append(short, name)
			}
		}
	}
	for _, name := range short {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if small[name] == nil {
				t.Fatal("the preset has no short form here")
			}
			whole := runs.Options{Source: name, Set: small[name], Store: inStore(t), Workers: 2}
			contest := strings.HasPrefix(small[name][0], "schedule")
			want := finished(t, contest, whole)
			replayed(t, whole.Store, want)

			broken := whole
			broken.Store = inStore(t)
			got := interruptedOnce(t, contest, broken)
			if diff := cmp.Diff(ending(t, whole.Store, want), ending(t, broken.Store, got), cmpopts.EquateNaNs(),
				cmpopts.EquateComparable(engines.Outcome{})); diff != "" {
				t.Errorf("uninterrupted (-) and resumed (+): %s", diff)
			}
		})
	}
}

// finished plays a run to its end and returns its id.
func finished(t *testing.T, contest bool, o runs.Options) string {
	t.Helper()
	run, err := played(t.Context(), contest, o)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// played plays a tournament or a search.
func played(ctx context.Context, contest bool, o runs.Options) (string, error) {
	if contest {
		r, err := shipping().Tournament(ctx, o, nil)
		return r.Record.ID, err
	}
	r, err := shipping().Tune(ctx, o, nil)
	return r.Record.ID, err
}

// interruptedOnce stops a run after a few results, and resumes it from the store
// alone.
func interruptedOnce(t *testing.T, contest bool, o runs.Options) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Events = stopAfter(cancel, 7)
	run, err := played(ctx, contest, o)
	var stopped *runs.InterruptedError
	switch {
	case err == nil:
		return run // too short to be stopped
	case !errors.As(err, &stopped):
		t.Fatal(err)
	}
	o.Source, o.Set, o.Events, o.Resume = "", nil, tuning.Events{}, stopped.Run
	return finished(t, contest, o)
}

// ending is what a store holds of a run, but for times and names.
func ending(t *testing.T, db, run string) (list []any) {
	t.Helper()
	store, err := results.OpenReadOnly(db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	rec, err := store.Get(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, rec.Config)
	for round := range rec.Rounds + 1 {
		field, err := store.Field(t.Context(), run, round)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, field)
		for r, err := range store.Pairings(t.Context(), run, round) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, r)
		}
	}
	return list
}

// replayed plays up to 60 games of every part of a run again.
func replayed(t *testing.T, db, run string) {
	t.Helper()
	store, err := results.OpenReadOnly(db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	rec, err := store.Get(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := configs.Parse([]byte(rec.Config), "stored")
	if err != nil {
		t.Fatal(err)
	}
	config, err := doc.Config()
	if err != nil {
		t.Fatal(err)
	}
	e, err := shipping().Engine(config.Engine.Name, configs.Settings(config.Engine.Settings))
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(e, engines.ArenaOptions{Openings: engines.Openings{RandomPlies: config.Openings.Plies()}})
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for _, round := range []int{0, 1, rec.Rounds} {
		field, err := store.Field(t.Context(), run, round)
		if err != nil {
			t.Fatal(err)
		}
		left := 60
		for r, err := range store.Pairings(t.Context(), run, round) {
			if err != nil {
				t.Fatal(err)
			}
			if left <= 0 {
				break
			}
			left -= len(r.Games)
			games += len(r.Games)
			again(t, arena, field, r)
		}
	}
	if games == 0 {
		t.Error("no game was stored")
	}
}

// again plays the games of a pairing again.
func again(t *testing.T, arena engines.Arena, field []engines.Agent, r tournament.Result) {
	t.Helper()
	for g, stored := range r.Games {
		seats := make([]engines.Agent, r.Pairing.Seats())
		names := make([]string, len(seats))
		for seat := range seats {
			seats[seat] = field[r.Pairing.Seat(g, seat)]
			names[seat] = seats[seat].Name
		}
		record, err := arena.Play(t.Context(), seats, r.Pairing.Seed)
		if err != nil {
			t.Fatal(err)
		}
		for seat := range seats {
			if record.Outcome.Place(seat) != stored.Outcome.Place(seat) {
				t.Errorf("pairing %d, game %d of %v: %v, stored %v", r.Index, g, names, record.Outcome, stored.Outcome)
				break
			}
		}
	}
}
