package runs_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// quarrel plays on this machine, and reports after some schedules that two workers
// disagree.
type quarrel struct {
	tournament.Executor
	left *int
}

func (q quarrel) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	if *q.left--; *q.left != 0 {
		return q.Executor.Execute(ctx, jobs)
	}
	return func(yield func(tournament.Result, error) bool) {
		yield(tournament.Result{}, &tournament.DisputeError{What: "pairings 3 to 4", Workers: [2]string{"good", "bad"}})
	}
}

// quarrelling returns options whose executor disagrees with itself in a schedule.
func quarrelling(o runs.Options, schedule int) runs.Options {
	o.NewExecutor = func(p runs.ExecutorRequest) (tournament.Executor, error) {
		arena, err := engines.NewArena(p.Game, engines.ArenaOptions{})
		return quarrel{tournament.Local{Arena: arena, Workers: 1}, &schedule}, err
	}
	return o
}

// A run that two workers disagreed on stays disputed in all documents when it is resumed
// and ends, and its verdict claims nothing.
func TestDisputedRunStaysDisputed(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	_, err := both().Tune(t.Context(), quarrelling(runs.Options{Text: onTrack, Store: db}, 3), nil)
	var dispute *tournament.DisputeError
	if !errors.As(err, &dispute) || !strings.Contains(err.Error(), "marked as disputed") {
		t.Fatal(err)
	}
	rec, err := runs.Record(t.Context(), db, "last")
	if err != nil || rec.Status != results.Interrupted || rec.Disputed != dispute.Error() || rec.Rounds == 0 {
		t.Fatalf("%s, %d rounds, disputed %q, %v", rec.Status, rec.Rounds, rec.Disputed, err)
	}
	var warned []string
	r, err := both().Tune(t.Context(), runs.Options{Resume: rec.ID, Store: db, Events: tuning.Events{
		Warning: func(text string) { warned = append(warned, text) },
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(warned) == 0 || !strings.Contains(strings.Join(warned, "\n"), "is disputed") {
		t.Errorf("warned of %q", warned)
	}
	if rec, err = runs.Record(t.Context(), db, "last"); err != nil || rec.Status != results.Finished {
		t.Fatal(rec.Status, err)
	}
	doc, err := runs.Document(rec, newTrack().Spec())
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]*evidence.Verdict{"reported": r.Record.Verdict(), "stored": rec.Verdict(), "exported": doc.Verdict} {
		if v == nil || !v.Disputed || v.Better || !strings.HasPrefix(v.Text, "disputed, ") {
			t.Errorf("%s: %+v", name, v)
		}
	}
	for name, reason := range map[string]string{
		"reported": r.Record.Disputed, "stored": documents.Record(rec).Disputed, "served": documents.Summary(rec.Summary).Disputed, "exported": doc.Disputed,
	} {
		if reason != dispute.Error() {
			t.Errorf("%s: %q", name, reason)
		}
	}
	store, err := results.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	if err := store.Delete(t.Context(), rec.ID); err != nil {
		t.Fatal(err)
	}
	if list, err := store.Runs(t.Context()); err != nil || len(list) != 0 {
		t.Error(list, err)
	}
}

// A tournament without a stored result has nothing in doubt, and loses the mark when it is resumed.
func TestDisputedTournament(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	config := "engine: {name: track}\nagents: [default, sprinter, random]\nschedule: {cycles: 4}\n"
	if _, err := both().Tournament(t.Context(), quarrelling(runs.Options{Text: config, Store: db}, 1), nil); err == nil {
		t.Fatal("it ended")
	}
	if rec, err := runs.Record(t.Context(), db, "last"); err != nil || rec.Disputed == "" {
		t.Fatalf("%q, %v", rec.Disputed, err)
	}
	r, err := both().Tournament(t.Context(), runs.Options{Resume: "last", Store: db}, nil)
	if err != nil || r.Record.Disputed != "" {
		t.Errorf("%q, %v", r.Record.Disputed, err)
	}
}

// twoWorkers plays on this machine and attributes every other pairing to the worker "bad", whose
// results are wrong from a schedule on. Another schedule ends with a dispute.
type twoWorkers struct {
	tournament.Executor
	schedule             *int
	wrongFrom, disputeAt int
	wrong                []string // decided by a third worker
}

func (x twoWorkers) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	*x.schedule++
	return func(yield func(tournament.Result, error) bool) {
		if *x.schedule == x.disputeAt {
			yield(tournament.Result{}, &tournament.DisputeError{What: "pairing 1", Workers: [2]string{"bad", "good"}, Wrong: x.wrong})
			return
		}
		for r, err := range x.Executor.Execute(ctx, jobs) {
			origin := tournament.Origin{Worker: "good", Task: *x.schedule}
			if r.Index%2 == 1 {
				origin.Worker = "bad"
				if n := r.Games; *x.schedule >= x.wrongFrom {
					for i := range n {
						n[i].Outcome = engines.Winner(n[i].Outcome.Seats(), 0)
					}
				}
			}
			if *x.schedule < x.wrongFrom {
				origin.Agreed = []tournament.Agreement{{Worker: "good", Task: *x.schedule}, {Worker: "bad", Task: *x.schedule}}
			}
			r.Origin = &origin
			if !yield(r, err) {
				return
			}
		}
	}
}

// If a third worker decides, the run plays the rounds in doubt again and goes on by itself. Without
// one it stops, and does so when it is resumed. The result is that of an undisturbed run.
func TestRoundsInDoubtArePlayedAgain(t *testing.T) {
	t.Parallel()
	want, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want.Record.Rounds < 6 {
		t.Fatalf("%d rounds", want.Record.Rounds)
	}
	for name, wrong := range map[string][]string{"two workers": nil, "three workers": {"bad"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := inStore(t)
			schedule := 0
			var warned []string
			o := runs.Options{Text: onTrack, Store: db, Events: tuning.Events{Warning: func(text string) { warned = append(warned, text) }}}
			o.NewExecutor = func(p runs.ExecutorRequest) (tournament.Executor, error) {
				arena, err := engines.NewArena(p.Game, engines.ArenaOptions{})
				x := tournament.Executor(tournament.Local{Arena: arena, Workers: 1})
				if schedule < 6 {
					x = twoWorkers{x, &schedule, 2, 6, wrong}
				}
				return x, err
			}
			r, err := both().Tune(t.Context(), o, nil)
			if wrong == nil {
				var dispute *tournament.DisputeError
				if !errors.As(err, &dispute) || !strings.Contains(err.Error(), "resume it") {
					t.Fatal(err)
				}
				rec, err := runs.Record(t.Context(), db, "last")
				if err != nil || rec.Disputed == "" || rec.Rounds != 5 {
					t.Fatalf("%q, %d rounds, %v", rec.Disputed, rec.Rounds, err)
				}
				o.Resume, o.NewExecutor = "last", nil
				r, err = both().Tune(t.Context(), o, nil)
				if err != nil {
					t.Fatal(err)
				}
			} else if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(strings.Join(warned, "\n"), "4 rounds are played again from round 2 on") {
				t.Errorf("%q", warned)
			}
			if r.Record.Disputed != "" || r.Record.Verdict() == nil || want.Record.Verdict().Text != r.Record.Verdict().Text {
				t.Errorf("%q, %+v, want %+v", r.Record.Disputed, r.Record.Verdict(), want.Record.Verdict())
			}
			for i := range want.Record.Generations {
				want, got := want.Record.Generations[i], r.Record.Generations[i]
				if got.Elapsed = want.Elapsed; fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("round %d: %+v, want %+v", want.Number, got, want)
				}
			}
			if list := r.Record.Workers; len(list) != 2 {
				t.Errorf("%+v", list)
			}
		})
	}
}

