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
		got := NewTrend(c.list, nil)
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

// If the result has played the best weights of a round before the compared games, and its interval is
// narrower than that of the checkpoints, this match decides.
func TestTrendAgainstItself(t *testing.T) {
	t.Parallel()
	in := func(round, games int, elo, half float64) Checkpoint {
		c := at(games, elo, half)
		c.Round = round
		return c
	}
	self := func(share float64, round int, elo, half float64) SelfMatch {
		return SelfMatch{Share: share, Round: round, Games: 200, Rating: rating.Float(elo), Interval: rating.Interval{Low: elo - half, High: elo + half}}
	}
	checkpoints := []Checkpoint{in(14, 2000, 143, 57), in(29, 4512, 143, 57), in(51, 7998, 226, 17)} // +83 ± 60 since round 29
	for _, c := range []struct {
		list   []Checkpoint
		itself []SelfMatch
		state  TrendState
		games  int
		text   string
	}{
		{checkpoints, nil, Improving, 3486, "improving: games 4,512 to 7,998 brought +83 ± 59 Elo against default"},
		{checkpoints, []SelfMatch{self(0.25, 14, 40, 7), self(0.5, 26, 1, 6)}, Level, 3999, "level since round 26: the games after round 26 brought +1 ± 6 Elo against the weights of that round"},
		{checkpoints, []SelfMatch{self(0.5, 26, 16, 6)}, Improving, 3999, "improving: the games after round 26 brought +16 ± 6 Elo against the weights of that round"},
		{checkpoints, []SelfMatch{self(0.5, 26, -16, 6)}, Falling, 3999, "falling: the games after round 26 brought -16 ± 6 Elo against the weights of that round"},
		{checkpoints, []SelfMatch{self(0.5, 26, 5, 40)}, Unclear, 3999, "not distinguishable yet: the games after round 26 brought +5 ± 40 Elo against the weights of that round"},
		{checkpoints, []SelfMatch{{Share: 0.5, Round: 26}}, Level, 3999, "level since round 26: the result has the weights of round 26"},
		// A wider interval, or a match that does not cover the compared games, decides nothing.
		{checkpoints, []SelfMatch{self(0.5, 26, 1, 61)}, Improving, 3486, "improving: games 4,512 to 7,998 brought +83 ± 59 Elo against default"},
		{checkpoints, []SelfMatch{self(0.5, 30, 1, 6)}, Improving, 3486, "improving: games 4,512 to 7,998 brought +83 ± 59 Elo against default"},
		// After checkpoints that are left out, a match decides that covers the last third of the games.
		{
			[]Checkpoint{in(2, 256, 0, 157), in(28, 1654, 645, math.Inf(1)), in(112, 3000, 759, 197)},
			[]SelfMatch{self(0.25, 10, 7, 93), self(0.5, 25, 0, 40)},
			Unclear, 1500, "not distinguishable yet: the games after round 25 brought +0 ± 40 Elo against the weights of that round",
		},
		{
			[]Checkpoint{in(2, 256, 0, 157), in(90, 2654, 645, math.Inf(1)), in(112, 3000, 759, 197)},
			[]SelfMatch{self(0.5, 25, 0, 40)},
			Improving, 2744, "improving: games 256 to 3,000 brought +759 ± 252 Elo against default; 1 checkpoint with an open interval is left out",
		},
		{checkpoints[2:], []SelfMatch{self(0.5, 26, 1, 6)}, Level, 3999, "level since round 26: the games after round 26 brought +1 ± 6 Elo against the weights of that round"},
	} {
		got := NewTrend(c.list, c.itself)
		if got.State != c.state || got.Games != c.games || got.Text != c.text {
			t.Errorf("%v: %s after %d games: %s\nwant %s after %d: %s", c.itself, got.State, got.Games, got.Text, c.state, c.games, c.text)
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
		if state := NewTrend(list, nil).State; state == Improving || state == Falling {
			wrong++
		}
	}
	if share := float64(wrong) / runs; share > 0.06 {
		t.Errorf("%.3f of the searches that stand still are called improving or falling", share)
	}
}
