package workers

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// runSubscriptions manages what the batches of one run share on the server: subscriptions, which
// are reused, and stored results, which are removed together. Batches may follow each other too
// fast to create and remove these themselves. The methods may be called from several goroutines.
type runSubscriptions struct {
	hub *Hub
	run string

	mu       sync.Mutex // protects the fields below
	idle     []*subscription
	playing  int             // batches in play
	finished map[string]bool // batches that are over and whose results are still on the server
	bytes    int             // size of these results
	keep     bool            // another process may need the results of an interrupted batch
	timer    *time.Timer     // calls closeIdle; nil before the first batch ends
	closed   bool
}

// subscription receives the results of a run, and the server's notices of tasks that were delivered
// [maxDeliver] times.
type subscription struct {
	results, exhausted chan *nats.Msg
	stops              []func()
}

// incomingMessages is the capacity of a subscription's channels. Further messages are dropped;
// the next full audit finds the results on the server.
const incomingMessages = 1 << 14

// These constants limit how long results of finished batches stay on the server. They are removed
// after mostFinished batches, after mostFinishedBytes bytes, or when the run has played no batch
// for the time idleAfter.
const (
	mostFinished      = 64
	mostFinishedBytes = 16 << 20
	idleAfter         = 2 * time.Second
)

// maxDeliveries is the subject of the server's advisory that a task has been delivered
// [maxDeliver] times. The server keeps the task and does not deliver it any more.
const maxDeliveries = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + tasksStream + "." + consumerName

func (h *Hub) subscriptionsOf(run string) *runSubscriptions {
	s, _ := h.runs.LoadOrStore(run, &runSubscriptions{hub: h, run: run, finished: make(map[string]bool)})
	return s.(*runSubscriptions)
}

// acquire returns a subscription for a batch. It also removes the results of an earlier batch of
// the same name from the server.
func (r *runSubscriptions) acquire(ctx context.Context, batch string) (*subscription, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Stop()
	}
	if r.finished[batch] {
		if err := r.hub.link.purge(ctx, resultsStream, resultSubject(r.run, batch, ">")); err != nil {
			return nil, err
		}
		delete(r.finished, batch)
	}
	r.playing++
	if n := len(r.idle); n > 0 {
		s := r.idle[n-1]
		r.idle = r.idle[:n-1]
		s.discard()
		return s, nil
	}
	s := &subscription{results: make(chan *nats.Msg, incomingMessages), exhausted: make(chan *nats.Msg, incomingMessages)}
	for _, to := range []struct {
		subject  string
		messages chan *nats.Msg
	}{{resultSubject(r.run, "*", "*"), s.results}, {maxDeliveries, s.exhausted}} {
		stop, err := r.hub.link.receive(to.subject, to.messages)
		if err != nil {
			r.playing--
			s.close()
			return nil, err
		}
		s.stops = append(s.stops, stop)
	}
	return s, nil
}

// release ends a batch's use of the subscription s and makes s available to later batches. bytes is
// the size of the batch's results on the server. removed is true if the batch has left no messages
// there. keep is true if the results must stay there, because the batch may be continued. If both
// are false, the results are removed later, together with those of other batches.
func (r *runSubscriptions) release(s *subscription, batch string, bytes int, removed, keep bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle = append(r.idle, s)
	r.playing--
	r.keep = r.keep || keep
	if !removed && !keep {
		r.finished[batch] = true
		r.bytes += bytes
	}
	if r.playing > 0 {
		return
	}
	if len(r.finished) >= mostFinished || r.bytes >= mostFinishedBytes {
		r.removeResults()
	}
	r.timer = time.AfterFunc(idleAfter, r.closeIdle)
}

// removeResults removes the results of finished batches from the server. The caller holds r.mu,
// and no batch is being played. Results that cannot be removed expire.
func (r *runSubscriptions) removeResults() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if r.keep {
		for batch := range r.finished {
			_ = r.hub.link.purge(ctx, resultsStream, resultSubject(r.run, batch, ">"))
		}
	} else if len(r.finished) > 0 {
		_ = r.hub.link.purge(ctx, resultsStream, "lanista."+r.run+".result.>")
	}
	clear(r.finished)
	r.bytes = 0
}

// closeIdle closes the subscriptions and removes the results, unless a batch is being played.
func (r *runSubscriptions) closeIdle() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.playing > 0 || r.closed {
		return
	}
	for _, s := range r.idle {
		s.close()
	}
	r.idle = nil
	r.removeResults()
}

// close releases what the run shares on the server. It stops the timer that removes old results. On
// a NATS cluster it also removes the results, which would stay there; a server of the hub itself
// keeps nothing after its end. The subscriptions end when the hub's connection is closed, so call
// close before that.
func (r *runSubscriptions) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed = true; r.timer != nil {
		r.timer.Stop()
	}
	if r.hub.broker == nil {
		r.removeResults()
	}
}

// discard drops the messages that arrived while no batch used the subscription.
func (s *subscription) discard() {
	for {
		select {
		case <-s.results:
		case <-s.exhausted:
		default:
			return
		}
	}
}

func (s *subscription) close() {
	for _, stop := range s.stops {
		stop()
	}
}
