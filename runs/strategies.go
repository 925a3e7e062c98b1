package runs

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/genetic"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/auto"
	"github.com/lanista/lanista/tuning/cmaes"
	"github.com/lanista/lanista/tuning/de"
	"github.com/lanista/lanista/tuning/gp"
	"github.com/lanista/lanista/tuning/rsm"
	"github.com/lanista/lanista/tuning/spsa"
)

// NamedStrategy is a tuning strategy with the name that configs use. [NewStrategy] returns one for
// a strategy's constructor. The fields Name, Options, New and Used are required.
type NamedStrategy struct {
	Name string
	Doc  string // description of the strategy, without a full stop
	// Options returns a pointer to the strategy's default options, which may depend on the config
	// d and on the problem p. p is zero if the problem is unknown. The caller decodes the config's
	// section "strategy" into them.
	Options func(d *configs.Document, p tuning.Problem) (any, error)
	// New makes the strategy with options that come from Options.
	New func(p tuning.Problem, options any) (tuning.Strategy, error)
	// Used returns the options that a strategy made by New uses, including values that it chose, as
	// a struct or a pointer to one.
	Used func(s tuning.Strategy) any
	// Gauntlet, if not nil, reports whether the strategy with the given options assigns seats to
	// the config's opponents itself.
	Gauntlet func(options any) bool
	// Choices states that the strategy can tune weights whose values are choices. For every other
	// strategy, package tuning/arms tunes these weights.
	Choices bool
	// PlansAhead states that the strategy plans its whole budget in the first round: its method
	// Restore returns an error for the state of a search with another budget. After such a search,
	// [NextSteps] suggests a new run instead of continuing with a larger budget. Without Choices, a
	// search of weights that have choices plans its whole budget anyway.
	PlansAhead bool

	read []string // keys of the section "strategy" that Options decodes itself
}

// OptionsReporter is implemented by strategies that report the options that they use, including
// values that they have chosen themselves.
type OptionsReporter[O any] interface {
	tuning.Strategy
	Options() O
}

// NewStrategy returns a NamedStrategy for a strategy's constructor. The keys of the strategy in a
// config are the yaml tags of the options type O, whose zero value must mean the defaults. The
// function make checks the options; a [keys.KeyError] names the key of a mistake.
func NewStrategy[O any, S OptionsReporter[O]](name, doc string, make func(tuning.Problem, O) (S, error)) NamedStrategy {
	s := NamedStrategy{
		Name:    name,
		Doc:     doc,
		Options: func(*configs.Document, tuning.Problem) (any, error) { return new(O), nil },
		Used:    used[O],
	}
	if make != nil {
		s.New = func(p tuning.Problem, o any) (tuning.Strategy, error) {
			s, err := make(p, *o.(*O))
			if err != nil {
				return nil, err
			}
			return s, nil
		}
	}
	return s
}

func used[O any](s tuning.Strategy) any { return s.(OptionsReporter[O]).Options() }

// plansAhead returns a copy of s whose field PlansAhead is true.
func plansAhead(s NamedStrategy) NamedStrategy {
	s.PlansAhead = true
	return s
}

// shipped lists the strategies that ship with Lanista.
var shipped = []NamedStrategy{
	plansAhead(NewStrategy("auto", "the default: fits a response surface; continues with spsa if strength is not a quadratic function of the weights, with cmaes if the surface finds nothing; begins with gp for two weights (three if only their ratios count)", auto.New)),
	{
		Name:    "genetic",
		Doc:     "genetic algorithm: a population of weights plays tournaments and is bred from its best members",
		Options: geneticOptions,
		New: func(p tuning.Problem, o any) (tuning.Strategy, error) {
			c := *o.(*genetic.Config)
			if err := c.Validate(); err != nil { // New completes a config with empty names
				return nil, err
			}
			return genetic.New(p, c)
		},
		Used:     func(s tuning.Strategy) any { return s.(*genetic.Breeder).Config() },
		Gauntlet: func(o any) bool { return o.(*genetic.Config).Invites() },
		Choices:  true,
		read:     []string{"procedure"},
	},
	NewStrategy("spsa", "simultaneous perturbation: moves one point along the slope between two random neighbours of it", spsa.New),
	NewStrategy("cmaes", "covariance matrix adaptation: adapts the shape of a cloud of samples, and how fast to the noise of games", cmaes.New),
	NewStrategy("de", "differential evolution: every member of a population plays a child of its own, which replaces it if it scores better", de.New),
	plansAhead(NewStrategy("gp", "Gaussian process of several length scales over all games, points by Thompson sampling: finds ridges and edges in few weights", gp.New)),
	plansAhead(NewStrategy("rsm", "response-surface method: fits a quadratic to all games and plays at its maximum", rsm.New)),
}

