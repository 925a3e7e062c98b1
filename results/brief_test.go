package results

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tuning"
)

// withModel is a result in which every member of the strategy's model is set, next to texts with
// the characters by which members are told apart.
func withModel() Result {
	return Result{
		Name: `a "mean", of [three} \\`, Weights: testSpace.Default(), Fitness: 0.5, Games: 9, KeptStart: true,
		Rating:     &evidence.Rating{Elo: 5, Interval: rating.Interval{Low: 1, High: 9}, Games: 90, Against: `},"curves":[{"x":[1]}],`},
		Standings:  []rating.Standing{{Agent: "c", Games: 90}},
		Importance: rating.Floats{1, 2}, ImportanceError: rating.Floats{3, 4}, Interaction: rating.Matrix{{1, 2}, {3, 4}},
		Curves: []tuning.Curve{{X: []float64{1, 2}, Elo: []float64{3, 4}}}, Octaves: []tuning.Octave{{}}, Map: &tuning.Map{},
	}
}

// withoutItsModel returns the result as a brief list contains it.
func withoutItsModel(r Result) Result {
	r.Importance, r.ImportanceError, r.Interaction, r.Curves, r.Octaves, r.Map = nil, nil, nil, nil, nil, nil
	return r
}

// TestBriefResults compares results of which the model's members are cut out of the text with
// results of which they are decoded and then dropped. Every member is the first one, the last one
// and the only one once.
func TestBriefResults(t *testing.T) {
	t.Parallel()
	full := withModel()
	list := []Result{full, withoutItsModel(full), {}, {Map: full.Map}, {Importance: full.Importance, Fit: &FitEvidence{}}}
	for i, r := range list {
		text, err := json.Marshal(r)
		must(t, err)
		var want, got Result
		must(t, json.Unmarshal(text, &want))
		short := withoutModel(text)
		must(t, json.Unmarshal(short, &got))
		if diff := cmp.Diff(withoutItsModel(want), got, asStored); diff != "" {
			t.Errorf("result %d, %s: %s", i, short, diff)
		}
		if len(withoutModel(short)) != len(short) {
			t.Errorf("result %d: members remain in %s", i, short)
		}
	}
	for text, want := range map[string]string{
		`{"curves":[1],"map":{}}`: `{}`, `{"map":{"a":"}"},"games":1}`: `{"games":1}`, `{"games":1,"octaves":[]}`: `{"games":1}`, `{}`: `{}`, `{`: `{`, ``: ``, `{"a`: `{"a`, `{"a\`: `{"a\`, `{"a":"\"}`: `{"a":"\"}`, `{"map":[1,2],"a":{"map":1},"curves":"x,y"}`: `{"a":{"map":1}}`,
		`{"map":[1,"],}",[-2,{"a":[3]}]],"a":1}`: `{"a":1}`, `{"map":[[0.5,1e-3],[-2,7]],"a":[4,5]}`: `{"a":[4,5]}`, `{"a":1,"map":[1,2`: `{"a":1`,
	} {
		if got := string(withoutModel([]byte(text))); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

// TestBriefList checks that a brief list lacks the model alone.
func TestBriefList(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round, members := testRound(1, 5, 7)
	must(t, run.SaveRound(t.Context(), round, members))
	must(t, run.Finish(t.Context(), withModel()))
	full, err := s.List(t.Context(), Query{})
	must(t, err)
	brief, err := s.List(t.Context(), Query{Brief: true})
	must(t, err)
	if len(full) != 1 || full[0].Result.Curves == nil {
		t.Fatalf("%+v", full)
	}
	*full[0].Result = withoutItsModel(*full[0].Result)
	if diff := cmp.Diff(full, brief, asStored, cmp.AllowUnexported(Summary{})); diff != "" {
		t.Error(diff)
	}
}
