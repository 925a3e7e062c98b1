package solo_test

import (
	"testing"

	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/engines/solo"
)

// TestContract tests an engine made of a function as any game is tested.
func TestContract(t *testing.T) {
	t.Parallel()
	spec := pig
	spec.Title, spec.Doc, spec.Version = "Pig", "Twenty turns of Pig.", "1"
	enginetest.Run(t, solo.Func(spec, turns), 4)
}
