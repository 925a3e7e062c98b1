package engines_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
)

// digger is a player that needs some calls for every depth, and hangs from one on.
type digger struct {
	hangs, final int
	depths       []int
	started      bool
}

func (d *digger) Choose(context.Context, engines.Position) (engines.Move, error) {
	return 0, errors.New("it is asked to look")
}

func (d *digger) Start(context.Context, engines.Seating) error { d.started = true; return nil }

func (d *digger) Look(ctx context.Context, _ engines.Position, depth int) (engines.SearchResult, error) {
	d.depths = append(d.depths, depth)
	if depth >= d.hangs {
		<-ctx.Done()
		return engines.SearchResult{}, ctx.Err()
	}
	return engines.SearchResult{Move: engines.Move(depth), Depth: depth, Final: depth >= d.final}, nil
}

func TestDeepenReturnsTheLastFinishedDepth(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*struct {
		d    digger
		most int
		want int
	}{
		"the largest depth": {digger{hangs: 99, final: 99}, 4, 4},
		"final":             {digger{hangs: 99, final: 3}, 9, 3},
		"out of time":       {digger{hangs: 3, final: 99}, 9, 2},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		told := 0
		got, err := engines.Deepen(ctx, &c.d, nil, c.most, func(engines.SearchResult) { told++ })
		cancel()
		if err != nil || got.Depth != c.want || told != c.want {
			t.Errorf("%s: %+v, told %d times, %v", name, got, told, err)
		}
	}
	d := digger{hangs: 1}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := engines.Deepen(ctx, &d, nil, 3, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("nothing was finished: %v", err)
	}
}

// diggers is Nim whose players dig.
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

// A player with a time per move looks as far ahead as it can, and answers with what
// it has finished.
func TestPlayersDeepenInTheirTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		agent engines.Agent
		hangs int
		want  engines.Move
	}{
		"as far as the game goes": {engines.Agent{Limit: engines.Limit{Move: time.Minute}}, 99, 12},
		"as the agent says":       {engines.Agent{Limit: engines.Limit{Move: time.Minute}, Settings: engines.Settings{"depth": "3"}}, 99, 3},
		"until the time is up":    {engines.Agent{Limit: engines.Limit{Move: 40 * time.Millisecond}}, 5, 4},
		"by the clock":            {engines.Agent{Limit: engines.Limit{Clock: time.Second}}, 6, 5},
	} {
		d := &digger{hangs: c.hangs, final: 99}
		p, err := engines.NewPlayer(t.Context(), diggers{newNim(), d}, c.agent)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := p.(engines.Starter); !ok || s.Start(t.Context(), engines.Seating{}) != nil || !d.started {
			t.Errorf("%s: the player is not started", name)
		}
		if m, err := p.Choose(t.Context(), nil); err != nil || m != c.want {
			t.Errorf("%s: it chose at depth %d, %v; want %d (looked at %v)", name, m, err, c.want, d.depths)
		}
	}
}
