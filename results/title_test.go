package results_test

import (
	"testing"

	"github.com/lanista/lanista/results"
)

// What the strategies call their answers is said without the words of their methods.
func TestAnswerTitle(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"the average of SPSA after 606 games of RSM":      "the average of the last steps (SPSA) after 606 games that fitted a surface (RSM)",
		"the average of SPSA about the peak of the field": "the average of the last steps (SPSA) about the top of the fitted model",
		"the average of CMA-ES after 9 games of RSM":      "the average of the last centres (CMA-ES) after 9 games that fitted a surface (RSM)",
		"the average of the parents":                      "the average of the parents",
		"the start weights":                               "the start weights",
		"":                                                "",
	} {
		if got := results.AnswerTitle(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
