package workers

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/lanista/lanista/engines"
)

// NewArena returns an arena that plays the games of a run's tasks, which workers receive. The
// header h contains the game's name, its settings and the agents. game must already have these
// settings.
func NewArena(game engines.Engine, h Header) (engines.Arena, error) {
	return engines.NewArena(game, engines.ArenaOptions{Openings: h.Openings, Moves: h.Moves, CheckEveryPly: true})
}

// CheckedArena returns an arena that plays games for a run of another process. It applies the
// settings in the received header h to game. It returns an error if the versions of the game
// differ. It also returns an error if a setting names a file, because a message must not choose
// files on this machine.
func CheckedArena(game engines.Engine, h Header) (engines.Arena, error) {
	spec := game.Spec()
	if err := refuseFiles(spec.Settings, h.Game.Settings); err != nil {
		return nil, err
	}
	for i := range h.Field {
		if err := refuseFiles(spec.Settings, h.Field[i].Settings); err != nil {
			return nil, err
		}
	}
	if h.Game.Version != "" && h.Game.Version != spec.Version {
		return nil, fmt.Errorf("this worker has %s in version %s; the run has version %s", spec.Name, spec.Version, h.Game.Version)
	}
	configured, err := game.With(h.Game.Settings)
	if err != nil {
		return nil, err
	}
	return NewArena(configured, h)
}

func refuseFiles(known []engines.Setting, given engines.Settings) error {
	for _, s := range known {
		if value, ok := given[s.Name]; ok && s.NamesFile(value) {
			return fmt.Errorf("setting %s names a file; workers do not open files that a run names", s.Name)
		}
	}
	return nil
}

// arenaKey returns a digest of the parts of a header that determine an arena, such as the game and
// its settings. The weights of the agents are not among them, so headers that differ only in
// weights share arenas.
func arenaKey(h *Header) string {
	players := make(map[string]bool)
	for i := range h.Field {
		players[h.Field[i].Player] = true
	}
	return digest(encode(struct {
		Run      string
		Game     engines.EngineRef
		Openings engines.Openings
		Moves    bool
		Players  map[string]bool
	}{h.Run, h.Game, h.Openings, h.Moves, players}))
}

// receivedHeader is a header that a worker has received: the game, its settings and the agents of
// many tasks.
type receivedHeader struct {
	header   Header
	arenaKey string // see arenaKey
}

// taskArena is an arena (an object that plays games) of the cache while one slot, a goroutine of
// the worker, uses it.
type taskArena struct {
	key    string
	from   *openedArena
	arena  engines.Arena
	forked bool // only this taskArena uses the arena
	slot   int  // the slot that plays with it
}

type openedArena struct {
	arena   engines.Arena
	end     func() error // nil for none
	used    int          // number of slots that use the arena or a fork of it
	dropped bool         // the cache does not keep the arena any more
}

// closeUnused closes the arena if the cache has dropped it and no goroutine uses it. It ignores
// errors, because the games have been played.
func (o *openedArena) closeUnused() {
	if !o.dropped || o.used > 0 {
		return
	}
	_ = engines.Close(o.arena)
	if o.end != nil {
		_ = o.end()
	}
}

// keptArenas is the number of arenas that an arenaCache keeps open. An arena plays the games of
// one engine with fixed settings and agents. A worker needs several if it alternates between the
// tasks of several runs. The least recently used arena is dropped first.
const keptArenas = 4

// arenaCache contains the open arenas of a worker by their keys. Arenas with equal keys are
// interchangeable, because the key contains everything that an arena depends on, such as the game
// and its settings. The methods may be called from several goroutines.
type arenaCache struct {
	open Opener

	mu     sync.Mutex
	opened map[string]*openedArena // by key
	idle   map[string][]*taskArena // arenas that no slot uses, by key
	order  []string                // keys, the last used one last
}

func newArenaCache(open Opener) *arenaCache {
	return &arenaCache{open: open, opened: make(map[string]*openedArena), idle: make(map[string][]*taskArena)}
}

// take returns an arena that can play the tasks with the given header, which states the game and
// the agents. It reuses an idle arena or opens a new one. The caller must return the arena with
// put.
func (c *arenaCache) take(ctx context.Context, h *receivedHeader) (*taskArena, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	from, ok := c.opened[h.arenaKey]
	if !ok {
		from = new(openedArena)
		var err error
		if from.arena, from.end, err = c.open(ctx, h.header); err != nil {
			return nil, err
		}
		c.opened[h.arenaKey] = from
	}
	c.order = append(slices.DeleteFunc(c.order, func(k string) bool { return k == h.arenaKey }), h.arenaKey)
	if len(c.order) > keptArenas {
		c.drop(c.order[0])
	}
	from.used++
	if list := c.idle[h.arenaKey]; len(list) > 0 {
		c.idle[h.arenaKey] = list[:len(list)-1]
		return list[len(list)-1], nil
	}
	if f, ok := from.arena.(engines.PerGoroutine); ok {
		return &taskArena{key: h.arenaKey, from: from, arena: f.Fork(), forked: true}, nil
	}
	return &taskArena{key: h.arenaKey, from: from, arena: from.arena}, nil
}

// put returns an arena to the cache. It closes the arena if the cache has dropped it meanwhile.
func (c *arenaCache) put(a *taskArena) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a.from.used--
	if !a.from.dropped {
		c.idle[a.key] = append(c.idle[a.key], a)
		return
	}
	a.close()
	a.from.closeUnused()
}

// close closes an arena that no other goroutine uses. Errors are ignored.
func (a *taskArena) close() {
	if a.forked {
		_ = engines.Close(a.arena)
	}
}

// drop closes all idle arenas that have the given key. Those in use are closed by put: their games
// would fail without the programs that play them. The caller holds c.mu.
func (c *arenaCache) drop(key string) {
	for _, a := range c.idle[key] {
		a.close()
	}
	c.opened[key].dropped = true
	c.opened[key].closeUnused()
	delete(c.idle, key)
	delete(c.opened, key)
	c.order = slices.DeleteFunc(c.order, func(k string) bool { return k == key })
}

func (c *arenaCache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key := range c.opened {
		c.drop(key)
	}
}
