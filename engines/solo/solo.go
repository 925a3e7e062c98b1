package solo

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Game is a game without positions, which only computes an agent's score. Its methods may be
// called from several goroutines.
type Game interface {
	// Spec describes the game under its present settings. The engine sets the numbers of seats to
	// 1. NoChance means that an agent's score does not depend on the seed; games with equal
	// scores then count as one game. UnknownChance is treated as WithChance.
	Spec() engines.Spec

	// With returns the same game with the named settings replaced. It returns the error of
	// [engines.Resolve] for unknown settings and values out of range.
	With(engines.Settings) (Game, error)

	// Score plays one game and returns the agent's score; more is better. All chance comes from
	// seed. The game already has the agent's settings. The agent has a value for every weight,
	// within its range. Score must not change the weights. ctx limits the time of the game.
	//
	// The agent has a limit of depth or nodes only if the game has no setting of that name for
	// players. Score then keeps to it or returns the error of [engines.Limit.Refuse].
	Score(ctx context.Context, a engines.Agent, seed uint64) (float64, error)
}

// ErrNoPositions is returned by methods that require positions, for games that only have a score.
var ErrNoPositions = errors.New("the game is scored as a whole: it has no positions and no moves to make in them")

// New returns an engine for a game, which must not be nil.
func New(g Game) engines.Engine { return engine{g} }

// Func returns an engine for a game that consists of a score function. The game has no settings.
// spec describes it, and score must do the same as [Game].Score.
func Func(spec engines.Spec, score func(ctx context.Context, a engines.Agent, seed uint64) (float64, error)) engines.Engine {
	spec.Settings = nil
	spec.Weights = slices.Clone(spec.Weights) // the caller may change them
	return New(function{spec, score})
}

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

type engine struct{ game Game }

var (
	_ engines.Engine       = engine{}
	_ engines.ArenaFactory = engine{}
)

// Spec describes the game as a symmetric game with one seat.
func (e engine) Spec() engines.Spec {
	s := e.game.Spec()
	s.MinSeats, s.MaxSeats, s.Symmetric = 1, 1, true
	s.Weights, s.Settings = slices.Clone(s.Weights), slices.Clone(s.Settings) // the caller may change them
	return s
}

// with returns the game g with the settings in s replaced. It returns an error if the method g.With
// returns neither a game nor an error.
func with(g Game, s engines.Settings) (Game, error) {
	g, err := g.With(s)
	if err == nil && g == nil {
		err = errors.New("method With returned neither a game nor an error")
	}
	return g, err
}

// With returns an engine for the game in which s replaces the settings of the same names.
func (e engine) With(s engines.Settings) (engines.Engine, error) {
	g, err := with(e.game, s)
	if err != nil {
		return nil, err
	}
	return engine{g}, nil
}

// NewGame returns ErrNoPositions, because the game consists of a score only.
func (e engine) NewGame(int, uint64) (engines.Game, error) { return nil, ErrNoPositions }

// ParseGame returns ErrNoPositions, because the game consists of a score only.
func (e engine) ParseGame(string, uint64) (engines.Game, error) { return nil, ErrNoPositions }

// NewPlayer checks the agent and returns a player that cannot choose moves. It returns an error if
// a setting or a weight of the agent is not valid. It also returns an error if the agent names a
// player or has a time limit.
func (e engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	if _, _, err := (&fork{game: e.game}).seat(a); err != nil {
		return nil, err
	}
	return idle{}, nil
}

type idle struct{}

// Choose returns ErrNoPositions, because the game has no moves.
func (idle) Choose(context.Context, engines.Position) (engines.Move, error) {
	return 0, ErrNoPositions
}

// NewArena returns an arena that plays the game. It returns an error if the options request
// random openings.
func (e engine) NewArena(o engines.ArenaOptions) (engines.Arena, error) {
	if o.Openings != (engines.Openings{}) {
		return nil, fmt.Errorf("openings: %w", ErrNoPositions)
	}
	return arena{e.game, e.game.Spec().Chance == engines.NoChance}, nil
}
