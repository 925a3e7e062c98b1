package ratinglist

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
)

// These are the names of the rating models.
const (
	BradleyTerry = "bradley-terry"
	BayesElo     = "bayeselo"
	Davidson     = "davidson"
	RaoKupper    = "rao-kupper"
	Glicko2      = "glicko2"
	TrueSkill    = "trueskill"
	PlackettLuce = "plackett-luce"
	WengLin      = "weng-lin"
)

// Models returns the names of the rating models that [Options] accepts.
func Models() []string {
	return []string{BradleyTerry, BayesElo, Davidson, RaoKupper, Glicko2, TrueSkill, PlackettLuce, WengLin}
}

// These are the names of the scales of ratings.
const (
	// LogisticScale is the usual scale of Elo: 400 points correspond to odds of ten to one.
	LogisticScale = "logistic"
	// OrdoScale is the default scale of the program Ordo: 202 points correspond to an expected
	// score of 76%. It is the logistic scale times 1.0088.
	OrdoScale = "ordo"
	// BayesEloScale is the scale of the program BayesElo: the ratings of its model times
	// 4x/(1+x)², where x is 10^(-drawElo/400). Between nearly equal agents a point is worth as
	// much as on the logistic scale.
	BayesEloScale = "bayeselo"
)

// Scales returns the names of the scales that [Options] accepts.
func Scales() []string { return []string{LogisticScale, OrdoScale, BayesEloScale} }

// pointsPerElo returns the number of points of a scale that correspond to one point of the
// logistic scale. BayesEloScale has no such number, because it depends on the fit.
func pointsPerElo(scale string) float64 {
	if scale == OrdoScale {
		const points, score = 202, 0.76
		return points / rating.Elo(score)
	}
	return 1
}

// Anchor fixes the rating of one agent at a given number. The other ratings are relative to this
// agent.
type Anchor struct {
	Agent string
	Elo   float64
}

// Options contains the options of [Rate]. The zero value selects the defaults.
type Options struct {
	// Model is one of [Models]. The default, "", means plackett-luce for a file with the places
	// of the players, and bradley-terry for other files.
	Model string
	// Anchors set the ratings of agents. Two or more in a group of agents who met, directly or
	// through others, require bradley-terry, bayeselo, davidson or rao-kupper. The differences
	// between them are then not fitted, and games between them do not count.
	Anchors []Anchor
	// AnchorRatings contains further anchors, nil for none. Unlike Anchors, it may name agents
	// without games, but at least one agent must have games.
	AnchorRatings *gamefile.Ratings
	// Selection renames agents and selects games by their agents.
	Selection gamefile.Selection
	// Reference contains ratings to compare with, nil for none.
	Reference *gamefile.Ratings
	// FirstSeat makes the advantage of the first seat a parameter of the fit. It requires
	// bradley-terry, bayeselo, davidson or rao-kupper.
	FirstSeat bool
	// WinnerOnly ignores all places but the first. It requires plackett-luce.
	WinnerOnly bool
	// Prior is the number of virtual draws per agent. They are against an average opponent, or in
	// bayeselo against the opponents that the agent met. 0 means 2 for bayeselo. For the other
	// models 0 means no prior if the results alone give finite ratings, and rating.DefaultPrior if
	// they do not.
	Prior float64
	// Confidence is the probability that an interval covers the true value. The default, 0,
	// means [rating.Confidence].
	Confidence float64
	// Scale is the scale of ratings and of their differences: one of [Scales]. "" means logistic.
	// BayesEloScale requires bayeselo or rao-kupper.
	Scale string
	// Trinomial counts every game as one observation, even if several games began from the same
	// start.
	Trinomial bool
	// Chance states that the games have dice or cards. Games with equal moves may then still
	// differ, so they do not count as copies.
	Chance bool
	// Matrix requests the fields Crosstable and Superiority of [List].
	Matrix bool
	// Progress, if not nil, is called while the intervals are computed, with the number of finished
	// agents and of all agents. With many agents this takes most of the time.
	Progress func(done, of int)
	// Test contains the parameters of a sequential test for a file of two agents, nil for no test.
	// The test decides whether the first agent in the file is at least Elo1 stronger than the
	// second, or at most Elo0.
	Test *rating.SPRT
}

