package tuning_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/genetic"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/arms"
	"github.com/lanista/lanista/tuning/spsa"
)

var builders = map[string]func(tuning.Problem) (tuning.Strategy, error){
	"spsa":    func(p tuning.Problem) (tuning.Strategy, error) { return spsa.New(p, spsa.Options{}) },
	"bred":    func(p tuning.Problem) (tuning.Strategy, error) { return genetic.New(p, genetic.Bred()) },
	"adapted": func(p tuning.Problem) (tuning.Strategy, error) { return genetic.New(p, genetic.Adapted()) },
	"gauntlet": func(p tuning.Problem) (tuning.Strategy, error) {
		c := genetic.Bred()
		c.Grouping = "gauntlet"
		p.Opponents = []engines.Agent{{Name: "fixed", Weights: engines.Weights{2, 0.5}}}
		opponent := p.Opponents[0].Weights
		s, err := genetic.New(p, c)
		opponent[0] = 9
		return s, err
	},
	"independent": func(p tuning.Problem) (tuning.Strategy, error) {
		p.Opponents = []engines.Agent{{Name: "fixed", Weights: engines.Weights{2, 0.5}}}
		opponent := p.Opponents[0].Weights
		s, err := tuning.NewIndependentPairings(p, func(p tuning.Problem) (tuning.Strategy, error) { return spsa.New(p, spsa.Options{}) })
		opponent[0] = 9
		return s, err
	},
	"arms": func(p tuning.Problem) (tuning.Strategy, error) {
		p.Space[1] = engines.NewChoices("mode", "", []string{"slow", "fast"}, "slow")
		p.Start[1], p.Steps = 0, nil
		return arms.New(p, func(p tuning.Problem) (tuning.Strategy, error) { return spsa.New(p, spsa.Options{}) })
	},
}

// A strategy does not depend on what its caller does with the slices of the problem after the call
// of New.
func TestStrategiesCopyTheirProblem(t *testing.T) {
	t.Parallel()
	for name, build := range builders {
		// The weights of every agent that plays, with and without a change of the problem.
		play := func(change func(p *tuning.Problem)) string {
			p := tuning.Problem{
				Space: engines.Space{{Name: "x", Min: -10, Max: 10}, {Name: "y", Max: 1, Default: 0.5}},
				Start: engines.Weights{1, 0.5}, Steps: []float64{1, 0.1}, Games: 600, Seed: 1,
			}
			s, err := build(p)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			change(&p)
			played := ""
			for r, err := range tuning.Run(t.Context(), s, tournament.Local{Arena: nearer{}}, tuning.Options{}) {
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for _, a := range r.Batch.Field {
					played += fmt.Sprintln(a.Name, a.Weights)
				}
			}
			return played
		}
		want := play(func(*tuning.Problem) {})
		for part, change := range map[string]func(p *tuning.Problem){
			"Space": func(p *tuning.Problem) { p.Space[0].Min, p.Space[0].Max = 2, 3 },
			"Start": func(p *tuning.Problem) { p.Start[0] = 9 },
			"Steps": func(p *tuning.Problem) {
				if p.Steps != nil {
					p.Steps[0] = 0.01
				}
			},
		} {
			if play(change) != want {
				t.Errorf("%s: a change of %s after New changes the games", name, part)
			}
		}
		if name == "gauntlet" || name == "independent" {
			if strings.Contains(want, "fixed [9") {
				t.Errorf("%s: a change of an opponent after New changes the games", name)
			}
		}
	}
}

func TestCloneOfAProblem(t *testing.T) {
	t.Parallel()
	choices := engines.NewChoices("c", "", []string{"a", "b"}, "a")
	choices.Tried = []string{"a"}
	p := tuning.Problem{
		Space: engines.Space{choices}, Start: engines.Weights{0}, Steps: []float64{0}, Shares: []float64{1}, Games: 7,
		Opponents: []engines.Agent{{Weights: engines.Weights{1}, Settings: engines.Settings{"depth": "3"}}},
	}
	c := p.Clone()
	if !reflect.DeepEqual(p, c) {
		t.Fatalf("%+v, want %+v", c, p)
	}
	c.Space[0].Choices[1], c.Space[0].Tried[0], c.Space[0].Name = "z", "z", "z"
	c.Start[0], c.Steps[0], c.Shares[0] = 5, 5, 5
	c.Opponents[0].Weights[0], c.Opponents[0].Settings["depth"], c.Opponents[0].Name = 5, "5", "z"
	w, a := p.Space[0], p.Opponents[0]
	if w.Choices[1] != "b" || w.Tried[0] != "a" || w.Name != "c" || p.Start[0] != 0 || p.Steps[0] != 0 || p.Shares[0] != 1 ||
		a.Weights[0] != 1 || a.Settings["depth"] != "3" || a.Name != "" {
		t.Errorf("a change of the copy has changed the problem: %+v", p)
	}
	if zero := (tuning.Problem{}).Clone(); !reflect.DeepEqual(zero, tuning.Problem{}) {
		t.Errorf("the copy of the zero value is %+v", zero)
	}
}

// Limits that cannot be played, such as math.MaxInt for none, are errors.
func TestLargeLimitsOfAProblem(t *testing.T) {
	t.Parallel()
	for name, build := range builders {
		for want, change := range map[string]func(p *tuning.Problem){
			"18 is not within [0, 1000000000000]":                            func(p *tuning.Problem) { p.Games = math.MaxInt },
			"rounds: 9.223372036854776e+18 is not within [0, 1000000000000]": func(p *tuning.Problem) { p.Rounds = math.MaxInt },
			"ahead: 9.223372036854776e+18 is not within [0, 1000000000000]":  func(p *tuning.Problem) { p.Ahead = math.MaxInt },
		} {
			p := tuning.Problem{Space: engines.Space{{Name: "x", Max: 10}, {Name: "y", Max: 1}}, Start: engines.Weights{1, 0}, Steps: []float64{0, 0}}
			change(&p)
			if _, err := build(p); name != "arms" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: %v, want %q", name, err, want)
			}
		}
	}
	s, err := spsa.New(tuning.Problem{Space: engines.Space{{Name: "x", Max: 10}}, Games: 1e12}, spsa.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range tuning.Run(t.Context(), s, tournament.Local{Arena: nearer{}}, tuning.Options{}) {
		if err == nil || !strings.Contains(err.Error(), "do not fit into memory") {
			t.Errorf("a round of %d games: %v", s.LargestRound(), err)
		}
	}
}

// Strategies that would ignore the opponents of a problem refuse them.
func TestIgnoredOpponents(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: engines.Space{{Name: "x", Max: 10}, {Name: "y", Max: 1}}, Opponents: []engines.Agent{{Name: "fixed"}}, Games: 1000}
	for name, wants := range map[string]string{"spsa": "opponents: ", "bred": "opponents: ", "adapted": "opponents: "} {
		if _, err := builders[name](p); err == nil || !strings.Contains(err.Error(), wants) || !strings.Contains(err.Error(), "NewIndependentPairings") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := tuning.NewIndependentPairings(p, builders[name]); err != nil {
			t.Errorf("%s in separate games: %v", name, err)
		}
	}
}
