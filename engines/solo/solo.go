package solo

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Game is something that can be scored. Its methods may be called from several
// goroutines.
type Game interface {
	// Spec describes the game as it is set. The engine fills in that it is for
	// one seat. A game that declares no chance gives an agent one score, whatever
	// the seed: equal scores then count as one game. A game that declares nothing
	// has chance.
	Spec() engines.Spec

	// With returns the same game with the named settings replaced. It refuses
	// unknown settings and values out of range, as [engines.Resolve] does.
	With(engines.Settings) (Game, error)

	// Score plays one game and returns what the agent makes of it; more is
	// better. All chance comes from seed. The game is set as the agent asks for,
	// and the agent's weights are complete and within their ranges; they must
	// not be changed. ctx bounds the game.
	Score(ctx context.Context, a engines.Agent, seed uint64) (float64, error)
}

// ErrNoPositions says that a game is scored as a whole.
var ErrNoPositions = errors.New("the game is scored as a whole: it has no positions and no moves to make in them")

// New makes an engine of a game.
func New(g Game) engines.Engine { return engine{g} }

// Func makes an engine of a function that keeps the contract of Game.Score, for a
// game without settings.
func Func(spec engines.Spec, score func(ctx context.Context, a engines.Agent, seed uint64) (float64, error)) engines.Engine {
	spec.Settings = nil
	return New(function{spec, score})
}

// function is a game that is nothing but a function.
type function struct {
	spec  engines.Spec
	score func(ctx context.Context, a engines.Agent, seed uint64) (float64, error)
}

func (f function) Spec() engines.Spec { return f.spec }

func (f function) With(s engines.Settings) (Game, error) {
	_, err := engines.Resolve(nil, s)
	return f, err
}

func (f function) Score(ctx context.Context, a engines.Agent, seed uint64) (float64, error) {
	return f.score(ctx, a, seed)
}

// engine is a game in the form that everything else of Lanista knows.
type engine struct{ game Game }

var (
	_ engines.Engine       = engine{}
	_ engines.ArenaFactory = engine{}
)

// Spec is the game's, for one seat.
func (e engine) Spec() engines.Spec {
	s := e.game.Spec()
	s.MinSeats, s.MaxSeats, s.Symmetric = 1, 1, true
	s.Weights, s.Settings = slices.Clone(s.Weights), slices.Clone(s.Settings) // the caller's to change
	return s
}

// With sets the game.
func (e engine) With(s engines.Settings) (engines.Engine, error) {
	g, err := e.game.With(s)
	if err != nil {
		return nil, err
	}
	return engine{g}, nil
}

// NewGame refuses: there is no position to begin with.
func (e engine) NewGame(int, uint64) (engines.Game, error) { return nil, ErrNoPositions }

// ParseGame refuses.
func (e engine) ParseGame(string, uint64) (engines.Game, error) { return nil, ErrNoPositions }

// NewPlayer refuses an agent that cannot be scored. The player that it returns
// makes no moves.
func (e engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	if _, _, err := (&fork{game: e.game}).seat(a); err != nil {
		return nil, err
	}
	return idle{}, nil
}

// idle is a player in a game without moves.
type idle struct{}

// Choose refuses.
func (idle) Choose(context.Context, engines.Position) (engines.Move, error) {
	return 0, ErrNoPositions
}

// NewArena plays the games. It refuses random openings.
func (e engine) NewArena(o engines.ArenaOptions) (engines.Arena, error) {
	if o.Openings != (engines.Openings{}) {
		return nil, fmt.Errorf("openings: %w", ErrNoPositions)
	}
	return arena{e.game, e.game.Spec().Chance == engines.NoChance}, nil
}