// Validate returns an error that lists all invalid options.
func (o Options) Validate() error {
	fit := rating.FitOptions{Prior: o.Prior, Confidence: o.Confidence}
	errs := []error{fit.Validate()}
	if o.Model != "" && !slices.Contains(Models(), o.Model) {
		errs = append(errs, keys.Errorf("model", "unknown model %q (%s)", o.Model, keys.Suggest(Models(), o.Model)))
	}
	for i, a := range o.Anchors {
		if math.IsNaN(a.Elo) || math.Abs(a.Elo) > mostElo {
			errs = append(errs, keys.Errorf("anchor", "%s cannot be held at %v Elo: it is not a rating between -%[3]d and %[3]d", a.Agent, a.Elo, mostElo))
		}
		if slices.ContainsFunc(o.Anchors[:i], func(b Anchor) bool { return a.Agent == b.Agent }) {
			errs = append(errs, keys.Errorf("anchor", "%s is anchored twice", a.Agent))
		}
	}
	if o.Scale != "" && !slices.Contains(Scales(), o.Scale) {
		errs = append(errs, keys.Errorf("scale", "unknown scale %q; one of %s", o.Scale, strings.Join(Scales(), ", ")))
	}
	if o.Test != nil {
		errs = append(errs, keys.Under("sprt", o.Test.Validate()))
		if o.Model == BayesElo && o.Test.Model == rating.LogisticModel {
			errs = append(errs, keys.Errorf("sprt", "with the model bayeselo the test is of BayesElo, not of Elo"))
		}
	}
	if o.Model != "" {
		errs = append(errs, o.checkModel(o.Model))
	}
	return errors.Join(errs...)
}

// checkModel returns an error for every option that requires another rating model than the given
// one.
func (o Options) checkModel(model string) error {
	var errs []error
	if o.FirstSeat && !ofTwoSeats(model) {
		errs = append(errs, keys.Errorf("first-seat", "%s has no advantage of the first seat; bradley-terry, bayeselo, davidson and rao-kupper have one", model))
	}
	if o.WinnerOnly && model != PlackettLuce {
		errs = append(errs, keys.Errorf("winner-only", "requires plackett-luce, not %s", model))
	}
	if o.Scale == BayesEloScale && model != BayesElo && model != RaoKupper {
		errs = append(errs, keys.Errorf("scale", "bayeselo is a scale of the models bayeselo and rao-kupper, not of %s; add --model bayeselo", model))
	}
	if o.Prior != 0 && slices.Contains([]string{Glicko2, TrueSkill, WengLin}, model) {
		errs = append(errs, keys.Errorf("prior", "%s has no virtual draws", model))
	}
	return errors.Join(errs...)
}

// ofTwoSeats reports whether a rating model compares two agents at a time.
func ofTwoSeats(model string) bool {
	return slices.Contains([]string{BradleyTerry, BayesElo, Davidson, RaoKupper}, model)
}

// mostElo is the largest accepted absolute rating of an anchor, an agent whose rating is fixed.
const mostElo = 1_000_000

// ParseAnchor parses an agent with its fixed rating from text of the form NAME=ELO. The name may
// contain an equals sign.
func ParseAnchor(text string) (Anchor, error) {
	at := strings.LastIndexByte(text, '=')
	if at < 1 {
		return Anchor{}, errors.New("an anchor has the form NAME=ELO")
	}
	elo, err := strconv.ParseFloat(text[at+1:], 64)
	if err != nil || math.IsNaN(elo) || math.IsInf(elo, 0) {
		return Anchor{}, fmt.Errorf("an anchor has the form NAME=ELO, but %q is not a number", text[at+1:])
	}
	if math.Abs(elo) > mostElo {
		return Anchor{}, fmt.Errorf("%[1]v is not a rating between -%[2]d and %[2]d", elo, mostElo)
	}
	return Anchor{Agent: text[:at], Elo: elo}, nil
}
