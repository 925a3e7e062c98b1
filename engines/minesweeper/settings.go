package minesweeper

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// The names of the agents, values of the setting "agent".
const (
	agentGemini  = "gemini"
	agentLinear  = "linear"
	agentEV      = "ev"
	agentRandom  = "random"
	agentCertain = "certain-else-random"
	agentMaxP    = "max-p"
	agentPWQB    = "p-wqb"
)

// knownSettings lists everything that can be set.
var knownSettings = []engines.Setting{
	{Name: "width", Kind: engines.Int, Default: "16", Min: 1, Max: field.MaxSide, Doc: "columns of the field"},
	{Name: "height", Kind: engines.Int, Default: "16", Min: 1, Max: field.MaxSide, Doc: "rows of the field"},
	{Name: "mines", Kind: engines.Int, Default: "51", Min: 1, Max: field.MaxCells - 1, Doc: "mines in all, fewer than cells"},
	{Name: "flood", Kind: engines.Bool, Default: "true", Doc: "a 0 opens all its neighbours"},
	{Name: "bomb", Kind: engines.Bool, Default: "false", Doc: "a player who is behind may once open a square of 5 x 5"},
	{
		Name: "agent", Kind: engines.Choice, Default: agentGemini, Player: true,
		Choices: []string{agentGemini, agentLinear, agentEV, agentRandom, agentCertain, agentMaxP, agentPWQB},
		Doc:     "which agent plays, and so which weights there are",
	},
	{
		Name: "zero_mode", Kind: engines.Choice, Default: "A", Choices: []string{"A", "B", "C"}, Player: true,
		Doc: "gemini: undecided cells score as a guess (A), as the better of guess and safe click (B), or with the click weighted by its safety (C)",
	},
	{
		Name: "blank_mode", Kind: engines.Choice, Default: "product", Choices: []string{"product", "exact"}, Player: true,
		Doc: "gemini: the chance of an empty neighbourhood as a product over neighbours, or jointly",
	},
	{Name: "sure_first", Kind: engines.Bool, Default: "true", Player: true, Doc: "gemini: take certain mines before anything else"},
	{Name: "third_band", Kind: engines.Bool, Default: "false", Player: true, Doc: "gemini: a separate band for p above thr_third"},
	{Name: "candidates", Kind: engines.Int, Default: "6", Min: 1, Max: field.MaxCells, Player: true, Doc: "ev: how many cells are examined, the best by p - 0.5 q b"},
	{
		Name: "unfold", Kind: engines.Bool, Default: "false", Player: true,
		Doc: "ev: follow an opened 0 through every number its flood may show; for tiny fields only",
	},
}

// rules contains the settings of a table.
type rules struct {
	width, height, mines int
	flood, bomb          bool
}

func newRules(s engines.Settings) rules {
	return rules{s.Int("width"), s.Int("height"), s.Int("mines"), s.Bool("flood"), s.Bool("bomb")}
}

// sized returns a field of the given size that has room for the mines and one
// more cell.
func (r rules) sized(width, height int) (*field.Field, error) {
	f, err := field.New(width, height)
	if err != nil {
		return nil, err
	}
	if r.mines >= f.N {
		return nil, fmt.Errorf("%d mines on a field of %d x %d: at most %d", r.mines, width, height, f.N-1)
	}
	return f, nil
}

// Places of the weights of gemini in its vector.
const (
	thrSure = iota
	thrHi
	thrMid
	baseSure
	slopeSure
	baseHi
	slopeHi
	slopeMid
	slopeLo
	zKnown
	zSafe
	zClear
	zMine
	zEdge
	zPLo
	zPHi
	blankExpU
	blankExpZ
	thrThird
	baseThird
	slopeThird
)

// most is the largest base or slope of gemini, far above useful values.
const most = 1e6

// share is a weight that is a probability.
func share(name string, def float64, doc string) engines.Weight {
	return engines.Weight{Name: name, Doc: doc, Min: 0, Max: 1, Default: def}
}

// points is a weight that adds to a score.
func points(name string, def float64, doc string) engines.Weight {
	return engines.Weight{Name: name, Doc: doc, Min: 0, Max: most, Default: def}
}

// within is a weight with bounds of its own.
func within(name string, def, low, high float64, doc string) engines.Weight {
	return engines.Weight{Name: name, Doc: doc, Min: low, Max: high, Default: def}
}

// fixed is a weight that sets the scale of the others and is not tuned.
func fixed(name string, value float64, doc string) engines.Weight {
	return engines.Weight{Name: name, Doc: doc, Min: value, Max: value, Default: value, Kind: engines.Fixed}
}

