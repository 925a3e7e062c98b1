package game2048_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/game2048"
	"github.com/lanista/lanista/engines/portable/portabletest"
)

// TestExportedAgentPlaysAlike runs the agent in other languages.
func TestExportedAgentPlaysAlike(t *testing.T) {
	t.Parallel()
	portabletest.Run(t, game2048.New(), engines.Agent{
		Weights: engines.Weights{3.5, 0.25, 1, 0.5, 0.125}, Settings: engines.Settings{"depth": "2"},
	}, 1)
}
