package workers

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// firstTask executes a schedule until a task with its first pairings is open, and calls then.
type firstTask struct {
	h        *Hub
	pairings int
	then     func(*batch, *entry)
}

func (x firstTask) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		defer yield(tournament.Result{}, errors.New("that was all"))
		ctx, cancel := context.WithCancel(ctx)
		b := newBatch(ctx, x.h.Executor("run").(*executor), jobs)
		defer b.queue.wait.Wait()
		defer cancel()
		s, _ := jobs.Take(ctx, x.pairings)
		e, err := b.entry(s)
		if err != nil {
			panic(err)
		}
		b.open[e.stretch.From] = e
		x.then(b, e)
	}
}

// memoryHub returns a hub whose server is in memory and loses no message. Its time is that of the
// synctest bubble in which it is called.
func memoryHub(o HubOptions) (*Hub, *simulatedHub) {
	server := newSimulated(1)
	server.drop, server.twice, server.slowest = 0, 0, 0
	link := &simulatedHub{simulated: server}
	h := &Hub{options: o, link: link, reconnect: make(chan struct{}, 1), warned: make(map[string]bool)}
	h.roster = newRoster(nil, nil)
	return h, link
}

// withTask plays a schedule with firstTask on a hub without workers, whose server is in memory. The
// hub counts "first", "other" and "third" as workers. warned returns the warnings since its last call.
func withTask(t *testing.T, o HubOptions, pairings int, then func(b *batch, e *entry, warned func() string)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var warnings []string
		o.Warn = func(text string) { warnings = append(warnings, text) }
		h, _ := memoryHub(o)
		for _, id := range []string{"first", "other", "third"} {
			h.roster.update(status{Worker: Worker{ID: id, Host: "host of " + id, Slots: 1}}, time.Now())
		}
		warned := func() string {
			defer func() { warnings = nil }()
			return strings.Join(warnings, "\n")
		}
		x := firstTask{h, pairings, func(b *batch, e *entry) { then(b, e, warned) }}
		for range tournament.Run(t.Context(), x, two, deals(2*pairings), tournament.Options{}) {
		}
	})
}

// withFirstTask calls then with an open task of one pairing whose every result is checked. The hub
// counts only "other" and "third" as workers.
func withFirstTask(t *testing.T, then func(*batch, *entry)) {
	t.Helper()
	withTask(t, HubOptions{Verify: 1}, 1, func(b *batch, e *entry, _ func() string) {
		b.hub.roster.update(status{Worker: Worker{ID: "first"}, Leaving: true}, time.Now())
		then(b, e)
	})
}

// settled waits for all requests to the server, and records the publications of tasks.
func settled(b *batch) {
	for {
		select {
		case p := <-b.published:
			b.recordPublication(p)
		case <-time.After(time.Minute):
			synctest.Wait()
			return
		}
	}
}

// onServer returns the tasks that the server has, by the last part of their subjects.
func onServer(t *testing.T, b *batch) map[string]task {
	t.Helper()
	settled(b)
	list := make(map[string]task)
	for _, m := range b.hub.link.(*simulatedHub).tasks {
		one, err := readTask(m.data)
		if err != nil {
			t.Error(err)
		}
		key := m.subject[strings.LastIndexByte(m.subject, '.')+1:]
		if _, twice := list[key]; twice {
			t.Errorf("the server has two copies of task %s", key)
		}
		list[key] = one
	}
	return list
}

// send passes a result to the batch as the server does, after all earlier requests of the batch.
func send(b *batch, r *result, y *yields) bool {
	settled(b)
	return b.receive(b.queue.resultSubject(r.From, r.Check), encode(r), y.take)
}

// unusable returns a result of a task with records of no game.
func unusable(b *batch, e *entry, worker string) *result {
	r := forged(b.task(e), []byte{1})
	r.Worker = worker
	return &r
}

// A task is published again after an unusable result. The run ends after three of them, whoever sent
// them, unless results are checked: then a worker is excluded after the second one.
func TestUnusableResults(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 2, func(b *batch, e *entry, warned func() string) {
		b.publish(e)
		var got yields
		server := b.hub.link.(*simulatedHub)
		for i, worker := range []string{"first", "first"} {
			server.results[b.queue.resultSubject(0, false)] = nil
			if !send(b, unusable(b, e, worker), &got) {
				t.Fatal(got.errs)
			}
			if len(server.results) > 0 {
				t.Error("the server has the result, so that it accepts no other")
			}
			if tasks := onServer(t, b); len(tasks) != 1 || tasks["0"].Attempt != i+2 || e.attempt != i+2 || len(e.seqs) != 1 {
				t.Errorf("after %d results: %+v, attempt %d, copies %v", i+1, tasks, e.attempt, e.seqs)
			}
			if text := warned(); !strings.HasPrefix(text, "the tournament, pairings 1 to 2: played again: worker first: ") && i == 0 {
				t.Errorf("warned: %s", text)
			}
		}
		if send(b, unusable(b, e, "other"), &got) || len(got.errs) != 1 || !strings.HasPrefix(got.errs[0].Error(), "workers: the tournament, pairings 1 to 2 failed 3 times, the last time because worker other: ") {
			t.Errorf("the third result: %v", got.errs)
		}
	})
	withTask(t, HubOptions{Verify: 1}, 2, func(b *batch, e *entry, warned func() string) {
		b.publish(e)
		var got yields
		for i := range maxStrikes {
			if b.hub.roster.banned("first") || !send(b, unusable(b, e, "first"), &got) {
				t.Errorf("result %d ends the run: %v", i+1, got.errs)
			}
		}
		if tasks := onServer(t, b); !b.hub.roster.banned("first") || len(tasks) != 1 || b.open[0] != e {
			t.Errorf("excluded: %v; tasks %+v", b.hub.roster.bans, tasks)
		}
		if text := warned(); !strings.Contains(text, "worker first is excluded: 2 of its results could not be used, the last because worker first: ") {
			t.Errorf("warned: %s", text)
		}
		before := e.attempt
		if !send(b, resultFor(b, e, false, "first", 0), &got) || b.open[0] != e || onServer(t, b)["0"].Attempt != before+1 || len(got.results) > 0 {
			t.Errorf("the result of an excluded worker is used: %+v", got)
		}
	})
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, warned func() string) {
		var got yields
		r := resultFor(b, e, false, "first", 0)
		for _, subject := range []string{b.queue.resultSubject(1, false), b.queue.resultSubject(0, true)} {
			if !b.receive(subject, encode(r), got.take) || b.open[0] != e || e.attempt != 0 {
				t.Errorf("a result with the subject %s: %+v", subject, got)
			}
		}
		if !b.receive(b.queue.resultSubject(0, false), []byte("{"), got.take) || e.attempt != 1 {
			t.Errorf("noise: %+v, attempt %d", got, e.attempt)
		}
		other := *r
		other.Run = "another"
		if settled(b); !b.receive(b.queue.resultSubject(0, false), encode(other), got.take) || e.attempt != 2 || len(got.results) > 0 {
			t.Errorf("a result of another run: %+v, attempt %d", got, e.attempt)
		}
		settled(b)
		if text := warned(); !strings.Contains(text, "an unusable result was rejected: it belongs to another task") {
			t.Errorf("warned: %s", text)
		}
		if r.From, r.To = 1, 2; !send(b, r, &got) || len(got.results) > 0 {
			t.Errorf("a result of a task that is not open: %+v", got)
		}
	})
}

// A result names the host of its worker, also if the first result of the worker in a run arrives before
// its first status.
func TestStatusAfterTheFirstResult(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 2, func(b *batch, e *entry, _ func() string) {
		late := Worker{ID: "late", Host: "host of late", Slots: 3, Build: Build{Version: "v1"}}
		var got yields
		b.trust.mu.Lock()
		before := b.trust.of("late", b.hub.roster).worker
		b.trust.mu.Unlock()
		b.hub.roster.update(status{Worker: late}, time.Now())
		if !send(b, resultFor(b, e, false, "late", 0), &got) || len(got.results) != 2 || before.Host != "" {
			t.Fatalf("%+v, before the status: %+v", got, before)
		}
		if o := got.results[0].Origin; o.Host != late.Host || o.Slots != late.Slots || o.Build != late.Build.String() {
			t.Errorf("the result is of %+v", *o)
		}
	})
}

