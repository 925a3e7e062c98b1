package documents_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tuning"
)

func text(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Keys keep the order in which they were added.
func TestObjectKeepsItsOrder(t *testing.T) {
	o := &documents.Object{}
	o.Add("z", 1)
	o.Add("a", "<b>")
	if got, want := text(t, o), `{"z":1,"a":"\u003cb\u003e"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	space := engines.Space{{Name: "units"}, {Name: "defence"}}
	if got, want := text(t, documents.Weights(space, engines.Weights{2, 1})), `{"units":2,"defence":1}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What is not known is null, never a number.
func TestWhatIsNotKnownIsNull(t *testing.T) {
	tuned := runs.TuneResult{
		Run: "nim-1", Engine: engines.Spec{Name: "nim"}, Space: engines.Space{{Name: "take"}},
		Verification: tuning.Verification{
			Answer:  tuning.Estimate{Weights: engines.Weights{3}, Fitness: math.NaN()},
			Matches: []rating.Standing{{Agent: "default", Rating: 40, Interval: rating.Interval{Low: 10, High: math.Inf(1)}}},
		},
		Verdict: &evidence.Verdict{Rating: 40, Interval: rating.Interval{Low: 10, High: math.Inf(1)}},
	}
	var doc struct {
		Best struct {
			Fitness  *float64
			Interval rating.Interval
		}
		Verification []struct{ Interval rating.Interval }
	}
	if err := json.Unmarshal([]byte(text(t, documents.Tuned(tuned))), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Best.Fitness != nil || doc.Best.Interval.Low != 10 || !math.IsInf(doc.Best.Interval.High, 1) || !math.IsInf(doc.Verification[0].Interval.High, 1) {
		t.Errorf("%+v", doc)
	}
}
