package riskclassic

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
)

// This file has a slow reference of the features and of the built-in player. It visits all pairs of
// territories and makes every change on a copy of the position. Only the forecasts of battles are those
// of the package, which battle_test.go compares with published ones.

// slowFeatures returns the features of a seat by their definitions at featureCount.
func slowFeatures(w *world, s *state, p int8) (f features) {
	count, borders, units, total, defence, exposed := 0.0, 0.0, 0.0, float64(s.left), 0.0, 0.0
	for x := range territories {
		total += float64(s.units[x])
		if s.owner[x] != p {
			continue
		}
		near, enemies := 0.0, 0.0
		for y := range territories {
			if !w.near[x].has(y) {
				continue
			}
			near++
			if s.owner[y] != p {
				enemies++
				defence += float64(s.units[x]) / float64(s.units[x]+s.units[y])
			}
		}
		count++
		units += float64(s.units[x])
		borders += enemies
		exposed += enemies / near
	}
	if count == 0 {
		return f
	}
	cards := float64(s.hand[p].size())
	if p == s.turn {
		units += float64(s.left)
		if s.captured {
			cards++
		}
	}
	f = features{count / territories, units / total, 1, 1 - exposed/count, 0, 0, min(1, cards/10)}
	if borders > 0 {
		f[2] = defence / borders
	}
	for _, c := range w.continents {
		owned := 0.0
		for x := range territories {
			if c.all.has(x) && s.owner[x] == p {
				owned++
			}
		}
		share := owned / float64(c.all.size())
		f[4] += math.Floor(share) * float64(c.bonus) / 24
		f[5] += share * share * float64(c.bonus) / 24
	}
	return f
}

// slowPlayer is the built-in player with the given weights and settings.
type slowPlayer struct {
	world   *world
	weights engines.Weights
	minOdds float64
}

func (p *slowPlayer) value(s *state, seat int8) float64 {
	if s.phase != claim && !slices.ContainsFunc(s.owner[:], func(q int8) bool { return q >= 0 && q < s.seats && q != seat }) {
		return math.Inf(1)
	}
	sum := 0.0
	for i, x := range slowFeatures(p.world, s, seat) {
		sum += x * p.weights[i]
	}
	return sum
}

// shifted returns the position after k units have moved from territory x to y.
func shifted(s state, x, y int, k int32) *state {
	s.add(x, -k)
	s.add(y, k)
	return &s
}

// attacks returns the expected value of every attack from one of the given territories that is probable
// enough. The units left after a battle are the rounded means.
func (p *slowPlayer) attacks(s *state, from ...int) map[engines.Move]float64 {
	values := map[engines.Move]float64{}
	for _, x := range from {
		for y := range territories {
			f := forecastOf(s.units[x]-1, s.units[y])
			if !p.world.near[x].has(y) || s.owner[x] != s.turn || s.owner[y] == s.turn || s.units[x] < 2 || f.win < p.minOdds {
				continue
			}
			won, lost := *s, *s
			survivors := max(1, int32(math.Round(f.left)))
			won.add(x, survivors+1-won.units[x])
			won.conquer(x, y, min(3, survivors))
			lost.add(x, 1-lost.units[x])
			lost.add(y, max(1, int32(math.Round(f.held)))-lost.units[y])
			best := max(p.value(&won, s.turn), p.value(shifted(won, x, y, won.units[x]-1), s.turn))
			if values[rollMove(x, y, toTheEnd)] = best; f.win < 1 {
				values[rollMove(x, y, toTheEnd)] = f.win*min(best, winValue) + (1-f.win)*p.value(&lost, s.turn)
			}
		}
	}
	return values
}

// prospects returns the value of a position, or of the best attack from the given territories if that is
// higher.
func (p *slowPlayer) prospects(s *state, from ...int) float64 {
	best := p.value(s, s.turn)
	for _, v := range p.attacks(s, from...) {
		best = max(best, v)
	}
	return best
}

