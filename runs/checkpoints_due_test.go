package runs

import (
	"slices"
	"testing"
	"time"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/results"
)

// A round has a checkpoint if it reaches a share of the games, rounds or time, whichever is
// furthest. The last round has none, since the verification measures its weights.
func TestCheckpointsDue(t *testing.T) {
	t.Parallel()
	games := func(done ...int) (list []results.Generation) {
		for i, n := range done {
			list = append(list, results.Generation{Number: i + 1, Total: n, Elapsed: time.Second})
		}
		return list
	}
	for name, c := range map[string]struct {
		budget  configs.Budget
		planned int
		rounds  []results.Generation
		over    bool
		want    []int
	}{
		"shares that are just reached":                 {configs.Budget{}, 100, games(1, 2, 5, 6, 14, 15, 29, 30, 54, 55, 99), false, []int{2, 4, 6, 8, 10}},
		"one round passes several shares":              {configs.Budget{}, 100, games(1, 40, 41), false, []int{2}},
		"not the last round":                           {configs.Budget{}, 100, games(1, 40, 100), false, []int{2}},
		"not the last round of a run that ended early": {configs.Budget{}, 100, games(1, 40, 56), true, []int{2}},
		"rounds are further than games":                {configs.Budget{Rounds: 10}, 1000, games(1, 2, 3), false, []int{1, 2, 3}},
		"time is further than games":                   {configs.Budget{Time: 20 * time.Second}, 1000, games(1, 2, 3), false, []int{1, 2, 3}},
		"nothing is planned":                           {configs.Budget{}, 0, games(10, 20, 30), false, nil},
		"nothing was planned":                          {configs.Budget{}, 0, games(1, 2, 3, 50), true, []int{1, 3}},
	} {
		var got []int
		for _, r := range checkpointsDue(c.budget, c.planned, c.rounds, c.over) {
			got = append(got, r.Number)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: rounds %v, want %v", name, got, c.want)
		}
	}
}
