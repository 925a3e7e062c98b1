package othello

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
	"github.com/lanista/lanista/engines/show"
)

// engine is Othello with fixed settings. It is immutable.
type engine struct {
	given    engines.Settings // as set, without defaults
	settings engines.Settings // complete
	model    *model
	openings []game           // where the setting "openings" leads
	patterns *pattern.Weights // of the model patterns
}

var (
	_ engines.Linear        = (*engine)(nil)
	_ analysis.Analyst      = (*engine)(nil)
	_ analysis.Solver       = (*engine)(nil)
	_ analysis.PerftCounter = (*engine)(nil)
	_ show.Illustrator      = (*engine)(nil)
	_ engines.DealCounter   = (*engine)(nil)
)

// New returns Othello with its default settings.
func New() engines.Engine {
	e, err := newEngine(nil, nil)
	if err != nil {
		panic(err) // the defaults are wrong: a mistake in this package
	}
	return e
}

// newEngine resolves settings; values of over replace those of base. It parses the
// setting "openings".
func newEngine(base, over engines.Settings) (*engine, error) {
	given := make(engines.Settings, len(base)+len(over))
	maps.Copy(given, base)
	maps.Copy(given, over)
	m := modelNamed(given["model"])
	if !m.tabled {
		delete(given, "table") // of another agent at the table
	}
	settings, err := engines.Resolve(settingsOf(m), given)
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

// With returns the engine with some settings replaced.
func (e *engine) With(s engines.Settings) (engines.Engine, error) {
	out, err := newEngine(e.given, s)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Spec returns the description of the game. Its weights belong to the setting "model".
func (e *engine) Spec() engines.Spec {
	return engines.Spec{
		Name:      "othello",
		Title:     "Othello",
		Doc:       "Two sides turn each other's discs on a board of 64 squares; the one with more at the end wins. Black (seat 1) moves first.",
		Version:   "1",
		MinSeats:  2,
		MaxSeats:  2,
		Weights:   slices.Clone(e.model.space),
		Settings:  settingsOf(e.model),
		ScaleFree: e.scaleFree(),
		Chance:    engines.NoChance,
	}
}

// scaleFree reports whether scaling all weights by one factor changes no move. For levels
// it does, because they compare a share with a weight.
func (e *engine) scaleFree() bool { return e.model.compile != nil }

// NewGame returns a game at the start position, or at an opening chosen by the seed.
func (e *engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats, want 2", seats)
	}
	return e.open(seed)
}

// ParseGame reads a board of 64 characters with the side to move, alone or as a line of
// an OBF file; a transcript; or a GGF game. The empty text and "start" mean the start
// position without random plies. The seed is ignored, because Othello has no chance.
func (e *engine) ParseGame(position string, _ uint64) (engines.Game, error) {
	g, err := parsePosition(position)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// gameOf returns the game of a position, or an error for a position of another game.
func gameOf(g engines.Position) (*game, error) {
	if g, ok := g.(*game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("a game of %T is not Othello", g)
}

// Evaluate returns the value of a position to Black and to White under the engine's
// model. A level evaluates moves only: its value is that of the best single move for the
// side to move, and the negative for the other side.
func (e *engine) Evaluate(g engines.Position, weights engines.Weights) ([]float64, error) {
	if e.model.features == nil && !e.model.tabled {
		return e.levelWorth(g, weights)
	}
	rows, err := e.Features(g)
	if err != nil {
		return nil, err
	}
	_, weights, err = e.seat(engines.Agent{Weights: weights})
	if err != nil {
		return nil, err
	}
	worth := make([]float64, 2)
	for seat, row := range rows {
		for i, v := range row {
			worth[seat] += weights[i] * v
		}
	}
	return worth, nil
}

// Features returns one row of feature values per seat, in the order of the weights. It
// fails for a level, which is not linear.
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
		return nil, fmt.Errorf("the model %s is not a sum of features", e.model.name)
	}
	rows := make([][]float64, 2)
	for seat := range rows {
		rows[seat] = make([]float64, len(e.model.space))
	}
	e.model.features(t.own, t.opp, rows[t.turn])
	e.model.features(t.opp, t.own, rows[1-t.turn])
	if e.model.name == "classic" {
		// Parity is the one term that depends on who is to move.
		for _, i := range []int{2 * parity, 2*parity + 1} {
			rows[1-t.turn][i] = -rows[t.turn][i]
		}
	}
	return rows, nil
}

// levelWorth implements Evaluate for a level.
func (e *engine) levelWorth(g engines.Position, weights engines.Weights) ([]float64, error) {
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
