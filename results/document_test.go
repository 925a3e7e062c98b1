package results

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/tuning"
)

// documented is a run with three rounds and a result of which every part differs from the others.
func documented(kind Kind) Record {
	space := engines.Space{{Name: "x", Max: 9}, {Name: "y", Max: 9}}
	info := Info{Kind: kind, Name: "named", Engine: "risk", Seed: 7, Version: "v1", Space: space}
	r := Record{Summary: Summary{ID: "risk-1", Info: info, Status: Finished, Disputed: "two results"}}
	for n := 1; n <= 3; n++ {
		r.Generations = append(r.Generations, Generation{Number: n, Best: Result{Weights: engines.Weights{float64(n), 0}}})
	}
	r.Result = &Result{
		Weights: engines.Weights{5, 6}, Settings: engines.Settings{"depth": "5"},
		Candidates: []Candidate{
			{Name: "The Mean", Weights: engines.Weights{7, 1}},
			{Name: tuning.StartName, Weights: engines.Weights{8, 2}, Settings: engines.Settings{"depth": "8"}},
			{Name: "the fittest", Weights: engines.Weights{9, 3}},
		},
	}
	return r
}

// summed is the part of a document that identifies its weights.
type summed struct {
	Weights          []weights.Named
	Candidate, Depth string
	Round            int
}

func sumUp(d weights.Document) summed {
	return summed{d.Weights, d.Candidate, d.Settings["depth"], d.Round}
}

func named(x, y float64) []weights.Named {
	return []weights.Named{{Name: "x", Value: x}, {Name: "y", Value: y}}
}