// Another worker plays a task if a worker has played other pairings, or if its games have failed. If
// no other worker is left, the errors of the games are those of the jobs.
func TestTaskIsPlayedElsewhere(t *testing.T) {
	t.Parallel()
	failed := func(b *batch, e *entry, worker string) *result {
		games := records{nil, {{Outcome: engines.Draw(2)}, {Outcome: engines.Draw(2)}}}.compact()
		r := forged(b.task(e), games)
		r.Worker, r.Errors = worker, map[int]string{0: "no dice on " + worker}
		return &r
	}
	withTask(t, HubOptions{}, 2, func(b *batch, e *entry, warned func() string) {
		b.publish(e)
		var got yields
		for i, c := range []struct {
			worker string
			except []string
		}{{"first", []string{"first"}}, {"first", []string{"first"}}, {"other", []string{"first", "other"}}} {
			if !send(b, failed(b, e, c.worker), &got) || len(got.results) > 0 {
				t.Fatalf("%+v", got)
			}
			if tasks := onServer(t, b); !slices.Equal(tasks["0"].Except, c.except) || tasks["0"].Attempt != i+2 {
				t.Errorf("result %d: %+v, want %q excepted", i+1, tasks, c.except)
			}
		}
		if text := warned(); text != "the tournament, pairings 1 to 2: played again on another worker than first: it failed\nthe tournament, pairings 1 to 2: played again on another worker than other: it failed" {
			t.Errorf("warned: %s", text)
		}
		var job *tournament.JobError
		if send(b, failed(b, e, "third"), &got) || len(got.results) != 1 || got.results[0].Index != 1 || len(got.errs) != 1 || !errors.As(got.errs[0], &job) || job.Index != 0 || job.Err.Error() != "no dice on third" {
			t.Errorf("%+v", got)
		}
		if len(b.open) != 0 {
			t.Errorf("%d tasks are open", len(b.open))
		}
	})
	withTask(t, HubOptions{}, 2, func(b *batch, e *entry, warned func() string) {
		for _, id := range []string{"other", "third"} {
			b.hub.roster.update(status{Worker: Worker{ID: id}, Leaving: true}, time.Now())
		}
		var got yields
		old := resultFor(b, e, false, "first", 0)
		old.Pairings = "of an earlier process"
		if !send(b, old, &got) || e.failures != 1 || e.except != nil || !strings.Contains(warned(), "the tournament, pairings 1 to 2: played again: worker first played other pairings, perhaps for an earlier process of the run") {
			t.Errorf("%+v: %d failures, %q", got, e.failures, e.except)
		}
		b.hub.roster.update(status{Worker: Worker{ID: "other", Slots: 1}}, time.Now())
		if !send(b, old, &got) || e.failures != 1 || !slices.Equal(e.except, []string{"first"}) || !strings.Contains(warned(), "it played other pairings, perhaps for an earlier process of the run") {
			t.Errorf("%+v: %d failures, %q", got, e.failures, e.except)
		}
		short := resultFor(b, e, false, "other", 0)
		short.To--
		if !send(b, short, &got) || e.failures != 2 || b.open[0] != e {
			t.Errorf("a result of fewer pairings: %d failures", e.failures)
		}
		refused := resultFor(b, e, false, "first", 0)
		refused.Refused = "no such game"
		if send(b, refused, &got) || len(got.errs) != 1 || !strings.Contains(got.errs[0].Error(), "worker first cannot play it: no such game") {
			t.Errorf("%+v", got)
		}
	})
}

// A task that the server has delivered too often is split into its pairings. The run ends if that
// happens to a task of one pairing. Workers that return tasks are no reason.
func TestTaskIsDeliveredTooOften(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 3, func(b *batch, e *entry, warned func() string) {
		b.publish(e)
		settled(b)
		var got yields
		if !b.handleExhausted(99, got.take) || e.attempt != 1 {
			t.Error("a notice of another task")
		}
		b.hub.roster.update(status{Worker: Worker{ID: "third", Slots: 1, Refused: "another build"}}, time.Now())
		if !b.handleExhausted(e.seqs[0], got.take) || onServer(t, b)["0"].Attempt != 2 {
			t.Errorf("the task is not published again: %+v", e)
		}
		b.hub.roster.update(status{Worker: Worker{ID: "third", Host: "host of third", Slots: 1}, Held: []string{b.queue.taskSubject(1, false)}}, time.Now())
		e.except = []string{"first"}
		if !b.handleExhausted(e.seqs[0], got.take) || onServer(t, b)["0"].Attempt != 3 {
			t.Errorf("the task is not published again: %+v", e)
		}
		e.except = nil
		if text := warned(); text != "" {
			t.Errorf("warned: %s", text)
		}
		if !b.handleExhausted(e.seqs[0], got.take) {
			t.Fatal(got.errs)
		}
		tasks := onServer(t, b)
		for i, key := range []string{"0", "1", "2"} {
			if one := tasks[key]; one.From != i || one.To != i+1 || len(one.Pairings) != 1 || one.Pairings[0].Seed != uint64(i) || b.open[i] == nil || one.digest() != b.open[i].digest {
				t.Errorf("task %s: %+v, open %+v", key, one, b.open[i])
			}
		}
		if text, want := warned(), "the tournament, pairings 1 to 3 was given to workers 5 times, and none finished it; the last one disconnected without a message; its pairings are tried one by one"; text != want {
			t.Errorf("warned: %s", text)
		}
		if b.handleExhausted(b.open[1].seqs[0], got.take) || len(got.errs) != 1 || got.errs[0].Error() != "workers: the tournament, pairing 2 (ann, bob) was given to workers 5 times, and none finished it; the last is host of third, which still plays it" {
			t.Errorf("%v", got.errs)
		}
	})
}

// A task of two pairings is split, too.
func TestTaskOfTwoPairingsIsSplit(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 2, func(b *batch, e *entry, _ func() string) {
		b.publish(e)
		settled(b)
		var got yields
		if !b.handleExhausted(e.seqs[0], got.take) || len(onServer(t, b)) != 2 || len(b.open) != 2 {
			t.Errorf("%+v, open %+v", got, b.open)
		}
	})
}

// The results of a worker that no other one has confirmed wait for its first check. They are used
// after the check, or played again if the worker was wrong.
func TestResultsWaitForTheFirstCheck(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]bool{"right": false, "wrong": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			withTask(t, HubOptions{Verify: 0.001}, 1, func(b *batch, e *entry, _ func() string) {
				var got yields
				s, _ := b.jobs.Take(b.ctx, 1)
				second := must(b.entry(s))
				b.open[1] = second
				if !send(b, resultFor(b, e, false, "first", 0), &got) || !send(b, resultFor(b, second, false, "first", 0), &got) || len(got.results) > 0 || len(b.held["first"]) != 1 || len(b.checks) != 1 {
					t.Fatalf("%+v, %d held, %d checks", got, len(b.held["first"]), len(b.checks))
				}
				if b.all = true; b.finished() {
					t.Error("the batch has ended")
				}
				for key, one := range onServer(t, b) {
					if key != "check-0" || !one.Check || !slices.Equal(one.Except, []string{"first"}) {
						t.Errorf("task %s: %+v", key, one)
					}
				}
				seat := 0
				if wrong {
					seat = 1
				}
				for _, worker := range []string{"other", "third"} {
					if len(b.checks) > 0 && !send(b, resultFor(b, e, true, worker, seat), &got) {
						t.Fatal(got.errs)
					}
				}
				if want := map[bool]int{false: 2, true: 1}[wrong]; len(got.results) != want || len(b.held) != 0 || len(b.open) != 2-want || b.hub.roster.banned("first") != wrong {
					t.Errorf("%d results, %d held, %d open, excluded %v", len(got.results), len(b.held), len(b.open), b.hub.roster.bans)
				}
				if !wrong && (len(got.results[0].Origin.Agreed) != 2 || got.results[1].Origin.Agreed != nil || got.results[1].Origin.Host != "host of first") {
					t.Errorf("%+v and %+v", got.results[0].Origin, got.results[1].Origin)
				}
				if again, ok := onServer(t, b)["1"]; ok != wrong || wrong && again.Attempt != 1 {
					t.Errorf("the task that waited is on the server: %v, %+v", ok, again)
				}
			})
		})
	}
}

