package engines_test

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
)

// A limit of depth is the setting of that name, and refused where there is none.
func TestLimitsOfDepth(t *testing.T) {
	deep := deepNim{newNim(), new(string)}
	limit := engines.Limit{Depth: 3}
	if _, err := engines.NewPlayer(t.Context(), deep, engines.Agent{Limit: limit, Settings: engines.Settings{"depth": "1"}}); err != nil || *deep.depth != "3" {
		t.Errorf("a limit of depth 3 plays at depth %q, %v", *deep.depth, err)
	}
	if _, err := engines.NewPlayer(t.Context(), deep, engines.Agent{Limit: engines.Limit{Nodes: 3}}); err == nil || err.Error() != "limit: nodes 3: the game's player supports no limit of depth or nodes" {
		t.Errorf("a limit of nodes: %v", err)
	}
}

// deepNim has a depth that players may differ in.
type deepNim struct {
	engines.Engine
	depth *string
}

func (d deepNim) Spec() engines.Spec {
	s := d.Engine.Spec()
	s.Settings = append([]engines.Setting{{Name: "depth", Kind: engines.Int, Default: "1", Min: 1, Max: 9, Player: true}}, s.Settings...)
	return s
}

func (d deepNim) NewPlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	*d.depth = a.Settings["depth"]
	if err := a.Limit.Refuse(); err != nil {
		return nil, err
	}
	return d.Engine.NewPlayer(ctx, engines.Agent{})
}

func TestLimitText(t *testing.T) {
	for _, text := range []string{"none", "depth 4", "nodes 2000", "movetime 50ms", "clock 10s", "clock 10s+100ms", "clock 40/10s", "clock 40/1m30s+500ms"} {
		l, err := engines.ParseLimit(text)
		if err != nil || l.String() != text {
			t.Errorf("%q is read as %v, %v", text, l, err)
		}
	}
	for _, text := range []string{"depth", "depth 0", "nodes -1", "movetime 5", "movetime 0s", "clock +1s", "clock 0/1s", "clock 1.5/1s", "clock 40/", "clock 10s+-1s", "quick", "none at all"} {
		if l, err := engines.ParseLimit(text); err == nil {
			t.Errorf("%q is read as %v", text, l)
		}
	}
}
