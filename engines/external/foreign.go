package external

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/ludus"
)

// foreign is a game that a program plays by itself. It is an [engines.ArenaFactory]: it
// has no tables that anybody else could look at.
type foreign struct{ owned }

var _ engines.ArenaFactory = (*foreign)(nil)

// Game is the game that a program plays by itself. It starts the program.
func (ps *Programs) Game(ctx context.Context, name string) (engines.Engine, error) {
	d, err := ps.Description(ctx, name)
	if err != nil {
		return nil, err
	}
	if d.Role != driver.Arena {
		return nil, fmt.Errorf("program %s plays games of others; name its game as engine.name and %s as engine.player", name, name)
	}
	o, err := ps.own(name, d)
	return &foreign{o}, err
}

// With returns the game with settings replaced.
func (f *foreign) With(s engines.Settings) (engines.Engine, error) {
	o, err := f.with(s)
	if err != nil {
		return nil, err
	}
	return &foreign{o}, nil
}

// NewGame refuses: the program has the tables.
func (f *foreign) NewGame(int, uint64) (engines.Game, error) { return nil, f.refuse() }

// ParseGame refuses.
func (f *foreign) ParseGame(string, uint64) (engines.Game, error) { return nil, f.refuse() }

func (f *foreign) refuse() error {
	return fmt.Errorf("the program %s plays its games itself, and shows no position", f.program.Name)
}

// NewPlayer checks an agent. The player itself never moves: the program does.
func (f *foreign) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	if a.Player != "" && !slices.Contains(f.about.Players, a.Player) {
		if len(f.about.Players) == 0 {
			return nil, fmt.Errorf("unknown player %q: %s has none of its own", a.Player, f.program.Name)
		}
		return nil, fmt.Errorf("unknown player %q (have %s)", a.Player, driver.Printable(strings.Join(f.about.Players, ", ")))
	}
	if a.Weights != nil {
		if err := f.about.Weights.Check(a.Weights); err != nil {
			return nil, err
		}
	}
	return absent{f}, nil
}

// absent is a player of a game that the program plays itself.
type absent struct{ game *foreign }

// Choose refuses.
func (a absent) Choose(context.Context, engines.Position) (engines.Move, error) {
	return 0, a.game.refuse()
}

// BuiltinAgents names the players that the program has.
func (f *foreign) BuiltinAgents() []engines.Agent {
	var list []engines.Agent
	for _, name := range f.about.Players {
		list = append(list, engines.Agent{Name: name, Player: name})
	}
	return list
}

// Arena has the program play.
func (f *foreign) NewArena(o engines.ArenaOptions) (engines.Arena, error) {
	if o.Openings.RandomPlies > 0 {
		return nil, errors.New("openings: the program plays its games itself, from its own start")
	}
	return foreignArena{f, o.Moves}, nil
}

// foreignArena plays the games of any number of goroutines.
type foreignArena struct {
	game  *foreign
	moves bool // are kept
}

// Play plays one game.
func (a foreignArena) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	one := a.Fork().(*foreignFork)
	r, err := one.Play(ctx, seats, seed)
	return r, errors.Join(err, one.Close())
}

// Fork returns an arena for one goroutine, with a process of its own.
func (a foreignArena) Fork() engines.Arena {
	return &foreignFork{game: a.game, moves: a.moves, crew: &crew{programs: a.game.programs}}
}

// foreignFork plays the games of one goroutine.
type foreignFork struct {
	game  *foreign
	moves bool
	crew  *crew
	seats []engines.Agent
}

// Close gives the process back.
func (f *foreignFork) Close() error {
	f.crew.close()
	return nil
}

// Play has the program play one game. A failure of the program is nobody's at the
// table: the game is not played.
func (f *foreignFork) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	g := f.game
	f.seats = append(f.seats[:0], seats...)
	for i := range f.seats {
		if f.seats[i].Weights == nil {
			f.seats[i].Weights = g.about.Weights.Default()
		}
	}
	table := ludus.Table{
		Settings: g.settings, Seats: f.seats, Space: g.about.Weights, Seed: engines.Seed(seed, purpose) >> (64 - seedBits),
		Content: g.about.Chance == engines.NoChance,
	}
	r, err := f.crew.take(ctx, g.program, 0, nil)
	if err != nil {
		return engines.Record{}, err
	}
	record, err := r.session.(*ludus.Session).Play(ctx, table)
	err = r.failed(ctx, err)
	if f := record.Forfeit; err == nil && f != nil {
		f.Evidence = evidence(r, table.Seats[f.Seat].Weights, seed, seats)
	}
	text := r.process.Stderr()
	f.crew.settle(ctx, &record, errors.New("an arena is told of no end"))
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("programs.%s: %w (%s)", g.program.Name, unblamed(err), table.Name())
		if text != "" && !strings.Contains(err.Error(), text) {
			err = fmt.Errorf("%w; on standard error: %s", err, driver.Printable(text))
		}
	}
	return record, err
}
