package conformance

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/lanista/lanista/engines"
)

// checkLife tests the life cycle of players in an arena. Every player must be started once per
// game, receive every move once and receive every outcome once. After the games it must be closed
// once.
func checkLife(p *probe) error {
	if _, ok := engines.As[engines.ArenaFactory](p.engine); ok {
		return nil
	}
	w := &countingEngine{Engine: p.engine}
	arena, err := engines.NewArena(w, engines.ArenaOptions{})
	if err != nil {
		return err
	}
	fork := arena.(engines.PerGoroutine).Fork()
	seats := make([]engines.Agent, p.spec.DefaultSeats())
	plies := 0
	const games = 3
	for seed := range uint64(games) {
		r, err := fork.Play(p.ctx, seats, seed)
		if err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if r.Forfeit != nil {
			return fmt.Errorf("seed %d: seat %d forfeits: %s", seed, r.Forfeit.Seat, r.Forfeit.Reason)
		}
		plies += r.Plies
	}
	if err := engines.Close(fork); err != nil {
		return fmt.Errorf("closing the arena: %w", err)
	}
	for _, s := range w.made {
		if s.started != games || s.ended != games || s.saw != plies || s.closed != 1 {
			return fmt.Errorf("in %d games of %d plies a player received %d calls of Start, %d of End, %d of Saw and %d of Close",
				games, plies, s.started, s.ended, s.saw, s.closed)
		}
	}
	if len(w.made) != len(seats) {
		return fmt.Errorf("the arena made %d players for %d seats", len(w.made), len(seats))
	}
	return nil
}

// countingEngine wraps an engine and keeps all players that it creates as countedPlayers, so that a
// test can read how often their methods were called.
type countingEngine struct {
	engines.Engine
	mu   sync.Mutex
	made []*countedPlayer
}

func (w *countingEngine) NewPlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	player, err := w.Engine.NewPlayer(ctx, a)
	if err != nil {
		return nil, err
	}
	s := &countedPlayer{Player: player}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.made = append(w.made, s)
	return s, nil
}

// countedPlayer wraps a player and counts the calls of Start, Saw, End and Close.
type countedPlayer struct {
	engines.Player
	started, saw, ended, closed int
}

func (s *countedPlayer) Start(ctx context.Context, seating engines.Seating) error {
	s.started++
	if p, ok := s.Player.(engines.Starter); ok {
		return p.Start(ctx, seating)
	}
	return nil
}

func (s *countedPlayer) Saw(seat int, m engines.Move) {
	s.saw++
	if p, ok := s.Player.(engines.Watcher); ok {
		p.Saw(seat, m)
	}
}

func (s *countedPlayer) End(o engines.Outcome) {
	s.ended++
	if p, ok := s.Player.(engines.Ender); ok {
		p.End(o)
	}
}

func (s *countedPlayer) Close() error {
	s.closed++
	return engines.Close(s.Player)
}

// checkRecords tests that an arena returns equal records for equal games, and that the moves in a
// record lead to its outcome.
func checkRecords(p *probe) error {
	for _, o := range []engines.ArenaOptions{{Moves: true}, {Moves: true, Openings: engines.Openings{RandomPlies: 1}}} {
		arena, err := engines.NewArena(p.engine, o)
		if err != nil && p.hosted() && o.Openings != (engines.Openings{}) {
			p.note("the arena of the engine does not support openings: %v", err)
			continue
		}
		if err != nil {
			return err
		}
		seats := make([]engines.Agent, p.spec.DefaultSeats())
		for seed := range uint64(min(p.games, 4)) {
			r, err := arena.Play(p.ctx, seats, seed)
			if err != nil {
				return fmt.Errorf("seed %d: %w", seed, err)
			}
			if r.Forfeit != nil {
				return fmt.Errorf("seed %d: the default agent at seat %d forfeits: %s", seed, r.Forfeit.Seat, r.Forfeit.Reason)
			}
			again, err := arena.Play(p.ctx, seats, seed)
			if err != nil {
				return fmt.Errorf("seed %d, second game: %w", seed, err)
			}
			if !reflect.DeepEqual(r, again) {
				return fmt.Errorf("seed %d: two equal games have the records %v and %v", seed, r, again)
			}
			if err := replay(p, r, len(seats), seed, o.Openings); err != nil {
				return fmt.Errorf("seed %d: the moves %v of the record: %w", seed, r.Moves(), err)
			}
		}
	}
	return nil
}

func replay(p *probe, r engines.Record, seats int, seed uint64, o engines.Openings) error {
	if p.hosted() {
		return nil
	}
	g, opening, err := engines.Deal(p.engine, seats, seed, o)
	if err != nil {
		return err
	}
	if len(r.Moves()) != len(opening)+r.Plies {
		return fmt.Errorf("%d moves, but the opening has %d and the game %d plies", len(r.Moves()), len(opening), r.Plies)
	}
	for _, m := range r.Moves()[len(opening):] {
		if err := g.Apply(m); err != nil {
			return err
		}
	}
	switch r.Ending {
	case engines.Adjudicated: // by the evaluations of the players, which do not follow from the moves
		return nil
	case engines.Resigned: // nor does a decision to give up
		return nil
	}
	if !g.Over() || g.Outcome() != r.Outcome {
		return errors.New("they do not lead to the outcome of the record")
	}
	return nil
}
