package results

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lanista/lanista/rating"
)

// at is a checkpoint after so many games whose interval has this half width.
func at(games int, elo, half float64) Checkpoint {
	return Checkpoint{Games: games, Rating: rating.Float(elo), Interval: rating.Interval{Low: elo - half, High: elo + half}, Against: "default", Played: 100}
}

// The intervals of a difference are the roots of the sums of the squared halves: 3, 4 gives 5.
func TestNewTrend(t *testing.T) {
	t.Parallel()
	few := at(500, 100, 10)
	few.Variety = rating.Variety{Distinct: 4, DistinctPairings: 2}
	for _, c := range []struct {
		list  []Checkpoint
		state TrendState
		text  string
	}{
		{nil, "", ""},
		{[]Checkpoint{few, at(900, 100, math.Inf(1))}, "", ""},
		{[]Checkpoint{at(274, 26, 30), few}, Unclear, "not distinguishable yet: one checkpoint, +26 Elo [-4, +56] against default after 274 games; 1 checkpoint with an open interval is left out"},
		{
			[]Checkpoint{at(1000, 10, 30), at(3000, 59, 40), few, at(9000, 700, math.Inf(1))},
			Unclear,
			"not distinguishable yet: games 1,000 to 3,000 brought +49 ± 50 Elo against default; 2 checkpoints with an open interval are left out",
		},
		{[]Checkpoint{at(1000, 10, 30), at(3000, 59, 40)}, Unclear, "not distinguishable yet: games 1,000 to 3,000 brought +49 ± 50 Elo against default"},
		{[]Checkpoint{at(1000, 10, 30), at(3000, 61, 40)}, Improving, "improving: games 1,000 to 3,000 brought +51 ± 50 Elo against default"},
		{[]Checkpoint{at(1000, 61, 30), at(3000, 10, 40)}, Falling, "falling: games 1,000 to 3,000 brought -51 ± 50 Elo against default"},
		{[]Checkpoint{at(1000, 10, 6), at(4000, 58, 3), at(12000, 61, 4)}, Level, "level since 4,000 games: games 4,000 to 12,000 brought +3 ± 5 Elo against default"},
		{[]Checkpoint{at(1000, 55, 6), at(4000, 58, 3), at(12000, 61, 4)}, Level, "level since 1,000 games: games 1,000 to 12,000 brought +6 ± 7 Elo against default"},
		// The comparison spans a third of the games, however late the latest checkpoints are.
		{[]Checkpoint{at(5000, 10, 6), at(9000, 57, 3), at(10000, 61, 4)}, Improving, "improving: games 5,000 to 10,000 brought +51 ± 7 Elo against default"},
	} {
		got := NewTrend(c.list)
		if got == nil {
			if c.text != "" {
				t.Errorf("%v: none, want %s", c.list, c.text)
			}
			continue
		}
		if got.Text != c.text || got.State != c.state {
			t.Errorf("%s: %s\nwant %s: %s", got.State, got.Text, c.state, c.text)
		}
	}
}

// A search that stands still is called improving or falling in 5% of cases at most.
func TestTrendOfNoise(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	const runs = 4000
	wrong := 0
	for range runs {
		var list []Checkpoint
		for _, games := range []int{200, 600, 1500, 3000, 5500} {
			list = append(list, at(games, 50+14*rng.NormFloat64(), 14*rating.Z()))
		}
		if state := NewTrend(list).State; state == Improving || state == Falling {
			wrong++
		}
	}
	if share := float64(wrong) / runs; share > 0.06 {
		t.Errorf("%.3f of the searches that stand still are called improving or falling", share)
	}
}
