package session

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// tournamentChance contains the names of game settings that only add randomness, such as random
// opening moves. Tournaments use them so that games differ.
var tournamentChance = []string{"random_plies", "opening", "epsilon"}

// WithoutChance returns settings for a game in which people play. It sets every setting that only
// adds randomness to tournaments, such as the number of random opening moves, to 0. Settings that
// given contains keep their values.
func WithoutChance(e engines.Engine, given engines.Settings) engines.Settings {
	out := maps.Clone(given)
	for _, s := range e.Spec().Settings {
		if _, ok := given[s.Name]; ok || !slices.Contains(tournamentChance, s.Name) {
			continue
		}
		if out == nil {
			out = make(engines.Settings)
		}
		out[s.Name] = "0"
	}
	return out
}

// DefaultOpponent returns the name of the agent that people play against if they choose none, such
// as "level:hard". It is the second of the game's difficulty levels, or the only one. For a game
// without levels it is "champion", the best known weights.
func DefaultOpponent(e engines.Engine) string {
	if l, ok := engines.As[show.Levels](e); ok {
		if levels := l.Levels(); len(levels) > 0 {
			return "level:" + levels[min(1, len(levels)-1)].Agent.Name
		}
	}
	return "champion"
}

// These errors are returned if the wrong side is to move. errPersonsTurn is for a move that was
// requested from an agent. errAgentsTurn is for a request that only the person to move can make.
var (
	errPersonsTurn = errors.New("a person is to move")
	errAgentsTurn  = errors.New("an agent is to move")
)

// SetAgent assigns an agent to a seat, counted from 0. It closes the player of the seat's previous
// agent. The caller must call [Session.Close] at the end, because players may hold resources.
func (s *Session) SetAgent(seat int, a engines.Agent) error {
	if err := s.CheckSeat(seat); err != nil {
		return err
	}
	before := s.players[seat]
	delete(s.players, seat)
	s.agents[seat] = a
	return engines.Close(before)
}

// Reply lets the agent of the seat to move choose a move, and plays this move. It returns an
// error if the game is over or a person is to move.
func (s *Session) Reply(ctx context.Context) (Played, error) {
	seat := s.Turn()
	agent, ok := s.agents[seat]
	switch {
	case s.Over():
		return Played{}, ErrOver
	case !ok:
		return Played{}, errPersonsTurn
	}
	ctx, cancel := s.patient(ctx)
	defer cancel()
	move, err := s.reply(ctx, seat, agent)
	if err != nil {
		return Played{}, fmt.Errorf("%s: %w", agent.Name, err)
	}
	return s.apply(move)
}

// reply returns the move that the agent of a seat chooses. It creates the agent's player at its
// first move and then keeps it, so that an external program is started only once. If the player
// returns an error, reply closes it, because a program may still be searching for this move.
func (s *Session) reply(ctx context.Context, seat int, a engines.Agent) (engines.Move, error) {
	if s.players[seat] == nil {
		p, err := s.newPlayer(ctx, a, s.options.Seed)
		if err != nil {
			return 0, err
		}
		s.players[seat] = p
	}
	move, err := s.players[seat].Choose(ctx, s.View(seat))
	if err != nil {
		failed := s.players[seat]
		delete(s.players, seat)
		err = errors.Join(err, engines.Close(failed))
	}
	return move, err
}

// newPlayer creates a player of an agent for the seat to move, and informs it of all moves that
// have been made.
func (s *Session) newPlayer(ctx context.Context, a engines.Agent, seed uint64) (engines.Player, error) {
	p, err := engines.NewPlayer(ctx, s.engine, a)
	if err != nil {
		return nil, err
	}
	if starter, ok := p.(engines.Starter); ok {
		seat := s.Turn()
		err := starter.Start(ctx, engines.Seating{Seat: seat, Seats: s.Seats(), Seed: seed, From: engines.View(s.start, seat)})
		if err != nil {
			return nil, errors.Join(err, engines.Close(p))
		}
	}
	if w, ok := p.(engines.Watcher); ok {
		for i, m := range s.moves {
			w.Saw(s.movers[i], m)
		}
	}
	return p, nil
}

// grace is the additional time that a session waits for an agent that has used up its time per
// move.
const grace = 10 * time.Second

// patient returns a context that ends when an agent has exceeded its time per move by [grace]. If
// the time is not limited, it returns ctx.
func (s *Session) patient(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.options.MoveTime == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, s.options.MoveTime+grace)
}

// Close closes the players that the session has created for its agents. The session remains
// usable: it creates new players when agents move again.
func (s *Session) Close() error {
	var errs []error
	for _, p := range s.players {
		errs = append(errs, engines.Close(p))
	}
	clear(s.players)
	return errors.Join(errs...)
}
