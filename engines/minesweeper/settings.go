package minesweeper

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/keys"
)

// These are the names of the agents, the values of the setting agent.
const (
	agentGemini  = "gemini"
	agentLinear  = "linear"
	agentEV      = "ev"
	agentRandom  = "random"
	agentCertain = "certain-else-random"
	agentMaxP    = "max-p"
	agentPWQB    = "p-wqb"
)

// These are the values of the setting ties: how a player chooses among equally good moves.
const (
	tiesRandom = "random"
	tiesFirst  = "first"
)

var knownSettings = []engines.Setting{
	{Name: "width", Kind: engines.Int, Default: "16", Min: 1, Max: field.MaxSide, Doc: "columns of the field"},
	{Name: "height", Kind: engines.Int, Default: "16", Min: 1, Max: field.MaxSide, Doc: "rows of the field"},
	{Name: "mines", Kind: engines.Int, Default: "51", Min: 1, Max: field.MaxCells - 1, Doc: "mines on the field, fewer than its cells"},
	{Name: "flood", Kind: engines.Bool, Default: "true", Doc: "opening a 0 opens all its neighbours"},
	{Name: "bomb", Kind: engines.Bool, Default: "false", Doc: "the player with fewer mines may once open a square of 5 x 5"},
	{
		Name: "agent", Kind: engines.Choice, Default: agentGemini, Player: true,
		Choices: []string{agentGemini, agentLinear, agentEV, agentRandom, agentCertain, agentMaxP, agentPWQB},
		Doc:     "agent that plays; it determines the weights",
	},
	{
		Name: "zero_mode", Kind: engines.Choice, Default: "A", Choices: []string{"A", "B", "C"}, Player: true,
		Doc: "gemini: score of an uncertain cell: as a guess (A), the higher of guess and safe click (B, as the author of GeminiAI describes it and the agent gemini has it; stronger than A), or the higher of guess and (1-p) times safe click (C)",
	},
	{
		Name: "blank_mode", Kind: engines.Choice, Default: "product", Choices: []string{"product", "exact"}, Player: true,
		Doc: "gemini: probability b that no neighbour is a mine: a product over the neighbours, or exact",
	},
	{Name: "sure_first", Kind: engines.Bool, Default: "true", Player: true, Doc: "gemini: open certain mines before any other cell"},
	{Name: "third_band", Kind: engines.Bool, Default: "false", Player: true, Doc: "gemini: use a third band of scores for p from thr_third to thr_mid"},
	{Name: "candidates", Kind: engines.Int, Default: "6", Min: 1, Max: field.MaxCells, Player: true, Doc: "ev: number of cells to examine, chosen by p - 0.5 q b"},
	{
		Name: "unfold", Kind: engines.Bool, Default: "false", Player: true,
		Doc: "ev: after opening a 0, examine every combination of numbers that may appear; for tiny fields only",
	},
	{
		Name: "ties", Kind: engines.Choice, Default: tiesRandom, Choices: []string{tiesRandom, tiesFirst}, Player: true,
		Doc: "choice among equally good cells: a random one, or the first in the order of the rows",
	},
}

// rules contains the settings of a game, which apply to both players.
type rules struct {
	width, height, mines int
	flood, bomb          bool
}

func newRules(s engines.Settings) rules {
	return rules{s.Int("width"), s.Int("height"), s.Int("mines"), s.Bool("flood"), s.Bool("bomb")}
}

// fit returns an error unless the field has more cells than mines.
func (r rules) fit(f *field.Field) error {
	if r.mines >= f.N {
		return keys.Errorf("mines", "%d mines do not fit a field of %d x %d; the maximum is %d", r.mines, f.W, f.H, f.N-1)
	}
	return nil
}

// These are the indices of the weights of the agent gemini in its weight vector.
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

// mostPoints is the upper limit of weights that are numbers of points, the unit of the scores of
// the agent gemini.
const mostPoints = 1e6

func share(name string, def float64, doc string) engines.Weight {
	return engines.Weight{Name: name, Doc: doc, Min: 0, Max: 1, Default: def}
}

func points(name string, def float64, doc string) engines.Weight {
	return engines.Weight{Name: name, Doc: doc, Min: 0, Max: mostPoints, Default: def}
}

func within(name string, def, low, high float64, doc string) engines.Weight {
	return engines.Weight{Name: name, Doc: doc, Min: low, Max: high, Default: def}
}

// fixed returns a weight that is not tuned. Such a weight sets the scale of the others.
func fixed(name string, value float64, doc string) engines.Weight {
	return engines.Weight{Name: name, Doc: doc, Min: value, Max: value, Default: value, Kind: engines.Fixed}
}

