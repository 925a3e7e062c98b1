package executortest_test

import (
	"context"

	"github.com/lanista/lanista/engines"
)

// draws is an arena in which all games are drawn.
type draws struct{}

func (draws) Play(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
	return engines.Record{Outcome: engines.Draw(len(seats))}, nil
}
