package external

import (
	"context"

	"github.com/lanista/lanista/engines"
)

// chance checks what a program that owns a game declares about its chance, for two seconds
// at most.
func (t *trial) chance(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, chanceTime)
	defer cancel()
	seats := max(t.Seats, 1)
	has, declared := t.about.Chance.Known()
	err := engines.CheckChance(limited, t.engine, seats)
	if err == nil && !declared {
		has, err = engines.HasChance(ctx, t.engine, seats)
	}
	if limited.Err() != nil { // nothing was found by then
		err = nil
	}
	found := "no chance after the start"
	if has {
		found = "chance"
	}
	if declared {
		return t.judge(ctx, "chance", err, "it declares %s", found)
	}
	return t.judge(ctx, "chance", err, "it counts as a game with %s; its hello can declare that: \"chance\": %v", found, has)
}
