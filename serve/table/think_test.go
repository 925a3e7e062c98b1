package table_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/serve/table"
)

func TestBestIsWhatThePlayerChooses(t *testing.T) {
	t.Parallel()
	d := deal(t, table.Setup{Engine: "hare", Position: "45;26;2;f;29;19;0;f"})
	thought, err := newThinker().Best(t.Context(), d, agent(t, d, table.Agent{Source: "default"}), table.Limit{Depth: 3})
	if err != nil {
		t.Fatal(err)
	}
	if thought.Depth != 3 || thought.Cut || thought.Value[0] == nil || thought.Nodes == 0 || thought.Agent != "default" {
		t.Errorf("%+v", thought)
	}
	if _, err := d.Play(thought.Move); err != nil {
		t.Error(err)
	}
}

// A search that ends too late answers with the deepest one that was finished.
func TestBestWithinATime(t *testing.T) {
	t.Parallel()
	d := deal(t, table.Setup{Engine: "othello", Moves: []string{"f5", "d6", "c3"}})
	thought, err := newThinker().Best(t.Context(), d, agent(t, d, table.Agent{Source: "default"}), table.Limit{Depth: 40, Seconds: 0.2})
	if err != nil || !thought.Cut || thought.Depth < 1 || thought.Depth >= 40 || thought.Move == "" {
		t.Errorf("%+v, error %v", thought, err)
	}
	thought, err = table.NewThinker(time.Nanosecond).Best(t.Context(), d, agent(t, d, table.Agent{}), table.Limit{})
	if err != nil || !thought.Cut || thought.Depth != 0 || thought.Move == "" || thought.Value[0] == nil {
		t.Errorf("no time at all: %+v, error %v", thought, err)
	}
	d = deal(t, table.Setup{Engine: "2048"})
	_, err = table.NewThinker(time.Nanosecond).Best(t.Context(), d, agent(t, d, table.Agent{}), table.Limit{})
	if codeOf(err) != table.TooSlow {
		t.Errorf("no time at all in a game with chance: %v", err)
	}
}

// However short the time is, a search answers with a depth that it has finished: the
// values are those of an uncut search of this depth, and all forms of a search agree.
func TestCutSearches(t *testing.T) {
	t.Parallel()
	depths := map[string]int{"risk": 8, "hare": 8, "othello": 40, "2048": 4, "chess": 20}
	limits := []float64{1e-9, 1e-4, 0.003, 0.02}
	for game, most := range depths {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			for plies, seconds := range limits {
				d := playOut(t, deal(t, table.Setup{Engine: game, Seed: seed(uint64(plies))}), table.Agent{Source: "random"}, 2*plies)
				a := agent(t, d, table.Agent{Source: "default"})
				l := table.Limit{Depth: most, Seconds: seconds}
				thought, err := newThinker().Best(t.Context(), d, a, l)
				if err != nil {
					t.Fatal(err)
				}
				if thought.Depth < 1 || thought.Move == "" {
					t.Errorf("%v s: %+v", seconds, thought)
				}
				full, err := newThinker().Analyze(t.Context(), d, a, table.Limit{Depth: thought.Depth})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(finite(full.Value), thought.Value); diff != "" || thought.Nodes != full.Nodes || thought.Value[d.Seen().Turn()] == nil {
					t.Errorf("%v s: the search was cut after depth %d; to this depth it is %s", seconds, thought.Depth, diff)
				}
				rating, err := newThinker().Rate(t.Context(), d, a, l)
				if err != nil || rating.Depth < 1 || len(rating.Rated) == 0 || rating.Rated[0].Value[d.Seen().Turn()] == nil {
					t.Errorf("%v s: %+v, %v", seconds, rating, err)
				}
				var last table.Step
				why, err := newThinker().Deepen(t.Context(), d, a, l, func(s table.Step) error { last = s; return nil })
				if err != nil || last.Depth < 1 || last.Best == "" || last.Value[d.Seen().Turn()] == nil || why == "stopped" {
					t.Errorf("%v s: %s, %+v, %v", seconds, why, last, err)
				}
				n, err := newThinker().Analyze(t.Context(), d, a, l)
				if err != nil || n.Best == "" || n.Value[d.Seen().Turn()] == nil {
					t.Errorf("%v s: %+v, %v", seconds, n, err)
				}
			}
		})
	}
}

