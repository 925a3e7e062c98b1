package table

import (
	"context"
	"crypto/rand"
	"encoding/binary"

	"github.com/lanista/lanista/engines"
)

// MaxPlies is the largest number of moves that a table keeps.
const MaxPlies = 20_000

// maxSettings, maxSetting and maxPosition bound what a setup may bring, in number
// and in bytes.
const (
	maxSettings = 64
	maxSetting  = 16 << 10
	maxPosition = 16 << 10
)

// Setup is what a table is made from. All but Engine may be left out.
type Setup struct {
	Engine   string
	Settings engines.Settings
	// Seats is the number of seats; 0 is that of the position, or two, or the
	// nearest number that the game has.
	Seats int
	// Position is where the game begins, in its notation; "" is the start.
	Position string
	// Seed makes a table open, whose chance anybody can repeat; nil draws one that
	// stays hidden until the game is over.
	Seed *uint64
	// Moves are made at once.
	Moves []string
}

// Table is a game between two commands. It is used by one goroutine at a time.
type Table struct {
	setup     Setup // as it was asked for, without Moves
	seed      uint64
	takebacks int

	engine engines.Engine
	root   engines.Game // the start
	game   engines.Game
	moves  []engines.Move
	seats  []int // who made each move
}

// Deal sets up a table and makes the setup's moves; the second value is what was
// played. Errors are of type *[Error], joined where there are several.
func (r *Room) Deal(ctx context.Context, s Setup) (*Table, []Played, error) {
	if err := s.check(); err != nil {
		return nil, nil, err
	}
	e, err := r.Engine(ctx, s.Engine, s.Settings)
	if err != nil {
		return nil, nil, err
	}
	t := &Table{setup: s, engine: e}
	t.setup.Moves = nil
	if s.Seed != nil {
		t.seed = *s.Seed
	} else {
		t.seed = DrawSeed()
	}
	if err := t.begin(ctx, r); err != nil {
		return nil, nil, err
	}
	var played []Played
	for _, text := range s.Moves {
		p, err := t.Play(text)
		if err != nil {
			return nil, nil, err
		}
		played = append(played, p)
	}
	return t, played, nil
}

// check refuses what is too large to be meant.
func (s *Setup) check() error {
	switch {
	case s.Engine == "":
		return refuse(BadRequest, "engine", "the name of a game is missing")
	case len(s.Settings) > maxSettings:
		return refuse(BadSetting, "settings", "%d settings, at most %d", len(s.Settings), maxSettings)
	case len(s.Position) > maxPosition:
		return refuse(BadPosition, "position", "%d bytes, at most %d", len(s.Position), maxPosition)
	case len(s.Moves) > MaxPlies:
		return refuse(BadRequest, "moves", "%d moves, at most %d", len(s.Moves), MaxPlies)
	}
	for name, value := range s.Settings {
		if len(value) > maxSetting {
			return refuse(BadSetting, "settings."+name, "%d bytes, at most %d", len(value), maxSetting)
		}
	}
	return nil
}

// DrawSeed draws a seed that nobody can guess.
func DrawSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return binary.LittleEndian.Uint64(b[:])
}

// begin deals the game, or reads its position, for which it takes a place: reading
// may be as much work as a search.
func (t *Table) begin(ctx context.Context, r *Room) error {
	spec := t.engine.Spec()
	var err error
	if t.setup.Position == "" {
		seats := t.setup.Seats
		if seats == 0 {
			seats = spec.DefaultSeats()
		}
		if seats < spec.MinSeats || seats > spec.MaxSeats {
			return refuse(BadPosition, "seats", "%s: a game for %d: it takes %s", spec.Name, seats, seatRange(spec))
		}
		if t.root, err = t.engine.NewGame(seats, t.seed); err != nil {
			return refuse(BadSetting, "settings", "%s: %w", spec.Name, err)
		}
	} else if err := t.read(ctx, r); err != nil {
		return err
	}
	t.restart()
	return nil
}

// read reads the position that the game begins with.
func (t *Table) read(ctx context.Context, r *Room) error {
	if r.Places != nil {
		release, err := r.Places.Take(ctx)
		if err != nil {
			return err
		}
		defer release()
	}
	g, err := t.engine.ParseGame(t.setup.Position, t.seed)
	name, seats := t.engine.Spec().Name, t.setup.Seats
	if err != nil {
		return refuse(BadPosition, "position", "%s: %w", name, err)
	}
	if seats != 0 && seats != g.Seats() {
		return refuse(BadPosition, "seats", "%s: the position has %d seats, not %d", name, g.Seats(), seats)
	}
	t.root = g
	return nil
}

// restart puts the game back at its start.
func (t *Table) restart() { t.game, t.moves, t.seats = t.root.Clone(), nil, nil }
