package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/internal/panics"
)

// Test is one part of the contract.
type Test struct {
	Name string
	Doc  string // what the game does if the test passes
	of   func(*probe) error
}

// ErrEndless is the error of a game that does not end within a limit of plies. The tests
// that follow would meet it again.
var ErrEndless = errors.New("the game has not ended")

// Tests lists all parts of the contract, in the order in which they are best read: a game
// that fails an early test often fails later ones for the same reason.
func Tests() []Test { return slices.Clone(tests) }

var tests = []Test{
	{"spec", "Spec describes the game", (*probe).spec},
	{"settings", "With accepts what the settings allow and refuses the rest", (*probe).settings},
	{"seats", "games have the seats of the Spec, and no others", (*probe).seats},
	{"notation", "positions and moves are read back from their texts", (*probe).notation},
	{"moves", "legal moves can be made; others are refused and change nothing", (*probe).moves},
	{"clone", "clones are independent of the game", (*probe).clones},
	{"history", "the moves of a history lead to its position", (*probe).history},
	{"ends", "games end with an outcome for every seat", (*probe).ends},
	{"seeds", "one seed deals one game", (*probe).seeds},
	{"chance", "the game has chance as Spec declares", (*probe).chance},
	{"views", "views show no more than a seat may see", (*probe).views},
	{"evaluation", "the evaluation is the features times the weights", (*probe).evaluation},
	{"scenes", "scenes follow from the position", (*probe).scenes},
	{"events", "events follow from the moves", (*probe).events},
	{"agents", "impossible weights and settings are refused", (*probe).agents},
	{"players", "players choose legal moves and repeat their games", (*probe).players},
	{"move values", "rated moves are legal, the best first", (*probe).moveValues},
	{"life", "players are started, ended and closed once", (*probe).life},
	{"records", "records lead to their outcomes", (*probe).records},
}

// Check returns the errors of all [Tests] of an engine, each with the name of its test, or nil if
// there are none. A test plays a number of random games at every number of seats; fewer than 1
// count as 1. If ctx ends first, its error is among the errors.
func Check(ctx context.Context, e engines.Engine, games int) error {
	var broken []error
	for _, t := range tests {
		if _, err := t.Run(ctx, e, games); err != nil {
			broken = append(broken, fmt.Errorf("%s: %w", t.Name, err))
		}
	}
	return errors.Join(broken...)
}

// Run tests an engine as [Check] does. The notes describe findings that are not mistakes. A panic
// of the engine is an error with the position in which it happened.
func (t Test) Run(ctx context.Context, e engines.Engine, games int) (notes []string, err error) {
	p := &probe{ctx: ctx, engine: e, games: max(games, 1)}
	defer func() {
		notes = p.notes
		if cause := recover(); cause != nil {
			err = panics.Error(cause)
			if text := p.at.text(); text != "" {
				err = fmt.Errorf("%w (%s)", err, text)
			}
		}
	}()
	p.of = e.Spec()
	p.of.Weights, p.of.Settings = slices.Clone(p.of.Weights), slices.Clone(p.of.Settings)
	return nil, t.of(p)
}

// probe is an engine under test.
type probe struct {
	ctx    context.Context
	engine engines.Engine
	of     engines.Spec
	games  int
	at     place // of the game that is played, if one is
	notes  []string
}

func (p *probe) note(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// hosted reports whether the engine plays its games itself and cannot deal one for the tests.
func (p *probe) hosted() bool {
	if _, ok := engines.As[engines.ArenaFactory](p.engine); !ok {
		return false
	}
	_, err := p.engine.NewGame(p.of.MinSeats, 1)
	return err != nil
}
