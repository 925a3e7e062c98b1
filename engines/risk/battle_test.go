package risk

import (
	"math"
	"math/big"
	"testing"
)

// battle is the distribution of how an attack ends.
type battle struct {
	win  float64   // probability that no defender is left
	left []float64 // left[s]: probability to win with s attackers left, s from 2
	held []float64 // held[r]: probability to lose against r defenders left, r from 1
}

// newBattle returns the distribution for an army of at least 2 against at least
// 1 defender.
func newBattle(army, defenders int) battle {
	b := battle{win: odds(army, defenders), left: make([]float64, army+1), held: make([]float64, defenders+1)}
	for s := 2; s <= army; s++ { // the last throw removes the last defender
		b.left[s] = coins(defenders-1+army-s, army-s) / 2
	}
	for r := 1; r <= defenders; r++ { // the last throw removes the last but one attacker
		b.held[r] = coins(army-2+defenders-r, defenders-r) / 2
	}
	return b
}

// exactOdds counts the ways of army+defenders-2 throws.
func exactOdds(army, defenders int64) float64 {
	n, ways := army+defenders-2, new(big.Int)
	c := new(big.Int).Binomial(n, defenders)
	for k := defenders; k <= n; k++ {
		ways.Add(ways, c)
		c.Quo(c.Mul(c, big.NewInt(n-k)), big.NewInt(k+1))
	}
	p, _ := new(big.Rat).SetFrac(ways, new(big.Int).Lsh(big.NewInt(1), uint(n))).Float64()
	return p
}

func TestOdds(t *testing.T) {
	for army := 2; army < 45; army++ {
		for defenders := 1; defenders < 45; defenders++ {
			got, want := odds(army, defenders), exactOdds(int64(army), int64(defenders))
			if math.Abs(got-want) > 1e-10*want {
				t.Fatalf("army %d against %d: %v, want %v", army, defenders, got, want)
			}
			if army+defenders <= 52 && got != want {
				t.Fatalf("army %d against %d: %v is not exactly %v", army, defenders, got, want)
			}
		}
	}
	for _, c := range [][2]int{{300, 280}, {280, 300}, {400, 400}, {2, 600}, {600, 1}} {
		if got, want := odds(c[0], c[1]), exactOdds(int64(c[0]), int64(c[1])); math.Abs(got-want) > 1e-10 {
			t.Errorf("army %d against %d: %v, want %v", c[0], c[1], got, want)
		}
	}
	if got := odds(65000, 65000); !(got > 0.49 && got < 0.51) {
		t.Errorf("65000 against 65000: %v", got)
	}
}

// The four distributions are worked by hand.
func TestBattleDistributions(t *testing.T) {
	for _, c := range []struct {
		army, defenders int
		left, held      []float64
	}{
		{3, 1, []float64{0, 0, 1. / 4, 1. / 2}, []float64{0, 1. / 4}},
		{3, 2, []float64{0, 0, 1. / 4, 1. / 4}, []float64{0, 1. / 4, 1. / 4}},
		{4, 2, []float64{0, 0, 3. / 16, 1. / 4, 1. / 4}, []float64{0, 3. / 16, 1. / 8}},
		{5, 3, []float64{0, 0, 5. / 32, 3. / 16, 3. / 16, 1. / 8}, []float64{0, 5. / 32, 1. / 8, 1. / 16}},
	} {
		b := newBattle(c.army, c.defenders)
		for s, want := range c.left {
			if b.left[s] != want {
				t.Errorf("%d against %d: won with %d left %v, want %v", c.army, c.defenders, s, b.left[s], want)
			}
		}
		for r, want := range c.held {
			if b.held[r] != want {
				t.Errorf("%d against %d: lost to %d %v, want %v", c.army, c.defenders, r, b.held[r], want)
			}
		}
	}
	for army := 2; army < 40; army++ {
		for defenders := 1; defenders < 40; defenders++ {
			b, won, lost := newBattle(army, defenders), 0.0, 0.0
			for _, p := range b.left {
				won += p
			}
			for _, p := range b.held {
				lost += p
			}
			if math.Abs(won-b.win) > 1e-12 || math.Abs(won+lost-1) > 1e-12 {
				t.Errorf("%d against %d: won %v of %v, lost %v", army, defenders, won, b.win, lost)
			}
		}
	}
}

// An agent's army against its target, by the difference of units.
func TestOddsOfCandidates(t *testing.T) {
	for diff, want := range map[int32][]float64{
		1: {.5, .5, .5, .5, .5}, 2: {.5, .5, .5, .5, .5}, 3: {.75, .6875, .6563, .6230, .5881}, 4: {.75, .6875, .6563, .6230, .5881},
		5: {.875, .8125, .7734, .7256, .6682}, 6: {.875, .8125, .7734, .7256, .6682}, 8: {.9375, .8906, .8555, .8062, .7383},
	} {
		for i, d := range []int32{1, 2, 3, 5, 10} {
			if got := odds(int(army(d+diff, d)), int(d)); math.Abs(got-want[i]) > 5e-5 {
				t.Errorf("difference %d against %d: %.4f, want %.4f", diff, d, got, want[i])
			}
		}
	}
}
