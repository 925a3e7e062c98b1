package pages

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// played returns points of one weight in [0, 1] whose games are won with this probability.
func played(points, games int, win func(weight float64) float64) (list []results.Trial) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range points {
		w, won := rng.Float64(), 0
		for range games {
			if rng.Float64() < win(w) {
				won++
			}
		}
		list = append(list, results.Trial{Round: 1, Weights: engines.Weights{w}, Score: float64(won) / float64(games), Games: games})
	}
	return list
}

// Scores of two games are three stripes that say nothing: the page shows means with intervals. Scores
// of many games are shown as they are.
func TestPointsOfLuck(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "w", Max: 1}}
	steep := func(w float64) float64 { return 0.2 + 0.6*w }
	few := NewPoints("run", space, played(400, 2, steep), 0, 1, "")
	if few.Luck == "" || !strings.Contains(few.Luck, "about 2 games") || few.Plots[0].Dots || len(few.Plots[0].Whiskers) != 10 || len(few.Plots[0].Lines[0].Points) != 10 {
		t.Fatalf("%q %+v", few.Luck, few.Plots)
	}
	if axes := few.Lines.Axes; len(axes) != len(space) || axes[len(axes)-1].Name == "score" {
		t.Errorf("the parallel axes are %+v", axes)
	}
	inside := 0
	for i, at := range few.Plots[0].Lines[0].Points {
		if ends := few.Plots[0].Whiskers[i].Points; ends[0][1] < steep(at[0]) && steep(at[0]) < ends[1][1] {
			inside++
		}
	}
	if inside < 8 {
		t.Errorf("%d of 10 intervals have the true score", inside)
	}
	for _, l := range few.Lines.Lines {
		if l.Best {
			t.Fatal("a lucky point is among the best")
		}
	}
	if many := NewPoints("run", space, played(100, 200, steep), 0, 1, ""); many.Luck != "" || !many.Plots[0].Dots {
		t.Errorf("%q", many.Luck)
	}
	if got := luckOf(played(3000, 10, func(float64) float64 { return 0.4 })); math.Abs(got-1) > 0.06 {
		t.Errorf("equal points: %.2f of their variance is luck", got)
	}
	// The variance of 0.6 w is 0.03, that of the mean of 25 games about (0.25-0.03)/25.
	if got, want := luckOf(played(3000, 25, steep)), 0.01/(0.03+0.0088); math.Abs(got-want) > 0.03 {
		t.Errorf("%.3f is luck, want %.3f", got, want)
	}
}
