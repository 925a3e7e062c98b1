package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
)

// Variant makes a problem more like a real game. The zero Variant changes nothing.
type Variant struct {
	Scale     float64 `json:"scale,omitempty"`      // of the strength: 4 is steep, 0.25 flat; 0 means 1
	Draws     float64 `json:"draws,omitempty"`      // share of drawn games between equals, in [0, 1)
	FirstSeat float64 `json:"first_seat,omitempty"` // advantage of seat 0, in Elo
	Deal      float64 `json:"deal,omitempty"`       // standard deviation, in Elo, of what a deal gives to seat 0
	Cycle     float64 `json:"cycle,omitempty"`      // largest gain, in Elo, that a point has over another by its place in a cycle
	Integer   int     `json:"integer,omitempty"`    // so many of the weights, the first ones, are whole numbers
	Dead      int     `json:"dead,omitempty"`       // so many more weights, at the end, do nothing
	ScaleFree bool    `json:"scale_free,omitempty"` // only the direction of a vector counts
	Wide      float64 `json:"wide,omitempty"`       // ranges so many times as wide as the box, outside of which points play as the nearest one in it does; 0 means 1
	Seats     int     `json:"seats,omitempty"`      // at one table; 0 means 2. More than 2: Plackett-Luce, without draws, cycles and deals
}

// Validate returns a [keys.KeyError] for every number that makes no game.
func (v Variant) Validate() error {
	finite := keys.Within(-1e6, 1e6)
	return errors.Join(
		keys.Within(0, 1e6).Check("scale", v.Scale),
		keys.Range{Max: 1, BelowMax: true}.Check("draws", v.Draws),
		finite.Check("first_seat", v.FirstSeat),
		keys.Within(0, 1e6).Check("deal", v.Deal),
		finite.Check("cycle", v.Cycle),
		keys.AtLeast(0).Check("integer", float64(v.Integer)),
		keys.AtLeast(0).Check("dead", float64(v.Dead)),
		keys.Range{Min: 1, Max: 1e6, OrZero: true}.Check("wide", v.Wide),
		keys.Range{Min: 2, Max: engines.MaxSeats, OrZero: true}.Check("seats", float64(v.Seats)),
	)
}

// Duel is one problem of the suite: an arena whose agents' weights are points.
// It may be used from several goroutines.
type Duel struct {
	land    Landscape
	optimum []float64 // the best point known
	best    float64   // its strength
	varying int       // the weights that matter, the first ones
	variant Variant
	space   engines.Space
	start   engines.Weights // nil for the defaults
	run     uint64
	margin  float64 // of a win over a draw, in Elo
}

// Landscape is a hidden strength, in Elo. At must not change it.
type Landscape interface{ At(x []float64) float64 }

// Custom describes a duel on any landscape.
type Custom struct {
	Landscape Landscape
	Best      float64         // strength of the best point known
	Optimum   []float64       // that point, of the weights that matter
	Weights   int             // that matter, the first ones
	Space     engines.Space   // of all weights
	Start     engines.Weights // where a search begins; nil for the defaults
	Variant   Variant         // Draws, FirstSeat, Deal, Cycle, ScaleFree and Seats are used
	Run       uint64          // seed of the games
}

// NewCustom returns the duel of a description.
func NewCustom(c Custom) *Duel {
	return &Duel{
		land: c.Landscape, optimum: c.Optimum, best: c.Best, varying: c.Weights, variant: c.Variant,
		space: c.Space, start: c.Start, run: c.Run, margin: drawMargin(c.Variant.Draws),
	}
}

// NewDuel returns the problem of (kind, dim, seed) under a variant.
func NewDuel(kind Kind, dim int, seed uint64, v Variant) (*Duel, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	s, err := newStrength(kind, dim, seed)
	if err != nil {
		return nil, err
	}
	s.free, s.wide = v.ScaleFree, v.Wide > 1
	if v.Scale > 0 {
		s.steepness = v.Scale
	}
	d := &Duel{land: s, optimum: s.optimum, varying: dim, variant: v}
	d.run = engines.Seed(seed, engines.Purpose("duel suite run"), engines.Purpose(string(kind)), uint64(dim))
	d.margin = drawMargin(v.Draws)
	for i := range dim + v.Dead {
		w := engines.Weight{
			Name: fmt.Sprintf("x%d", i+1), Doc: "a coordinate of the hidden problem",
			Max: Upper, Default: Upper / 2, Kind: engines.Real,
		}
		if v.Wide > 1 {
			w.Min, w.Max = Upper/2*(1-v.Wide), Upper/2*(1+v.Wide)
		}
		if i < min(v.Integer, dim) {
			w.Kind = engines.Integer
		}
		d.space = append(d.space, w)
	}
	return d, nil
}

