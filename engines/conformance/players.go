package conformance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

func checkAgents(p *probe) error {
	if p.hosted() {
		return nil
	}
	bad := map[string]engines.Agent{
		"one weight too many": {Weights: append(p.spec.Weights.Default(), 0)},
		"an unknown setting":  {Settings: engines.Settings{"no such setting": "1"}},
	}
	for i, w := range p.spec.Weights {
		v := p.spec.Weights.Default()
		v[i] = math.NaN()
		bad["the weight "+w.Name+" is NaN"] = engines.Agent{Weights: v}
		v = p.spec.Weights.Default()
		v[i] = above(w.Max)
		bad["the weight "+w.Name+" is out of range"] = engines.Agent{Weights: v}
	}
	for what, a := range bad {
		player, err := p.engine.NewPlayer(p.ctx, a)
		if err == nil {
			return errors.Join(fmt.Errorf("%s: NewPlayer returns no error; use Space.Check and Resolve", what), engines.Close(player))
		}
	}
	return nil
}

// checkPlayers tests the engine's built-in player and the players random and first. They must
// choose legal moves and must not change the position. A player that has played other games must
// make the same moves as a new one. checkPlayers also tests the levels of the built-in opponents
// and a player whose context has ended.
func checkPlayers(p *probe) error {
	if p.hosted() {
		return nil
	}
	for _, name := range append([]string{""}, engines.Baselines...) {
		for seats := p.spec.MinSeats; seats <= p.spec.MaxSeats; seats++ {
			if err := playTwice(p, engines.Agent{Name: name, Player: name}, seats); err != nil {
				return fmt.Errorf("player %q, %d seats: %w", name, seats, err)
			}
		}
	}
	if err := checkLevels(p); err != nil {
		return err
	}
	return checkInterrupted(p)
}

// checkLevels tests the levels of a game's built-in opponents. NewPlayer must accept each, and
// their names must differ. Each level but the first must state a score above one half against the
// level before it.
func checkLevels(p *probe) error {
	l, ok := engines.As[show.Levels](p.engine)
	if !ok {
		return nil
	}
	met := make(map[string]bool)
	for i, level := range l.Levels() {
		switch {
		case level.Agent.Name == "" || met[level.Agent.Name]:
			return fmt.Errorf("level %d has the name %q, which is empty or the name of another level", i+1, level.Agent.Name)
		case level.Doc == "":
			return fmt.Errorf("the level %s has no description", level.Agent.Name)
		case i > 0 && (level.Score <= 0.5 || level.Games == 0):
			return fmt.Errorf("the level %s has no score above 0.5 against the level before it", level.Agent.Name)
		}
		met[level.Agent.Name] = true
		player, err := p.engine.NewPlayer(p.ctx, level.Agent)
		if err != nil {
			return fmt.Errorf("the level %s: %w", level.Agent.Name, err)
		}
		if err := engines.Close(player); err != nil {
			return err
		}
	}
	return nil
}

// withPlayers creates a player for every agent, calls use with these players, and closes them.
func withPlayers(p *probe, agents []engines.Agent, use func([]engines.Player) error) (err error) {
	var made []engines.Player
	defer func() {
		for _, player := range made {
			err = errors.Join(err, engines.Close(player))
		}
	}()
	for _, a := range agents {
		player, err := engines.NewPlayer(p.ctx, p.engine, a)
		if err != nil {
			return err
		}
		made = append(made, player)
	}
	return use(made)
}

// playTwice plays the same games twice: with players that are reused from game to game, and with
// new players for every game. It returns an error if the moves of a game differ.
func playTwice(p *probe, a engines.Agent, seats int) error {
	agents := slices.Repeat([]engines.Agent{a}, seats)
	return withPlayers(p, agents, func(kept []engines.Player) error {
		for seed := range uint64(min(p.games, 4)) {
			first, err := play(p, kept, seats, seed)
			if err != nil {
				return fmt.Errorf("seed %d: %w", seed, err)
			}
			var again []engines.Move
			err = withPlayers(p, agents, func(fresh []engines.Player) (err error) {
				again, err = play(p, fresh, seats, seed)
				return err
			})
			if err != nil {
				return fmt.Errorf("seed %d: %w", seed, err)
			}
			if !slices.Equal(first, again) {
				return fmt.Errorf("seed %d: reused players make the moves %v, new ones %v", seed, first, again)
			}
			slices.Reverse(kept) // other seats in the next game
		}
		return nil
	})
}

// play plays a game and returns its moves. The game also ends when a player resigns.
func play(p *probe, players []engines.Player, seats int, seed uint64) ([]engines.Move, error) {
	g, err := p.engine.NewGame(seats, seed)
	if err != nil {
		return nil, err
	}
	p.at = place{game: g, seats: seats, seed: seed}
	for seat, player := range players {
		if s, ok := player.(engines.Starter); ok {
			err := s.Start(p.ctx, engines.Seating{Seat: seat, Seats: seats, Seed: seed, From: engines.View(g, seat)})
			if err != nil {
				return nil, fmt.Errorf("Start: %w", err)
			}
		}
	}
	var moves []engines.Move
	resigned := -1 // the seat of a player that gives up
	for !g.Over() && resigned < 0 {
		p.at.ply = len(moves)
		if len(moves) == maxPlies {
			return nil, fmt.Errorf("%w after %d moves of its players", ErrEndless, maxPlies)
		}
		if err := p.ctx.Err(); err != nil {
			return nil, err
		}
		text, turn := g.String(), g.Turn()
		m, err := players[turn].Choose(p.ctx, engines.View(g, turn))
		if err != nil && !errors.Is(err, engines.ErrResigned) {
			return nil, fmt.Errorf("%s: Choose: %w", text, err)
		}
		if now := g.String(); now != text {
			return nil, fmt.Errorf("%s: method Choose has changed the game to %s", text, now)
		}
		if err != nil {
			resigned = turn
			continue
		}
		if err := g.Apply(m); err != nil {
			return nil, fmt.Errorf("%s: the player chose %d: %w", text, m, err)
		}
		moves = append(moves, m)
		for _, player := range players {
			if w, ok := player.(engines.Watcher); ok {
				w.Saw(turn, m)
			}
		}
	}
	var outcome engines.Outcome
	if resigned >= 0 {
		outcome = engines.Loser(seats, resigned)
	} else {
		outcome = g.Outcome()
	}
	for _, player := range players {
		if e, ok := player.(engines.Ender); ok {
			e.End(outcome)
		}
	}
	p.at = place{}
	return moves, nil
}

// checkInterrupted tests that a player whose context has ended returns a move, resigns, or returns the
// error of the context.
func checkInterrupted(p *probe) error {
	g, err := p.engine.NewGame(p.spec.MinSeats, 1)
	if err != nil || g.Over() {
		return err
	}
	player, err := engines.NewPlayer(p.ctx, p.engine, engines.Agent{})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(p.ctx)
	cancel()
	_, err = consult(ctx, player, engines.View(g, g.Turn()), 1)
	closing := engines.Close(player)
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, engines.ErrResigned) {
		return fmt.Errorf("with a cancelled context Choose returns the error %w, not that of the context", err)
	}
	return closing
}

// consult starts a player in a position and returns its move.
func consult(ctx context.Context, player engines.Player, seen engines.Position, seed uint64) (engines.Move, error) {
	if s, ok := player.(engines.Starter); ok {
		if err := s.Start(ctx, engines.Seating{Seat: seen.Turn(), Seats: seen.Seats(), Seed: seed, From: seen}); err != nil {
			return 0, err
		}
	}
	return player.Choose(ctx, seen)
}
