package results_test

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
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

// A candidate is found by its stored name and by its title.
func TestCandidateByTitle(t *testing.T) {
	t.Parallel()
	rec := results.Record{
		Summary: results.Summary{
			Info: results.Info{Engine: "risk", Space: engines.Space{{Name: "w", Max: 9}}}, Status: results.Finished,
			Answer: &results.Answer{Candidates: []results.Candidate{
				{Name: "the fittest genome", Weights: engines.Weights{1}}, {Name: "the average of the iterates", Weights: engines.Weights{2}},
			}},
		},
	}
	for _, name := range []string{"the average of the iterates", "the average of the last steps", "The Average of the Last Steps"} {
		doc, err := rec.CandidateDocument(name)
		if err != nil || doc.Candidate != "the average of the iterates" || doc.Weights[0].Value != 2 {
			t.Errorf("%s: %+v, %v", name, doc, err)
		}
	}
	if _, err := rec.CandidateDocument("the last steps"); err == nil || !strings.Contains(err.Error(), `it has "the fittest genome", "the average of the last steps"`) {
		t.Error(err)
	}
}