// finite replaces values that JSON cannot write by null, as answers do.
func finite(values []*float64) []*float64 {
	out := slices.Clone(values)
	for i, v := range out {
		if v != nil && (math.IsNaN(*v) || math.IsInf(*v, 0)) {
			out[i] = nil
		}
	}
	return out
}

func TestThinkingEndsWithItsRequest(t *testing.T) {
	t.Parallel()
	d := deal(t, table.Setup{Engine: "othello"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newThinker().Best(ctx, d, agent(t, d, table.Agent{}), table.Limit{Depth: 20}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestRateValuesEveryMove(t *testing.T) {
	t.Parallel()
	k := newThinker()
	for _, game := range []string{"risk", "hare", "othello"} {
		d := deal(t, table.Setup{Engine: game, Seed: seed(3)})
		a := agent(t, d, table.Agent{Source: "default"})
		rating, err := k.Rate(t.Context(), d, a, table.Limit{Depth: 2})
		if err != nil {
			t.Fatal(err)
		}
		if len(rating.Rated) == 0 || rating.Depth != 2 || len(rating.Order) == 0 || len(rating.Weights) == 0 {
			t.Errorf("%s: %+v", game, rating)
		}
		thought, err := k.Best(t.Context(), d, a, table.Limit{Depth: 2})
		if err != nil || thought.Move != rating.Rated[0].Move {
			t.Errorf("%s: best is %s, the first of the rating %s, error %v", game, thought.Move, rating.Rated[0].Move, err)
		}
		again, err := k.Rate(t.Context(), d, a, table.Limit{Depth: 2})
		if err != nil || again.Rated[0].Move != rating.Rated[0].Move {
			t.Errorf("%s: rated again: %+v, error %v", game, again, err)
		}
	}
}

// A game without a rating of its own names the move that its player chooses.
func TestRateOfAnyGame(t *testing.T) {
	t.Parallel()
	d := deal(t, table.Setup{Engine: "2048"})
	rating, err := newThinker().Rate(t.Context(), d, agent(t, d, table.Agent{Source: "default"}), table.Limit{})
	if err != nil || len(rating.Rated) < 1 || rating.Rated[0].Move == "" {
		t.Errorf("%+v, error %v", rating, err)
	}
}

func TestDeepenTellsEveryDepth(t *testing.T) {
	t.Parallel()
	d := deal(t, table.Setup{Engine: "othello", Moves: []string{"f5", "d6"}})
	a := agent(t, d, table.Agent{Source: "default"})
	var seen []int
	each := func(s table.Step) error { seen = append(seen, s.Depth); return nil }
	why, err := newThinker().Deepen(t.Context(), d, a, table.Limit{Depth: 3}, each)
	if err != nil || why != "depth" || !slices.Equal(seen, []int{1, 2, 3}) {
		t.Errorf("%v %s, error %v", seen, why, err)
	}
	why, err = newThinker().Deepen(t.Context(), d, a, table.Limit{Depth: 60, Seconds: 0.1}, each)
	if err != nil || why != "time" {
		t.Errorf("%s, error %v", why, err)
	}
}

func TestAgentsNameNoFiles(t *testing.T) {
	t.Parallel()
	d := deal(t, table.Setup{Engine: "othello"})
	for name, c := range map[string]struct {
		agent table.Agent
		text  string
	}{
		"file":         {table.Agent{Source: "/etc/passwd"}, "no agent"},
		"run":          {table.Agent{Source: "run:last"}, "no agent"},
		"both":         {table.Agent{Source: "default", Weights: map[string]float64{}}, "either"},
		"weight":       {table.Agent{Weights: map[string]float64{"x": 1}}, "x"},
		"setting":      {table.Agent{Settings: map[string]string{"dept": "3"}}, "no setting"},
		"table":        {table.Agent{Settings: map[string]string{"random_plies": "3"}}, "belongs to the table"},
		"out of range": {table.Agent{Settings: map[string]string{"depth": "1000"}}, "1000"},
	} {
		if _, err := newRoom().Agent(t.Context(), d, c.agent); codeOf(err) != table.BadAgent || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %q %v", name, codeOf(err), err)
		}
	}
}

func TestExactIsHeldTo(t *testing.T) {
	t.Parallel()
	d := deal(t, table.Setup{Engine: "othello"})
	a := agent(t, d, table.Agent{Source: "default", Settings: map[string]string{"exact": "36"}})
	if a.Settings["exact"] != "24" {
		t.Errorf("exact is %s", a.Settings["exact"])
	}
}
