package runs_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/arms"
	"github.com/lanista/lanista/tuning/bench"
)

// styles is a space with two numbers, a weight with three choices and a switch.
var styles = engines.Space{
	{Name: "x", Min: 0, Max: 10, Default: 4},
	engines.NewChoices("style", "", []string{"solid", "normal", "risky"}, "normal"),
	{Name: "y", Min: 0, Max: 10, Default: 5},
	engines.NewChoices("book", "", engines.Switch, "true"),
}

// withStyles is the strength of weights of the space styles: normal is the worst style, risky the
// best, and the book is better off. The best numbers are 6 and 3.
func withStyles(v []float64) float64 {
	return []float64{60, 0, 140}[int(v[1])] - 80*v[3] - 6*(v[0]-6)*(v[0]-6) - 6*(v[2]-3)*(v[2]-3)
}

// choosing returns the named strategy for a problem with choices, as a run makes it.
func choosing(t *testing.T, name string, p tuning.Problem) (tuning.Strategy, error) {
	if name == "genetic" {
		return newStrategy(t, name, p)
	}
	return arms.New(p, func(p tuning.Problem) (tuning.Strategy, error) { return newStrategy(t, name, p) })
}

func TestStrategiesFindTheRightChoices(t *testing.T) {
	if testing.Short() {
		t.Skip("checks results alone, and takes long under the race detector")
	}
	t.Parallel()
	for _, s := range (runs.Catalog{}).AllStrategies() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			seeds, games := 1, 4000
			if exhaustive {
				seeds = 3
			} else if s.Name == "gp" || s.Name == "auto" {
				inLongForm(t, "their rounds take longest")
			}
			right := 0
			var missing []float64
			for seed := range uint64(seeds) {
				duel := bench.NewCustom(bench.Custom{Landscape: hill(withStyles), Best: 140, Optimum: []float64{6, 2, 3, 0}, Weights: 4, Space: styles, Run: seed})
				strategy, err := choosing(t, s.Name, duel.Problem(games))
				if err != nil {
					t.Fatal(err)
				}
				if err := bench.Play(t.Context(), checked{strategy, t, func(v []float64) error { return styles.Check(v) }}, &bench.Oracle{Arena: duel, Budget: int64(games)}); err != nil {
					t.Fatal(err)
				}
				result := strategy.Best().Weights
				if result[1] == 2 && result[3] == 0 {
					right++
				}
				missing = append(missing, 140-withStyles(result))
			}
			t.Logf("right in %d of %d, %.1f Elo are missing", right, seeds, missing)
			if right < seeds-1 || right == 0 {
				t.Errorf("the choices are right with %d of %d seeds", right, seeds)
			}
			if slices.Sort(missing); missing[len(missing)/2] > 30 {
				t.Errorf("%.1f Elo are missing", missing)
			}
		})
	}
}

// Mistakes in the options of a strategy have their keys and lines in a search of choices, too.
func TestMistakesOfOptionsBesideChoices(t *testing.T) {
	t.Parallel()
	game := solo.Func(engines.Spec{Name: "mix", Weights: styles}, func(context.Context, engines.Agent, uint64) (float64, error) { return 0, nil })
	for options, want := range map[string]string{
		"{name: spsa, step: {book: 1}, rate: {book: 1}}": "the config:2: strategy.step: no weight \"book\" is tuned (have x, y)\nthe config:2: strategy.rate: no weight \"book\" is tuned (have x, y)",
		"{name: spsa, spread: 3}":                        "the config:2: strategy.spread: 3 is not within (0, 0.5]",
		"{name: spsa, rounds: 1}":                        "",
	} {
		_, _, err := runs.CheckConfig(t.Context(), only(game), runs.Options{Text: "engine: {name: mix}\nstrategy: " + options + "\nbudget: {games: 2000}\n"})
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, want %s", options, err, want)
		}
	}
}

// The numbers of games in the error of a budget that is too small for the choices are those of the
// config, also if a comparison takes a game of each agent, as in games of one seat.
func TestBudgetTooSmallForChoices(t *testing.T) {
	t.Parallel()
	game := solo.Func(engines.Spec{Name: "mix", Weights: styles}, func(context.Context, engines.Agent, uint64) (float64, error) { return 0, nil })
	at := func(games string) error {
		_, _, err := runs.CheckConfig(t.Context(), only(game), runs.Options{Text: "engine: {name: mix}\nstrategy: {name: spsa}\nbudget: {games: " + games + "}\n"})
		return err
	}
	err := at("11")
	start, rest, _ := strings.Cut(fmt.Sprint(err), "; give at least ")
	if start != "the config:2: strategy.name: spsa: 11 games are too few to compare 6 combinations of choices and to tune numbers" {
		t.Fatal(err)
	}
	least, _, _ := strings.Cut(rest, " games, or try fewer choices")
	if err := at(least); err != nil {
		t.Errorf("%s games: %v", least, err)
	}
}