// The other copies of a task are removed from the server when its result is used. Errors of its games do
// not end the batch.
func TestUsedResults(t *testing.T) {
	t.Parallel()
	for copies, copied := range map[int]bool{1: true, 2: false} {
		withTask(t, HubOptions{}, 2, func(b *batch, e *entry, _ func() string) {
			for range copies {
				b.publish(e)
			}
			if settled(b); len(e.seqs) != copies {
				t.Errorf("copies %v", e.seqs)
			}
			e.copied, e.except = copied, []string{"other", "third"}
			r := forged(b.task(e), records{nil, {{Outcome: engines.Draw(2)}, {Outcome: engines.Draw(2)}}}.compact())
			r.Worker, r.Errors = "first", map[int]string{0: "no dice"}
			if !b.accept(&r, acceptAll) || len(onServer(t, b)) != 0 {
				t.Errorf("the server has tasks %+v", onServer(t, b))
			}
		})
	}
}

// A worker's latest result that was used without a check is remembered, to check it later.
func TestUncheckedResultsAreRemembered(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{Verify: 1}, 1, func(b *batch, e *entry, _ func() string) {
		agreed := []tournament.Agreement{{Worker: "other", Task: 1}}
		for i, c := range []struct {
			task    int
			agreed  []tournament.Agreement
			checked bool
			last    int // 0 for none
		}{{3, nil, false, 0}, {3, agreed, true, 0}, {3, nil, true, 3}, {2, nil, true, 3}, {3, nil, true, 3}, {5, nil, true, 5}, {6, agreed, true, 5}, {6, nil, false, 5}} {
			r := resultFor(b, e, false, "first", 0)
			r.Task, b.checked = c.task, c.checked
			o := must(b.outcome(r, e))
			var got yields
			if !b.use(o, c.agreed, got.take) || len(got.results) != 1 || got.results[0].Origin.Task != c.task || len(got.results[0].Origin.Agreed) != len(c.agreed) {
				t.Errorf("result %d: %+v", i, got)
			}
			last := 0
			if u := b.trust.of("first", b.hub.roster).last; u != nil {
				last = u.answer.result.Task
				if u.what != "the tournament, pairing 1 (ann, bob)" || u.answer.worker != "first" || u.answer.digest != r.Digest || u.entry.digest != e.digest {
					t.Errorf("result %d: %+v", i, u)
				}
			}
			if last != c.last {
				t.Errorf("after result %d the latest task is %d, want %d", i, last, c.last)
			}
		}
	})
	list := []tournament.Result{{Index: 5}, {Index: 6}, {Index: 8}}
	attribute(list, 5, tournament.Origin{Worker: "first", Slot: 9}, []int{2, 0, 7, 2})
	if list[0].Origin.Slot != 2 || list[1].Origin.Slot != 0 || list[2].Origin != list[0].Origin || list[1].Origin.Worker != "first" {
		t.Errorf("%+v, %+v, %+v", list[0].Origin, list[1].Origin, list[2].Origin)
	}
	if attribute(list, 5, tournament.Origin{}, nil); list[0].Origin.Slot != 0 || list[0].Origin != list[2].Origin {
		t.Errorf("%+v", list[0].Origin)
	}
}

// A check that no worker can play ends after otherWait, and the only result is used.
func TestCheckIsAbandoned(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{Verify: 1}, 1, func(b *batch, e *entry, warned func() string) {
		var got yields
		if !send(b, resultFor(b, e, false, "first", 0), &got) || !b.watchChecks(got.take) || len(b.checks) != 1 {
			t.Fatalf("%+v", got)
		}
		settled(b)
		for _, id := range []string{"other", "third"} {
			b.hub.roster.update(status{Worker: Worker{ID: id}, Leaving: true}, time.Now())
		}
		for _, step := range []struct {
			after time.Duration
			open  int
		}{{0, 1}, {otherWait - 1, 1}, {1, 0}} {
			time.Sleep(step.after)
			if !b.watchChecks(got.take) || len(b.checks) != step.open {
				t.Errorf("%v later %d checks are open, want %d", step.after, len(b.checks), step.open)
			}
		}
		if text := warned(); len(got.results) != 1 || text != "the tournament, pairing 1 (ann, bob) could not be checked: no worker besides first could play it" {
			t.Errorf("%+v, warned: %s", got, text)
		}
		if tasks := onServer(t, b); len(tasks) != 0 {
			t.Errorf("on the server: %+v", tasks)
		}
	})
	withTask(t, HubOptions{Verify: 1}, 1, func(b *batch, e *entry, warned func() string) {
		var got yields
		if !send(b, resultFor(b, e, false, "first", 0), &got) {
			t.Fatal(got.errs)
		}
		for tries := range mostTries {
			if one := onServer(t, b)["check-0"]; one.Attempt != tries+1 {
				t.Errorf("after %d tries the task of the check is %+v", tries, one)
			}
			if !b.watchChecks(got.take) || len(b.checks) != 1 || !b.handleExhausted(b.checks[0].entry.seqs[0], got.take) {
				t.Fatalf("after %d tries: %+v", tries, got)
			}
		}
		if !b.watchChecks(got.take) || len(b.checks) != 0 || len(got.results) != 1 {
			t.Errorf("%+v, %d checks", got, len(b.checks))
		}
	})
}

// A worker that cannot check a task is not asked again.
func TestWorkerCannotCheck(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{Verify: 1}, 2, func(b *batch, e *entry, warned func() string) {
		var got yields
		if !send(b, resultFor(b, e, false, "first", 0), &got) {
			t.Fatal(got.errs)
		}
		for i, c := range []struct {
			spoil func(r *result)
			why   string
		}{
			{func(r *result) { r.Refused = "no such game" }, "no such game"},
			{func(r *result) { r.Errors = map[int]string{0: "no dice", 1: "no board"} }, "no dice"},
			{func(r *result) { r.To-- }, "it played other pairings, perhaps for an earlier process of the run"},
			{func(r *result) { r.Pairings = "others" }, "it played other pairings, perhaps for an earlier process of the run"},
		} {
			worker := fmt.Sprintf("other%d", i)
			r := resultFor(b, e, true, worker, 0)
			if c.spoil(r); !send(b, r, &got) || len(got.results) > 0 {
				t.Fatalf("%+v", got)
			}
			if one := onServer(t, b)["check-0"]; one.Attempt != i+2 || len(one.Except) != i+2 || one.Except[i+1] != worker || b.checks[0].tries > 0 {
				t.Errorf("the task of the check is %+v", one)
			}
			if text := warned(); text != fmt.Sprintf("worker %s could not check the tournament, pairings 1 to 2: %s", worker, c.why) {
				t.Errorf("warned: %s", text)
			}
		}
		if !send(b, resultFor(b, e, true, "third", 0), &got) || len(got.results) != 2 || len(b.checks) != 0 {
			t.Errorf("%+v", got)
		}
		if !send(b, resultFor(b, e, true, "third", 0), &got) || len(got.results) != 2 {
			t.Errorf("the result of a check that has ended: %+v", got)
		}
	})
}

