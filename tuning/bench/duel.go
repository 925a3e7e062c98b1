package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Variant describes properties of real games that are added to a benchmark problem, such as draws,
// an advantage of the first seat or whole-number weights. The zero Variant adds none.
type Variant struct {
	Scale     float64 `json:"scale,omitempty"`      // factor of the strength: 4 is steep, 0.25 flat; 0 means 1
	Draws     float64 `json:"draws,omitempty"`      // share of drawn games between equals, in [0, 1)
	FirstSeat float64 `json:"first_seat,omitempty"` // advantage of seat 0, in Elo
	Deal      float64 `json:"deal,omitempty"`       // standard deviation, in Elo, of a deal's advantage for seat 0
	Cycle     float64 `json:"cycle,omitempty"`      // largest gain, in Elo, of one point of the box over another by its place in a cycle
	Integer   int     `json:"integer,omitempty"`    // the first Integer weights are whole numbers
	Dead      int     `json:"dead,omitempty"`       // number of additional weights, at the end, without effect
	ScaleFree bool    `json:"scale_free,omitempty"` // only the direction of a vector matters
	Wide      float64 `json:"wide,omitempty"`       // factor of the ranges; points outside the box play like the nearest one inside; 0 means 1
	Seats     int     `json:"seats,omitempty"`      // seats of a game; 0 means 2. With more, games follow Plackett-Luce, without draws, cycles and deals
}

// Validate returns a [keys.KeyError] for every number out of its range.
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

// Duel is one benchmark problem: an arena in which the weights of two agents decide the
// probability of winning. It is safe for concurrent use.
type Duel struct {
	land    Landscape
	optimum []float64 // the best known point
	best    float64   // strength of the best known point
	varying int       // number of weights with effect, the first ones
	variant Variant
	space   engines.Space
	start   engines.Weights // nil for the defaults
	run     uint64
	margin  float64 // strength difference, in Elo, between a win and a draw
	noise   float64 // standard deviation of a score, in Elo; 0 if games are won or lost
}

// Landscape is a hidden strength function of a benchmark problem. At returns the strength of the
// weights x in Elo, and must not change its receiver or argument.
type Landscape interface{ At(x []float64) float64 }

// Custom describes a benchmark problem with a strength function that the caller defines.
type Custom struct {
	Landscape Landscape
	Best      float64         // strength of the best known weights, in Elo
	Optimum   []float64       // the best known values of the weights that have an effect
	Weights   int             // number of weights that have an effect; these are the first ones
	Space     engines.Space   // ranges of all weights
	Start     engines.Weights // where a search begins; nil for the defaults
	Variant   Variant         // only Draws, FirstSeat, Deal, Cycle, ScaleFree and Seats are used
	Run       uint64          // seed of the games
}

// NewCustom returns the benchmark problem that c describes.
func NewCustom(c Custom) *Duel {
	return &Duel{
		land: c.Landscape, optimum: c.Optimum, best: c.Best, varying: c.Weights, variant: c.Variant,
		space: c.Space, start: c.Start, run: c.Run, margin: drawMargin(c.Variant.Draws),
	}
}

// NewDuel returns the benchmark problem of a kind of strength function with dim weights. The seed
// selects the optimum and the axes of the function. v adds properties of real games, such as draws.
// NewDuel returns an error for an unknown kind and for invalid numbers.
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

// drawMargin returns the advantage m, in Elo, that a side needs to win instead of drawing. It is
// chosen such that the given share of games between equals is drawn: draws = 1 - 2/(1+10^(m/400))
// (Rao and Kupper, 1967).
func drawMargin(draws float64) float64 { return 400 * math.Log10((1+draws)/(1-draws)) }

// Scored returns a copy of the problem in which agents score points: their strength in Elo plus
// normal noise. noise is the standard deviation of the noise and must be positive. The games have
// two seats. See [Duel.Objective] for the value of a game.
func (d *Duel) Scored(noise float64) *Duel {
	scored := *d
	scored.noise = noise
	return &scored
}

// Objective returns the objective of the games, which defines the value of an outcome for each
// agent. In a problem with scores the value follows from the difference of the agents' scores.
// Without noise the value equals the agent's probability of winning in the same problem without
// scores.
func (d *Duel) Objective() tournament.Objective {
	if d.noise > 0 {
		return tournament.Objective{Scale: rating.EloPerLogit}
	}
	return tournament.Objective{}
}

// Problem returns the tuning problem that a strategy receives: the weights and their ranges, and a
// budget of games.
func (d *Duel) Problem(games int) tuning.Problem {
	return tuning.Problem{
		Space: d.space, Start: d.start, ScaleFree: d.variant.ScaleFree, Seats: d.variant.Seats, Graded: d.noise > 0,
		Games: games, Seed: engines.Seed(d.run, engines.Purpose("strategy")),
	}
}

// Regret returns the strength of the optimum minus the strength of the weights w, in Elo. It is
// at least 0.
func (d *Duel) Regret(w engines.Weights) float64 { return max(d.best-d.land.At(w), 0) }

// Optimum returns the hidden best weights of the problem. Weights without effect are in the middle
// of their ranges. Whole-number weights are not rounded, so the best allowed vector may be a little
// weaker.
func (d *Duel) Optimum() []float64 {
	x := slices.Clone(d.optimum)
	for _, w := range d.space[len(x):] {
		x = append(x, (w.Min+w.Max)/2)
	}
	return x
}

// unit returns weights in coordinates in which every weight's range is from 0 to 1.
func (d *Duel) unit(w []float64) []float64 {
	x := make([]float64, len(w))
	for i, v := range w {
		x[i] = d.space[i].Unit(v)
	}
	return x
}

