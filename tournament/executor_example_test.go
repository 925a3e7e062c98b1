package tournament_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/tournament"
)

// posted is an executor that sends every job as JSON to the function answer, which receives nothing
// else.
type posted struct {
	answer func(job []byte) ([]byte, error)
}

// Execute sends one job after another. It yields the results of all jobs that it has before it takes
// more.
func (x posted) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		for {
			stretch, ok := jobs.Take(ctx, 10)
			if !ok {
				return
			}
			for i := stretch.From; i < stretch.To; i++ {
				result, err := x.one(jobs, i)
				if err != nil {
					err = &tournament.JobError{Index: i, Err: err}
				}
				if !yield(result, err) {
					return
				}
			}
		}
	}
}

func (x posted) one(jobs *tournament.Jobs, i int) (tournament.Result, error) {
	job, err := jobs.Job(i)
	if err != nil {
		return tournament.Result{}, err
	}
	message, err := json.Marshal(job)
	if err != nil {
		return tournament.Result{}, err
	}
	reply, err := x.answer(message)
	if err != nil {
		return tournament.Result{}, err
	}
	var games []engines.Record
	if err := json.Unmarshal(reply, &games); err != nil {
		return tournament.Result{}, err
	}
	return jobs.Result(i, games) // refuses what cannot be
}

// worker plays a job that it receives as JSON, and returns the game records as JSON.
func worker(message []byte) ([]byte, error) {
	var job tournament.Job
	if err := json.Unmarshal(message, &job); err != nil {
		return nil, err
	}
	arena, err := job.Arena(engines.Registry{risk.New()})
	if err != nil {
		return nil, err
	}
	games, err := job.Play(context.Background(), arena)
	if err != nil {
		return nil, err
	}
	return json.Marshal(games)
}

// The example plays a tournament with an executor that sends every job as text.
func ExampleExecutor() {
	field := []engines.Agent{{Name: "risk"}, {Name: "random", Player: "random"}}
	schedule, err := tournament.RoundRobin(tournament.RoundRobinOptions{Agents: 2, Play: tournament.Play{Cycles: 10, Seed: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	game := engines.EngineRef{Name: "risk", Settings: engines.Settings{"depth": "1"}}
	options := tournament.Options{Terms: tournament.Terms{Game: game}}
	points, games := 0.0, 0
	for result, err := range tournament.Run(context.Background(), posted{worker}, field, schedule, options) {
		if err != nil {
			fmt.Println(err)
			return
		}
		points += result.Points(0) * float64(len(result.Games))
		games += len(result.Games)
	}
	fmt.Printf("%.1f points of %d games\n", points, games)
	// Output:
	// 20.0 points of 20 games
}