// The server accepts one result of a check. One that cannot be read is removed, and another worker
// checks the task, so that the batch does not wait for it forever.
func TestUnusableResultOfACheck(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{Verify: 1}, 2, func(b *batch, e *entry, warned func() string) {
		var got yields
		if !send(b, resultFor(b, e, false, "first", 0), &got) {
			t.Fatal(got.errs)
		}
		server, subject := b.hub.link.(*simulatedHub), b.queue.resultSubject(0, true)
		broken := resultFor(b, e, true, "other", 0)
		broken.Digest = "0"
		for i, data := range [][]byte{encode(broken), []byte("{"), encode(broken)} {
			settled(b)
			server.results[subject] = &jetstream.RawStreamMsg{Subject: subject, Data: data}
			if !b.receive(subject, data, got.take) || len(got.results) > 0 || len(b.checks) != 1 {
				t.Fatalf("%+v, %d checks", got, len(b.checks))
			}
			if one := onServer(t, b)["check-0"]; one.Attempt != i+2 || !slices.Equal(one.Except, []string{"first", "other"}) || len(server.results) > 0 {
				t.Errorf("after result %d the task of the check is %+v; the server has %d results", i+1, one, len(server.results))
			}
		}
		if text := warned(); !strings.Contains(text, "an unusable result was rejected: a result has a digest of other records") {
			t.Errorf("warned: %s", text)
		}
		for range mostTries {
			settled(b)
			if !b.receive(subject, []byte("{"), got.take) {
				t.Fatal(got.errs)
			}
		}
		if !b.watchChecks(got.take) || len(b.checks) != 0 || len(got.results) != 2 {
			t.Errorf("a check whose results are all unusable: %+v, %d checks", got, len(b.checks))
		}
	})
}

// A task is lost if the server does not have it, or if it was delivered and no worker reports it for
// the time lostAfter.
func TestLostTasks(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, _ func() string) {
		subject := b.queue.taskSubject(0, false)
		b.publish(e)
		for name, c := range map[string]struct {
			state  serverState
			change func()
			want   bool
		}{
			"being sent":            {serverState{full: true}, func() { e.sending = true }, false},
			"never sent":            {serverState{}, func() { e.seqs = nil }, true},
			"not delivered":         {serverState{delivered: 6}, func() { e.lostSince = e.lostSince.Add(-time.Hour) }, false},
			"a copy not delivered":  {serverState{delivered: 7}, func() { e.seqs = []uint64{7, 8} }, false},
			"delivered":             {serverState{delivered: 7}, func() {}, false},
			"delivered long ago":    {serverState{delivered: 7}, func() { e.lostSince = time.Now().Add(-lostAfter - 1) }, true},
			"delivered not so long": {serverState{delivered: 7}, func() { e.lostSince = time.Now().Add(-lostAfter) }, false},
			"reported":              {serverState{delivered: 7, reported: map[string]bool{subject: true}}, func() { e.lostSince = time.Now().Add(-time.Hour) }, false},
			"stored":                {serverState{full: true, at: time.Now().Add(time.Second), tasks: map[string]uint64{subject: 1}}, func() {}, false},
			"not stored":            {serverState{full: true, at: time.Now().Add(time.Second)}, func() {}, true},
			"stored later":          {serverState{full: true, at: time.Now()}, func() {}, false},
		} {
			e.sending, e.seqs, e.lostSince, e.at = false, []uint64{7}, time.Time{}, time.Now()
			c.change()
			if got := b.lost(e, c.state); got != c.want {
				t.Errorf("a task that is %s is lost: %v", name, got)
			}
		}
		settled(b)
		e.sending, e.seqs, e.lostSince = false, []uint64{7}, time.Time{}
		for i, after := range []time.Duration{0, lostAfter, 1} {
			time.Sleep(after)
			if got := b.lost(e, serverState{delivered: 7}); got != (i == 2) {
				t.Errorf("audit %d of a task that no worker reports: lost %v", i, got)
			}
		}
	})
}

// An audit publishes lost tasks again, and every twentieth one reads the streams. An audit that
// fails is repeated in full.
func TestAudits(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, _ func() string) {
		var got yields
		audit := func(now bool) serverState {
			if b.requestAudit(now); !b.auditing || b.auditSoon {
				t.Errorf("an audit is under way: %v, another one follows: %v", b.auditing, b.auditSoon)
			}
			s := <-b.audited
			b.auditing = false
			return s
		}
		for i := 1; i <= 2*fullEvery; i++ {
			if s := audit(false); s.full != (i%fullEvery == 0) || s.err != nil {
				t.Errorf("audit %d is full: %v, %v", i, s.full, s.err)
			}
		}
		if s := audit(true); !s.full || !b.applyAudit(s, got.take) {
			t.Errorf("%+v", s)
		}
		if tasks := onServer(t, b); len(tasks) != 1 || e.attempt != 1 {
			t.Errorf("a task that was never sent: %+v", tasks)
		}
		if ok := b.applyAudit(serverState{err: errLostMessage}, got.take); !ok || !b.auditSoon {
			t.Error("an audit that failed is not repeated")
		}
		if s := audit(false); !s.full {
			t.Error("an audit that failed is not repeated in full")
		}
		for from := range 2 {
			c := &check{entry: *e}
			c.entry.check, c.entry.stretch.From, c.entry.seqs = true, from, [][]uint64{nil, {99}}[from]
			b.checks[from] = c
		}
		if !b.applyAudit(serverState{}, got.take) || b.checks[0].entry.attempt != e.attempt+1 || b.checks[1].entry.attempt != e.attempt {
			t.Errorf("the checks are published: %+v", b.checks)
		}
		settled(b)
		clear(b.checks)
		b.auditing = true
		b.requestAudit(true)
		b.auditing = false
		if !b.auditSoon {
			t.Error("the request of an audit during another one is forgotten")
		}
		server, subject := b.hub.link.(*simulatedHub), b.queue.resultSubject(0, false)
		server.results[subject] = &jetstream.RawStreamMsg{Subject: subject, Data: encode(resultFor(b, e, false, "first", 0))}
		if s := audit(true); !b.applyAudit(s, got.take) || len(got.results) != 1 || len(b.open) != 0 {
			t.Errorf("a result whose message was lost is not used: %+v, %+v", s, got)
		}
		before := b.audits
		if b.requestAudit(false); b.audits != before {
			t.Error("a batch without open tasks is audited")
		}
	})
}

// If slots are idle for twice the time of a task, the oldest tasks are published a second time, once
// each, one for every idle slot.
func TestSlowTasksAreDuplicated(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 4, func(b *batch, e *entry, _ func() string) {
		b.hub.pace.add(1, time.Second, 100)
		list := []*entry{e}
		for i := range 2 {
			s, _ := b.jobs.Take(b.ctx, 1)
			list = append(list, must(b.entry(s)))
			b.open[4+i] = list[1+i]
		}
		for _, one := range list {
			b.publish(one)
			settled(b)
		}
		copies := func() []int { return []int{len(list[0].seqs), len(list[1].seqs), len(list[2].seqs)} }
		for _, c := range []struct {
			what   string
			slots  int
			all    bool
			after  time.Duration
			copies []int
		}{
			{"all slots play", 3, true, time.Hour, []int{1, 1, 1}},
			{"tasks are left", 4, false, time.Hour, []int{1, 1, 1}},
			{"a slot is idle", 4, true, 0, []int{1, 1, 1}},
			{"for two seconds", 4, true, 2 * time.Second, []int{1, 1, 1}},
			{"and longer", 4, true, 1, []int{1, 2, 1}},
			{"two slots are idle", 5, true, time.Second, []int{1, 2, 2}},
			{"for eight seconds", 5, true, 5*time.Second - 1, []int{1, 2, 2}},
			{"and longer", 5, true, 1, []int{2, 2, 2}},
			{"still", 9, true, time.Hour, []int{2, 2, 2}},
		} {
			start := time.Now()
			b.slots, b.all = c.slots, c.all
			time.Sleep(c.after)
			sent := list[1].at
			b.duplicateSlow()
			if list[1].at != sent {
				t.Errorf("%s: a copy makes the task younger", c.what)
			}
			settled(b)
			if !b.idleSince.IsZero() { // settled has taken time
				b.idleSince = b.idleSince.Add(time.Since(start) - c.after)
			}
			if got := copies(); !slices.Equal(got, c.copies) {
				t.Errorf("%s: the tasks have %v copies, want %v", c.what, got, c.copies)
			}
		}
	})
}

