package othello

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
	"github.com/lanista/lanista/engines/show"
)

// engine is Othello under some settings. It never changes once made.
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
	_ deals.Listed          = (*engine)(nil)
)

// New returns the game at its default settings.
func New() engines.Engine {
	e, err := newEngine(nil, nil)
	if err != nil {
		panic(err) // the defaults are wrong: a mistake in this package
	}
	return e
}

// newEngine resolves settings, later ones over earlier ones. What "openings"
// holds is parsed here, once.
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

// Spec describes the game; its weights are those of the setting "model".
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

// scaleFree reports whether only the direction of the weights matters: a level
// compares a share with its weight.
func (e *engine) scaleFree() bool { return e.model.compile != nil }

// NewGame deals the start position, or an opening by the seed.
func (e *engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats, want 2", seats)
	}
	return e.open(seed)
}

// ParseGame reads a board of 64 characters with the side to move, alone or as a
// line of an OBF file; a transcript; or a GGF game. The empty text and "start"
// are the start position, without the random plies of NewGame. Othello has no
// chance: the seed is ignored.
func (e *engine) ParseGame(position string, _ uint64) (engines.Game, error) {
	g, err := parsePosition(position)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// gameOf refuses the games of other engines.
func gameOf(g engines.Position) (*game, error) {
	if g, ok := g.(*game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("a game of %T is not Othello", g)
}
