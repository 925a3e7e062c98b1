package cmd

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// A program runs without streams.
func TestNilStreams(t *testing.T) {
	t.Parallel()
	for want, args := range map[int][]string{0: {"version"}, 2: {"nonsense"}} {
		if got := (Program{}).Run(t.Context(), args, nil, nil, nil); got != want {
			t.Errorf("%v: exit code %d, want %d", args, got, want)
		}
	}
}

// Names of a program's own strategies and of their options may be longer than the columns of the
// help pages.
func TestLongNamesOfStrategies(t *testing.T) {
	t.Parallel()
	type options struct {
		Step float64 `yaml:"step_of_the_first_round_of_a_search"`
	}
	s := runs.NamedStrategy{
		Name:    "hill-climbing-with-restarts",
		Doc:     "changes one weight",
		Options: func(*configs.Document, tuning.Problem) (any, error) { return new(options), nil },
		New:     func(tuning.Problem, any) (tuning.Strategy, error) { return nil, errCut },
		Used:    func(tuning.Strategy) any { return nil },
	}
	p := Program{Games: games(), Strategies: []runs.NamedStrategy{s}}
	for _, line := range []string{"version", "help strategies"} {
		var out, errs bytes.Buffer
		code := p.Run(t.Context(), strings.Fields(line), nil, &out, &errs)
		if code != 0 || line != "version" && !strings.Contains(out.String(), "step_of_the_first_round_of_a_search") {
			t.Errorf("%s: exit code %d, %s%s", line, code, out.String(), errs.String())
		}
	}
}
