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
	of   func(*probe) error
}

// Tests lists all parts of the contract, in the order in which they are best read: a game
// that fails an early test often fails later ones for the same reason.
func Tests() []Test { return slices.Clone(tests) }

var tests = []Test{
	{"spec", (*probe).spec},
	{"settings", (*probe).settings},
	{"seats", (*probe).seats},
	{"notation", (*probe).notation},
	{"moves", (*probe).moves},
	{"clone", (*probe).clones},
	{"history", (*probe).history},
	{"ends", (*probe).ends},
	{"seeds", (*probe).seeds},
	{"chance", (*probe).chance},
	{"views", (*probe).views},
	{"evaluation", (*probe).evaluation},
	{"scenes", (*probe).scenes},
	{"events", (*probe).events},
	{"agents", (*probe).agents},
	{"players", (*probe).players},
	{"move values", (*probe).moveValues},
	{"life", (*probe).life},
	{"records", (*probe).records},
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
// of the engine is an error like any other.
func (t Test) Run(ctx context.Context, e engines.Engine, games int) (notes []string, err error) {
	p := &probe{ctx: ctx, engine: e, games: max(games, 1)}
	defer func() {
		notes = p.notes
		if cause := recover(); cause != nil {
			err = panics.Error(cause)
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
