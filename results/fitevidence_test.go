package results_test

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
)

// A logistic curve over ln(10)/400 times a difference is the curve of Elo, so an evaluation with
// this scale is in Elo, and one with twice the scale is worth two Elo a unit.
func TestScaleOfAnEvaluationInElo(t *testing.T) {
	t.Parallel()
	e := results.FitEvidence{Target: "result", StartScale: math.Ln10 / 400, Scale: 2 * math.Ln10 / 400}
	line := e.ScaleLine()
	start, fitted, found := strings.Cut(line, ";")
	if !found || !strings.Contains(start, "start weights is worth 1 Elo ") || !strings.Contains(fitted, "fitted weights 2 Elo.") {
		t.Error(line)
	}
	e.Target = "score"
	if line := e.ScaleLine(); line != "" {
		t.Errorf("a fit of scores: %s", line)
	}
}
