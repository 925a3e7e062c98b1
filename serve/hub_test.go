package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/runs/documents"
)

// shop is a fake store that changes on request.
type shop struct {
	commits atomic.Int64
	games   atomic.Int64
	polls   atomic.Int64
	broken  atomic.Bool
	name    atomic.Uint64 // label of run b
	deleted atomic.Bool   // run b
	reads   atomic.Int64  // of labels
	ended   atomic.Bool   // run a, which is older than the newest runs
}

func (s *shop) version(context.Context) (int64, error) {
	s.polls.Add(1)
	if s.broken.Load() {
		return 0, errors.New("broken")
	}
	return s.commits.Load(), nil
}

func (s *shop) look(_ context.Context, others []string) ([]documents.Progress, error) {
	if s.ended.Load() { // a is not among the newest runs
		list := []documents.Progress{{ID: "b", Status: "finished"}}
		if slices.Contains(others, "a") {
			list = append(list, documents.Progress{ID: "a", Status: "finished", Games: int(s.games.Load())})
		}
		return list, nil
	}
	return []documents.Progress{{ID: "a", Status: "running", Games: int(s.games.Load())}, {ID: "b", Status: "finished"}}, nil
}

func (s *shop) labels(context.Context) (map[string]uint64, error) {
	s.reads.Add(1)
	labels := map[string]uint64{"a": 0, "b": s.name.Load()}
	if s.deleted.Load() {
		delete(labels, "b")
	}
	return labels, nil
}

func (s *shop) hub() *hub { return newHub(s.version, s.look, s.labels) }

func (s *shop) commit(games int64) {
	s.games.Store(games)
	s.commits.Add(1)
}

// parsed returns the data of a server-sent event of the given name.
func parsed[T any](event string, m []byte) (v T, ok bool) {
	data, ok := bytes.CutPrefix(m, []byte("event: "+event+"\ndata: "))
	return v, ok && json.Unmarshal(data, &v) == nil
}

// pass lets time pass in a bubble of synctest, and then waits until all other goroutines are idle.
// Without this wait, a poll that is due at the end of d could still be sending its messages.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// received returns the messages that are waiting for a client.
func received(c *client) (list []Event) {
	for {
		select {
		case m, ok := <-c.messages:
			if !ok {
				return list
			}
			event := "runs"
			if c.run != "" {
				event = "progress"
			}
			if d, ok := parsed[Event](event, m); ok {
				list = append(list, d)
			}
		default:
			return list
		}
	}
}

func TestClientsReceiveOnlyChanges(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shop{}
		h := s.hub()
		all, _ := h.join(t.Context(), "")
		a, _ := h.join(t.Context(), "a")
		b, _ := h.join(t.Context(), "b")
		if d := h.now(t.Context(), "a"); len(d.Runs) != 1 || d.Runs[0].ID != "a" {
			t.Errorf("hello tells %+v", d)
		}
		pass(3 * time.Second)
		for _, c := range []*client{all, a, b} { // the first look may be news
			if n := len(received(c)); n != 1 {
				t.Errorf("%d messages at first", n)
			}
		}
		s.commits.Add(1) // a sign of life
		pass(time.Second)
		s.commit(7)
		pass(time.Second)
		if got := received(all); len(got) != 1 || len(got[0].Runs) != 1 || got[0].Runs[0].Games != 7 {
			t.Errorf("%+v", got)
		}
		if got := received(a); len(got) != 1 {
			t.Errorf("%+v", got)
		}
		if got := received(b); len(got) != 0 {
			t.Errorf("b was told of a: %+v", got)
		}
		for _, c := range []*client{all, a, b} {
			h.leave(c)
		}
		h.wait()
	})
}

// Clients receive the end of a run that is older than the newest runs, also if another client connects
// after the end and before the next poll.
func TestTheEndOfAnOldRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shop{}
		h := s.hub()
		a, _ := h.join(t.Context(), "a")
		pass(time.Second)
		received(a)
		s.ended.Store(true)
		s.commits.Add(1)
		h.now(t.Context(), "")
		pass(time.Second)
		if got := received(a); len(got) != 1 || len(got[0].Runs) != 1 || got[0].Runs[0].Status != "finished" {
			t.Errorf("%+v", got)
		}
		s.commits.Add(1)
		pass(time.Second)
		if got := received(a); len(got) != 0 {
			t.Errorf("after the end: %+v", got)
		}
		h.leave(a)
		h.wait()
	})
}

// A client receives every change of labels after it has joined, also before the first poll.
func TestLabelsThatChangeBeforeTheFirstPoll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shop{}
		h := s.hub()
		b, _ := h.join(t.Context(), "b")
		s.name.Store(1)
		s.commits.Add(1)
		pass(time.Second)
		if got := received(b); len(got) != 1 || !slices.Equal(got[0].Changed, []string{"b"}) {
			t.Errorf("%+v", got)
		}
		h.leave(b)
		h.wait()
	})
}

