package risk

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The functions in this file are a second implementation of the heuristic, with fractions. The tests
// compare the fast one with it.

// slowDraft drafts with exact fractions.
func slowDraft(b *board, s *state, p int8, units int) map[int]int {
	var cells []int
	bsr := map[int]*big.Rat{}
	for x := range b.n {
		if s.owner[x] != p {
			continue
		}
		cells = append(cells, x)
		threat := int64(0)
		for _, y := range b.near[x] {
			if s.owner[y] != p {
				threat += int64(s.cells[y].units)
			}
		}
		bsr[x] = big.NewRat(threat, int64(s.cells[x].units))
	}
	slices.SortStableFunc(cells, func(x, y int) int { return bsr[y].Cmp(bsr[x]) })
	kept := cells[:max(1, len(cells)/2)]
	total := new(big.Rat)
	for _, x := range kept {
		total.Add(total, bsr[x])
	}
	equal := total.Sign() == 0
	added := map[int]int{}
	for left := units; left > 0; {
		start := left
		for _, x := range kept {
			if left == 0 || bsr[x].Sign() == 0 && !equal {
				continue
			}
			quota := big.NewRat(1, int64(len(kept)))
			if !equal {
				quota.Quo(bsr[x], total)
			}
			quota.Mul(quota, big.NewRat(int64(start), 1))
			quota.Add(quota, big.NewRat(1, 2))
			whole := new(big.Int).Quo(quota.Num(), quota.Denom())
			k := min(max(1, int(whole.Int64())), left)
			added[x] += k
			left -= k
		}
	}
	return added
}

// slowFeatures computes the features with exact fractions.
func slowFeatures(b *board, s *state, p int8) [featureCount]*big.Rat {
	var own, units, all, pairs int64
	shares, density := new(big.Rat), new(big.Rat)
	for x := range b.n {
		all += int64(s.cells[x].units)
		if s.owner[x] != p {
			continue
		}
		own++
		units += int64(s.cells[x].units)
		enemies := int64(0)
		for _, y := range b.near[x] {
			if s.owner[y] != p {
				enemies++
				u, v := int64(s.cells[x].units), int64(s.cells[y].units)
				shares.Add(shares, big.NewRat(u, u+v))
			}
		}
		pairs += enemies
		if len(b.near[x]) > 0 {
			density.Add(density, big.NewRat(enemies, int64(len(b.near[x]))))
		}
	}
	one := big.NewRat(1, 1)
	if own == 0 {
		return [featureCount]*big.Rat{{}, {}, {}, {}}
	}
	f := [featureCount]*big.Rat{big.NewRat(own, int64(b.n)), big.NewRat(units, all), one, nil}
	if pairs > 0 {
		f[2] = shares.Quo(shares, big.NewRat(pairs, 1))
	}
	f[3] = new(big.Rat).Sub(one, density.Quo(density, big.NewRat(own, 1)))
	return f
}

func TestDraftAgainstReference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		g := randomGame(New(), r, 2+r.IntN(4), []int{4, 15, 300}[r.IntN(3)])
		var d drafter
		for p := range int8(g.Seats()) {
			if g.state.count[p] == 0 {
				continue
			}
			units := 1 + r.IntN(40)
			total := 0
			want := slowDraft(g.table.board, &g.state, p, units)
			plan := d.draft(&g.state, p, int32(units))
			for _, a := range plan {
				total += int(a.units)
				if want[int(a.cell)] != int(a.units) || a.units < 1 {
					rt.Fatalf("%s: %s gets %v for %d units, want %v", g.String(), seatName(p), plan, units, want)
				}
			}
			if total != units || len(plan) != len(want) {
				rt.Fatalf("%s: %s places %d of %d units: %v, want %v", g.String(), seatName(p), total, units, plan, want)
			}
		}
	})
}

func TestFeaturesAgainstReference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		g := randomGame(New(), r, 2+r.IntN(4), []int{4, 15, 300}[r.IntN(3)])
		for p := range int8(g.Seats()) {
			got := featuresAt(g.table.board, &g.state, p)
			for i, want := range slowFeatures(g.table.board, &g.state, p) {
				if f, _ := want.Float64(); !near(got[i], f) || got[i] < 0 || got[i] > 1 {
					rt.Fatalf("%s: %s to %s is %v, want %v", g.String(), space()[i].Name, seatName(p), got[i], f)
				}
			}
		}
	})
}

// The pins of the draft on two paths.
func TestDraftOnPaths(t *testing.T) {
	for position, want := range map[string]string{
		"A2 A1 A1 A2 A3 A1 B1 A6 B1 A2 ; A draft":   "5+5 9+2 7+1",
		"A1 A6 A3 B1 A3 B6 A4 A4 ; A draft":         "4+3 6+2 2+1",
		"A1 A1 A1 A1 A1 ; A draft":                  "0+3 1+2",
		"A1 A1 A1 A1 A1 A1 A1 ; A draft 2":          "0+1 1+1",
		"A4 B65 A1 B1 A1 ; A draft 1":               "2+1",
		"A1 B8 A1 B4 A2 B1 A1 B1 A1 B1 ; B draft 4": "5+2 7+2",
	} {
		if got := planText(parsed(t, New(), position)); got != want {
			t.Errorf("%s: %s, want %s", position, got, want)
		}
	}
}

func TestShares(t *testing.T) {
	fillPairShares()
	for u := int32(1); u < 200; u++ {
		for v := int32(1); v < 200; v++ {
			if share(u, v)+share(v, u) != shareScale {
				t.Fatalf("shares of %d and %d do not add up", u, v)
			}
			exact := big.NewRat(int64(u), int64(u+v))
			if got := big.NewRat(share(u, v), shareScale); u+v <= 24 && got.Cmp(exact) != 0 {
				t.Fatalf("share of %d in %d is %v", u, u+v, got)
			}
			if share(u, v) < share(u, v+1) || share(u, v) > share(u+1, v) {
				t.Fatalf("share of %d against %d is out of order", u, v)
			}
		}
	}
}