// The time for which slots are idle ends if all slots play, or if a task is left for them. The oldest
// task is published first.
func TestIdleSlots(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, _ func() string) {
		for _, c := range []struct {
			slots, open, checks int
			all, taking         bool
			idle                bool
			copies              []int // first pairings of the tasks that are published again
		}{
			{3, 2, 0, true, false, true, []int{0}},
			{2, 2, 0, true, false, false, nil},
			{5, 2, 2, true, false, true, []int{0}},
			{4, 2, 2, true, false, false, nil},
			{3, 2, 0, false, true, true, []int{0}},
			{3, 2, 0, false, false, false, nil},
			{3, 0, 2, true, false, false, nil},
			{2, 1, 0, true, false, true, []int{0}},
			{20, 3, 0, true, false, true, []int{0, 1, 2}},
			{10, 9, 0, true, false, true, []int{0}},
			{11, 9, 0, true, true, true, []int{0, 1}},
		} {
			clear(b.open)
			clear(b.checks)
			for i := range c.open {
				one := *e
				one.stretch = tournament.Stretch{From: i, To: i + 1}
				one.at = time.Now().Add(time.Duration(i) * time.Second)
				b.open[i] = &one
			}
			for i := range c.checks {
				b.checks[i] = &check{}
			}
			b.slots, b.all, b.taking, b.idleSince = c.slots, c.all, c.taking, time.Now().Add(-time.Hour)
			b.duplicateSlow()
			var copies []int
			for i := range c.open {
				if b.open[i].copied {
					copies = append(copies, i)
				}
			}
			if b.idleSince.IsZero() == c.idle || !slices.Equal(copies, c.copies) {
				t.Errorf("%+v: idle since %v, published %v", c, b.idleSince, copies)
			}
			settled(b)
		}
		clear(b.checks)
	})
}

// A batch records under which number a task is stored, and repeats a publication that has failed.
func TestPublications(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, warned func() string) {
		checked := &check{entry: *e}
		for i, c := range []struct {
			publication
			attempt, checkAttempt int // afterwards
			seqs, checkSeqs       []uint64
			soon                  bool // an audit follows
			warned                string
		}{
			{publication{attempt: 3, seq: 9}, 3, 0, []uint64{9}, nil, false, ""},
			{publication{attempt: 1, seq: 10}, 3, 0, []uint64{9, 10}, nil, false, ""},
			{publication{check: true, attempt: 1, seq: 11}, 3, 0, []uint64{9, 10}, nil, false, ""},
			{publication{from: 1, attempt: 5, seq: 12}, 3, 0, []uint64{9, 10}, nil, false, ""},
			{publication{attempt: 4, err: errLostMessage}, 4, 0, []uint64{9, 10}, nil, true, "a task could not be published; retrying (no answer)"},
			{publication{attempt: 4, err: context.Canceled}, 4, 0, []uint64{9, 10}, nil, true, ""},
			{publication{check: true, attempt: 6, seq: 13}, 4, 6, []uint64{9, 10}, []uint64{13}, false, ""},
		} {
			if i == 6 {
				b.checks[0] = checked
			}
			e.sending, checked.entry.sending, b.auditSoon = true, true, false
			b.recordPublication(c.publication)
			if e.attempt != c.attempt || checked.entry.attempt != c.checkAttempt || !slices.Equal(e.seqs, c.seqs) || !slices.Equal(checked.entry.seqs, c.checkSeqs) || b.auditSoon != c.soon {
				t.Errorf("publication %d: task %+v, check %+v, an audit follows: %v", i, e, checked.entry, b.auditSoon)
			}
			if known := c.from == 0 && !c.check; e.sending == known || checked.entry.sending == (i == 6) {
				t.Errorf("publication %d: the task is being sent: %v, its check: %v", i, e.sending, checked.entry.sending)
			}
			if text := warned(); text != c.warned {
				t.Errorf("publication %d: warned %s", i, text)
			}
		}
		clear(b.checks)
	})
}

// A batch reads what an earlier process left on the server, except after the first batch of its process.
// It waits for the server until its context ends.
func TestBeginOfBatch(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, _ func() string) {
		x, server := b.hub.Executor("run").(*executor), b.hub.link.(*simulatedHub)
		subject := b.queue.resultSubject(0, false)
		server.results[subject] = &jetstream.RawStreamMsg{Subject: subject, Data: encode(resultFor(b, e, false, "first", 0))}
		for _, b.fresh = range []bool{false, true} {
			b.earlier, b.incoming = leftovers{}, nil
			if err := b.begin(x); err != nil || b.incoming == nil || (b.earlier.results[0] == nil) != b.fresh {
				t.Errorf("%v, %+v", err, b.earlier)
			}
			x.subscriptions.release(b.incoming, "batch", 0, true, false)
		}
		b.fresh = false
		outer := b.ctx
		for i, link := range []*failingLink{{receives: 0}, {receives: 2, lists: errLostMessage}} {
			link.hubLink = server
			b.hub.link = link
			x.subscriptions.closeIdle()
			ctx, cancel := context.WithTimeout(outer, time.Second)
			b.ctx, b.queue.ctx, b.incoming = ctx, ctx, nil
			if err := b.begin(x); !errors.Is(err, context.DeadlineExceeded) || (b.incoming == nil) != (i == 0) {
				t.Errorf("link %d: %v", i, err)
			}
			cancel()
		}
		x.subscriptions.release(b.incoming, "batch", 0, true, false)
		b.hub.link, b.ctx, b.queue.ctx = server, outer, outer
		x.subscriptions.close()
	})
}

// If a task cannot be created, each of its pairings has the error.
func TestPairingsThatCannotBeTasks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h, _ := memoryHub(HubOptions{})
		schedule := deals(3)
		schedule[2].Agents = []int{0, 7}
		x := firstTask{h, 1, func(b *batch, _ *entry) {
			s, _ := b.jobs.Take(b.ctx, 2)
			for stop, want := range map[bool][]int{false: {1, 2}, true: {1}} {
				var got []int
				ok := b.handOut(nextStretch{s, true}, func(_ tournament.Result, err error) bool {
					var job *tournament.JobError
					if errors.As(err, &job) {
						got = append(got, job.Index)
					}
					return !stop
				})
				if ok == stop || !slices.Equal(got, want) || len(b.open) != 1 {
					t.Errorf("errors of the pairings %v, want %v; the batch goes on: %v", got, want, ok)
				}
			}
		}}
		for range tournament.Run(t.Context(), x, two, schedule, tournament.Options{}) {
		}
	})
}

// A batch counts the workers and their slots, and plays as many tasks ahead of the first missing result
// as these need.
func TestWorkersOfABatch(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 300, func(b *batch, e *entry, _ func() string) {
		link := &countedLink{hubLink: b.hub.link}
		b.hub.link = link
		tasks := 1 // of which the first has more pairings than may be played ahead in any case
		for i, c := range []struct{ slots, tasks int }{{0, 64}, {1, 64}, {2, 64}, {3, 80}, {4, 96}, {0, 96}} {
			b.hub.roster.update(status{Worker: Worker{ID: "first", Slots: c.slots}}, time.Now())
			if b.updateSlots(); b.workers != 3 || b.slots != c.slots+2 {
				t.Errorf("step %d: %d workers with %d slots", i, b.workers, b.slots)
			}
			for {
				ctx, cancel := context.WithTimeout(b.ctx, time.Second)
				_, ok := b.jobs.Take(ctx, 1)
				cancel()
				if !ok {
					break
				}
				tasks++
			}
			if tasks != c.tasks {
				t.Errorf("step %d: %d tasks are played at once, want %d", i, tasks, c.tasks)
			}
		}
		for _, slots := range []int{minPending, minPending, 3} {
			b.hub.roster.update(status{Worker: Worker{ID: "first", Slots: slots}}, time.Now())
			b.updateSlots()
		}
		if want := []int{4 * minPending, minPending}; !slices.Equal(link.pending, want) {
			t.Errorf("%v tasks may be delivered, want %v", link.pending, want)
		}
	})
}

