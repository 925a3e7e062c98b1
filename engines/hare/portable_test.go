package hare_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/portable/portabletest"
)

// TestExportedAgentPlaysAlike runs agents in other languages: one that averages over the cards,
// one for three players on the article's board that avoids hare squares, and one that does not sort
// moves, so that it ignores the width, whose weights are large, and whose limit of positions the
// program does not have.
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
	portabletest.Run(t, hare.New(), engines.Agent{
		Weights: engines.Weights{60, 30, 20}, Settings: engines.Settings{"depth": "4", "rule": "rel", "hares": "none", "sorting": "false", "width": "1", "nodes": "20"},
	}, 3)
}