// geminiWeights lists the weights of the agent gemini. The defaults are the published constants of
// GeminiAI. The weight slope_mid is fixed, because only the ratios of points matter.
var geminiWeights = engines.Space{
	share("thr_sure", 0.99, "lowest p of the band base_sure + slope_sure p"),
	share("thr_hi", 0.799999, "lowest p of the band base_hi + slope_hi p"),
	share("thr_mid", 0.499999, "lowest p of the band of slope_mid; below it slope_lo applies"),
	points("base_sure", 10000, "points of a guess with p from thr_sure"),
	points("slope_sure", 10000, "points per p from thr_sure"),
	points("base_hi", 4000, "points of a guess with p from thr_hi"),
	points("slope_hi", 10000, "points per p from thr_hi"),
	{Name: "slope_mid", Doc: "points per p from thr_mid, times (1-b)^blank_exp_u", Min: 0, Max: mostPoints, Default: 10000, Kind: engines.Fixed},
	points("slope_lo", 9000, "points per p below thr_mid, times (1-b)^blank_exp_u"),
	points("z_known", 500, "safe click: points per neighbour that is open or a mine"),
	points("z_safe", 500, "safe click: points per closed neighbour that is certainly safe"),
	points("z_clear", 700, "safe click: points per uncertain neighbour with p up to z_plo or above z_phi"),
	points("z_mine", 900, "safe click: points per neighbour that is a mine, in addition to z_known"),
	points("z_edge", 600, "safe click: points per neighbour outside the field"),
	share("z_plo", 0.05, "highest p of a neighbour that z_clear counts as safe"),
	share("z_phi", 0.99, "p above which z_clear counts a neighbour as a mine"),
	within("blank_exp_u", 1, 0, 4, "guess: exponent of the probability 1-b that some neighbour is a mine"),
	within("blank_exp_z", 1, 0, 4, "safe click: exponent of 1-b"),
}

// thirdBand lists the additional weights of the agent gemini with the setting third_band. GeminiAI
// defines this third range of mine probabilities but does not use it.
var thirdBand = engines.Space{
	share("thr_third", 1.0/3, "lowest p of the third band, below thr_mid"),
	points("base_third", 500, "points of a guess with p from thr_third"),
	points("slope_third", 10000, "points per p from thr_third"),
}

// These are the indices of the features of the agent linear, in the order of its weights.
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

// linearWeights lists the weights of the agent linear. With the defaults the agent plays like
// p-wqb: the score of a cell is p - 0.5 q b, where q b is the risk that the cell shows 0. The
// weight of p is fixed, because only the ratios of the weights matter.
var linearWeights = engines.Space{
	fixed("p", 1, "probability of a mine"),
	within("zero_risk", -0.5, -4, 4, "risk of opening a 0: q b, where q = 1-p and b is the product of 1-p over the neighbours"),
	within("mass", 0, -2, 2, "q times the sum of p over the neighbours"),
	within("give_away", 0, -4, 4, "q times the mines that become certain around neighbouring numbers if the cell is safe"),
	within("full_house", 0, -4, 4, "q times the number of uncertain neighbours times the product of their p: they all become certain"),
	within("spread_miss", 0, -2, 2, "q times the sum of p(1-p) over the neighbours"),
	within("spread_hit", 0, -2, 2, "p times the sum of p(1-p) over the neighbours"),
	within("touches_mine", 0, -2, 2, "q if a known mine is next to the cell, which then cannot be a 0"),
	within("safe", 0, -2, 2, "1 if the cell is certainly safe"),
	within("openness", 0, -2, 2, "q times the number of uncertain neighbours / 8"),
	within("sea", 0, -2, 2, "1 if no open number is next to the cell"),
}

// These are the indices of the weights of the agent ev in its weight vector.
const (
	evGain = iota
	evLoss
	evSure
	evBest
	evFlood
	evLocal
	evTempo
)

// evWeights lists the weights of the agent ev; see the type ev for its formula. In the formula, the
// value of a position is G = a sure + b best, where a and b are weights. sure is the number of
// cells that are certainly mines, and best is the highest probability of a mine in an uncertain
// cell.
var evWeights = engines.Space{
	within("g", 1, 0, 4, "value of the position after a mine, for the player"),
	within("h", 1, 0, 4, "value of the position after a number, for the opponent"),
	fixed("a", 1, "value of a certain mine: the scale of g and h"),
	within("b", 0, -4, 4, "value of the best p of an uncertain cell"),
	within("w0", 3, 0, 12, "penalty for opening a 0"),
	within("ev_local", 0, -4, 4, "p times the mines expected around the cell if it is a mine, minus q times those expected if it is not"),
	within("tempo", 0, -4, 4, "bonus for a safe cell that reveals nothing: its number is known, and it opens no other cells"),
}

// pwqbWeights is the space of the agent p-wqb. Its only weight, w, is the penalty for the risk that
// opening a cell shows a 0, which helps the opponent. The type penalised describes the agent.
var pwqbWeights = engines.Space{
	within("w", 0.5, 0, 10, "penalty on q b, the risk of opening a 0"),
}

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
