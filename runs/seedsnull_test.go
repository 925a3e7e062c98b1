package runs

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
)

// seedRun returns a run whose search's candidate was measured with the given rating and standard
// error against default, which plays like the start. The start is kept if the candidate is expected
// to lose, as by tuning.Verify: if rating 40² + 10 err² is below 0.
func seedRun(elo, err float64) TuneResult {
	interval := rating.Interval{Low: elo - err*rating.Z(), High: elo + err*rating.Z()}
	a := &results.Result{Rating: &evidence.Rating{Elo: rating.Float(elo), Interval: interval, Games: 1000, Against: "default"}}
	if elo*40*40+10*err*err < 0 {
		m := rating.Standing{Agent: "default", Rating: rating.Float(elo), Interval: interval, Games: 1000}
		a.Refused = &results.Refused{Standings: []rating.Standing{m}, Rating: evidence.Rating{Elo: rating.Float(elo), Interval: interval, Games: 1000}}
		a.KeptStart, a.Rating = true, &evidence.Rating{Against: "default"}
	}
	return TuneResult{Record: results.Record{Summary: results.Summary{Result: a}}}
}

// The verdict over seeds rarely states that a strategy is better whose candidates are all as strong as
// the start. By the mean of the results, with 0 for every start that was kept, it would do so in 24% of
// the cases with 10 seeds and in 75% with 20.
func TestSeedsOfEqualCandidates(t *testing.T) {
	t.Parallel()
	const sets = 2000
	for _, seeds := range []int{5, 10, 20} {
		rng := engines.Rand(uint64(seeds))
		better := 0
		for range sets {
			var r SeedsResult
			for range seeds {
				r.Runs = append(r.Runs, seedRun(10*rng.NormFloat64(), 10))
			}
			if r.judge().Better {
				better++
			}
		}
		if share := float64(better) / sets; share > 0.035 {
			t.Errorf("%d seeds: better in %.1f%%", seeds, 100*share)
		}
	}
}

// A run that kept the start counts with its candidate, with that of the playoff if the two have not met
// in a match, and with 0 if all runs kept the start.
func TestSeedsVerdictOfKeptStarts(t *testing.T) {
	t.Parallel()
	playoff := seedRun(-30, 10)
	playoff.Record.Result.Refused.Standings = nil
	other := seedRun(-30, 10) // the first opponent is another one, and the start has played it
	other.Record.Result.Rating.Games, other.Record.Result.Rating.Elo = 500, 7
	other.Record.Result.Refused.Standings = nil
	for _, c := range []struct {
		name string
		runs []TuneResult
		elo  float64
		kept int
	}{
		{"none", []TuneResult{seedRun(20, 10), seedRun(4, 10)}, 12, 0},
		{"one", []TuneResult{seedRun(20, 10), seedRun(-8, 10), seedRun(6, 10)}, 6, 1},
		{"one after the playoff", []TuneResult{seedRun(20, 10), playoff}, -5, 1},
		{"one against another opponent", []TuneResult{seedRun(20, 10), other}, 13.5, 1},
		{"all", []TuneResult{seedRun(-20, 10), seedRun(-8, 10)}, 0, 2},
	} {
		r := SeedsResult{Runs: c.runs}
		v := r.judge()
		if math.Abs(float64(v.Rating)-c.elo) > 1e-9 || r.KeptStart != c.kept || v.KeptStart != (c.kept == len(c.runs)) {
			t.Errorf("%s: %d kept, %+v", c.name, r.KeptStart, v)
		}
	}
}

// An experiment without a common match states that kept starts make means too high.
func TestExperimentOfKeptStarts(t *testing.T) {
	t.Parallel()
	for kept := range 3 {
		r := ExperimentResult{Against: []string{"default"}, Strategies: []string{"spsa"}, Budgets: []int{100}, Seeds: Seeds{1, 10}}
		for seed := uint64(1); seed <= 10; seed++ {
			r.Runs = append(r.Runs, ExperimentRun{Strategy: "spsa", Budget: 100, Seed: seed, Strengths: []float64{5}, Errors: []float64{3}, KeptStart: int(seed) <= kept})
		}
		r.compare()
		want := plural(kept, "result is", "results are") + " start weights that a verification kept"
		if stated := len(r.Caveats) == 1 && strings.HasPrefix(r.Caveats[0], want); stated != (kept > 0) || kept == 0 && len(r.Caveats) > 0 {
			t.Errorf("%d kept: %q", kept, r.Caveats)
		}
	}
}

// The verdict over seeds is disputed if a run is, and states the settings of the search if the runs
// were also measured with others.
func TestSeedsVerdictOfDisputedRuns(t *testing.T) {
	t.Parallel()
	r := SeedsResult{Runs: []TuneResult{seedRun(200, 10), seedRun(210, 10), seedRun(205, 10)}}
	if v := r.judge(); !v.Better || v.Disputed || v.With != "" {
		t.Errorf("%+v", v)
	}
	for i := range r.Runs {
		r.Runs[i].Record.Result.Rating.With = "depth 1"
	}
	if v := r.judge(); v.With != "depth 1" || !strings.HasPrefix(v.Text, "better than default with depth 1: +205 Elo") {
		t.Errorf("%+v", v)
	}
	r.Runs[1].Record.Disputed = "two workers disagree"
	if v := r.judge(); v.Better || !v.Disputed || !strings.HasPrefix(v.Text, "disputed, ") {
		t.Errorf("%+v", v)
	}
}
