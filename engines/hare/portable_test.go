package hare_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/portable/portabletest"
)

// TestExportedAgentPlaysAlike runs agents in other languages: one that averages over the cards,
// and one for three players on the article's board that avoids hare squares.
func TestExportedAgentPlaysAlike(t *testing.T) {
	t.Parallel()
	portabletest.Run(t, hare.New(), engines.Agent{
		Weights: engines.Weights{1.51, 1.78, 1.96}, Settings: engines.Settings{"depth": "3", "rule": "abs", "hares": "expect", "width": "0,6,4"},
	}, 2)
	article, err := hare.New().With(engines.Settings{"profile": "article"})
	if err != nil {
		t.Fatal(err)
	}
	portabletest.Run(t, article, engines.Agent{
		Weights: engines.Weights{2, 0.5, 0.536}, Settings: engines.Settings{"depth": "3", "rule": "mixed", "hares": "penalty", "penalty": "20", "pruning": "exact"},
	}, 3)
}
