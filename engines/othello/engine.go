package othello

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
)

// engine implements Othello with fixed settings. It is immutable.
//
// This file contains the methods of engines.Engine. The methods of an optional interface are in the
// file with the name of the interface's package, such as show.go.
type engine struct {
	given    engines.Settings // as set by the user, without defaults
	settings engines.Settings // with defaults
	model    *model
	openings []game           // the positions after the setting "openings"
	patterns *pattern.Weights // of the model patterns
}

var (
	_ engines.Linear        = (*engine)(nil)
	_ engines.BuiltinAgents = (*engine)(nil)
	_ deals.Listed          = (*engine)(nil)
)

// New returns the engine of Othello with its default settings.
func New() engines.Engine {
	e, err := newEngine(nil, nil)
	if err != nil {
		panic(err) // a default is invalid: a mistake in this package
	}
	return e
}

// newEngine returns an engine with the settings of base, except those that over replaces. Both may
// be nil.
func newEngine(base, over engines.Settings) (*engine, error) {
	given := base.Merge(over)
	m := modelNamed(given["model"])
	if !m.tabled {
		delete(given, "table") // of an agent with the model patterns
	}
	settings, err := engines.Resolve(settingsOf(m, given["levels"]), given)
	openings, bad := parseOpenings(given["openings"])
	if err := errors.Join(err, bad); err != nil {
		return nil, err
	}
	patterns, err := tableOf(settings, m)
	if err != nil {
		return nil, err
	}
	return &engine{given, settings, m, openings, patterns}, nil
}

// With returns an engine with the given settings. The other settings are those of e.
func (e *engine) With(s engines.Settings) (engines.Engine, error) {
	out, err := newEngine(e.given, s)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Spec describes the game. The weights depend on the setting "model", which selects the
// evaluation.
func (e *engine) Spec() engines.Spec {
	return engines.Spec{
		Name:      "othello",
		Title:     "Othello",
		Doc:       "Two sides turn each other's discs on 64 squares. The side with more discs at the end wins. Black (seat 1) moves first.",
		Version:   "1",
		MinSeats:  2,
		MaxSeats:  2,
		Weights:   slices.Clone(e.model.space()),
		Settings:  settingsOf(e.model, e.settings["levels"]),
		ScaleFree: e.scaleFree(),
		Chance:    engines.NoChance,
	}
}

// scaleFree reports whether the choice of moves stays the same if all weights are multiplied by one
// positive factor. It is false for the models easy, medium and hard, because their weight bad_share
// is a fraction and not a score.
func (e *engine) scaleFree() bool { return e.model.compile != nil }

// NewGame starts a game at the start position or, if the settings require openings, at the end of
// an opening that the seed selects.
func (e *engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats; Othello has 2", seats)
	}
	return open(e, seed)
}

// ParseGame parses a position. The text is a board of 64 characters with the side to move, an OBF
// line, a transcript, or a game in GGF. An empty text and "start" mean the start position, without
// random plies. The seed has no effect, because Othello has no chance.
func (e *engine) ParseGame(position string, _ uint64) (engines.Game, error) {
	g, err := parsePosition(position)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// NewPlayer returns the built-in player for an agent. Its hash tables are allocated when a search
// first needs them.
func (e *engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	p, err := newPlayer(e, a)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// seat returns the engine with the settings of agent a, and the agent's weights. Weights of nil are
// replaced by the defaults.
func (e *engine) seat(a engines.Agent) (*engine, engines.Weights, error) {
	own := e
	if len(a.Settings) > 0 {
		var err error
		if own, err = newEngine(e.given, a.Settings); err != nil {
			return nil, nil, err
		}
	}
	weights, err := own.model.space().Complete(a.Weights)
	if err != nil {
		return nil, nil, err
	}
	return own, weights, nil
}

// BuiltinAgents returns the ready-made agents of the game: agents with published tables of square
// weights, and agents that play by the models easy, medium, hard and greedy.
func (e *engine) BuiltinAgents() []engines.Agent { return builtinAgents() }

// Deals returns the number of different openings: the number in the setting openings, or 1 without
// that setting. It returns 0 if openings are random, because the setting random_plies or balance is
// above 0.
func (e *engine) Deals() int {
	if e.settings.Int("random_plies") > 0 || e.settings.Float("balance") > 0 {
		return 0
	}
	return max(1, len(e.openings))
}

// gameOf returns the position as a game of this package. It returns an error for a position of
// another game.
func gameOf(g engines.Position) (*game, error) {
	if g, ok := g.(*game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("%T is not a position of Othello", g)
}

// Evaluate returns the static evaluation of a position for Black and White, by the engine's model.
// The models easy, medium and hard evaluate moves, not positions. With them, the value for the side
// to move is the score of its best move, or 0 if it has none. The opponent's value is the negative.
func (e *engine) Evaluate(g engines.Position, weights engines.Weights) ([]float64, error) {
	if e.model.features == nil && !e.model.tabled {
		return e.levelValues(g, weights)
	}
	return engines.WeightedSum(e, g, weights)
}

// Features returns one row of feature values per seat, in the order of the weights. It returns an
// error for the models easy, medium and hard, which evaluate moves and have no features.
func (e *engine) Features(g engines.Position) ([][]float64, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	if e.model.tabled {
		worth := float64(e.patterns.Evaluate(t.own, t.opp)) / pattern.Unit
		rows := make([][]float64, 2)
		rows[t.turn], rows[1-t.turn] = []float64{worth}, []float64{-worth}
		return rows, nil
	}
	if e.model.features == nil {
		return nil, fmt.Errorf("the model %s is not a weighted sum of features", e.model.name)
	}
	rows := make([][]float64, 2)
	for seat := range rows {
		rows[seat] = make([]float64, len(e.model.space()))
	}
	e.model.features(t.own, t.opp, rows[t.turn])
	e.model.features(t.opp, t.own, rows[1-t.turn])
	if e.model.name == "classic" {
		// Parity is the only term that depends on the side to move.
		for _, i := range []int{2 * parity, 2*parity + 1} {
			rows[1-t.turn][i] = -rows[t.turn][i]
		}
	}
	return rows, nil
}

// levelValues returns the values of a position for Black and White under the models easy, medium
// and hard, as [engine.Evaluate] describes.
func (e *engine) levelValues(g engines.Position, weights engines.Weights) ([]float64, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	_, weights, err = e.seat(engines.Agent{Weights: weights})
	if err != nil {
		return nil, err
	}
	worth := make([]float64, 2)
	if t.moves != 0 {
		v := newLeveller(weights).root(t, 1)
		worth[t.turn], worth[1-t.turn] = v.value, -v.value
	}
	return worth, nil
}
