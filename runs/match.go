package runs

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// MatchOptions say who plays a game.
type MatchOptions struct {
	Engine   string
	Settings engines.Settings
	Seats    int    // 0 means two, or the fewest that the game takes
	Person   int    // the seat of the person, from 0
	Agent    string // who plays the other seats, by the name of a source
	Store    string // where the agents called run:RUN are
	Seed     uint64 // the deal
}

// Match is a game between a person and an agent. It is a position and the moves
// that led to it: all chance comes from the seed, so that a move taken back and
// made again brings the same.
type Match struct {
	Engine engines.Engine
	Agent  engines.Agent
	Person int
	Seed   uint64

	seats   int
	game    engines.Game
	players []engines.Player
	moves   []engines.Move
}

// Match deals a game. An agent called "champion" is the default agent where no
// champion ships.
func (c Catalog) Match(ctx context.Context, o MatchOptions) (*Match, error) {
	e, err := c.Engine(o.Engine, o.Settings)
	if err != nil {
		return nil, err
	}
	m := &Match{Engine: e, Person: o.Person, Seed: o.Seed, seats: o.Seats}
	if m.seats == 0 {
		m.seats = DefaultSeats(e)
	}
	if o.Person < 0 || o.Person >= m.seats {
		return nil, mistakef("--seat %d: the table has seats 0 to %d", o.Person, m.seats-1)
	}
	m.Agent, err = c.Agent(ctx, e, o.Settings, o.Agent, o.Store)
	if errors.Is(err, ErrNoChampion) {
		m.Agent, err = c.Agent(ctx, e, o.Settings, "default", o.Store)
	}
	if err != nil {
		return nil, err
	}
	return m, mistake(m.deal())
}

// deal starts the game again from its seed.
func (m *Match) deal() error {
	g, err := m.Engine.NewGame(m.seats, m.Seed)
	if err != nil {
		return err
	}
	players := make([]engines.Player, m.seats)
	for seat := range players {
		if players[seat], err = m.player(seat); err != nil {
			return err
		}
	}
	m.game, m.players, m.moves = g, players, nil
	return nil
}

// player makes the agent's player for a seat.
func (m *Match) player(seat int) (engines.Player, error) {
	p, err := engines.NewPlayer(m.Engine, m.Agent)
	if err != nil {
		return nil, err
	}
	if s, ok := p.(engines.Starter); ok {
		s.Start(seat, m.Seed)
	}
	return p, nil
}

// Game is the present position. It must not be changed.
func (m *Match) Game() engines.Game { return m.game }

// Seen is the position as a seat sees it.
func (m *Match) Seen(seat int) engines.Game {
	if h, ok := m.game.(engines.Hidden); ok {
		return h.View(seat)
	}
	return m.game
}

// Moves are the moves made so far.
func (m *Match) Moves() []engines.Move { return m.moves }

// Make makes a move, written as the game writes it, for the seat to move.
func (m *Match) Make(text string) error {
	move, err := m.game.ParseMove(text)
	if err != nil {
		return err
	}
	return m.apply(move)
}

func (m *Match) apply(move engines.Move) error {
	if err := m.game.Apply(move); err != nil {
		return err
	}
	m.moves = append(m.moves, move)
	return nil
}

// Answer lets the agent move in the seat whose turn it is, and returns its move
// as the game writes it.
func (m *Match) Answer(ctx context.Context) (string, error) {
	seat := m.game.Turn()
	move, err := m.players[seat].Choose(ctx, m.Seen(seat))
	if err != nil {
		return "", fmt.Errorf("%s: %w", m.Agent.Name, err)
	}
	text := m.game.FormatMove(move)
	return text, m.apply(move)
}

// Hint is the move that the agent would make in the person's place.
func (m *Match) Hint(ctx context.Context) (string, error) {
	player, err := m.player(m.Person)
	if err != nil {
		return "", err
	}
	move, err := player.Choose(ctx, m.Seen(m.Person))
	if err != nil {
		return "", err
	}
	return m.game.FormatMove(move), nil
}

// Undo goes back to before the person's last move. It returns false, and leaves
// the game as it is, where there is none.
func (m *Match) Undo() (bool, error) {
	moves := m.moves
	last := -1
	if err := m.deal(); err != nil {
		return false, err
	}
	for i, move := range moves {
		if m.game.Turn() == m.Person {
			last = i
		}
		if err := m.game.Apply(move); err != nil {
			return false, err
		}
	}
	found := last >= 0
	if !found {
		last = len(moves)
	}
	if err := m.deal(); err != nil {
		return false, err
	}
	for _, move := range moves[:last] {
		if err := m.apply(move); err != nil {
			return false, err
		}
	}
	return found, nil
}