// A client that follows one run receives its state first, also if the run is older than the newest
// runs. The state of all runs does not contain it.
func TestTheStateOfAnOldRun(t *testing.T) {
	t.Parallel()
	s := &shop{}
	s.ended.Store(true)
	h := s.hub()
	if d := h.now(t.Context(), "a"); len(d.Runs) != 1 || d.Runs[0].ID != "a" {
		t.Errorf("%+v", d)
	}
	if d := h.now(t.Context(), ""); len(d.Runs) != 1 || d.Runs[0].ID != "b" {
		t.Errorf("%+v", d)
	}
}

// Clients receive an event for a run that is renamed or deleted, at once or, while other runs change,
// within five seconds.
func TestClientsReceiveChangedLabels(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shop{}
		h := s.hub()
		all, _ := h.join(t.Context(), "")
		a, _ := h.join(t.Context(), "a")
		b, _ := h.join(t.Context(), "b")
		clients := []*client{all, a, b}
		changes := func() (counts [3]int) {
			for i, c := range clients {
				for _, d := range received(c) {
					if len(d.Changed) > 0 {
						counts[i]++
					}
				}
			}
			return counts
		}
		pass(time.Second)
		if got := changes(); got != [3]int{} {
			t.Errorf("changes at first: %v", got)
		}
		s.name.Store(1)
		s.commits.Add(1)
		pass(time.Second)
		if got := changes(); got != [3]int{1, 0, 1} {
			t.Errorf("messages of a new name: %v, want one to all and one to b", got)
		}
		s.deleted.Store(true)
		for games := range int64(60) { // a plays on
			s.commit(games + 1)
			pass(100 * time.Millisecond)
			received(a)
			if got := received(all); len(got) > 0 && len(got[len(got)-1].Changed) > 0 {
				break
			} else if games == 59 {
				t.Error("nobody is told within six seconds that b was deleted")
			}
		}
		if got := changes(); got[2] != 1 {
			t.Errorf("b's clients received %d messages of its end", got[2])
		}
		reads := s.reads.Load()
		pass(time.Minute)
		if s.reads.Load() > reads+1 {
			t.Errorf("%d reads of labels without a change", s.reads.Load()-reads)
		}
		for _, c := range clients {
			h.leave(c)
		}
		h.wait()
	})
}

func TestEventsKeepTheirPace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shop{}
		h := s.hub()
		c, _ := h.join(t.Context(), "")
		told := 0
		for i := range int64(1000) { // ten seconds
			s.commit(i)
			pass(10 * time.Millisecond)
			told += len(received(c))
		}
		if told < 20 || told > 41 {
			t.Errorf("%d messages in ten seconds", told)
		}
		h.leave(c)
		h.wait()
	})
}

func TestNoPollingWithoutClients(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shop{}
		h := s.hub()
		c, _ := h.join(t.Context(), "")
		pass(time.Second)
		h.leave(c)
		h.wait()
		polls := s.polls.Load()
		pass(time.Minute)
		if s.polls.Load() != polls || polls == 0 {
			t.Errorf("%d polls, then %d", polls, s.polls.Load())
		}
		c, _ = h.join(t.Context(), "") // a client after a time without clients
		s.commit(1)
		pass(time.Second)
		if len(received(c)) != 1 {
			t.Error("the second watch tells nothing")
		}
		h.leave(c)
		h.wait()
	})
}

func TestAListenerThatDoesNotReadIsDropped(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shop{}
		h := s.hub()
		asleep, _ := h.join(t.Context(), "")
		awake, _ := h.join(t.Context(), "")
		told := 0
		for i := range int64(clientWaits + 3) {
			s.commit(i + 1)
			pass(time.Second)
			told += len(received(awake))
		}
		if n := len(received(asleep)); n != clientWaits {
			t.Errorf("%d messages wait", n)
		}
		if _, open := <-asleep.messages; open || told != clientWaits+3 {
			t.Errorf("still open: %v; the other was told %d times", open, told)
		}
		h.leave(asleep)
		h.leave(awake)
		h.wait()
	})
}

func TestAStoreThatCannotBeReadIsWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &shop{}
		s.broken.Store(true)
		h := s.hub()
		c, _ := h.join(t.Context(), "")
		pass(time.Minute)
		if len(received(c)) != 0 {
			t.Error("something is told of a store that cannot be read")
		}
		s.broken.Store(false)
		pass(time.Second)
		if len(received(c)) != 1 {
			t.Error("nothing is told once it can be read")
		}
		h.leave(c)
		h.wait()
	})
}

func TestThereIsALimitOfStreams(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := (&shop{}).hub()
		var clients []*client
		for range mostStreams {
			c, ok := h.join(t.Context(), "")
			if !ok {
				t.Fatal("refused too early")
			}
			clients = append(clients, c)
		}
		if _, ok := h.join(t.Context(), ""); ok {
			t.Error("one too many")
		}
		for _, c := range clients {
			h.leave(c)
		}
		h.wait()
	})
}
