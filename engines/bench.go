package engines

import (
	"context"
	"errors"
	"maps"
	"slices"
)

// maxPlayers is how many players a bench keeps. It is more than a tournament
// usually has agents, so that each is made once.
const maxPlayers = 256

// bench keeps the players of one goroutine between their games, each under its
// agent, and uses each at whatever seat it is wanted. An agent that sits at
// several seats of a table is as many players.
type bench struct {
	engine Engine
	all    []*benched
	byHash map[uint64]*benched
	game   uint64 // the number of the game in play
	errs   []error
}

// benched is a player and what else of its life it wants to know.
type benched struct {
	player   Player
	starter  Starter
	watcher  Watcher
	ender    Ender
	clock    Timekeeper
	assessor Assessor
	agent    Agent
	settings []setting // the agent's
	wants    wants
	hash     uint64
	game     uint64   // the last one that it sat down to
	next     *benched // of the same hash
}

// setting is a key of settings and what it is set to.
type setting struct{ key, value string }

// plays reports whether a player is one of an agent. The referee asks before every
// game, so the player's settings are a list, which is gone through faster than a map.
func (b *benched) plays(a *Agent) bool {
	if !b.agent.sameBut(a) {
		return false
	}
	for _, s := range b.settings {
		if v, ok := a.Settings[s.key]; !ok || v != s.value {
			return false
		}
	}
	return true
}

// benchedPlayer looks up once which of the interfaces a player has.
func benchedPlayer(p Player) benched {
	b := benched{player: p}
	b.starter, _ = p.(Starter)
	b.watcher, _ = p.(Watcher)
	b.ender, _ = p.(Ender)
	b.clock, _ = p.(Timekeeper)
	b.assessor, _ = p.(Assessor)
	if b.starter != nil {
		b.wants |= begun
	}
	if b.watcher != nil {
		b.wants |= saw
	}
	if b.ender != nil {
		b.wants |= ended
	}
	return b
}

// wants says what a player, or any player of a table, wants of the referee.
type wants uint8

const (
	begun   wants = 1 << iota // to be told that a game begins
	saw                       // to be told of every move
	ended                     // to be told how the game ended
	clocked                   // its time to be taken, because its agent's is limited
)

func newBench(e Engine) *bench {
	return &bench{engine: e, byHash: make(map[uint64]*benched)}
}

// take puts a player of an agent on the first of some seats, one of those at the
// other seats if it can be. At these seats are players of the last table who have
// none at the present one yet.
func (b *bench) take(ctx context.Context, a *Agent, seats []*benched) error {
	for i, p := range seats {
		if p != nil && p.plays(a) {
			seats[0], seats[i] = p, seats[0]
			return nil
		}
	}
	hash := a.Hash()
	for p := b.byHash[hash]; p != nil; p = p.next {
		if p.game != b.game && p.plays(a) {
			seats[0] = p
			return nil
		}
	}
	made, err := NewPlayer(ctx, b.engine, *a)
	if err != nil {
		return err
	}
	if len(b.all) >= maxPlayers {
		b.evict()
	}
	p := new(benched)
	*p = benchedPlayer(made)
	p.agent, p.hash, p.game, p.next = *a, hash, b.game, b.byHash[hash]
	p.agent.Weights, p.agent.Settings = slices.Clone(a.Weights), maps.Clone(a.Settings) // the caller's may change
	for k, v := range a.Settings {
		p.settings = append(p.settings, setting{k, v})
	}
	if a.Limit.Timed() {
		p.wants |= clocked
	}
	b.byHash[hash] = p
	b.all = append(b.all, p)
	seats[0] = p
	return nil
}

// evict drops the quarter of the players that have not played for longest: where agents
// come and go all the time, looking for one at a time would take longer.
func (b *bench) evict() {
	games := make([]uint64, 0, len(b.all))
	for _, p := range b.all {
		games = append(games, p.game)
	}
	slices.Sort(games)
	until := games[len(games)/4]
	b.all = slices.DeleteFunc(b.all, func(p *benched) bool {
		if p.game < until {
			b.leave(p)
			return true
		}
		return false
	})
}

// drop closes a player and forgets it.
func (b *bench) drop(p *benched) {
	b.leave(p)
	b.all = slices.DeleteFunc(b.all, func(q *benched) bool { return q == p })
}

// leave closes a player that is nobody's any more.
func (b *bench) leave(p *benched) {
	if at := b.byHash[p.hash]; at != p {
		for at.next != p {
			at = at.next
		}
		at.next = p.next
	} else if p.next != nil {
		b.byHash[p.hash] = p.next
	} else {
		delete(b.byHash, p.hash)
	}
	if err := Close(p.player); err != nil {
		b.errs = append(b.errs, err)
	}
}

// close closes all players.
func (b *bench) close() error {
	for len(b.all) > 0 {
		b.drop(b.all[len(b.all)-1])
	}
	err := errors.Join(b.errs...)
	b.errs = nil
	return err
}
