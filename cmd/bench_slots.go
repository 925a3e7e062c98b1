package cmd

import (
	"context"
	"fmt"
	"strconv"

	"github.com/lanista/lanista/tuning/bench"
)

// benchSlots measures what asking ahead costs the strategies.
func (a *app) benchSlots(ctx context.Context, entries []bench.Entry, slots []int, options bench.Options) error {
	list, err := bench.RunSlots(ctx, entries, slots, options)
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(list)
	}
	t := a.out.Table("strategy", "games", "slots", "rounds ahead", "regret in elo", "with one slot", "loss")
	for _, r := range list {
		ahead := strconv.Itoa(r.Ahead)
		if r.Ahead == 0 {
			ahead = "-"
		}
		t.Row(r.Strategy, strconv.Itoa(r.Budget), strconv.Itoa(r.Slots), ahead, regret(r.Mean), regret(r.Single), fmt.Sprintf("%+.1f", r.Loss))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprint(a.out, "\nGeometric means over all duels. A strategy with - learns from a round before it asks for the next: slots wait at its end.\n")
	return nil
}