// geminiWeights are the constants of GeminiAI as published. Multiplying all
// points by one number changes no move, so slope_mid is fixed.
var geminiWeights = engines.Space{
	share("thr_sure", 0.99, "p from which a guess is as good as sure"),
	share("thr_hi", 0.799999, "p from which a guess beats its surroundings"),
	share("thr_mid", 0.499999, "p from which slope_mid applies, below it slope_lo"),
	points("base_sure", 10000, "points for a guess with p from thr_sure"),
	points("slope_sure", 10000, "points per p from thr_sure"),
	points("base_hi", 4000, "points for a guess with p from thr_hi"),
	points("slope_hi", 10000, "points per p from thr_hi"),
	{Name: "slope_mid", Doc: "points per p from thr_mid, times (1-b)^blank_exp_u", Min: 0, Max: most, Default: 10000, Kind: engines.Fixed},
	points("slope_lo", 9000, "points per p below thr_mid, times (1-b)^blank_exp_u"),
	points("z_known", 500, "safe click: points per neighbour that is open or a mine"),
	points("z_safe", 500, "safe click: points per closed neighbour that is no mine"),
	points("z_clear", 700, "safe click: points per undecided neighbour with p up to z_plo or above z_phi"),
	points("z_mine", 900, "safe click: further points per neighbour that is a mine"),
	points("z_edge", 600, "safe click: points per neighbour outside the field"),
	share("z_plo", 0.05, "p up to which a neighbour counts as clear"),
	share("z_phi", 0.99, "p above which a neighbour counts as clear"),
	within("blank_exp_u", 1, 0, 4, "guess: exponent of the chance 1-b that some neighbour is a mine"),
	within("blank_exp_z", 1, 0, 4, "safe click: exponent of 1-b"),
}

// thirdBand is the band that GeminiAI has but leaves unused.
var thirdBand = engines.Space{
	share("thr_third", 1.0/3, "p from which the third band applies, below thr_mid"),
	points("base_third", 500, "points for a guess with p from thr_third"),
	points("slope_third", 10000, "points per p from thr_third"),
}

// Features of linear, in the order of its weights; q is 1-p, and v runs over
// the closed neighbours.
const (
	featP = iota
	featZeroRisk
	featMass
	featGiveAway
	featFullHouse
	featSpreadMiss
	featSpreadHit
	featTouches
	featSafe
	featOpenness
	featSea
	features
)

// linearWeights start from p - 0.5 q b. The weight of p is the scale.
var linearWeights = engines.Space{
	fixed("p", 1, "probability of a mine"),
	within("zero_risk", -0.5, -4, 4, "q b, b the product of 1-p over the neighbours: the risk of a flood"),
	within("mass", 0, -2, 2, "q times the sum of p over the neighbours"),
	within("give_away", 0, -4, 4, "q times the mines that neighbouring numbers make certain if the cell is none"),
	within("full_house", 0, -4, 4, "q times undecided neighbours times the product of their p: all certain from the cell's own number"),
	within("spread_miss", 0, -2, 2, "q times the sum of p(1-p) over the neighbours"),
	within("spread_hit", 0, -2, 2, "p times the sum of p(1-p) over the neighbours"),
	within("touches_mine", 0, -2, 2, "q if a mine next to the cell is known: no flood"),
	within("safe", 0, -2, 2, "1 if the cell is certainly no mine"),
	within("openness", 0, -2, 2, "q times undecided neighbours / 8"),
	within("sea", 0, -2, 2, "1 if no number is next to the cell"),
}

// Places of the weights of ev.
const (
	evGain = iota
	evLoss
	evSure
	evBest
	evFlood
	evLocal
	evTempo
)

// evWeights rate p (1 + g G(hit)) - h sum of q_k G(k) - w0 q_0, with
// G = a sure + b best.
var evWeights = engines.Space{
	within("g", 1, 0, 4, "worth of what a find makes certain"),
	within("h", 1, 0, 4, "worth of what a miss makes certain, to the opponent"),
	fixed("a", 1, "a certain mine: the scale of g and h"),
	within("b", 0, -4, 4, "the best p of an uncertain cell"),
	within("w0", 3, 0, 12, "penalty for opening a 0"),
	within("ev_local", 0, -4, 4, "p times the mines then expected around the cell, minus the same for a miss"),
	within("tempo", 0, -4, 4, "1 for a safe cell that tells nothing: its number is known, and no flood follows"),
}

// pwqbWeights has the one weight of p-wqb, which rates p - w q b.
var pwqbWeights = engines.Space{
	within("w", 0.5, 0, 10, "penalty on q b, the risk of opening an empty neighbourhood"),
}

// spaceOf returns the weight space of the agent that the settings name.
func spaceOf(s engines.Settings) engines.Space {
	switch s["agent"] {
	case agentGemini:
		if s.Bool("third_band") {
			return append(append(engines.Space{}, geminiWeights...), thirdBand...)
		}
		return append(engines.Space{}, geminiWeights...)
	case agentLinear:
		return append(engines.Space{}, linearWeights...)
	case agentEV:
		return append(engines.Space{}, evWeights...)
	case agentPWQB:
		return append(engines.Space{}, pwqbWeights...)
	}
	return nil
}
