package runs_test

import (
	"context"
	"fmt"
	"iter"
	"os"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// counter is an executor that counts the games of another.
type counter struct {
	tournament.Executor
	games *int
}

func (c counter) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		for result, err := range c.Executor.Execute(ctx, jobs) {
			*c.games += len(result.Games)
			if !yield(result, err) {
				return
			}
		}
	}
}

// The example plays the games of a tournament with an executor of its own. Othello has no chance, so its
// games differ by their openings alone, which the options of the arena contain.
func ExampleOptions_executor() {
	games := 0
	o := runs.Options{Store: "counted.db", Text: `
engine: {name: othello, settings: {depth: 1}}
agents: [default, level:easy, random]
schedule: {cycles: 10}
openings: {random_plies: 6}
seed: 1`}
	catalog := runs.Catalog{Games: engines.Registry{othello.New()}}
	defer func() { _ = os.Remove("counted.db") }()
	want, err := catalog.Tournament(context.Background(), o, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	o.NewExecutor = func(q runs.ExecutorRequest) (tournament.Executor, error) {
		arena, err := engines.NewArena(q.Game, q.Arena)
		return counter{tournament.Local{Arena: arena}, &games}, err
	}
	got, err := catalog.Tournament(context.Background(), o, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	same := true
	for i, s := range got.Table.Standings {
		w := want.Table.Standings[i]
		same = same && s.Agent == w.Agent && s.Rating == w.Rating && s.Wins == w.Wins
	}
	fmt.Println(games, "games with the standings of the default executor:", same)
	// Output:
	// 60 games with the standings of the default executor: true
}
