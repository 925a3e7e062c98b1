package engines_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
)

// wrapped wraps a game and has other weights if they are given.
type wrapped struct {
	engines.Engine
	weights engines.Space
}

func (w wrapped) Unwrap() engines.Engine { return w.Engine }

func (w wrapped) Spec() engines.Spec {
	s := w.Engine.Spec()
	if w.weights != nil {
		s.Weights = w.weights
	}
	return s
}

func TestAsLooksThroughWrappers(t *testing.T) {
	t.Parallel()
	game := sizer{newNim()}
	for _, e := range []engines.Engine{game, wrapped{game, nil}, wrapped{wrapped{game, nil}, nil}} {
		if _, ok := engines.As[engines.Linear](e); !ok {
			t.Errorf("%T: As finds no Linear", e)
		}
		if _, ok := engines.AsHeuristic[engines.Linear](e); !ok {
			t.Errorf("%T: AsHeuristic finds no Linear", e)
		}
		if _, ok := engines.As[engines.ArenaFactory](e); ok {
			t.Errorf("%T: As finds an ArenaFactory", e)
		}
	}
	other := wrapped{game, engines.Space{{Name: "other", Min: 0, Max: 1}}}
	if _, ok := engines.As[engines.Linear](other); !ok {
		t.Error("As does not look through a wrapper with other weights")
	}
	if _, ok := engines.AsHeuristic[engines.Linear](other); ok {
		t.Error("AsHeuristic looks through a wrapper with other weights")
	}
	if _, ok := engines.As[engines.Linear](nil); ok {
		t.Error("As finds an ability of nil")
	}
	if _, ok := engines.As[engines.Linear](wrapped{nil, nil}); ok {
		t.Error("As finds an ability of a wrapper of nothing")
	}
}