// findStrategy returns the strategy with the given name. The error for an unknown name suggests
// similar names.
func findStrategy(c Catalog, name string) (NamedStrategy, error) {
	var names []string
	for _, m := range c.AllStrategies() {
		if m.Name == name {
			return m, m.valid()
		}
		names = append(names, m.Name)
	}
	meant := keys.Suggest(names, name)
	switch name {
	case "grid":
		meant = "a grid is searched by the verb grid"
	case "fit":
		meant = "weights are fitted by the verb fit"
	}
	return NamedStrategy{}, fmt.Errorf("unknown strategy %q (%s)", name, meant)
}

// valid returns an error if a required function of the strategy is missing.
func (s NamedStrategy) valid() error {
	missing := ""
	switch {
	case s.Name == "":
		return errors.New("a strategy has no name: NamedStrategy.Name is empty")
	case s.Options == nil:
		missing = "Options"
	case s.New == nil:
		missing = "New"
	case s.Used == nil:
		missing = "Used"
	default:
		return nil
	}
	return fmt.Errorf("strategy %s: NamedStrategy.%s is nil", s.Name, missing)
}

// defaults returns a pointer to the default options of the strategy; see NamedStrategy.Options. It
// returns an error if a required function of the strategy is missing.
func (s NamedStrategy) defaults(d *configs.Document, p tuning.Problem) (any, error) {
	if err := s.valid(); err != nil {
		return nil, err
	}
	options, err := s.Options(d, p)
	if err == nil && (isNil(options) || reflect.ValueOf(options).Kind() != reflect.Pointer) {
		return nil, fmt.Errorf("strategy %s: NamedStrategy.Options returned %s, not a pointer to options", s.Name, kindOf(options))
	}
	return options, err
}

// isNil reports whether v is nil or a nil pointer.
func isNil(v any) bool {
	value := reflect.ValueOf(v)
	return v == nil || value.Kind() == reflect.Pointer && value.IsNil()
}

// kindOf returns "nil", "a nil pointer" or the type of a value, for an error.
func kindOf(v any) string {
	switch {
	case v == nil:
		return "nil"
	case reflect.ValueOf(v).Kind() == reflect.Pointer:
		return "a nil pointer"
	}
	return fmt.Sprintf("a value of type %T", v)
}

// build makes the strategy for the problem p. used are the options that it uses.
func (s NamedStrategy) build(p tuning.Problem, options any) (made tuning.Strategy, used any, err error) {
	if made, err = s.New(p, options); err != nil {
		return nil, nil, err
	}
	if isNil(made) {
		return nil, nil, fmt.Errorf("strategy %s: NamedStrategy.New returned neither a strategy nor an error", s.Name)
	}
	if used = s.Used(made); isNil(used) {
		return nil, nil, fmt.Errorf("strategy %s: NamedStrategy.Used returned nil", s.Name)
	}
	return made, used, nil
}

// procedures contains the values of the key procedure of the genetic strategy. Each value selects a
// set of defaults for the strategy's options.
var procedures = map[string]func() genetic.Config{
	"bred":    genetic.Bred,
	"adapted": genetic.Adapted,
	"paper":   genetic.Paper,
}

// operatorKeys are the config keys that determine the first population and the operators of the
// genetic strategy. If a config sets one of them without the key procedure, the others have the
// defaults of [genetic.Bred].
var operatorKeys = []string{
	"spread", "grouping", "groups", "group_size", "disjoint", "fitness", "unplayed", "evidence", "prior", "heritability",
	"selection", "crossover", "mutation", "replacement", "elites", "hall_of_fame",
}

func geneticOptions(d *configs.Document, p tuning.Problem) (any, error) {
	var name string
	if err := d.Decode("strategy.procedure", &name); err != nil {
		return nil, err
	}
	options := genetic.Default(p)
	if procedure, ok := procedures[name]; ok {
		options = procedure()
	} else if d.Has("strategy.procedure") {
		return nil, d.Locate("strategy.procedure", keys.OneOf("", "procedure", name, "bred", "adapted", "paper"))
	} else if slices.ContainsFunc(operatorKeys, func(key string) bool { return d.Has("strategy." + key) }) {
		options = genetic.Bred()
	}
	return &options, nil
}

// wrongStrategy returns the error for a config that is played with the verb fit or grid but names
// another strategy. The error contains the verb of this strategy, or states that it is unknown.
func wrongStrategy(c Catalog, verb, name string) error {
	other := name
	if name != "grid" && name != "fit" {
		if _, err := findStrategy(c, name); err != nil {
			return &keys.ChoiceError{What: "strategy", Given: name, Known: []string{verb}}
		}
		other = "evolve"
	}
	return fmt.Errorf("%s is not a %s; the verb %s plays it", name, verb, other)
}
