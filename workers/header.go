package workers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/nats-io/nats.go"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// These constants limit the size of headers, which contain the game, its settings and the agents
// of many tasks.
const (
	headerPart  = 512 << 10 // most bytes of a header in one message
	smallHeader = 16 << 10  // largest header in bytes that is sent with every task
	smallField  = 1 << 12   // largest number of agents for which one header contains all of them
)

// headerWindow creates the [Header] that consecutive tasks of a batch share. If the schedule has
// few agents, one header contains all of them. Otherwise, or if the schedule grows, a header
// contains a consecutive part of the list of agents (a window), which moves on with the tasks.
type headerWindow struct {
	run   string
	jobs  *tournament.Jobs
	grows bool   // the schedule adds agents while it is played
	whole []byte // encoded header with all agents; without agents if the schedule grows

	from, to int    // the current window contains the agents [from, to)
	digest   string // digest of the current header; "" before the first
	inline   []byte // the current header if it is small, nil if it is stored on the server
}

func newHeaderWindow(run string, jobs *tournament.Jobs) headerWindow {
	w := headerWindow{run: run, jobs: jobs, grows: jobs.Open()}
	field := jobs.Field()
	if w.grows {
		field = nil
	}
	w.whole = w.encode(field)
	return w
}

func (w *headerWindow) encode(field []engines.Agent) []byte {
	t := w.jobs.Terms()
	h := &Header{
		V: version, Run: w.run, Game: t.Game, Openings: t.Arena.Openings, Moves: t.Arena.Moves,
		Field: field,
	}
	return h.encode()
}

// cover ensures that the current header contains the agents of the given pairings, and makes a new
// header if necessary. If the schedule has few agents and does not grow, a new header contains all
// of them. Otherwise it begins with the first agent that the pairings need and ends with the last
// agent of the schedule so far. cover returns the encoded header if it must be stored on the
// server. It returns nil if the header is unchanged or small enough to be sent with every task.
func (w *headerWindow) cover(list []tournament.Pairing) (store []byte, err error) {
	field := w.jobs.Field()
	low, high := len(field), 0
	for i := range list {
		for _, agents := range [][]int{list[i].Agents, list[i].Opponents} {
			for _, agent := range agents {
				low, high = min(low, agent), max(high, agent+1)
			}
		}
	}
	if w.digest != "" && w.from <= low && high <= w.to {
		return nil, nil
	}
	if !w.grows && len(field) <= smallField {
		low = 0
	}
	data := w.whole
	if w.grows || low > 0 {
		data = w.encode(field[low:])
	}
	if len(data) > maxHeader {
		return nil, fmt.Errorf("workers: the agents of the batch need %d bytes; the maximum is %d", len(data), maxHeader)
	}
	w.from, w.to, w.digest, w.inline = low, len(field), digest(data), nil
	if len(data) <= smallHeader {
		w.inline = data
		return nil, nil
	}
	return data, nil
}

// relative returns the pairings with their agents renumbered as indices in the current header's
// list of agents.
func (w *headerWindow) relative(list []tournament.Pairing) []tournament.Pairing {
	if w.from == 0 {
		return list
	}
	out := slices.Clone(list)
	for i := range out {
		out[i].Agents, out[i].Opponents = shifted(out[i].Agents, w.from), shifted(out[i].Opponents, w.from)
	}
	return out
}

func shifted(list []int, by int) []int {
	out := slices.Clone(list)
	for i := range out {
		out[i] -= by
	}
	return out
}

// keptHeaders is the number of headers that a worker keeps in memory. A header contains the game,
// its settings and the agents of many tasks. A worker may alternate between the tasks of several
// runs.
const keptHeaders = 4

// headerCache contains the headers (descriptions of a game and its agents) that a worker received
// last. Its methods may be called from several goroutines.
type headerCache struct {
	link workerLink

	mu    sync.Mutex
	list  map[string]*receivedHeader // by digest
	order []string                   // digests, the oldest first
}

// get returns the header of a task, which states the game and the agents. It takes the header from
// the cache, from the task's message, or from the server.
func (c *headerCache) get(ctx context.Context, t *task) (*receivedHeader, error) {
	c.mu.Lock()
	defer c.mu.Unlock() // concurrent tasks usually need the same header
	if h, ok := c.list[t.Header]; ok {
		return h, nil
	}
	data := t.HeaderData
	if len(data) == 0 {
		var err error
		if data, err = c.fetch(ctx, t.Run, t.Header); err != nil {
			return nil, err
		}
	}
	if digest(data) != t.Header {
		return nil, errors.New("the header has another digest than the task names")
	}
	read, err := readHeader(data)
	if err != nil {
		return nil, err
	}
	h := &receivedHeader{read, arenaKey(&read)}
	if c.list == nil {
		c.list = make(map[string]*receivedHeader)
	}
	c.list[t.Header] = h
	if c.order = append(c.order, t.Header); len(c.order) > keptHeaders {
		delete(c.list, c.order[0])
		c.order = c.order[1:]
	}
	return h, nil
}

func (c *headerCache) fetch(ctx context.Context, run, name string) ([]byte, error) {
	var data []byte
	parts := 1
	for i := 0; i < parts; i++ {
		subject := headerSubject(run, name, i)
		ctx, cancel := context.WithTimeout(ctx, patience)
		m, err := c.link.header(ctx, subject)
		cancel()
		if err != nil {
			return nil, err
		}
		if i == 0 {
			parts = headerParts(m)
		}
		if data = append(data, m.Data...); len(data) > maxHeader || parts < 1 {
			return nil, fmt.Errorf("the header of a task has more than %d bytes or no number of parts", maxHeader)
		}
	}
	return data, nil
}

// partsKey is the name of a header field of NATS messages. A run's [Header] that is too large for
// one message is stored in several; this field of each message contains their number.
const partsKey = "Lanista-Parts"

// headerParts returns in how many messages the server stores a [Header]. m is the message with the
// first part, which states the number. headerParts returns 0 if the number is missing or too large.
func headerParts(m *nats.Msg) int {
	n, err := strconv.Atoi(m.Header.Get(partsKey))
	if err != nil || n > maxHeader/headerPart+1 {
		return 0
	}
	return n
}
