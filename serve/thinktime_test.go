package serve

import (
	"testing"
	"time"
)

// The server waits for all searches of a request before it gives up the response: those of two agents
// that analyse a position, and those of all agents that are tested on etudes.
func TestResponsesMayTakeAllTheirSearches(t *testing.T) {
	t.Parallel()
	agents := []string{"default", "champion", "run:1", "run:2", "run:3"}
	for _, think := range []time.Duration{time.Second, usualThink, time.Minute, maxThink} {
		if limit := (Options{Think: think}).writing(); limit < time.Duration(len(agents))*think || limit < writeTimeout {
			t.Errorf("%v for %d searches of %v", limit, len(agents), think)
		}
	}
}