// While a batch waits for results, it counts the workers, audits its tasks twice a second and after a
// reconnection, publishes second copies of slow tasks, and ends if the server gives up a task.
func TestBatchWaitsForResults(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, _ func() string) {
		b.hub.link = &failingLink{hubLink: b.hub.link, lists: errLostMessage} // full audits fail
		b.incoming = &subscription{results: make(chan *nats.Msg, 8), exhausted: make(chan *nats.Msg, 8)}
		b.all, b.taking = true, true
		other := must(b.entry(tournament.Stretch{From: 1, To: 2}))
		b.open[1] = other
		other.seqs = []uint64{77}
		b.publish(e)
		start := time.Now()
		join := func(slots int) {
			b.hub.roster.update(status{Worker: Worker{ID: "first", Host: "host of first", Slots: slots}}, time.Now())
		}
		answer := &nats.Msg{Subject: b.queue.resultSubject(0, false), Data: encode(resultFor(b, e, false, "first", 0))}
		step := 0
		var got yields
		yield := func(r tournament.Result, err error) bool {
			if err != nil {
				return got.take(r, err)
			}
			want := []struct {
				slots, audits int
				soon          bool
				copied        bool
			}{{3, 0, false, false}, {3, 1, false, false}, {3, 2, false, false}, {6, 2, false, false}, {6, 3, false, true}, {6, 4, false, true}, {6, 5, true, true}}[step]
			if b.slots != want.slots || b.workers != 3 || b.audits != want.audits || b.auditing || b.auditSoon != want.soon || other.copied != want.copied || len(e.seqs) == 0 || e.sending {
				t.Errorf("after %v: %d workers with %d slots, %d audits, another one follows: %v, copied %v, task %+v", time.Since(start), b.workers, b.slots, b.audits, b.auditSoon, other.copied, e)
			}
			step++
			b.open[0] = e
			return true
		}
		for _, at := range []time.Duration{100, 600, 1100, 1300, 1600, 2200, 2300} {
			time.AfterFunc(at*time.Millisecond, func() { b.incoming.results <- answer })
		}
		time.AfterFunc(1200*time.Millisecond, func() { join(4) })
		time.AfterFunc(2250*time.Millisecond, func() { b.hub.reconnect <- struct{}{} })
		time.AfterFunc(2400*time.Millisecond, func() {
			for _, text := range []string{"{", `{"stream_seq":78}`, `{"stream_seq":77}`} {
				b.incoming.exhausted <- &nats.Msg{Data: []byte(text)}
			}
		})
		b.play(yield)
		if took := time.Since(start); step != 7 || took != 2400*time.Millisecond || len(got.errs) != 1 || !strings.Contains(got.errs[0].Error(), "pairing 2 (ann, bob) was given to workers 5 times") {
			t.Errorf("%d results, the batch ends after %v: %v", step, took, got.errs)
		}
	})
}

// What an earlier process left on the server is used if it fits, and removed otherwise.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, _ func() string) {
		server := b.hub.link.(*simulatedHub)
		put := func(from int, change func(*result)) {
			r := *resultFor(b, e, false, "first", 0)
			r.From, r.To = from, from+1
			change(&r)
			subject := b.queue.resultSubject(from, r.Check)
			server.results[subject] = &jetstream.RawStreamMsg{Subject: subject, Data: encode(r)}
		}
		b.hub.roster.ban("third", "wrong")
		put(0, func(*result) {})
		put(10, func(r *result) { r.To = 14 })
		put(20, func(r *result) { r.Build.Version = "another" })
		put(30, func(r *result) { r.Worker = "third" })
		put(40, func(r *result) { r.From, r.To = 41, 42 })
		put(50, func(r *result) { r.Check = true })
		tasks := map[int]task{}
		for _, from := range []int{0, 5, 60} {
			one := b.task(e)
			one.From, one.To, one.Check = from, from+1, from == 60
			tasks[from] = one
			server.seq++
			server.tasks[server.seq] = &storedTask{seq: server.seq, subject: b.queue.taskSubject(from, one.Check), data: encode(one)}
		}
		l, err := b.queue.leftovers(b.build())
		if err != nil || !slices.Equal(slices.Sorted(maps.Keys(l.results)), []int{0, 10}) || len(l.tasks) != 1 || l.tasks[5] == nil || l.tasks[5].task.From != 5 {
			t.Fatalf("%+v, %v", l, err)
		}
		if len(server.results) != 2 || len(server.tasks) != 1 || server.tasks[l.tasks[5].seq] == nil {
			t.Errorf("%d results and %d tasks stay on the server", len(server.results), len(server.tasks))
		}
		for _, c := range [][3]int{{100, 0, 1}, {100, 10, 4}, {100, 5, 1}, {100, 1, 4}, {3, 1, 3}, {100, 6, 4}, {100, 14, 100}} {
			if got := l.fit(c[0], c[1]); got != c[2] {
				t.Errorf("a task of %d pairings from pairing %d gets %d, want %d", c[0], c[1], got, c[2])
			}
		}
		if r, ok := l.takeResult(10); !ok || r.To != 14 {
			t.Errorf("%+v, %v", r, ok)
		}
		if _, again := l.takeResult(10); again {
			t.Error("a result is used twice")
		}
		if one, ok := l.takeTask(5); !ok || one.task.From != 5 {
			t.Errorf("%+v, %v", one, ok)
		}
		if _, again := l.takeTask(5); again {
			t.Error("a task is used twice")
		}
	})
}

// Many results of an earlier process are read even from a distant server. A request that is not
// answered ends the reading.
func TestManyLeftovers(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, _ func() string) {
		server := b.hub.link.(*simulatedHub)
		const results = 1000
		for from := range results {
			r := *resultFor(b, e, false, "first", 0)
			r.From, r.To = from, from+1
			subject := b.queue.resultSubject(from, false)
			server.results[subject] = &jetstream.RawStreamMsg{Subject: subject, Data: encode(r)}
		}
		b.hub.link = &distantLink{server, 300 * time.Millisecond}
		if l, err := b.queue.leftovers(b.build()); err != nil || len(l.results) != results {
			t.Errorf("%d of %d results are read: %v", len(l.results), results, err)
		}
		b.hub.link = &distantLink{server, 2 * patience}
		if _, err := b.queue.leftovers(b.build()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a request without an answer ends with %v", err)
		}
	})
}

// distantLink is a connection that takes some time for each message.
type distantLink struct {
	hubLink
	delay time.Duration
}

func (l *distantLink) last(ctx context.Context, stream, subject string) (*jetstream.RawStreamMsg, error) {
	sleep(ctx, l.delay)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return l.hubLink.last(ctx, stream, subject)
}

