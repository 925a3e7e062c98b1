package deals_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/lanista/lanista/engines/deals"
)

func TestNumberInvertsSeed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		sequence, n := rng.Uint32(), rng.Uint32()
		if s, k := deals.Number(deals.Seed(sequence, n)); s != sequence || k != n {
			t.Fatalf("deal %d of sequence %d was read back as %d of %d", n, sequence, k, s)
		}
		seed := rng.Uint64()
		if got := deals.Seed(deals.Number(seed)); got != seed {
			t.Fatalf("seed %x became %x", seed, got)
		}
	}
}

func TestLineChoosesEveryLineOnceACycle(t *testing.T) {
	for _, lines := range []int{1, 2, 3, 7, 64, 1000, 4097} {
		var orders [2][]int
		for cycle := range 2 {
			seen := make(map[int]bool)
			for n := range lines {
				line := deals.Line(deals.Seed(5, uint32(cycle*lines+n)), lines)
				if line < 0 || line >= lines || seen[line] {
					t.Fatalf("%d lines: deal %d of cycle %d chose line %d, again or out of range", lines, n, cycle, line)
				}
				seen[line] = true
				orders[cycle] = append(orders[cycle], line)
			}
		}
		moved := 0
		for i := range orders[0] {
			if orders[0][i] != orders[1][i] {
				moved++
			}
		}
		if lines >= 64 && moved < lines/2 {
			t.Errorf("%d lines: two cycles play %d of them at the same place", lines, lines-moved)
		}
	}
}

func TestLinePanicsWithoutLines(t *testing.T) {
	for _, lines := range []int{0, -1} {
		func() {
			defer func() {
				if why := fmt.Sprint(recover()); why != fmt.Sprintf("deals: a list of %d lines", lines) {
					t.Errorf("%d lines: panic %s", lines, why)
				}
			}()
			deals.Line(deals.Seed(1, 2), lines)
		}()
	}
}

// TestLineIsUniform compares how often the first deals of many sequences choose each line
// with a uniform distribution by a chi-squared test.
func TestLineIsUniform(t *testing.T) {
	const lines, draws = 50, 100_000
	counts := make([]float64, lines)
	for sequence := range uint32(draws / 4) {
		for n := range uint32(4) {
			counts[deals.Line(deals.Seed(sequence, n), lines)]++
		}
	}
	sum := 0.0
	for _, c := range counts {
		d := c - draws/lines
		sum += d * d / (draws / lines)
	}
	if sum > 100 { // 49 degrees of freedom: exceeded once in 50,000
		t.Errorf("chi-squared %.1f with 49 degrees of freedom", sum)
	}
}
