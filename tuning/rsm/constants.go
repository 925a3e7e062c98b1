package rsm

// Constants are the numbers of the method that measurements have chosen and no theory.
// `go run ./tools/lab constants` shows the regret at half, once and twice each value. Only
// measurements need to set one. Numbers that merely have to be small or large enough, such
// as tolerances, are not listed.
type Constants struct {
	// Defaults of options.

	Spread           float64 // of the points of a pair at first, see [Options]
	FinalSpread      float64 // of the last rounds with 2,000 games
	FinalSpreadPower float64 // by which that falls with the number of games
	FinalSpreadLeast float64 // to which it falls
	Independent      float64 // share of independent pairs, times the root of the number of weights
	IndependentLeast float64 // the least such share
	IndependentMost  float64 // the largest such share
	Step             float64 // of the centre in a round, as a share of every range
	Rounds           float64 // into which the budget is divided
	FullWeights      float64 // up to which the model has all products

	// The trust-region probe.

	ProbeRadius     float64 // at which the first round plays, as a share of the ranges
	ProbeShrink     float64 // of the radius from one round to the next
	ProbeScore      float64 // of the start, from which on its neighbours are too far away
	ProbeDoubt      float64 // of the start, up to which it is sure that they are not
	ProbeGames      float64 // of a round of the probe, at least
	ProbeShare      float64 // of all games for a round of the probe, at least
	ProbeLeastGames float64 // a budget below it is not probed
	RegionWidth     float64 // half the width of the region, in distances at which 100 Elo are lost
	ReachLoss       float64 // share of what can be lost that points lose at most in a region

	// The design of a round.

	Depth           float64 // Elo that the points of a pair lie below the maximum with ten weights
	DepthMost       float64 // Elo: the most, with more weights
	WideShare       float64 // of the rounds that play with the first spread
	CosineSpread    float64 // factor of the spread where the model has cosine terms
	SphericalRounds float64 // before the axes of the quadratic are used

	// The model.

	CosineTerms    float64 // for every weight
	CosineGames    float64 // games for the square of the number of weights that they need
	CosineFrom     float64 // share of the rounds before they are tried
	CosineEvidence float64 // log Bayes factor from which on they are believed
	Refit          float64 // growth of the number of games from one fit of all to the next
	PriorReach     float64 // standard deviation of the maximum beforehand
	PriorErrors    float64 // standard errors from which on a slope is followed further
	EigenShare     float64 // of the mean curvature that every axis has at least

	// The lack-of-fit test.

	CheckRadius     float64 // of its points about the maximum
	CheckFrom       float64 // share of the rounds before it
	CheckGames      float64 // games for the square of the number of weights that it needs
	CheckShare      float64 // its games for every weight
	CheckShareLeast float64 // the least share of the games
	CheckShareMost  float64 // the largest share of the games

	// The local refinement.

	RefineStep   float64 // the most that it moves along a weight
	RefineErrors float64 // standard errors by which the curvature must stand out
}

// Defaults are the constants in use.
func Defaults() Constants {
	return Constants{
		Spread: 0.4, FinalSpread: 0.25, FinalSpreadPower: 0.3, FinalSpreadLeast: 0.12,
		Independent: 0.4, IndependentLeast: 0.1, IndependentMost: 0.2,
		Step: 0.15, Rounds: 50, FullWeights: 16,

		ProbeRadius: 0.1, ProbeShrink: 0.3, ProbeScore: 0.7, ProbeDoubt: 0.62, ProbeGames: 64, ProbeShare: 0.01, ProbeLeastGames: 1000,
		RegionWidth: 2.5, ReachLoss: 0.25,

		Depth: 150, DepthMost: 300, WideShare: 0.3, CosineSpread: 0.5, SphericalRounds: 2,

		CosineTerms: 6, CosineGames: 10, CosineFrom: 0.3, CosineEvidence: 2,
		Refit: 1.3, PriorReach: 0.3, PriorErrors: 3, EigenShare: 0.01,

		CheckRadius: 0.1, CheckFrom: 0.2, CheckGames: 60, CheckShare: 60, CheckShareLeast: 0.1, CheckShareMost: 0.15,

		RefineStep: 0.1, RefineErrors: 2,
	}
}
