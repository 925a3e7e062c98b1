package documents_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tuning"
)

// Vectors keep the order of the weights, also when they are read back.
func TestVectorKeepsItsOrder(t *testing.T) {
	t.Parallel()
	v := documents.NewVector(engines.Space{{Name: "units"}, {Name: "defence"}, {Name: "a"}}, []float64{2, math.NaN(), 1})
	const want = `{"units":2,"defence":null,"a":1}`
	for range 2 {
		data, err := json.Marshal(v)
		if err != nil || string(data) != want {
			t.Errorf("%s, %v, want %s", data, err, want)
		}
		v = new(documents.Vector)
		if err := json.Unmarshal(data, v); err != nil {
			t.Fatal(err)
		}
	}
}

// The document of several seeds has the mean of a number, and the counts of the choices of a weight
// whose values are choices.
func TestSeedsOfChoices(t *testing.T) {
	t.Parallel()
	r := runs.SeedsResult{
		Space: engines.Space{{Name: "hold", Max: 40}, engines.NewChoices("style", "", []string{"timid", "plain", "count"}, "timid")},
		Mean:  engines.Weights{20, 4. / 3}, Deviation: engines.Weights{2, 1},
	}
	for _, w := range []engines.Weights{{18, 0}, {22, 2}, {20, 2}} {
		r.Runs = append(r.Runs, runs.TuneResult{Verification: tuning.Verification{Result: tuning.Estimate{Weights: w}}})
	}
	got, err := json.Marshal(documents.NewSeeds(r).Weights)
	if want := `[{"name":"hold","mean":20,"deviation":2},{"name":"style","mean":null,"deviation":null,"choices":{"count":2,"timid":1}}]`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	r.Deviation[0] = math.NaN()
	got, err = json.Marshal(documents.NewSeeds(r).Weights[0])
	if want := `{"name":"hold","mean":20,"deviation":null}`; err != nil || string(got) != want {
		t.Errorf("a single seed: %s, %v, want %s", got, err, want)
	}
}

// A search has the same document in the output of evolve and from the store; numbers that
// are not known are null and seeds are strings.
func TestOneDocumentOfARun(t *testing.T) {
	t.Parallel()
	rec := results.Record{
		Summary: results.Summary{
			ID: "nim-1", Status: results.Finished, Rounds: 1, Games: 20,
			Info: results.Info{Kind: results.Evolve, Engine: "nim", Seed: math.MaxUint64, Space: engines.Space{{Name: "take"}}},
			Result: &results.Result{
				Weights: engines.Weights{3}, Fitness: rating.Float(math.NaN()),
				Rating:    &evidence.Rating{Elo: 40, Interval: rating.Interval{Low: 10, High: math.Inf(1)}, Games: 80, Against: "default"},
				Standings: []rating.Standing{{Agent: "default", Games: 80, Rating: 40, Interval: rating.Interval{Low: 10, High: math.Inf(1)}}},
			},
		},
		Generations: []results.Generation{{Number: 1, Games: 20, Total: 20, BestFitness: math.NaN(), MeanFitness: 0.5, Spread: 0.1, Best: results.Result{Weights: engines.Weights{3}}}},
	}
	played, err := json.Marshal(documents.Tuned(runs.TuneResult{Record: rec}))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := json.Marshal(documents.Record(rec))
	if err != nil || string(played) != string(stored) {
		t.Errorf("%s\n%s, %v", played, stored, err)
	}
	var doc struct {
		Seed    string
		Rounds  int
		Best    struct{ Fitness *float64 }
		Verdict struct {
			Rating   float64
			Interval rating.Interval
		}
		Verification []struct{ Interval struct{ Low, High *float64 } }
		History      []struct {
			BestFitness *float64 `json:"best_fitness"`
		}
	}
	if err := json.Unmarshal(stored, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Seed != "18446744073709551615" || doc.Rounds != 1 || len(doc.History) != 1 || doc.History[0].BestFitness != nil || doc.Best.Fitness != nil {
		t.Errorf("%+v", doc)
	}
	if doc.Verdict.Rating != 40 || doc.Verdict.Interval.Low != 10 || !math.IsInf(doc.Verdict.Interval.High, 1) || doc.Verification[0].Interval.High != nil {
		t.Errorf("%+v", doc)
	}
}
