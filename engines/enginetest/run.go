package enginetest

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
)

// Run reports every promise of the contract that an engine breaks, over so many
// random games at every number of seats. Games between the engine's own players
// are among the checks: an engine whose agents think long by default is better
// given with quicker ones, by With.
func Run(t *testing.T, e engines.Engine, games int) {
	t.Helper()
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			notes, err := c.run(t.Context(), e, games)
			for _, note := range notes {
				t.Log(note)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// Check is Run for programs that are no test: it returns what Run would report,
// nil if the engine keeps the contract.
func Check(ctx context.Context, e engines.Engine, games int) error {
	var broken []error
	for _, c := range checks {
		if _, err := c.run(ctx, e, games); err != nil {
			broken = append(broken, fmt.Errorf("%s: %w", c.name, err))
		}
	}
	return errors.Join(broken...)
}

// check is one part of the contract.
type check struct {
	name string
	of   func(*probe) error
}

var checks = []check{
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
	{"tells", (*probe).tells},
	{"agents", (*probe).agents},
	{"players", (*probe).players},
	{"rates", (*probe).rates},
	{"life", (*probe).life},
	{"records", (*probe).records},
}

// run runs a check. A panic is a broken promise like any other.
func (c check) run(ctx context.Context, e engines.Engine, games int) (notes []string, err error) {
	p := &probe{ctx: ctx, engine: e, of: e.Spec(), games: max(games, 1)}
	p.of.Weights, p.of.Settings = slices.Clone(p.of.Weights), slices.Clone(p.of.Settings)
	defer func() {
		notes = p.notes
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return nil, c.of(p)
}

// probe is an engine under test.
type probe struct {
	ctx    context.Context
	engine engines.Engine
	of     engines.Spec
	games  int
	notes  []string // what is not wrong and worth knowing
}

func (p *probe) note(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// hosted reports whether the engine plays its games itself and has no tables of
// its own to look at.
func (p *probe) hosted() bool {
	if _, ok := p.engine.(engines.ArenaFactory); !ok {
		return false
	}
	_, err := p.engine.NewGame(p.of.MinSeats, 1)
	return err != nil
}