func TestCandidateDocument(t *testing.T) {
	t.Parallel()
	plain, refused := documented(Evolve), documented(Evolve)
	refused.Result.Refused = &Refused{Candidate: Candidate{Name: "the fittest"}}
	for _, test := range []struct {
		of   Record
		name string
		want summed
	}{
		{plain, "the mean", summed{named(7, 1), "The Mean", "5", 0}},
		{plain, "the fittest", summed{named(9, 3), "the fittest", "5", 0}},
		{plain, "Start", summed{named(8, 2), tuning.StartName, "8", 0}},
		{plain, "Candidate", summed{named(7, 1), "The Mean", "5", 0}},
		{refused, "candidate", summed{named(9, 3), "the fittest", "5", 0}},
	} {
		d, err := test.of.CandidateDocument(test.name)
		must(t, err)
		if diff := cmp.Diff(test.want, sumUp(d)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
	if _, err := plain.CandidateDocument("x"); err == nil || !strings.Contains(err.Error(), `no candidate "x"; it has "The Mean", "the start weights", "the fittest"`) {
		t.Errorf("%v", err)
	}
	unverified := documented(Evolve)
	unverified.Result.Candidates = nil
	for name, r := range map[string]Record{"without a result": {}, "without candidates": unverified} {
		if _, err := r.CandidateDocument("start"); err == nil || !strings.Contains(err.Error(), "has no candidates") {
			t.Errorf("%s: %v", name, err)
		}
	}
	wrong := documented(Evolve)
	wrong.Result.Candidates[0].Weights = engines.Weights{1}
	if _, err := wrong.CandidateDocument("candidate"); err == nil || !strings.Contains(err.Error(), "run risk-1") {
		t.Errorf("weights that do not fit the engine: %v", err)
	}
}

func TestRoundDocument(t *testing.T) {
	t.Parallel()
	fit, unverified, unfinished := documented(Fit), documented(Fit), documented(Evolve)
	fit.Result.Candidates = fit.Result.Candidates[:1]
	fit.Result.Candidates[0].Settings = engines.Settings{"depth": "3"}
	unverified.Result.Candidates = nil
	unfinished.Result, unfinished.Status = nil, Interrupted
	for name, test := range map[string]struct {
		of   Record
		want summed
	}{
		"a search":             {documented(Evolve), summed{named(2, 0), "", "5", 2}},
		"a fit":                {fit, summed{named(2, 0), "", "3", 2}},
		"an unverified fit":    {unverified, summed{named(2, 0), "", "5", 2}},
		"an unfinished search": {unfinished, summed{named(2, 0), "", "", 2}},
	} {
		d, err := test.of.RoundDocument(2)
		must(t, err)
		if diff := cmp.Diff(test.want, sumUp(d)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	// All rounds of the fit of a table have the same weights; only the last round has its table.
	table, search := documented(Fit), documented(Evolve)
	for _, r := range []Record{table, search} {
		for i := range r.Generations {
			r.Generations[i].Best.Weights = engines.Weights{4, 4}
		}
	}
	if _, err := table.RoundDocument(2); err == nil || !strings.Contains(err.Error(), "only the table of the last round, which is round 3") {
		t.Errorf("a round of which the table is not kept: %v", err)
	}
	for _, of := range []struct {
		r     Record
		round int
	}{{table, 3}, {search, 2}} {
		if d, err := of.r.RoundDocument(of.round); err != nil || d.Round != of.round || !slices.Equal(d.Weights, named(4, 4)) {
			t.Errorf("%s, round %d: %+v, %v", of.r.Kind, of.round, d, err)
		}
	}
	unweighted := documented(Evolve)
	unweighted.Generations[1].Best.Weights = nil
	wrong := documented(Evolve)
	wrong.Generations[1].Best.Weights = engines.Weights{1}
	for want, test := range map[string]struct {
		of    Record
		round int
	}{
		"run risk-1 has no round 4; its rounds are 1 to 3": {documented(Evolve), 4},
		"run  has no rounds":                   {Record{}, 1},
		"round 2 of run risk-1 has no weights": {unweighted, 2},
		"run risk-1: ":                         {wrong, 2},
	} {
		if _, err := test.of.RoundDocument(test.round); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Every document names its run, and the state of an unfinished one.
func TestDocumentsNameTheirRun(t *testing.T) {
	t.Parallel()
	for _, status := range []Status{Finished, Interrupted} {
		r := documented(Evolve)
		r.Status = status
		result, err := r.Document()
		must(t, err)
		candidate, err := r.CandidateDocument("start")
		must(t, err)
		round, err := r.RoundDocument(1)
		must(t, err)
		want := ""
		if status != Finished {
			want = string(status)
		}
		for _, d := range []weights.Document{result, candidate, round} {
			if d.Name != "named" || d.Run != "risk-1" || *d.Seed != 7 || d.Version != "v1" || d.Disputed != "two results" || d.Status != want {
				t.Errorf("%s: %+v", status, d)
			}
		}
	}
}

func TestDocumentOfAResult(t *testing.T) {
	t.Parallel()
	r := documented(Grid)
	r.Result.Error, r.Result.Importance = rating.Floats{0.5, math.NaN()}, rating.Floats{math.Inf(1), 12, 3}
	r.Result.Etudes = &EtudeEvidence{Etudes: 90, Hits: 80}
	d, err := r.Document()
	must(t, err)
	if diff := cmp.Diff(summed{named(5, 6), "", "5", 0}, sumUp(d)); diff != "" {
		t.Error(diff)
	}
	if !cmp.Equal(d.Error, map[string]float64{"x": 0.5}) || !cmp.Equal(d.Importance, map[string]float64{"y": 12}) || d.Etudes != 90 || d.Correct != 80 {
		t.Errorf("%+v", d)
	}
	if d.Rating != nil || d.Interval != nil || d.Verdict != nil {
		t.Errorf("an unverified result: %+v", d)
	}
	r.Result.Rating = &evidence.Rating{Elo: rating.Float(math.NaN()), Interval: rating.Open(), Games: 3, Against: "default"}
	if d, err = r.Document(); err != nil || d.Rating != nil || d.Interval != nil || d.Verdict == nil || d.Games != 3 || d.Against != "default" {
		t.Errorf("an unknown rating: %+v, %v", d, err)
	}
	for want, r := range map[string]Record{
		"is a tournament": {Summary: Summary{Info: Info{Kind: Tournament}}},
		"no weights yet":  {Summary: Summary{Info: Info{Kind: Evolve}}},
	} {
		if _, err := r.Document(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	r.Result.Weights = engines.Weights{1}
	if _, err := r.Document(); err == nil || !strings.Contains(err.Error(), "run risk-1") {
		t.Errorf("weights that do not fit the engine: %v", err)
	}
}