// options returns the moves among which the player chooses, with their values.
func (p *slowPlayer) options(g *game) map[engines.Move]float64 {
	s := g.state
	values := map[engines.Move]float64{stop: p.value(&s, s.turn)}
	switch s.phase {
	case trade:
		for _, m := range g.Moves(nil) {
			if after := s; m != stop {
				after.trade(tradeOf(m))
				values[m] = p.value(&after, s.turn)
			}
		}
		if s.hand[s.turn].size() >= mustTrade {
			delete(values, stop)
		}
	case attack:
		maps.Copy(values, p.attacks(&s, span(0, territories)...))
	case occupy:
		from, to := int(s.from), int(s.to)
		values[stop] = p.prospects(&s, from, to)
		for _, k := range []int32{(s.units[from] - 1) / 2, s.units[from] - 1} {
			if k > 0 {
				values[shiftMove(from, to, k)] = p.prospects(shifted(s, from, to, k), from, to)
			}
		}
	case fortify:
		for _, m := range g.Moves(nil) {
			if x, y, k := betweenOf(m); m != stop && k == s.units[x]-1 {
				values[m] = p.value(shifted(s, x, y, k), s.turn)
			}
		}
	default: // a placement
		delete(values, stop)
		for x := range territories {
			if s.phase != place && !g.places().has(x) || s.phase == place && (s.owner[x] != s.turn || s.enemies(p.world, x) == 0) {
				continue
			}
			switch after := s; {
			case s.phase == place:
				after.add(x, s.left)
				after.left = 0
				values[placeMove(x, s.left)] = p.prospects(&after, x)
			case s.phase == claim:
				after.give(x, s.turn)
				after.add(x, 1)
				values[placeMove(x, 1)] = p.value(&after, s.turn)
			case s.owner[x] == neutral:
				after.add(x, 1)
				values[placeMove(x, 1)] = -p.value(&after, 1-s.turn)
			default:
				after.add(x, 1)
				values[placeMove(x, 1)] = p.value(&after, s.turn)
			}
		}
	}
	return values
}

// TestPlayerIsTheReference compares features and chosen moves with the reference in positions of games
// in which a third of the moves are random.
func TestPlayerIsTheReference(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[phase]int{}
	for n := range 60 {
		e, err := New().With(engines.Settings{
			"setup": []string{"dealt", "placed", "claimed"}[n%3], "fortify": []string{"adjacent", "connected"}[n/3%2], "min_odds": []string{"0", "0.5"}[n/6%2],
		})
		if err != nil {
			t.Fatal(err)
		}
		weights := make(engines.Weights, featureCount)
		for i := range weights {
			weights[i] = 10 * r.Float64()
		}
		player, err := e.NewPlayer(context.Background(), engines.Agent{Weights: weights})
		if err != nil {
			t.Fatal(err)
		}
		slow := slowPlayer{world: theWorld(), weights: weights, minOdds: []float64{0, 0.5}[n/6%2]}
		made, err := e.NewGame(2+n%5, uint64(n))
		if err != nil {
			t.Fatal(err)
		}
		g := made.(*game)
		for ply := 0; ply < 400 && !g.over; ply++ {
			m, err := player.Choose(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			if s := &g.state; ply%4 == 0 && slices.Max(s.units[:])+s.left <= tableSize {
				seen[s.phase]++
				for p := range s.seats {
					for i, want := range slowFeatures(slow.world, s, p) {
						if got := featuresOf(slow.world, s, p)[i]; math.Abs(got-want) > 1e-12 {
							t.Fatalf("%s: feature %d of %s is %v, want %v", g, i, seatName(p), got, want)
						}
					}
				}
				options := slow.options(g)
				best := math.Inf(-1)
				for _, v := range options {
					best = max(best, v)
				}
				// If no movement at the end of a turn is better than none, idle units move to the border.
				idle := s.phase == fortify && options[stop] >= best-1e-9
				if v, ok := options[m]; !idle && (!ok || v < best-1e-9) {
					t.Fatalf("%s: chosen %s with value %v, want %v", g, formatMove(m), v, best)
				}
			}
			if r.IntN(3) == 0 {
				moves := g.Moves(nil)
				m = moves[r.IntN(len(moves))]
			}
			if err := g.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	for at, name := range phaseNames {
		if seen[phase(at)] < 20 {
			t.Errorf("%d positions of the phase %s are compared", seen[phase(at)], name)
		}
	}
}

// The seat that claims the first territory has not won, although no other seat owns one yet.
func TestFirstClaimIsEvaluated(t *testing.T) {
	t.Parallel()
	e, err := New().With(engines.Settings{"setup": "claimed"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.NewGame(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	// With these weights the first claim of a territory is worth 2 units times the square of the share
	// of its continent that is owned then. The share is largest, 1/4, in Australia and South America.
	moves, err := e.(*engine).EvaluateMoves(context.Background(), g, engines.Agent{Weights: engines.Weights{0, 0, 0, 0, 0, 10, 0}})
	if err != nil {
		t.Fatal(err)
	}
	x, _ := placementOf(moves[0].Move)
	c := slices.IndexFunc(theWorld().continents, func(c continent) bool { return c.all.has(x) })
	if name := theWorld().continents[c].name; name != "south_america" && name != "australia" {
		t.Errorf("the first claim is territory %d of %s", x, name)
	}
	if want := 10 * 2.0 / 16 / allBonuses; math.Abs(*moves[0].Value[0]-want) > 1e-12 {
		t.Errorf("its value is %v, want %v", *moves[0].Value[0], want)
	}
}