// drawMargin is the margin m of a win over a draw, in Elo, with which between equals
// a share 1 - 2/(1+10^(m/400)) of the games is drawn (Rao and Kupper, 1967).
func drawMargin(draws float64) float64 { return 400 * math.Log10((1+draws)/(1-draws)) }

// Problem returns the problem for a strategy, with a budget of games.
func (d *Duel) Problem(games int) tuning.Problem {
	return tuning.Problem{
		Space: d.space, Start: d.start, ScaleFree: d.variant.ScaleFree, Seats: d.variant.Seats,
		Games: games, Seed: engines.Seed(d.run, engines.Purpose("strategy")),
	}
}

// Regret is how far a vector lies below the optimum, in Elo, at least 0.
func (d *Duel) Regret(w engines.Weights) float64 { return max(d.best-d.land.At(w), 0) }

// Optimum is the hidden optimum, with dead weights in the middle. Whole-number
// weights are not rounded: the best vector allowed may lie a little below it.
func (d *Duel) Optimum() []float64 {
	x := append([]float64(nil), d.optimum...)
	for len(x) < len(d.space) {
		x = append(x, Upper/2)
	}
	return x
}

// Play draws the outcome of a game from the seed and the points at the table,
// so that the games of a pair are independent but for their deal.
func (d *Duel) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	if err := ctx.Err(); err != nil {
		return engines.Record{}, err
	}
	own := engines.Seed(d.run, seed)
	for i, a := range seats {
		if err := d.space.Check(a.Weights); err != nil {
			return engines.ForfeitRecord(len(seats), engines.Forfeit{Seat: i, Reason: err.Error()}), nil
		}
		for _, w := range a.Weights {
			own = own*0x9e3779b97f4a7c15 + math.Float64bits(w)
			own ^= own >> 29
		}
	}
	if len(seats) != 2 {
		return engines.Record{Outcome: d.table(seats, engines.Rand(own))}, nil
	}
	diff := d.difference(seats[0].Weights, seats[1].Weights)
	if d.variant.Deal > 0 {
		diff += d.variant.Deal * engines.Rand(engines.Seed(d.run, engines.Purpose("deal"), seed)).NormFloat64()
	}
	pcg := engines.PCG(own)
	u := float64(pcg.Uint64()<<11>>11) / (1 << 53) // rand.Float64 without its allocation
	switch {
	case u < win(diff-d.margin):
		return engines.Record{Outcome: engines.Winner(2, 0)}, nil
	case u >= 1-win(-diff-d.margin):
		return engines.Record{Outcome: engines.Winner(2, 1)}, nil
	}
	return engines.Record{Outcome: engines.Draw(2)}, nil
}

// difference returns the strength of the first seat less that of the second, in Elo, without
// the luck of the deal.
func (d *Duel) difference(x, y []float64) float64 {
	diff := d.land.At(x) - d.land.At(y) + d.variant.FirstSeat
	if d.variant.Cycle != 0 && d.varying > 1 {
		a, b := func(v []float64) float64 { return 2*v[0]/Upper - 1 }, func(v []float64) float64 { return 2*v[1]/Upper - 1 }
		diff += d.variant.Cycle * (a(x)*b(y) - b(x)*a(y)) / 2
	}
	return diff
}

// table plays a game of several seats by the model of Plackett and Luce: the
// seats are ordered by strength plus noise of Gumbel's law.
func (d *Duel) table(seats []engines.Agent, rng *rand.Rand) engines.Outcome {
	score := make([]float64, len(seats))
	places := make([]int, len(seats))
	for i, a := range seats {
		score[i] = d.land.At(a.Weights)*perElo - math.Log(rng.ExpFloat64())
		if i == 0 {
			score[i] += d.variant.FirstSeat * perElo
		}
	}
	for i := range seats {
		for j := range seats {
			if score[j] > score[i] {
				places[i]++
			}
		}
	}
	return engines.Places(places...)
}

// perElo is the slope of the logistic curve per Elo.
const perElo = 1 / rating.EloPerLogit

func win(diff float64) float64 { return rating.Logistic(diff * perElo) }

// ErrBudget is the error of an [Oracle] for a game past its budget.
var ErrBudget = errors.New("bench: the budget of games is spent")

// Oracle is an arena that counts games and returns an error for games past its budget.
type Oracle struct {
	Arena  engines.Arena
	Budget int64
	played atomic.Int64
}

// Play plays one game, or returns [ErrBudget].
func (o *Oracle) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	if o.played.Add(1) > o.Budget {
		o.played.Add(-1)
		return engines.Record{}, ErrBudget
	}
	return o.Arena.Play(ctx, seats, seed)
}

// Played is the number of games played.
func (o *Oracle) Played() int { return int(o.played.Load()) }
