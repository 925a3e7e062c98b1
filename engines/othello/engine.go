package othello

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Engine is Othello under some settings. New returns it at the defaults.
type Engine struct {
	given    engines.Settings // as set, without defaults
	settings engines.Settings // complete
	model    *model
	openings []Game // where the setting "openings" leads
}

var (
	_ engines.Engine      = (*Engine)(nil)
	_ engines.Linear      = (*Engine)(nil)
	_ engines.Analyst     = (*Engine)(nil)
	_ engines.Solver      = (*Engine)(nil)
	_ engines.Perfter     = (*Engine)(nil)
	_ engines.Illustrator = (*Engine)(nil)
)

// New returns the engine at its default settings.
func New() *Engine {
	e, err := newEngine(nil, nil)
	if err != nil {
		panic(err) // the defaults are wrong: a mistake in this package
	}
	return e
}

// newEngine resolves settings, later ones over earlier ones. What "openings"
// holds is parsed here, once.
func newEngine(base, over engines.Settings) (*Engine, error) {
	given := make(engines.Settings, len(base)+len(over))
	maps.Copy(given, base)
	maps.Copy(given, over)
	m := modelNamed(given["model"])
	settings, err := engines.Resolve(settingsOf(m), given)
	if err != nil {
		return nil, err
	}
	openings, err := parseOpenings(settings["openings"])
	if err != nil {
		return nil, err
	}
	return &Engine{given, settings, m, openings}, nil
}

// With returns the engine with some settings replaced.
func (e *Engine) With(s engines.Settings) (engines.Engine, error) { return newEngine(e.given, s) }

// Spec describes the game; its weights are those of the setting "model".
func (e *Engine) Spec() engines.Spec {
	return engines.Spec{
		Name:      "othello",
		Title:     "Othello",
		Doc:       "Two sides turn each other's discs on a board of 64 squares; the one with more at the end wins. Seat 0 is Black and moves first.",
		Version:   "1",
		MinSeats:  2,
		MaxSeats:  2,
		Weights:   slices.Clone(e.model.space),
		Settings:  settingsOf(e.model),
		ScaleFree: e.scaleFree(),
	}
}

// scaleFree reports whether only the direction of the weights matters: a level
// compares a share with its weight.
func (e *Engine) scaleFree() bool { return e.model.compile != nil }

// NewGame deals the start position, or an opening by the seed.
func (e *Engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats, want 2", seats)
	}
	return e.open(seed)
}

// ParseGame reads a board of 64 characters with the side to move, a transcript
// or a GGF game; "" and "start" are the start position, without the random
// plies of NewGame. Othello has no chance: the seed is ignored.
func (e *Engine) ParseGame(position string, _ uint64) (engines.Game, error) {
	g, err := ParsePosition(position)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// table returns the game as this package's own.
func table(g engines.Position) (*Game, error) {
	if g, ok := g.(*Game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("a game of %T is not Othello", g)
}
