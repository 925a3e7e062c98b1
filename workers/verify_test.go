package workers

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// resultFor returns the result of a task, or of its check, by a worker. seat wins all games.
func resultFor(b *batch, e *entry, check bool, worker string, seat int) *result {
	task := b.task(e)
	task.Pairings, task.Check = e.pairings, check
	r := forged(task, all(task, engines.Winner(2, seat), engines.Winner(2, 1-seat)))
	r.Worker, r.Task = worker, 1
	return &r
}

// acceptAll accepts whatever is yielded.
func acceptAll(tournament.Result, error) bool { return true }

// An audit finds the result of the last check if its message was lost.
func TestAuditFindsLostCheckResult(t *testing.T) {
	t.Parallel()
	withFirstTask(t, func(b *batch, e *entry) {
		if !b.accept(resultFor(b, e, false, "first", 0), acceptAll) || len(b.open) != 0 || len(b.checks) != 1 {
			t.Fatalf("%d open, %d checks", len(b.open), len(b.checks))
		}
		b.recordPublication(<-b.published)
		subject := b.queue.resultSubject(e.stretch.From, true)
		b.hub.link.(*simulatedHub).results[subject] = &jetstream.RawStreamMsg{Subject: subject, Data: encode(resultFor(b, e, true, "other", 0))}
		b.requestAudit(true)
		select {
		case a := <-b.audited:
			b.auditing = false
			if !b.applyAudit(a, acceptAll) || len(b.checks) != 0 {
				t.Errorf("%d checks are open, %v", len(b.checks), a.err)
			}
		case <-time.After(patience):
			t.Error("the server is not asked")
		}
	})
}

// yields collects what a batch yields.
type yields struct {
	results []tournament.Result
	errs    []error
}

func (y *yields) take(r tournament.Result, err error) bool {
	if err != nil {
		y.errs = append(y.errs, err)
		return false
	}
	y.results = append(y.results, r)
	return true
}

// The first result of a worker is used after another worker has had an equal one. If the two
// differ, a third decides, and the worker that is wrong is excluded.
func TestThirdWorkerDecides(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		seats  [3]int // that win, by worker: first, other, third
		banned string
		winner int
	}{
		"equal":          {[3]int{0, 0, -1}, "", 0},
		"first is wrong": {[3]int{1, 0, 0}, "first", 0},
		"other is wrong": {[3]int{0, 1, 0}, "other", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			withFirstTask(t, func(b *batch, e *entry) {
				var got yields
				for i, worker := range []string{"first", "other", "third"} {
					if c.seats[i] < 0 {
						break
					}
					if len(got.results) > 0 {
						t.Errorf("a result is used after %d answers", i)
					}
					r := resultFor(b, e, i > 0, worker, c.seats[i])
					if i == 0 && !b.accept(r, got.take) || i > 0 && !b.acceptCheck(r, got.take) {
						t.Fatal(got.errs)
					}
				}
				if len(got.results) != 1 || got.results[0].Games[0].Outcome.Place(c.winner) != 1 {
					t.Fatalf("%+v, %d checks", got, len(b.checks))
				}
				o := got.results[0].Origin
				if right := map[bool]string{true: "other", false: "first"}[c.banned == "first"]; o.Worker != right {
					t.Errorf("the result is that of worker %s, want %s", o.Worker, right)
				}
				if len(o.Agreed) != 2 || o.Worker == c.banned || b.hub.roster.banned(c.banned) != (c.banned != "") {
					t.Errorf("%+v, %v", o, b.hub.roster.bans)
				}
			})
		})
	}
}

