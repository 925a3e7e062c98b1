package cmd

import (
	"context"

	"github.com/lanista/lanista/summary"
	"github.com/lanista/lanista/tuning/bench"
)

// benchSlots measures what asking ahead costs the strategies.
func (a *app) benchSlots(ctx context.Context, entries []bench.Entry, slots []int, options bench.Options) error {
	list, err := bench.RunSlots(ctx, entries, slots, options)
	if err != nil {
		return err
	}
	return answer(a, list, itself, summary.Writer.Slots)
}
