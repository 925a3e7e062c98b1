package risk_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/portable/portabletest"
	"github.com/lanista/lanista/engines/risk"
)

// TestExportedAgentPlaysAlike runs agents in other languages: the default with other weights on
// the grid, one that attacks only weak neighbours, with three seats on the classic map, and one that
// must attack from the third round on.
func TestExportedAgentPlaysAlike(t *testing.T) {
	t.Parallel()
	portabletest.Run(t, risk.New(), engines.Agent{Weights: engines.Weights{7, 2.5, 4, 0.5}}, 2)
	classic, err := risk.New().With(engines.Settings{"map": "classic"})
	if err != nil {
		t.Fatal(err)
	}
	portabletest.Run(t, classic, engines.Agent{
		Weights: engines.Weights{1, 1, 3, 1}, Settings: engines.Settings{"min_diff": "3", "weakest_only": "true", "depth": "3"},
	}, 3)
	forced, err := risk.New().With(engines.Settings{"size": "3", "force_attack_after": "2"})
	if err != nil {
		t.Fatal(err)
	}
	portabletest.Run(t, forced, engines.Agent{Settings: engines.Settings{"min_diff": "3", "weakest_only": "true"}}, 2)
}