// A task that an earlier process left is not published again if it has the same pairings. Other
// tasks and results are removed from the server.
func TestHandOutUsesLeftovers(t *testing.T) {
	t.Parallel()
	type leftover struct {
		task   *task
		result *result
	}
	for name, c := range map[string]struct {
		leave    func(b *batch, e *entry) leftover
		attempts int // of the task afterwards
		results  int
		stored   int // tasks on the server
	}{
		"nothing":  {func(*batch, *entry) leftover { return leftover{} }, 1, 0, 2},
		"a result": {func(b *batch, e *entry) leftover { return leftover{nil, resultFor(b, e, false, "first", 0)} }, 0, 1, 1},
		"other pairings": {func(b *batch, e *entry) leftover {
			r := resultFor(b, e, false, "first", 0)
			r.Pairings = "x"
			return leftover{nil, r}
		}, 1, 0, 2},
		"a longer one": {func(b *batch, e *entry) leftover {
			r := resultFor(b, e, false, "first", 0)
			r.To++
			return leftover{nil, r}
		}, 1, 0, 2},
		"a task":        {func(b *batch, e *entry) leftover { one := b.task(e); one.Attempt = 4; return leftover{&one, nil} }, 4, 0, 1},
		"another task":  {func(b *batch, e *entry) leftover { one := b.task(e); one.Header = "x"; return leftover{&one, nil} }, 1, 0, 1},
		"a longer task": {func(b *batch, e *entry) leftover { one := b.task(e); one.To++; return leftover{&one, nil} }, 1, 0, 1},
	} {
		withTask(t, HubOptions{}, 1, func(b *batch, e *entry, _ func() string) {
			server := b.hub.link.(*simulatedHub)
			server.seq = 50
			server.tasks[50] = &storedTask{seq: 50, subject: b.queue.taskSubject(0, false), data: encode(b.task(e))}
			left := c.leave(b, e)
			b.earlier = leftovers{map[int]*result{}, map[int]*leftTask{}}
			if left.result != nil {
				b.earlier.results[0] = left.result
			}
			if left.task != nil {
				b.earlier.tasks[0] = &leftTask{*left.task, 50}
			}
			var got yields
			if !b.handOut(nextStretch{e.stretch, true}, got.take) || len(got.results) != c.results {
				t.Errorf("%s: %+v", name, got)
			}
			settled(b)
			if one := b.open[0]; c.results == 0 && (one == nil || one.attempt != c.attempts || len(one.seqs) != 1) || c.results > 0 && one != nil {
				t.Errorf("%s: the open task is %+v", name, one)
			}
			if len(server.tasks) != c.stored {
				t.Errorf("%s: the server has %d tasks, want %d", name, len(server.tasks), c.stored)
			}
			if !b.handOut(nextStretch{}, got.take) || !b.all {
				t.Errorf("%s: the end of the schedule: %+v", name, got)
			}
		})
	}
}

// An inspection counts the tasks on the server and reads the results of open tasks. The streams are
// created again if it fails.
func TestInspection(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, _ func() string) {
		link := &failingLink{hubLink: b.hub.link}
		server, subject := b.hub.link.(*simulatedHub), b.queue.resultSubject(0, false)
		b.publish(e)
		settled(b)
		b.hub.link, server.simulated.delivered = link, 4
		for _, name := range []string{subject, b.queue.resultSubject(1, false)} {
			server.results[name] = &jetstream.RawStreamMsg{Subject: name, Data: []byte("x")}
		}
		for _, full := range []bool{false, true} {
			s := b.queue.inspect([]string{subject, b.queue.resultSubject(2, false)}, full)
			if s.err != nil || s.full != full || s.delivered != 4 || !s.at.Before(time.Now()) || (len(s.tasks) == 1 && s.tasks[b.queue.taskSubject(0, false)] == 1) != full || (len(s.results) == 1 && s.results[0].Subject == subject) != full {
				t.Errorf("%+v", s)
			}
		}
		for i, err := range []error{errLostMessage, nil} {
			link.deliveries, link.lists = err, errLostMessage
			if s := b.queue.inspect(nil, true); !errors.Is(s.err, errLostMessage) || s.tasks != nil || link.restored != i+1 {
				t.Errorf("%+v, %d times restored", s, link.restored)
			}
		}
		outer := b.queue.ctx
		canceled, cancel := context.WithCancel(outer)
		cancel()
		b.queue.ctx = canceled
		if s := b.queue.inspect(nil, true); s.err == nil || link.restored != 2 {
			t.Errorf("%+v, %d times restored", s, link.restored)
		}
		b.queue.ctx, b.hub.link = outer, server
	})
}

// A large header is stored in parts, each of which states their number.
func TestHeaderIsStoredInParts(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, _ *entry, _ func() string) {
		server := b.hub.link.(*simulatedHub)
		for size, want := range map[int]string{1: "1", headerPart - 1: "1", headerPart: "1", headerPart + 1: "2", 2 * headerPart: "2", 2*headerPart + 1: "3"} {
			data := make([]byte, size)
			data[size-1] = 'x'
			clear(server.headers)
			if err := b.queue.storeHeader("digest", data); err != nil {
				t.Error(err)
			}
			var read []byte
			for i := range len(server.headers) {
				m := server.headers[headerSubject("run", "digest", i)]
				if m == nil || m.Header.Get(partsKey) != want || len(m.Data) > headerPart {
					t.Errorf("part %d of a header of %d bytes: %+v", i, size, m)
					return
				}
				read = append(read, m.Data...)
			}
			if string(read) != string(data) {
				t.Errorf("%d bytes of %d are stored", len(read), size)
			}
		}
	})
}

// A header contains all agents if they are few. Otherwise it contains those from the first agent of a
// task on, and is stored on the server if it is large.
func TestHeaderWindows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field  int
		agents []int
		from   int
		stored bool
	}{
		{2, []int{0, 1}, 0, false},
		{10, []int{7, 8}, 0, false},
		{smallField, []int{4000, 4001}, 0, true},
		{smallField + 1, []int{4000, 4001}, 4000, false},
		{smallField + 1, []int{1, 4001}, 1, true},
		{smallField + 1, []int{10, 4001}, 10, true},
		{smallField + 1, []int{0, 4001}, 0, true},
	} {
		field := make([]engines.Agent, c.field)
		for i := range field {
			field[i].Name = fmt.Sprintf("agent %d", i)
		}
		pairing := tournament.Pairing{Agents: c.agents, Games: 2}
		for range tournament.Run(t.Context(), executed(func(_ context.Context, jobs *tournament.Jobs) {
			w := newHeaderWindow("run", jobs)
			data, err := w.cover([]tournament.Pairing{pairing})
			if err != nil || (data != nil) != c.stored || (w.inline == nil) != c.stored || w.from != c.from || w.to != c.field {
				t.Errorf("%d agents, task of %v: stored %v, agents %d to %d, %v", c.field, c.agents, data != nil, w.from, w.to, err)
			}
			if data == nil {
				data = w.inline
			}
			h, err := readHeader(data)
			if err != nil || len(h.Field) != c.field-c.from || w.digest != digest(data) {
				t.Errorf("%d agents, task of %v: the header has %d agents, %v", c.field, c.agents, len(h.Field), err)
				return
			}
			got := w.relative([]tournament.Pairing{pairing})[0].Agents
			for i, agent := range c.agents {
				if h.Field[got[i]].Name != field[agent].Name {
					t.Errorf("%d agents, task of %v: the header names %s", c.field, c.agents, h.Field[got[i]].Name)
				}
			}
			before := w.digest
			if data, err := w.cover([]tournament.Pairing{pairing}); data != nil || err != nil || w.digest != before {
				t.Errorf("%d agents, task of %v: another header is made, %v", c.field, c.agents, err)
			}
		}), field, tournament.Pairings{pairing}, tournament.Options{}) {
		}
	}
}

// A batch requests pairings while there are fewer than two tasks for each slot.
func TestTasksAtATime(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, _ func() string) {
		b.sizes = make(chan int, 1)
		for i, c := range []struct {
			slots, open int
			all, taking bool
			want        bool
		}{
			{0, 1, false, false, true},
			{0, 7, false, false, true},
			{0, 8, false, false, false},
			{5, 9, false, false, true},
			{5, 10, false, false, false},
			{5, 1, true, false, false},
			{5, 1, false, true, false},
		} {
			b.slots, b.all, b.taking = c.slots, c.all, c.taking
			clear(b.open)
			for i := range c.open {
				b.open[i] = e
			}
			b.requestStretch()
			if len(b.sizes) == 1 != c.want || b.taking != (c.want || c.taking) {
				t.Errorf("case %d: requests %d, %v", i, len(b.sizes), b.taking)
			}
			for len(b.sizes) > 0 {
				<-b.sizes
			}
		}
	})
}

