package summary

import (
	"math"
	"strconv"

	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
)

// Repeated shows what several runs found, and what they say together.
func (w Writer) Repeated(r runs.Repeated) error {
	w.Printf("%s by %s, %d seeds.\n", r.Runs[0].Engine.Name, r.Runs[0].Strategy, len(r.Runs))
	if r.Judged != nil {
		w.Printf("\n%s (mean over the seeds)\n", r.Judged)
	}
	w.Println()
	t := w.Table("seed", "run", "elo", "95%", "weights")
	for _, one := range r.Runs {
		rating, interval := "-", "-"
		if v := one.Judged; v != nil {
			rating = elo(v.Rating)
			if !v.TooFew() {
				interval = eloInterval(v.Interval.Low, v.Interval.High)
			}
		}
		t.Row(strconv.FormatUint(one.Seed, 10), one.Run, rating, interval, weightList(one.Space, one.Verdict.Answer.Weights))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	w.Println()
	what := "mean"
	if r.Shares {
		what = "mean share"
	}
	t = w.Table("weight", what, "deviation")
	for i, w := range r.Space {
		t.Row(w.Name, spread(r.Mean[i], r.Shares), spread(r.Deviation[i], r.Shares))
	}
	return t.Flush()
}

// spread is a number of the weights, in per cent where it is a share; "-" where one
// run has none.
func spread(v float64, share bool) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case share:
		return evidence.Percent(100 * v)
	}
	return Number(v)
}