// A search whose stored rounds cannot be read keeps them: it cannot be resumed until the store is
// recovered.
func TestUnreadableRoundsStay(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	schedule := 0
	o := runs.Options{Text: onTrack, Store: db}
	o.NewExecutor = func(p runs.ExecutorRequest) (tournament.Executor, error) {
		arena, err := engines.NewArena(p.Game, engines.ArenaOptions{})
		return twoWorkers{tournament.Local{Arena: arena, Workers: 1}, &schedule, 4, 6, nil}, err
	}
	var dispute *tournament.DisputeError
	if _, err := both().Tune(t.Context(), o, nil); !errors.As(err, &dispute) {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := raw.Exec("UPDATE played SET pairings = replace(pairings, '1', '2') WHERE generation = 2"); err != nil {
		t.Fatal(err)
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the first time the rounds in doubt are removed
		if _, err := both().Tune(t.Context(), runs.Options{Resume: "last", Store: db}, nil); !errors.Is(err, results.ErrDamaged) || !strings.Contains(err.Error(), "round 2") {
			t.Errorf("resumed: %v", err)
		}
		if rec, err := runs.Record(t.Context(), db, "last"); err != nil || rec.Rounds != 3 || rec.Status != results.Interrupted {
			t.Errorf("%d rounds, %s, %v", rec.Rounds, rec.Status, err)
		}
	}
}
