package serve

import (
	"net/http"
	"strings"
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

// The field for the time of a move accepts what the server allows.
func TestThePlayPageHasTheTimeOfTheServer(t *testing.T) {
	t.Parallel()
	for think, want := range map[time.Duration]string{
		100 * time.Millisecond: `max="0.1" step="any" value="0.1"`,
		2 * time.Minute:        `max="120" step="any" value="1"`,
	} {
		s := newServer(t, func(o *Options) { o.Think = think })
		if page := ask(t, s, http.MethodGet, "/play/risk", "").Body.String(); !strings.Contains(page, want) {
			t.Errorf("%v: no %s", think, want)
		}
	}
}
