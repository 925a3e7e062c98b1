package rating

import (
	"math"
	"testing"
)

// within fails unless got is want to a relative tolerance.
func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// A published table rounds the quantiles to 1.96 and 0.84.
func TestGamesNeeded(t *testing.T) {
	for _, c := range []struct{ elo, even, draws30, draws60, power80 float64 }{
		{1, 463_726, 324_608, 185_491, 946_379},
		{2, 115_932, 81_152, 46_373, 236_595},
		{5, 18_550, 12_985, 7_420, 37_856},
		{10, 4_638, 3_247, 1_855, 9_464},
		{20, 1_160, 812, 464, 2_366},
		{50, 186, 130, 75, 379},
		{100, 47, 33, 19, 95},
	} {
		one := 1 / c.draws60 // the last place of a number rounded up
		within(t, "games", GamesNeeded(c.elo, 0, 0.95, 0.5), c.even, 1e-4+one)
		within(t, "games with 30% draws", GamesNeeded(c.elo, 0.3, 0.95, 0.5), c.draws30, 1e-4+one)
		within(t, "games with 60% draws", GamesNeeded(c.elo, 0.6, 0.95, 0.5), c.draws60, 1e-4+one)
		within(t, "games at power 0.8", GamesNeeded(c.elo, 0, 0.95, 0.8), c.power80, 1.5e-3+one)
		within(t, "resolved", EloResolved(c.even, 0, 0.95, 0.5), c.elo, 0.01)
		within(t, "resolved with 60% draws", EloResolved(c.draws60, 0.6, 0.95, 0.5), c.elo, 0.02)
		within(t, "resolved at power 0.8", EloResolved(c.power80, 0, 0.95, 0.8), c.elo, 0.01)
	}
	if g := GamesNeeded(0, 0, 0.95, 0.5); !math.IsInf(g, 1) {
		t.Errorf("%v games show no difference", g)
	}
}

func TestRegretFloor(t *testing.T) {
	within(t, "per game", RegretFloor(1, 1, 1), 7544, 1e-4)
	within(t, "10 dimensions, 2,000 games", RegretFloor(10, 2000, 100), 3.77, 2e-3)
	within(t, "10 dimensions, 20,000 games", RegretFloor(10, 20_000, 100), 0.377, 2e-3)
	within(t, "32 dimensions, 20,000 games", RegretFloor(32, 20_000, 100), 3.86, 2e-3)
}

func TestPairingGain(t *testing.T) {
	singles, pairs := Trinomial(16235, 16318, 27447), Counts{27, 5831, 18366, 5750, 26}
	within(t, "gain", PairingGain(singles, pairs), 2.76, 2e-3)
	certain := Counts{0, 0, 9, 0, 0} // every pair ended alike
	for _, c := range [][2]Counts{{nil, nil}, {singles, certain}, {Trinomial(0, 9, 0), pairs}} {
		if g := PairingGain(c[0], c[1]); g != 1 {
			t.Errorf("where nothing varies: %v", g)
		}
	}
}

func TestWorstCaseGames(t *testing.T) {
	for difference, want := range map[float64]float64{2: 262e3, 5: 41.9e3, 10: 10.5e3, 20: 2.6e3, 50: 419} {
		within(t, "games", SPRT{Elo1: difference}.WorstCaseGames(), want, 0.01)
	}
	o := SPRT{Elo0: -3, Elo1: 9, Alpha: 0.1, Beta: 0.02}
	_, games := o.Characteristic(3, 0)
	within(t, "games half way", games, o.WorstCaseGames(), 1e-9)
}