// Two workers agree on a game that a program forfeits, although the evidence of the failure, which has
// times, differs. The result has the evidence of the first worker.
func TestEvidenceIsNotCompared(t *testing.T) {
	t.Parallel()
	withFirstTask(t, func(b *batch, e *entry) {
		var got yields
		for i, worker := range []string{"first", "other"} {
			failed := func() engines.Record {
				return engines.ForfeitRecord(2, engines.Forfeit{Seat: 1, Kind: engines.ForfeitIllegal, Reason: "e9 is illegal", Evidence: &engines.Evidence{
					Program: "bot", Seed: 7, Lines: []string{fmt.Sprintf("%d.002 < move e9", i)},
				}})
			}
			all := records{{{Outcome: engines.Winner(2, 0), Plies: 3}, failed()}}
			r := forged(b.task(e), all.compact())
			r.Worker, r.Check, r.Task, r.Evidence = worker, i > 0, 1, all.evidence(1<<20)
			if !send(b, &r, &got) {
				t.Fatal(got.errs)
			}
		}
		if len(got.results) != 1 || len(b.checks) != 0 {
			t.Fatalf("%+v, %d checks", got, len(b.checks))
		}
		games := got.results[0].Games
		if f := games[1].Forfeit; games[0].Forfeit != nil || f.Reason != "e9 is illegal" || f.Evidence == nil || f.Evidence.Seed != 7 || f.Evidence.Lines[0] != "0.002 < move e9" {
			t.Errorf("%+v", games[1].Forfeit)
		}
	})
}

// Evidence must belong to a forfeited game of the task.
func TestEvidenceOfNoGame(t *testing.T) {
	t.Parallel()
	proof := &engines.Evidence{Program: "bot"}
	for _, at := range [][2]int{{0, 0}, {0, 2}, {0, -1}, {1, 0}, {2, 0}, {-1, 1}} {
		all := records{{{Outcome: engines.Draw(2)}, engines.ForfeitRecord(2, engines.Forfeit{})}, nil}
		if err := all.add([]gameEvidence{{0, 1, proof}, {at[0], at[1], proof}}); err == nil {
			t.Errorf("game %d of pairing %d", at[1], at[0])
		}
		if all[0][1].Forfeit.Evidence != proof {
			t.Error("the evidence of the forfeited game is lost")
		}
	}
}

// A check counts one answer of a worker, however often the worker answers.
func TestWorkerAnswersOnce(t *testing.T) {
	t.Parallel()
	withFirstTask(t, func(b *batch, e *entry) {
		var got yields
		if !b.accept(resultFor(b, e, false, "first", 1), got.take) {
			t.Fatal(got.errs)
		}
		for n, worker := range []string{"first", "first", "other", "other"} {
			seat := 0
			if worker == "first" {
				seat = 1
			}
			if !b.acceptCheck(resultFor(b, e, true, worker, seat), got.take) || len(got.results) > 0 {
				t.Fatalf("worker %s decides: %+v", worker, got)
			}
			if settled(b); len(b.checks) != 1 || b.checks[0].entry.attempt != n+2 {
				t.Errorf("after answer %d the check is %+v", n+1, b.checks[0])
			}
		}
		if !b.acceptCheck(resultFor(b, e, true, "third", 0), got.take) || len(got.results) != 1 || !b.hub.roster.banned("first") {
			t.Errorf("%+v", got)
		}
	})
}

// If a worker is wrong whose results have been used, the batch ends with an error that names it.
func TestUsedResultsAreDisputed(t *testing.T) {
	t.Parallel()
	withFirstTask(t, func(b *batch, e *entry) {
		b.trust.of("first", b.hub.roster).last = &usedTask{answer: answer{result: &result{Task: 1}}}
		var got yields
		for i, worker := range []string{"first", "other", "third"} {
			r := resultFor(b, e, i > 0, worker, min(i, 1))
			if i == 0 {
				b.accept(r, got.take)
			} else {
				b.acceptCheck(r, got.take)
			}
		}
		var dispute *tournament.DisputeError
		if len(got.errs) != 1 || !errors.As(got.errs[0], &dispute) || len(dispute.Wrong) != 1 || dispute.Wrong[0] != "first" {
			t.Errorf("%+v", got)
		}
	})
}