// localMaximum climbs from the weights result to a local maximum of the strength function and
// returns it. The height of a point is the advantage in Elo of an agent with its weights over an
// agent with the weights result. The method is the pattern search of R. Hooke and T. A. Jeeves
// ("Direct search solution of numerical and statistical problems", Journal of the ACM 8, 1961). Its
// first steps are a hundredth of a range, or 1 for a whole-number weight, so that it does not jump
// to another maximum.
func (d *Duel) localMaximum(result engines.Weights) engines.Weights {
	const first, last = 0.01, 1e-7 // shares of a range
	score := func(x []float64) float64 { return d.difference(x, result) }
	try := func(x engines.Weights, best float64, share float64) (engines.Weights, float64) {
		for i, w := range d.space {
			step := share * (w.Max - w.Min)
			if w.Kind == engines.Integer {
				step = max(step, 1)
			}
			for _, by := range []float64{step, -step} {
				y := slices.Clone(x)
				y[i] = min(max(y[i]+by, w.Min), w.Max)
				if v := score(y); v > best {
					x, best = y, v
					break
				}
			}
		}
		return x, best
	}
	at, best := slices.Clone(result), score(result)
	for share := first; share > last; {
		next, v := try(at, best, share)
		if v <= best {
			share /= 2
			continue
		}
		ahead := make(engines.Weights, len(at)) // as far again in the direction of the progress
		for i, w := range d.space {
			ahead[i] = min(max(2*next[i]-at[i], w.Min), w.Max)
		}
		at, best = next, v
		if v := score(ahead); v > best {
			at, best = ahead, v
		}
	}
	return at
}

// Play draws the outcome of a game at random, with probabilities that follow from the strengths of
// the agents. The outcome is a pure function of the seed and the weights.
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
		return engines.Record{Outcome: d.rankSeats(seats, engines.Rand(own))}, nil
	}
	diff := d.difference(seats[0].Weights, seats[1].Weights)
	if d.variant.Deal > 0 {
		diff += d.variant.Deal * engines.Rand(engines.Seed(d.run, engines.Purpose("deal"), seed)).NormFloat64()
	}
	if d.noise > 0 {
		rng := engines.Rand(own)
		return engines.Record{Outcome: engines.ByScore(diff+d.noise*rng.NormFloat64(), d.noise*rng.NormFloat64())}, nil
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

// difference returns the strength of the agent in the first seat minus the strength of the agent in
// the second, in Elo. It does not include the random part that depends on the seed.
func (d *Duel) difference(x, y []float64) float64 {
	diff := d.land.At(x) - d.land.At(y) + d.variant.FirstSeat
	if d.variant.Cycle != 0 && d.varying > 1 {
		if s, ok := d.land.(*strength); ok {
			x, y = s.effective(x), s.effective(y)
		}
		a, b := func(v []float64) float64 { return 2*v[0]/Upper - 1 }, func(v []float64) float64 { return 2*v[1]/Upper - 1 }
		diff += d.variant.Cycle * (a(x)*b(y) - b(x)*a(y)) / 2
	}
	return diff
}

// rankSeats plays a game of more than two seats. It orders the seats by their strength plus random
// Gumbel noise (the model of Plackett and Luce).
func (d *Duel) rankSeats(seats []engines.Agent, rng *rand.Rand) engines.Outcome {
	score := make([]float64, len(seats))
	for i, a := range seats {
		score[i] = d.land.At(a.Weights)*perElo - math.Log(rng.ExpFloat64())
		if i == 0 {
			score[i] += d.variant.FirstSeat * perElo
		}
	}
	return engines.Ranked(len(seats), func(a, b int) bool { return score[a] > score[b] })
}

// perElo is the factor that converts a difference in Elo to the natural logarithm of the odds.
const perElo = 1 / rating.EloPerLogit

func win(diff float64) float64 { return rating.Logistic(diff * perElo) }

// errBudget is the error of an [Oracle] for a game beyond its budget.
var errBudget = errors.New("bench: the budget of games is spent")

// Oracle is an arena that counts the games of a benchmark run. It returns an error for games
// beyond its budget.
type Oracle struct {
	Arena     engines.Arena
	Budget    int64
	Objective tournament.Objective // defines the value of a game in the results of [Play]
	played    atomic.Int64
}

// Play plays one game, or returns errBudget if the budget is spent.
func (o *Oracle) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	if o.played.Add(1) > o.Budget {
		o.played.Add(-1)
		return engines.Record{}, errBudget
	}
	return o.Arena.Play(ctx, seats, seed)
}

// Played returns the number of games played.
func (o *Oracle) Played() int { return int(o.played.Load()) }

// VariantNames contains the names that ParseVariant accepts.
var VariantNames = []string{"draws", "first_seat", "deal", "cycle", "integer", "dead", "scale_free", "wide", "seats"}

// ParseVariant parses a list of texts of the form name=value to a Variant. Its error names the
// invalid text.
func ParseVariant(list []string) (Variant, error) {
	var v Variant
	given := make(map[string]any)
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return v, fmt.Errorf("%s: expected name=value", text)
		}
		if err := keys.OneOf("", "", name, VariantNames...); err != nil {
			return v, fmt.Errorf("%s: %w", text, err)
		}
		if !json.Valid([]byte(value)) {
			return v, fmt.Errorf("%s: the value must be a number, true or false", text)
		}
		given[name] = json.RawMessage(value)
	}
	data, err := json.Marshal(given)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		err = d.Decode(&v)
	}
	if err != nil {
		return v, fmt.Errorf("%s: %s", strings.Join(list, " "), strings.TrimPrefix(err.Error(), "json: "))
	}
	return v, nil
}
