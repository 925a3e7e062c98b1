//go:build !nobroker

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
)

// keptHeaders and keptTables are how many a worker keeps of batches that it has
// played: runs take turns.
const (
	keptHeaders = 4
	keptTables  = 4
)

// header is a header that has been read.
type header struct {
	Header
	key string // of its tables
}

// headers are those that a worker has read last.
type headers struct {
	mu    sync.Mutex
	list  map[string]*header
	order []string
}

// header is the header of a task, which it brings or the server has, unless it is
// known.
func (w *worker) header(ctx context.Context, t *task) (*header, error) {
	w.headers.mu.Lock()
	defer w.headers.mu.Unlock() // the others want the same one
	if h, ok := w.headers.list[t.Header]; ok {
		return h, nil
	}
	data := t.What
	if len(data) == 0 {
		var err error
		if data, err = w.stored(ctx, t.Run, t.Header); err != nil {
			return nil, err
		}
	}
	if digest(data) != t.Header {
		return nil, errors.New("what is played is not what the task names")
	}
	read, err := readHeader(data)
	if err != nil {
		return nil, err
	}
	h := &header{read, tableKey(&read)}
	if w.headers.list == nil {
		w.headers.list = make(map[string]*header)
	}
	w.headers.list[t.Header] = h
	if w.headers.order = append(w.headers.order, t.Header); len(w.headers.order) > keptHeaders {
		delete(w.headers.list, w.headers.order[0])
		w.headers.order = w.headers.order[1:]
	}
	return h, nil
}

// stored reads a header from the server, in parts.
func (w *worker) stored(ctx context.Context, run, name string) ([]byte, error) {
	var data []byte
	parts := 1
	for i := 0; i < parts; i++ {
		subject := headerSubject(run, name, i)
		ctx, cancel := context.WithTimeout(ctx, patience)
		m, err := w.conn.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+headersStream+"."+subject, nil)
		cancel()
		if err != nil {
			return nil, fmt.Errorf("what is played cannot be read: %w", err)
		}
		if m.Header.Get("Status") != "" {
			return nil, fmt.Errorf("what is played is not on the server (%s)", m.Header.Get("Description"))
		}
		if i == 0 {
			parts = partsOf(m)
		}
		if data = append(data, m.Data...); len(data) > maxHeader || parts < 1 {
			return nil, errors.New("what is played is too large")
		}
	}
	return data, nil
}

// partsOf is the number of parts of a header, 0 if its first does not say.
func partsOf(m *nats.Msg) int {
	n, err := strconv.Atoi(m.Header.Get("Lanista-Parts"))
	if err != nil || n > maxHeader/headerPart+1 {
		return 0
	}
	return n
}

// table is an arena for one goroutine, which keeps the players it has made.
type table struct {
	key    string
	arena  engines.Arena
	forked bool // it is nobody else's
}

// base is an arena that tables are made of.
type base struct {
	arena engines.Arena
	end   func() error // nil for none
}

// close ends what the arena has.
func (b base) close() {
	_ = engines.Close(b.arena) // its games have been played, whatever it says
	if b.end != nil {
		_ = b.end()
	}
}

// tables are the arenas that a worker keeps.
type tables struct {
	open Opener

	mu    sync.Mutex
	bases map[string]base
	idle  map[string][]*table
	order []string // of the keys, the last used one last
}

func newTables(open Opener) *tables {
	return &tables{open: open, bases: make(map[string]base), idle: make(map[string][]*table)}
}

// take returns a table for the games of a header that nobody else uses.
func (t *tables) take(ctx context.Context, h *header) (*table, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	from, ok := t.bases[h.key]
	if !ok {
		var err error
		if from.arena, from.end, err = t.open(ctx, h.Header); err != nil {
			return nil, err
		}
		t.bases[h.key] = from
	}
	t.order = append(slices.DeleteFunc(t.order, func(k string) bool { return k == h.key }), h.key)
	if len(t.order) > keptTables {
		t.drop(t.order[0])
	}
	if list := t.idle[h.key]; len(list) > 0 {
		t.idle[h.key] = list[:len(list)-1]
		return list[len(list)-1], nil
	}
	if f, ok := from.arena.(engines.PerGoroutine); ok {
		return &table{h.key, f.Fork(), true}, nil
	}
	return &table{h.key, from.arena, false}, nil
}

// back takes a table back.
func (t *tables) back(one *table) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.bases[one.key]; ok {
		t.idle[one.key] = append(t.idle[one.key], one)
		return
	}
	t.closeTable(one)
}

// drop closes the tables of a key that nobody uses.
func (t *tables) drop(key string) {
	for _, one := range t.idle[key] {
		t.closeTable(one)
	}
	t.bases[key].close()
	delete(t.idle, key)
	delete(t.bases, key)
	t.order = slices.DeleteFunc(t.order, func(k string) bool { return k == key })
}

// closeTable closes a table; its games have been played, whatever it says.
func (t *tables) closeTable(one *table) {
	if one.forked {
		_ = engines.Close(one.arena)
	}
}

// close closes all tables.
func (t *tables) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key := range t.bases {
		t.drop(key)
	}
}