// The results that have arrived before the end of a batch are used, and those of other batches are
// ignored.
func TestDrainedResults(t *testing.T) {
	t.Parallel()
	withTask(t, HubOptions{}, 1, func(b *batch, e *entry, _ func() string) {
		data := encode(resultFor(b, e, false, "first", 0))
		b.incoming = &subscription{results: make(chan *nats.Msg, 2), exhausted: make(chan *nats.Msg, 1)}
		b.incoming.results <- &nats.Msg{Subject: resultSubject("run", "another", "0"), Data: data}
		b.incoming.results <- &nats.Msg{Subject: b.queue.resultSubject(0, false), Data: data}
		var got yields
		if b.drain(got.take); len(got.results) != 1 || len(b.incoming.results) != 0 || b.bytes != len(data) {
			t.Errorf("%+v, %d bytes of %d", got, b.bytes, len(data))
		}
		b.incoming.results = make(chan *nats.Msg, 20)
		for range 20 {
			b.incoming.results <- &nats.Msg{Subject: b.queue.resultSubject(0, false), Data: data}
		}
		outer := b.ctx
		canceled, cancel := context.WithCancel(b.ctx)
		cancel()
		b.ctx, b.bytes, b.all = canceled, 0, false
		b.taking = true
		if b.play(got.take); b.bytes != 20*len(data) {
			t.Errorf("%d bytes of results are used after the end of the context, want %d", b.bytes, 20*len(data))
		}
		b.ctx = outer
	})
}

// A batch stops as soon as its caller needs no more results.
func TestCallerNeedsNoMoreResults(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]func(b *batch, e *entry, stop func(tournament.Result, error) bool) bool{
		"a result": func(b *batch, e *entry, stop func(tournament.Result, error) bool) bool {
			b.checked = false
			return b.accept(resultFor(b, e, false, "first", 0), stop)
		},
		"a result with errors": func(b *batch, e *entry, stop func(tournament.Result, error) bool) bool {
			r := forged(b.task(e), records{nil, {{Outcome: engines.Draw(2)}, {Outcome: engines.Draw(2)}}}.compact())
			r.Worker, r.Errors, e.except = "first", map[int]string{0: "no dice"}, []string{"other", "third"}
			return b.accept(&r, stop)
		},
		"a checked result": func(b *batch, e *entry, stop func(tournament.Result, error) bool) bool {
			return !b.accept(resultFor(b, e, false, "first", 0), stop) || b.acceptCheck(resultFor(b, e, true, "other", 0), stop)
		},
		"an abandoned check": func(b *batch, e *entry, stop func(tournament.Result, error) bool) bool {
			if !b.accept(resultFor(b, e, false, "first", 0), stop) {
				return true
			}
			b.checks[0].tries = mostTries
			return b.watchChecks(stop)
		},
		"a held result": func(b *batch, e *entry, stop func(tournament.Result, error) bool) bool {
			o := must(b.outcome(resultFor(b, e, false, "first", 0), e))
			b.held["first"] = []*outcome{o}
			return b.release("first", stop)
		},
		"a result of an audit": func(b *batch, e *entry, stop func(tournament.Result, error) bool) bool {
			b.checked = false
			m := &jetstream.RawStreamMsg{Subject: b.queue.resultSubject(0, false), Data: encode(resultFor(b, e, false, "first", 0))}
			return b.applyAudit(serverState{results: []*jetstream.RawStreamMsg{m, m}}, stop)
		},
	} {
		withTask(t, HubOptions{Verify: 1}, 2, func(b *batch, e *entry, _ func() string) {
			calls := 0
			if step(b, e, func(tournament.Result, error) bool { calls++; return false }) || calls != 1 {
				t.Errorf("%s: the batch goes on after %d results", name, calls)
			}
			settled(b)
		})
	}
}

// Results are compared unless players have time limits or programs may play differently.
func TestCheckableBatches(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		share      float64
		limit      engines.Limit
		programs   int
		repeatable bool
		want       bool
	}{
		"usual": {0.01, engines.Limit{}, 0, false, true}, "no checks": {0, engines.Limit{}, 0, false, false}, "a depth": {1, engines.Limit{Depth: 3}, 0, false, true},
		"a time": {1, engines.Limit{Move: time.Second}, 0, false, false}, "a program": {1, engines.Limit{}, 1, false, false}, "a deterministic one": {1, engines.Limit{}, 1, true, true},
	} {
		h := &Hub{options: HubOptions{Verify: c.share}, roster: newRoster(nil, nil)}
		h.SetChecks("run", Checks{Repeatable: c.repeatable})
		var checked []bool
		x := firstTask{h, 1, func(b *batch, _ *entry) { checked = append(checked, b.checked) }}
		o := tournament.Options{Terms: tournament.Terms{Programs: make(map[string]tournament.Tolerance)}}
		for range c.programs {
			o.Terms.Programs["bot"] = tournament.Tolerance{}
		}
		for range tournament.Run(t.Context(), x, []engines.Agent{{Name: "ann"}, {Name: "bob", Limit: c.limit}}, deals(1), o) {
		}
		if !reflect.DeepEqual(checked, []bool{c.want}) {
			t.Errorf("%s: checked %v", name, checked)
		}
	}
}

// A large number of slots raises the number of tasks that the server may deliver without an
// acknowledgement, to a power of two.
func TestPendingTasks(t *testing.T) {
	t.Parallel()
	link := &countedLink{}
	h := &Hub{link: link, warned: make(map[string]bool)}
	for _, slots := range []int{0, 1, minPending / 2, minPending/2 + 1, minPending, minPending + 1, 3, 3} {
		h.setPending(t.Context(), slots)
	}
	if want := []int{2 * minPending, 4 * minPending, minPending}; !slices.Equal(link.pending, want) {
		t.Errorf("%v tasks may be delivered, want %v", link.pending, want)
	}
	link.err = errLostMessage
	h.setPending(t.Context(), minPending)
	link.err = nil
	if h.setPending(t.Context(), minPending); !slices.Equal(link.pending[3:], []int{2 * minPending, 2 * minPending}) {
		t.Errorf("a request that failed is not repeated: %v", link.pending)
	}
}

// countedLink records the requests of TestPendingTasks and TestRetries.
type countedLink struct {
	hubLink
	pending  []int
	restored int
	err      error
}

func (l *countedLink) allowPending(_ context.Context, n int) error {
	l.pending = append(l.pending, n)
	return l.err
}

func (l *countedLink) restore(context.Context) error {
	l.restored++
	return nil
}

// A request is repeated after 0.1 s, then after twice as long each time, but at most 5 s. The streams
// are created again before.
func TestRetries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		link := &countedLink{}
		var warned []string
		h := &Hub{link: link, warned: make(map[string]bool), options: HubOptions{Warn: func(text string) { warned = append(warned, text) }}}
		start := time.Now()
		var at []float64
		if err := h.retry(t.Context(), func() error {
			if at = append(at, time.Since(start).Seconds()); len(at) == 9 {
				return nil
			}
			return errLostMessage
		}); err != nil {
			t.Error(err)
		}
		if want := []float64{0, 0.1, 0.3, 0.7, 1.5, 3.1, 6.3, 11.3, 16.3}; !slices.Equal(at, want) {
			t.Errorf("requests at %v, want %v", at, want)
		}
		if link.restored != 8 || !slices.Equal(warned, []string{"the server for workers does not respond; retrying (no answer)"}) {
			t.Errorf("%d restored, warned %q", link.restored, warned)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 250*time.Millisecond)
		defer cancel()
		begin, n := time.Now(), 0
		if err := h.retry(ctx, func() error { n++; return errLostMessage }); !errors.Is(err, context.DeadlineExceeded) || n != 2 || time.Since(begin) != 250*time.Millisecond {
			t.Errorf("%v after %d requests and %v", err, n, time.Since(begin))
		}
	})
}
