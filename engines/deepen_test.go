package engines_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/engines"
)

// digger is a player whose searches to the depth hangs and beyond end with their context, and
// whose searches to the depth final and beyond are final.
type digger struct {
	hangs, final int
	depths       []int
	reached      int
	started      bool
}

func (d *digger) Choose(context.Context, engines.Position) (engines.Move, error) {
	return 0, errors.New("Choose is not called")
}

func (d *digger) Start(context.Context, engines.Seating) error { d.started = true; return nil }

func (d *digger) Look(ctx context.Context, _ engines.Position, depth int) (engines.SearchResult, error) {
	d.depths = append(d.depths, depth)
	if depth >= d.hangs {
		<-ctx.Done()
		return engines.SearchResult{}, ctx.Err()
	}
	d.reached = depth
	return engines.SearchResult{Move: engines.Move(depth), Depth: depth, Nodes: 10, Final: depth >= d.final}, nil
}

// Assessment returns the depth of the last search that was completed.
func (d *digger) Assessment() (float64, bool) { return float64(d.reached), true }

// diggers is Nim with the player made.
type diggers struct {
	engines.Engine
	made *digger
}

func (d diggers) NewPlayer(context.Context, engines.Agent) (engines.Player, error) {
	return d.made, nil
}

func (d diggers) Spec() engines.Spec {
	s := d.Engine.Spec()
	s.Settings = append(s.Settings, engines.Setting{Name: "depth", Kind: engines.Int, Default: "2", Min: 1, Max: 12, Player: true})
	return s
}

// A player with a limit of time plays the move of the deepest search that ended in time. The
// clock of the test is that of package synctest.
func TestPlayersDeepenInTheirTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		agent engines.Agent
		hangs int
		final int
		want  engines.Move
	}{
		"the largest depth":    {engines.Agent{Limit: engines.Limit{Move: time.Minute}}, 99, 99, 12},
		"the agent's depth":    {engines.Agent{Limit: engines.Limit{Move: time.Minute}, Settings: engines.Settings{"depth": "3"}}, 99, 99, 3},
		"the final depth":      {engines.Agent{Limit: engines.Limit{Move: time.Minute}}, 99, 4, 4},
		"until the time is up": {engines.Agent{Limit: engines.Limit{Move: 40 * time.Millisecond}}, 5, 99, 4},
		"by the clock":         {engines.Agent{Limit: engines.Limit{Clock: time.Second}}, 6, 99, 5},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := &digger{hangs: c.hangs, final: c.final}
			p, err := engines.NewPlayer(t.Context(), diggers{newNim(), d}, c.agent)
			if err != nil {
				t.Fatal(err)
			}
			if s, ok := p.(engines.Starter); !ok || s.Start(t.Context(), engines.Seating{}) != nil || !d.started {
				t.Errorf("%s: the player is not started", name)
			}
			if m, err := p.Choose(t.Context(), nil); err != nil || m != c.want {
				t.Errorf("%s: move of depth %d, %v; want %d (searched %v)", name, m, err, c.want, d.depths)
			}
			// The evaluation decides whether a game of chess is adjudicated, and PGN has evaluation and depth.
			if a, ok := p.(engines.Assessor); !ok {
				t.Errorf("%s: the player has no evaluation", name)
			} else if eval, ok := a.Assessment(); !ok || eval != float64(c.want) {
				t.Errorf("%s: evaluation %v, %v; want %d", name, eval, ok, c.want)
			}
			if r, ok := p.(engines.SearchReporter); !ok {
				t.Errorf("%s: the player does not report its search", name)
			} else if depth, nodes := r.LastSearch(); depth != int(c.want) || nodes != 10*uint64(c.want) {
				t.Errorf("%s: depth %d and %d nodes, want depth %d", name, depth, nodes, c.want)
			}
		})
	}
}

// The error of a search that ends without a result is returned.
func TestDeepeningEndsWithItsContext(t *testing.T) {
	t.Parallel()
	p, err := engines.NewPlayer(t.Context(), diggers{newNim(), &digger{hangs: 1}}, engines.Agent{Limit: engines.Limit{Move: time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Choose(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
}
