package cmd

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench/evidence"
)

// benchStored prints the evidence that ships with the program.
func (a *app) benchStored() error {
	t, err := evidence.Stored()
	if err != nil {
		return err
	}
	return a.printEvidence(t)
}

// benchConstants measures constants anew, all of them where the list is "all".
func (a *app) benchConstants(ctx context.Context, o benchOptions) error {
	names := o.constants
	if slices.Equal(names, []string{"all"}) {
		names = nil
	}
	list, err := evidence.Find(names...)
	if err != nil {
		return usagef("--constant: %w", err)
	}
	_, seeds, err := benchSeeds(o.seeds)
	if err != nil {
		return err
	}
	options := evidence.Options{Seeds: seeds, Workers: int(o.workers)}
	p := a.progress("constants")
	defer p.Finish()
	events := a.events(p)
	var rows []evidence.Row
	for row, err := range evidence.Measure(ctx, list, options) {
		if err != nil {
			return err
		}
		rows = append(rows, row)
		events.Progress(tuning.Progress{Phase: tuning.Bench, Done: int64(len(rows)), Of: int64(len(list)), Unit: "constants"})
	}
	p.Finish()
	return a.printEvidence(evidence.NewTable(rows))
}

func (a *app) printEvidence(t evidence.Table) error {
	if a.json {
		return a.writeJSON(t)
	}
	out := a.out.Table("constant", "value", "half", "once", "twice", "strategy", "experiment", "what it is")
	used := map[string]int{}
	for _, r := range t.Constants {
		used[r.Experiment] = r.Seeds
		out.Row(r.Name, strconv.FormatFloat(r.Value, 'g', -1, 64), changed(r.Half, r.HalfError), elo(r.Once), changed(r.Twice, r.TwiceError),
			r.Strategy, r.Experiment, r.Doc)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "\nRegret in Elo with half, once and twice the value, the geometric mean over all runs;\n"+
		"± one standard error of its change. Seeds from %d on, of every duel:\n\n", t.FirstSeed)
	list := a.out.Table("experiment", "seeds", "games", "duels", "")
	for _, x := range t.Experiments {
		if seeds := used[x.Name]; seeds > 0 {
			list.Row(x.Name, strconv.Itoa(seeds), listed(x.Budgets), listed(x.Kinds)+" in "+listed(x.Dims), x.Doc)
		}
	}
	return list.Flush()
}

// changed is a regret with the error of its change.
func changed(v, deviation float64) string {
	return fmt.Sprintf("%s ±%.0f%%", elo(v), 100*math.Expm1(deviation))
}

// elo writes a regret so that a change of a hundredth shows.
func elo(v float64) string { return fmt.Sprintf("%.3g", v) }

// listed writes a list with commas.
func listed[T any](list []T) string {
	text := make([]string, len(list))
	for i, v := range list {
		text[i] = fmt.Sprint(v)
	}
	return strings.Join(text, ", ")
}