// If two workers disagree and no third one is connected, the batch ends.
func TestNoThirdWorker(t *testing.T) {
	t.Parallel()
	withFirstTask(t, func(b *batch, e *entry) {
		b.hub.roster.update(status{Worker: Worker{ID: "third"}, Leaving: true}, time.Now())
		var got yields
		if !b.accept(resultFor(b, e, false, "first", 1), got.take) || !b.acceptCheck(resultFor(b, e, true, "other", 0), got.take) {
			t.Fatal(got.errs)
		}
		if !b.watchChecks(got.take) {
			t.Error("the batch does not wait for a third worker")
		}
		for _, c := range b.checks {
			c.waits = c.waits.Add(-otherWait)
		}
		var dispute *tournament.DisputeError
		if b.watchChecks(got.take) || len(got.errs) != 1 || !errors.As(got.errs[0], &dispute) || len(dispute.Wrong) != 0 {
			t.Errorf("%+v", got)
		}
	})
}

// If the results of two workers are equal, and cannot be results of the task, it is played again.
func TestMajorityIsUnusable(t *testing.T) {
	t.Parallel()
	withFirstTask(t, func(b *batch, e *entry) {
		var got yields
		if !b.accept(resultFor(b, e, false, "first", 0), got.take) {
			t.Fatal(got.errs)
		}
		for _, worker := range []string{"other", "third"} {
			one := b.task(e)
			one.Pairings, one.Check = e.pairings, true
			r := forged(one, all(one, engines.Draw(3), engines.Draw(3))) // the game has two seats
			r.Worker, r.Task = worker, 1
			if !b.acceptCheck(&r, got.take) {
				t.Fatal(got.errs)
			}
		}
		if settled(b); len(got.results) != 0 || b.open[0] != e || len(b.checks) != 0 || e.attempt == 0 || !b.hub.roster.banned("first") {
			t.Errorf("%+v, open %+v, %d checks", got, b.open, len(b.checks))
		}
	})
}

// If a worker is excluded, its checks of other workers do not count, and tasks that others check for it
// are played again.
func TestExcludedWorkerTakesNoPartInChecks(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{Verify: 1}, 1, func(b *batch, e *entry, _ func() string) {
		var quarantined []tournament.Quarantine
		b.hub.SetChecks("run", Checks{Quarantined: func(q tournament.Quarantine) bool {
			quarantined = append(quarantined, q)
			return false
		}})
		var got yields
		s, _ := b.jobs.Take(b.ctx, 1)
		second := must(b.entry(s))
		b.open[1] = second
		if !send(b, resultFor(b, e, false, "first", 0), &got) || !send(b, resultFor(b, second, false, "other", 0), &got) || !send(b, resultFor(b, second, true, "first", 1), &got) {
			t.Fatal(got.errs)
		}
		settled(b)
		server, subject := b.hub.link.(*simulatedHub), b.queue.resultSubject(0, true)
		server.results[subject] = nil
		if used := b.exclude("first", "wrong"); used || len(quarantined) != 1 || quarantined[0].Worker != "first" || quarantined[0].Host != "host of first" || quarantined[0].Reason != "wrong" {
			t.Errorf("used: %v, %+v", used, quarantined)
		}
		tasks := onServer(t, b)
		if c := b.checks[1]; len(b.checks) != 1 || c == nil || len(c.answers) != 1 || c.answers[0].worker != "other" || b.open[0] != e || tasks["0"].Attempt != 1 {
			t.Errorf("checks %+v, open %+v, tasks %+v", b.checks, b.open, tasks)
		}
		if _, ok := server.results[subject]; ok {
			t.Error("the result of the check stays on the server")
		}
		if _, ok := tasks["check-0"]; ok {
			t.Error("the check of a result of the excluded worker stays on the server")
		}
		if !send(b, resultFor(b, second, true, "third", 0), &got) || len(got.results) != 1 || len(b.checks) != 0 {
			t.Errorf("%+v, %d checks", got, len(b.checks))
		}
	})
}
