package engines

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/lanista/lanista/engines/internal/panics"
)

// maxPlayers is the number of players that a [playerCache] keeps. Tournaments usually have fewer
// agents, so each player is created only once.
const maxPlayers = 256

// playerCache is a cache of the players that one goroutine has created. Later games reuse the
// players of equal agents, at any seat. If an agent has several seats in one game, the cache has
// one player for each of them.
type playerCache struct {
	engine Engine
	all    []*cachedPlayer
	byHash map[uint64]*cachedPlayer
	game   uint64 // the number of the game in play
	errs   []error
}

// cachedPlayer is a player together with the optional interfaces that it implements, such as
// Starter.
type cachedPlayer struct {
	player   Player
	starter  Starter
	watcher  Watcher
	ender    Ender
	clock    Timekeeper
	assessor Assessor
	searcher SearchReporter
	margin   time.Duration // margin of the player itself; 0 if DefaultMargin applies
	agent    Agent
	settings []setting // the agent's
	hooks    playerHooks
	hash     uint64
	game     uint64        // the number of its last game
	next     *cachedPlayer // with the same hash
}

type setting struct{ key, value string }

// marginHolder is implemented by players with a margin of their own: the time by which their moves may
// exceed their time limit, in place of [DefaultMargin].
type marginHolder interface{ Margin() time.Duration }

// playerHooks is a set of flags. Each flag states what the referee must do for a player: call an
// optional method such as Start, or limit the time of its moves.
type playerHooks uint8

const (
	hookStart playerHooks = 1 << iota // call Start before the game
	hookMove                          // call Saw after every move
	hookEnd                           // call End after the game
	hookClock                         // measure and limit the time of its moves
)

// newCachedPlayer wraps a player and records which optional interfaces it implements. This saves
// type assertions in every game.
func newCachedPlayer(p Player) cachedPlayer {
	c := cachedPlayer{player: p}
	c.starter, _ = p.(Starter)
	c.watcher, _ = p.(Watcher)
	c.ender, _ = p.(Ender)
	c.clock, _ = p.(Timekeeper)
	c.assessor, _ = p.(Assessor)
	c.searcher, _ = p.(SearchReporter)
	if m, ok := p.(marginHolder); ok {
		c.margin = m.Margin()
	}
	if c.starter != nil {
		c.hooks |= hookStart
	}
	if c.watcher != nil {
		c.hooks |= hookMove
	}
	if c.ender != nil {
		c.hooks |= hookEnd
	}
	return c
}

// plays reports whether the player was created for an agent equal to a. The referee calls it before
// every game, so it compares settings as a list, which is faster than a map.
func (c *cachedPlayer) plays(a *Agent) bool {
	if !c.agent.sameExceptSettings(a) {
		return false
	}
	for _, s := range c.settings {
		if v, ok := a.Settings[s.key]; !ok || v != s.value {
			return false
		}
	}
	return true
}

// end calls End of the player. A panic is returned as an error, because the game is already over
// and cannot be forfeited.
func (c *cachedPlayer) end(o Outcome) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &UnplayableError{c.agent.Name, fmt.Errorf("at the end of a game: %w", panics.Error(r))}
		}
	}()
	c.ender.End(o)
	return nil
}

func newPlayerCache(e Engine) *playerCache {
	return &playerCache{engine: e, byHash: make(map[uint64]*cachedPlayer)}
}

// take puts a player for agent a into seats[0]. Before the call, seats contains players of the last
// game that have no seat in the current game yet; take prefers one of these. Otherwise it takes an
// unused player from the cache or creates a new one.
func (c *playerCache) take(ctx context.Context, a *Agent, seats []*cachedPlayer) error {
	for i, p := range seats {
		if p != nil && p.plays(a) {
			seats[0], seats[i] = p, seats[0]
			return nil
		}
	}
	hash := a.Hash()
	for p := c.byHash[hash]; p != nil; p = p.next {
		if p.game != c.game && p.plays(a) {
			seats[0] = p
			return nil
		}
	}
	made, err := NewPlayer(ctx, c.engine, *a)
	if err != nil {
		return err
	}
	if len(c.all) >= maxPlayers {
		c.evict()
	}
	p := new(cachedPlayer)
	*p = newCachedPlayer(made)
	p.agent, p.hash, p.game, p.next = *a, hash, c.game, c.byHash[hash]
	p.agent.Weights, p.agent.Settings = slices.Clone(a.Weights), maps.Clone(a.Settings) // the caller may change its own
	for k, v := range a.Settings {
		p.settings = append(p.settings, setting{k, v})
	}
	if a.Limit.Timed() {
		p.hooks |= hookClock
	}
	c.byHash[hash] = p
	c.all = append(c.all, p)
	seats[0] = p
	return nil
}

// evict makes room in the cache. It closes up to a quarter of the players, those that have not
// played for the longest time.
func (c *playerCache) evict() {
	games := make([]uint64, 0, len(c.all))
	for _, p := range c.all {
		games = append(games, p.game)
	}
	slices.Sort(games)
	until := games[len(games)/4]
	c.all = slices.DeleteFunc(c.all, func(p *cachedPlayer) bool {
		if p.game < until {
			c.closePlayer(p)
			return true
		}
		return false
	})
}

func (c *playerCache) drop(p *cachedPlayer) {
	c.closePlayer(p)
	c.all = slices.DeleteFunc(c.all, func(q *cachedPlayer) bool { return q == p })
}

// closePlayer closes a player and removes it from the map byHash, but not from the list all. An
// error of Close is stored until the method close returns it.
func (c *playerCache) closePlayer(p *cachedPlayer) {
	if at := c.byHash[p.hash]; at != p {
		for at.next != p {
			at = at.next
		}
		at.next = p.next
	} else if p.next != nil {
		c.byHash[p.hash] = p.next
	} else {
		delete(c.byHash, p.hash)
	}
	if err := Close(p.player); err != nil {
		c.errs = append(c.errs, err)
	}
}

// close closes all players. It returns the errors of all players that were closed since the last
// call of close.
func (c *playerCache) close() error {
	for len(c.all) > 0 {
		c.drop(c.all[len(c.all)-1])
	}
	err := errors.Join(c.errs...)
	c.errs = nil
	return err
}
