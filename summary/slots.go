package summary

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/tuning/bench"
)

// Slots shows what asking ahead costs strategies.
func (w Writer) Slots(list []bench.Slotted) error {
	t := w.Table("strategy", "games", "slots", "rounds ahead", "regret in elo", "with one slot", "loss")
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
	w.Print("\nGeometric means over all duels. A strategy with - learns from a round before it asks for the next: slots wait at its end.\n")
	return w.Err()
}
