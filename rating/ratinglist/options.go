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
)

// The models.
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

// Models lists the models by name.
func Models() []string {
	return []string{BradleyTerry, BayesElo, Davidson, RaoKupper, Glicko2, TrueSkill, PlackettLuce, WengLin}
}

// The scales of ratings.
const (
	// LogisticScale is the usual scale of Elo: 400 points are odds of ten to one.
	LogisticScale = "logistic"
	// OrdoScale is the scale that Ordo prints by default: 202 points are an expected score
	// of 76%. It is the logistic scale times 1.0088.
	OrdoScale = "ordo"
	// BayesEloScale is the scale that BayesElo prints: ratings of its model times
	// 4x/(1+x)², where x is 10^(-drawElo/400). Near equality a point is worth as much as
	// on the logistic scale.
	BayesEloScale = "bayeselo"
)

// Scales lists the scales by name.
func Scales() []string { return []string{LogisticScale, OrdoScale, BayesEloScale} }

// Anchor holds an agent at a rating.
type Anchor struct {
	Agent string
	Elo   float64
}

// Options says how games are rated. The zero value is the default.
type Options struct {
	// Model is one of [Models]. Empty means bradley-terry, and plackett-luce for a
	// file of places.
	Model string
	// Anchors hold agents at ratings: one at most of agents who met, directly or
	// through others.
	Anchors []Anchor
	// FirstSeat fits what the first seat is worth. It needs one of bradley-terry,
	// bayeselo, davidson and rao-kupper.
	FirstSeat bool
	// WinnerOnly looks at who was first alone. It needs plackett-luce.
	WinnerOnly bool
	// Prior is the number of virtual draws per agent against an average opponent
	// (bayeselo: against its own opponents). 0 means what the model needs: 2 of
	// bayeselo, and of the others rating.DefaultPrior where the results alone allow
	// no finite rating.
	Prior float64
	// Confidence is the probability that an interval covers the truth. 0 means
	// [rating.Confidence].
	Confidence float64
	// Scale is one of [Scales], for ratings and the differences between them. Empty means
	// logistic. BayesEloScale needs bayeselo or rao-kupper.
	Scale string
	// Trinomial takes every game as an observation of its own, whatever deal it belongs to.
	Trinomial bool
	// Chance states that games with equal moves may differ, because of dice or cards. They
	// are then no copies of each other.
	Chance bool
	// Matrix adds who scored what against whom, and how likely it is the stronger.
	Matrix bool
	// Test is put to a match of two agents: whether the first in the file is at
	// least Elo1 stronger, or at most Elo0. nil for none.
	Test *rating.SPRT
}

// Validate returns all mistakes of the options.
func (o Options) Validate() error {
	fit := rating.FitOptions{Prior: o.Prior, Confidence: o.Confidence}
	errs := []error{fit.Validate()}
	if o.Model != "" && !slices.Contains(Models(), o.Model) {
		errs = append(errs, keys.Errorf("model", "unknown model %q (have %s)", o.Model, strings.Join(Models(), ", ")))
	}
	for i, a := range o.Anchors {
		if math.IsNaN(a.Elo) || math.IsInf(a.Elo, 0) {
			errs = append(errs, keys.Errorf("anchor", "%s at %v Elo", a.Agent, a.Elo))
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
	}
	if o.Model != "" {
		errs = append(errs, o.checkModel(o.Model))
	}
	return errors.Join(errs...)
}

// checkModel returns the mistakes of options that a model does not know.
func (o Options) checkModel(model string) error {
	var errs []error
	if o.FirstSeat && !slices.Contains([]string{BradleyTerry, BayesElo, Davidson, RaoKupper}, model) {
		errs = append(errs, keys.Errorf("first-seat", "%s has no first seat (bradley-terry, bayeselo, davidson and rao-kupper do)", model))
	}
	if o.WinnerOnly && model != PlackettLuce {
		errs = append(errs, keys.Errorf("winner-only", "%s is not plackett-luce", model))
	}
	if o.Scale == BayesEloScale && model != BayesElo && model != RaoKupper {
		errs = append(errs, keys.Errorf("scale", "bayeselo is a scale of the models bayeselo and rao-kupper, not of %s; add --model bayeselo", model))
	}
	if o.Prior != 0 && slices.Contains([]string{Glicko2, TrueSkill, WengLin}, model) {
		errs = append(errs, keys.Errorf("prior", "%s has no virtual draws", model))
	}
	return errors.Join(errs...)
}

// mostElo is far beyond the rating of anybody.
const mostElo = 1_000_000

// ParseAnchor reads an anchor from NAME=ELO; a name may have an equals sign.
func ParseAnchor(text string) (Anchor, error) {
	at := strings.LastIndexByte(text, '=')
	if at < 1 {
		return Anchor{}, errors.New("NAME=ELO is needed")
	}
	elo, err := strconv.ParseFloat(text[at+1:], 64)
	if err != nil || math.IsNaN(elo) || math.IsInf(elo, 0) {
		return Anchor{}, fmt.Errorf("NAME=ELO is needed, and %q is not a number", text[at+1:])
	}
	if math.Abs(elo) > mostElo {
		return Anchor{}, fmt.Errorf("%v is not a rating: at most %d are possible, above or below 0", elo, mostElo)
	}
	return Anchor{Agent: text[:at], Elo: elo}, nil
}
