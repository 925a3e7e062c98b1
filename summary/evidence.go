package summary

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lanista/lanista/tuning/bench/evidence"
)

// Evidence shows what the constants of the strategies rest on.
func (w Writer) Evidence(t evidence.Table) error {
	out := w.Table("constant", "value", "half", "once", "twice", "strategy", "experiment", "what it is")
	used := map[string]int{}
	for _, r := range t.Constants {
		used[r.Experiment] = r.Seeds
		out.Row(r.Name, strconv.FormatFloat(r.Value, 'g', -1, 64), changed(r.Half, r.HalfError), fineElo(r.Once), changed(r.Twice, r.TwiceError),
			r.Strategy, r.Experiment, r.Doc)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	w.Printf("\nRegret in Elo with half, once and twice the value, the geometric mean over all runs;\n"+
		"± one standard error of its change. Seeds from %d on, of every duel:\n\n", t.FirstSeed)
	list := w.Table("experiment", "seeds", "games", "duels", "")
	for _, x := range t.Experiments {
		if seeds := used[x.Name]; seeds > 0 {
			list.Row(x.Name, strconv.Itoa(seeds), listed(x.Budgets), listed(x.Kinds)+" in "+listed(x.Dims), x.Doc)
		}
	}
	return list.Flush()
}

// changed is a regret with the error of its change.
func changed(v, deviation float64) string {
	return fmt.Sprintf("%s ±%.0f%%", fineElo(v), 100*math.Expm1(deviation))
}

// fineElo writes a regret so that a change of a hundredth shows.
func fineElo(v float64) string { return fmt.Sprintf("%.3g", v) }

// listed writes a list with commas.
func listed[T any](list []T) string {
	text := make([]string, len(list))
	for i, v := range list {
		text[i] = fmt.Sprint(v)
	}
	return strings.Join(text, ", ")
}
