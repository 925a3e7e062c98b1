package bench

import (
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/lanista/lanista/rating"
)

// Every cell of the table is a number in the right column and is returned by Reached; no cell
// is below the floor.
func TestReachedIsTheTable(t *testing.T) {
	t.Parallel()
	table, err := csv.NewReader(strings.NewReader(reachedText)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, kind := range Kinds {
		for _, dim := range Dims {
			want = append(want, fmt.Sprintf("%s %d", kind, dim))
		}
	}
	if got := table[0][2:]; strings.Join(got, ",") != strings.Join(want, ",") {
		t.Fatalf("columns %v", got)
	}
	for _, row := range table[1:] {
		games, err := strconv.Atoi(row[1])
		if err != nil {
			t.Fatal(err)
		}
		cells := make([]float64, len(row)-2)
		for i, text := range row[2:] {
			if cells[i], err = strconv.ParseFloat(text, 64); err != nil {
				t.Fatal(err)
			}
			if floor := Floor(Kinds[i/len(Dims)], Dims[i%len(Dims)], games); cells[i] < floor {
				t.Errorf("%s with %d games: %v on %s beats the floor of %v", row[0], games, cells[i], want[i], floor)
			}
		}
		got, ok := Reached(row[0], Dims[1], games)
		if row[0] == "risk-paper" { // measured with one budget
			if ok {
				t.Errorf("%v from one budget", got)
			}
			continue
		}
		if smooth := math.Sqrt(cells[1] * cells[4]); !ok || math.Abs(got.Smooth-smooth) > 1e-9 || math.Abs(got.Rugged-cells[7]) > 1e-9 {
			t.Errorf("%s with %d games: %+v, %v; want %v and %v", row[0], games, got, ok, smooth, cells[7])
		}
	}
}

func TestReachedBetweenTheCells(t *testing.T) {
	t.Parallel()
	few, _ := Reached("auto", 10, 2000)
	some, ok := Reached("auto", 10, 6000)
	many, _ := Reached("auto", 10, 20000)
	if !ok || !(few.Smooth > some.Smooth && some.Smooth > many.Smooth && few.Rugged > some.Rugged && some.Rugged > many.Rugged) {
		t.Errorf("%v, %v, %v", few, some, many)
	}
	for _, unknown := range []struct {
		strategy       string
		weights, games int
	}{{"luck", 10, 2000}, {"auto", 1, 2000}, {"auto", 65, 2000}, {"auto", 10, 999}, {"auto", 10, 40001}} {
		if got, ok := Reached(unknown.strategy, unknown.weights, unknown.games); ok {
			t.Errorf("%+v: %v", unknown, got)
		}
	}
}

// The floor falls with the games and is never above the prior.
func TestFloor(t *testing.T) {
	t.Parallel()
	for _, kind := range Kinds {
		for _, dim := range append([]int{1}, Dims...) {
			last := middleRegret()
			for _, games := range []int{1, 10, 100, 1000, 1e6} {
				f := Floor(kind, dim, games)
				if !(f > 0 && f < last) {
					t.Errorf("%s %d: %v with %d games after %v", kind, dim, f, games, last)
				}
				last = f
			}
		}
	}
	const games = 1e7 // so many games that the prior does not matter
	if got, want := Floor(Quad, 10, games), rating.RegretFloor(10, games, MeanRegret); math.Abs(got-want) > 1e-3*want {
		t.Errorf("%v, want %v", got, want)
	}
}

// A ranking of eight seats shows more than the result of two, so the floor of two is no bound. The
// information about one agent among seven equal copies of another is the sum over the stages of
// Plackett and Luce's model, by the chance that the agent is not yet placed.
func TestFloorOfVariants(t *testing.T) {
	t.Parallel()
	const seats = 8
	information := 0.0
	for left := 2.0; left <= seats; left++ {
		information += left / seats * (1 / left) * (1 - 1/left)
	}
	if information < 2*0.25 { // 0.25: two equal agents
		t.Errorf("%v", information)
	}
	for _, c := range []struct {
		v     Variant
		known bool
	}{
		{Variant{}, true},
		{Variant{Scale: 1, FirstSeat: 100, Deal: 50, Cycle: 10, Integer: 2, Dead: 3, Wide: 4, Seats: 2}, true},
		{Variant{Seats: seats}, false},
		{Variant{ScaleFree: true}, false},
		{Variant{Scale: 4}, false},
	} {
		got := cell(Quad, 10, 2000, c.v, []float64{2})
		if want := Floor(Quad, 10, 2000); c.known && (got.Floor != want || got.Ratio != 2/want) || !c.known && (got.Floor != 0 || got.Ratio != 0) {
			t.Errorf("%+v: %+v", c.v, got)
		}
	}
}

// A game that may be drawn shows more than a game that is won or lost, so the floor is lower. The
// information about the difference in strength is the sum, over the outcomes, of the squared derivative of
// their probability divided by the probability. It is 1/4 for two equal agents whose games are won or
// lost.
func TestFloorWithDraws(t *testing.T) {
	t.Parallel()
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	information := func(difference, margin float64) float64 {
		w, l := logistic(difference-margin), logistic(-difference-margin)
		dw, dl := w*(1-w), -l*(1-l)
		return dw*dw/w + dl*dl/l + (dw+dl)*(dw+dl)/(1-w-l)
	}
	most := information(0, math.Log(2)) // a third of the games is drawn
	for margin := 0.02; margin < 8; margin += 0.02 {
		for difference := 0.0; difference < 10; difference += 0.02 {
			if i := information(difference, margin); i > most {
				t.Fatalf("information %v with the margin %v and the difference %v, more than %v", i, margin, difference, most)
			}
		}
	}
	if got, want := drawMargin(1.0/3)*math.Ln10/400, math.Log(2); math.Abs(got-want) > 1e-9 {
		t.Errorf("the margin is %v, want %v", got, want)
	}
	for _, games := range []int{1, 27, 2000} {
		c := cell(Quad, 10, games, Variant{Draws: 1.0 / 3}, []float64{2})
		if want := Floor(Quad, 10, games+int(math.Ceil(float64(games)*(most/0.25-1)-1e-9))); c.Floor != want || c.Ratio != 2/want {
			t.Errorf("%d games: the floor is %v, want %v", games, c.Floor, want)
		}
	}
}

// The middle of the box has the regret that the floor assumes.
func TestMiddleRegret(t *testing.T) {
	t.Parallel()
	const seeds = 400
	sum := 0.0
	for seed := range seeds {
		d, err := NewDuel(Quad, 10, uint64(seed), Variant{})
		if err != nil {
			t.Fatal(err)
		}
		sum += d.Regret(d.space.Default())
	}
	if mean := sum / seeds; math.Abs(mean-middleRegret()) > 0.03*mean {
		t.Errorf("%v, want %v", mean, middleRegret())
	}
}
