package configs

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Config is a complete configuration of a run. Each verb of the command line uses the sections that
// it needs.
//
// In a Go program, use [Section] to create the value of the field Strategy from a name and options,
// such as spsa.Options or genetic.Config. Use [Map] to create the value of Schedule from a
// runs.ScheduleOptions. The page docs/config.md lists the keys of every strategy and of the
// schedule.
type Config struct {
	// Preset names a preset with which this config is merged: values given here replace
	// those of the preset. A strategy or engine of another name replaces the whole section.
	Preset string `yaml:"preset,omitempty"`
	// Programs are external programs that play, by the names that agents use.
	Programs map[string]Program `yaml:"programs,omitempty"`
	// Engine selects the game, its settings, and the ranges of its weights.
	Engine Engine `yaml:"engine"`
	// Openings describes how games begin. The section applies to every game.
	Openings Openings `yaml:"openings,omitempty"`
	// Objective selects what a strategy compares: places or scores.
	Objective Objective `yaml:"objective,omitempty"`
	// Strategy is the tuning method: its name and its options, such as {name: spsa, spread: 0.1}.
	// Each strategy has options of its own. The default is {name: auto}.
	Strategy yaml.Node `yaml:"strategy,omitempty"`
	// Opponents are fixed agents to train against. Without them the agents of the strategy play
	// each other. In a fit they play the games.
	Opponents []Agent `yaml:"opponents,omitempty"`
	// Budget ends a search at the first limit that is reached.
	Budget Budget `yaml:"budget,omitempty"`
	// Verification measures the result with fresh games, on seeds that the search has not
	// used.
	Verification Verification `yaml:"verification,omitempty"`
	// Agents are the agents that play a tournament, at most 2000. A config that has agents and no
	// strategy is a tournament, which evolve refuses.
	Agents []Agent `yaml:"agents,omitempty"`
	// Schedule determines which agents of a tournament play each other, as in
	// {kind: gauntlet, cycles: 200}.
	Schedule yaml.Node `yaml:"schedule,omitempty"`
	// Etudes is a file of labelled positions for grid, or the name of a set that ships with
	// the game.
	Etudes string `yaml:"etudes,omitempty"`
	// Seed is the source of all random numbers. The same config and seed give the same result,
	// unless there is a time limit or a program that is not deterministic. The default is 0.
	Seed uint64 `yaml:"seed"`
}

// Engine selects the game or program whose weights are tuned. It contains the settings of the game,
// and changes to the range, the step and the start value of weights.
type Engine struct {
	// Name is the game, or a program that implements a game.
	Name string `yaml:"name"`
	// Player is the program whose weights are tuned. The default is the built-in player of
	// the game.
	Player string `yaml:"player,omitempty"`
	// Seats is the number of seats in a game. The default is 2, or the nearest number that the
	// game allows.
	Seats int `yaml:"seats,omitempty"`
	// Settings are the settings of the game by name. The value @FILE stands for the
	// contents of a file; its path is relative to the folder of the config.
	Settings map[string]Scalar `yaml:"settings,omitempty"`
	// Weights changes the ranges of weights by name; other weights keep the ranges of the game. A
	// text selects the start weights instead: default, champion (the best weights known for the
	// game), run:RUN (the result of a stored run), level:NAME or another agent of the game that has
	// weights, or the path of a weights file.
	Weights Ranges `yaml:"weights,omitempty"`
	// Constraints are conditions between weights, such as {order: [pawn, knight]}. Every weight
	// vector of a search satisfies them. The default is none.
	Constraints []Constraint `yaml:"constraints,omitempty"`
}

// Ranges changes the ranges in which a search varies the weights, or names a source of start
// weights. In YAML it is a mapping from names of weights to changes, or a text that names the
// source.
type Ranges struct {
	Named map[string]Weight // by weight; other weights keep the ranges of the engine
	// Source selects start weights, with the ranges of the engine: default, champion, run:RUN,
	// level:NAME, another agent or a path, as in [Engine].
	Source string
}

// Openings defines how the games of a run begin.
type Openings struct {
	// RandomPlies is the number of random legal moves before the agents choose: a number, or auto.
	// The moves follow from the seed of the deal. auto selects the smallest number of moves that
	// leads to ten times as many different positions as the run has deals, up to a quarter of the
	// number of moves in a random game. The default is auto for a game without chance that always
	// begins at the same position, otherwise 0.
	RandomPlies *Plies `yaml:"random_plies,omitempty"`
	// Distinct ensures that an opening is used again only after all others have been used. The
	// default is true for a game without chance and for a list of openings.
	Distinct *bool `yaml:"distinct,omitempty"`
	// SetAside is the number of openings that are reserved for the verification and the checkpoints
	// of the search. The default is as many as they need, at most a third of all.
	SetAside *int `yaml:"set_aside,omitempty"`
	// Repeat plays a tournament to the end of its schedule. Without it the tournament ends early
	// if all openings were played and the agents repeat their games.
	Repeat bool `yaml:"repeat,omitempty"`
}

// Plies is a number of random moves at the start of a game, or [AutoPlies].
type Plies int

// AutoPlies means that the run chooses the number of random moves. In YAML it is written auto.
const AutoPlies Plies = -1

// Plies returns the number of random moves at the start of a game, or 0 if the run chooses this
// number ([AutoPlies]).
func (o Openings) Plies() int {
	if o.RandomPlies == nil {
		return 0
	}
	return max(0, int(*o.RandomPlies))
}

// Objective selects what a strategy compares: the places or the scores of a game. In YAML it is a
// mapping, or the text "places" or "score".
type Objective struct {
	// By selects the value of a game: places, or score, the difference of scores. The
	// default is places.
	By string `yaml:"by,omitempty"`
	// Scale is the difference of scores that counts as a clear win. Results of runs with different
	// scales have Elo that cannot be compared. The default is measured when the run begins, in
	// games of the start weights.
	Scale float64 `yaml:"scale,omitempty"`
	// Shares are the shares of the training games against each opponent, in the order of the
	// opponents. The default is equal shares.
	Shares []float64 `yaml:"shares,omitempty,flow"`
	// Worst optimises the lowest of the scores against the opponents instead of their mean.
	Worst bool `yaml:"worst,omitempty"`
}

// Weight changes the range of one weight. A field that is nil changes nothing.
type Weight struct {
	// Min is the smallest value that is tried, within the range of the game. The default is
	// the game's.
	Min *float64 `yaml:"min,omitempty"`
	// Max is the largest value that is tried, within the range of the game. The default is
	// the game's.
	Max *float64 `yaml:"max,omitempty"`
	// Start is the value at which a search begins, or the constant value of a fixed weight: a
	// number, or the text of a choice. The default is the game's own default.
	Start *engines.Value `yaml:"start,omitempty"`
	// Step is the typical change with which a search begins, in the unit of the weight, above 0 and
	// at most half of its range. genetic, cmaes and de draw their first candidates with this
	// standard deviation, spsa plays points at this distance in its last round, rsm and auto begin
	// in a region of five steps on either side of the start. With gp it is an error. The default
	// depends on the strategy.
	Step *float64 `yaml:"step,omitempty"`
	// Kind limits the values of a weight: real, integer, log (searched by its logarithm),
	// fixed (not searched), or two of them as in "integer log". A weight with choices can only
	// become fixed. The default is the game's.
	Kind *string `yaml:"kind,omitempty"`
	// Choices are the texts that are tried for a weight with choices, a part of those that the
	// game or the program offers. The default is all of them.
	Choices []string `yaml:"choices,omitempty,flow"`
}

// Budget limits the length of a run. The run ends at the first limit that it reaches. A limit of 0
// stands for its default.
type Budget struct {
	// Rounds is the maximum number of rounds of the strategy, also called generations; a fit divides
	// its games into so many rounds. The default is no limit, and 1 for a fit.
	Rounds int `yaml:"rounds,omitempty"`
	// Games is the maximum number of games of the search. The default is 20000, or 40000 if the
	// agents of a comparison play apart, in games of one seat or against opponents; for genetic no
	// limit; for a fit 4000.
	Games int `yaml:"games,omitempty"`
	// Time is the maximum duration of the search; the result then depends on the machine. A round that
	// has begun is played to its end. A search that reaches its number of games earlier ends with
	// them. The default is no limit.
	Time time.Duration `yaml:"time,omitempty"`
	// Ahead is the number of further rounds that a strategy requests before the present round is
	// finished. The last games of a round then leave fewer slots idle. It must be 0 with cmaes, de,
	// mutation.kind: covariance and objective.worst. The default is 0.
	Ahead int `yaml:"ahead,omitempty"`
}

// Verification defines how the result of a run is measured with fresh games.
type Verification struct {
	// Games is the number of games; 0 means no verification. The default is 0. The playoff among
	// several candidates takes two fifths of them. Every candidate and every opponent plays at least one
	// deal, so that a small number is exceeded.
	Games int `yaml:"games"`
	// Opponents are the agents that the result plays against. The start weights are added
	// if none of the opponents plays like them. The default is none.
	Opponents []Agent `yaml:"opponents,omitempty"`
	// Settings are settings of players, such as limit, but not of the game, with which the result is
	// measured a second time. These matches take half of the games that are left after the choice
	// among candidates. The default is no second measurement.
	Settings map[string]Scalar `yaml:"settings,omitempty"`
}

// Agent describes an agent, a player with its settings and weights. In YAML it is a mapping, or a
// text that names the source of the weights.
type Agent struct {
	// Name is the name in tables. The default is the source of the weights.
	Name string `yaml:"name,omitempty"`
	// Player is a program, or another player of the game, such as random. The default is
	// the built-in player of the game.
	Player string `yaml:"player,omitempty"`
	// Weights are values by name (a number, or the text of a choice), a list of numbers in the
	// order of the weights, or a source: default (the default weights of the game), champion (the
	// best weights known for it), run:RUN (the result of a stored run), or the path of a weights
	// file. The default is default.
	Weights AgentWeights `yaml:"weights,omitempty"`
	// Settings are settings of the game for this agent alone.
	Settings map[string]Scalar `yaml:"settings,omitempty"`
}

// AgentWeights contains the weights of an agent: a mapping, a list, or a source. At most one field
// is set; with none the agent has the default weights.
type AgentWeights struct {
	Source string                   // default, champion, run:RUN or a path, as in [Agent]
	Named  map[string]engines.Value // by name; other weights have their default values
	List   []float64                // in the order of the weights
}

// Scalar is the value of a setting as text: any YAML scalar, or a list of them joined by
// commas.
type Scalar string

// Settings converts the settings of a game from a config, where they are scalars, to the type of
// package engines. It returns nil for an empty map.
func Settings(m map[string]Scalar) engines.Settings {
	if len(m) == 0 {
		return nil
	}
	out := make(engines.Settings, len(m))
	for k, v := range m {
		out[k] = string(v)
	}
	return out
}

// Space returns the weights of a game as the config defines them: own, the weights of the engine,
// with the changes in the config. It also returns the start weights, or nil if the config sets
// none. It does not read start weights from a source such as a file. The error joins a
// [keys.KeyError] for every mistake.
func (e Engine) Space(own engines.Space) (engines.Space, engines.Weights, error) {
	space := append(engines.Space(nil), own...)
	start := space.Default()
	started := false
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(e.Weights.Named)) {
		path := "engine.weights." + name
		i := space.Index(name)
		if i < 0 {
			_, err := own.FromNamed(map[string]engines.Value{name: {}})
			mistakes = append(mistakes, keys.Under("engine.weights", err))
			continue
		}
		c := e.Weights.Named[name]
		if c.Step != nil && *c.Step == 0 { // other steps are checked by Steps, which needs the range
			mistakes = append(mistakes, keys.Errorf(path+".step", "0 is not above 0"))
		}
		w, err := c.apply(space[i])
		if err != nil {
			mistakes = append(mistakes, keys.Under("engine.weights", err))
			continue
		}
		space[i] = w
		start[i] = w.Snap(start[i])
		if c.Start != nil {
			var err error
			if start[i], err = w.Number(*c.Start); err == nil {
				err = w.Check(start[i])
			}
			if started = true; err != nil {
				mistakes = append(mistakes, keys.Under(path+".start", errors.Unwrap(err)))
			}
		}
	}
	if err := errors.Join(mistakes...); err != nil {
		return nil, nil, err
	}
	if !started {
		start = nil
	}
	return space, start, nil
}

// Steps returns the step sizes with which a search begins, one for each weight of space. The step
// of a weight for which the config sets none is 0. If the config sets no step at all, Steps returns
// nil. The error joins a [keys.KeyError] for every mistake.
func (e Engine) Steps(space engines.Space) ([]float64, error) {
	var steps []float64
	for _, name := range slices.Sorted(maps.Keys(e.Weights.Named)) {
		i, step := space.Index(name), e.Weights.Named[name].Step
		if i < 0 || step == nil {
			continue
		}
		if steps == nil {
			steps = make([]float64, len(space))
		}
		steps[i] = *step
	}
	return steps, keys.Under("engine.weights", space.CheckSteps(steps))
}

// apply returns the weight w of an engine with the changes in the config. A default outside of the
// new range is replaced by the nearest value in it. A start value becomes the default of a fixed
// weight. apply returns a [keys.KeyError] if the config widens the range, or allows fractions for a
// weight of whole numbers.
func (c Weight) apply(w engines.Weight) (engines.Weight, error) {
	if w.Kind.Has(engines.Choices) || c.Choices != nil {
		return c.applyChoices(w)
	}
	own := w
	if c.Min != nil {
		w.Min = *c.Min
	}
	if c.Max != nil {
		w.Max = *c.Max
	}
	if c.Kind != nil {
		kind, err := engines.ParseKind(*c.Kind)
		if err != nil {
			return w, keys.Errorf(w.Name+".kind", "%w", err)
		}
		if kind == engines.Real && own.Kind.Has(engines.Integer) {
			return w, keys.Errorf(w.Name+".kind", "the weight takes whole numbers; have integer, integer log, fixed")
		}
		w.Kind = kind | own.Kind&engines.Integer
	}
	if w.Min < own.Min || w.Max > own.Max {
		return w, keys.Errorf(w.Name, "range [%v, %v] is wider than the engine's [%v, %v]", w.Min, w.Max, own.Min, own.Max)
	}
	if w.Kind.Has(engines.Fixed) && c.Start != nil {
		var err error
		if w.Default, err = w.Number(*c.Start); err != nil {
			return w, keys.Errorf(w.Name+".start", "%w", errors.Unwrap(err))
		}
	}
	w.Default = min(max(w.Default, w.Min), w.Max)
	if w.Kind.Has(engines.Integer) {
		w.Default = w.Snap(w.Default)
	}
	return w, w.Valid()
}

func (c Weight) applyChoices(w engines.Weight) (engines.Weight, error) {
	if !w.Kind.Has(engines.Choices) {
		return w, keys.Errorf(w.Name+".choices", "the weight is of kind %s; choices belong to a weight of kind choices", w.Kind)
	}
	of := strings.Join(w.Choices, ", ")
	if c.Min != nil || c.Max != nil {
		return w, keys.Errorf(w.Name, "it is one of %s and has no min and max; to try a part of them, set choices", of)
	}
	if c.Kind != nil {
		kind, err := engines.ParseKind(*c.Kind)
		if err != nil {
			return w, keys.Errorf(w.Name+".kind", "%w", err)
		}
		if kind&^(engines.Choices|engines.Fixed) != 0 || kind == engines.Real {
			return w, keys.Errorf(w.Name+".kind", "%s: the weight is one of %s and can only be fixed", *c.Kind, of)
		}
		w.Kind |= kind
	}
	if c.Choices != nil {
		if w.Tried = c.Choices; len(w.Tried) == 0 {
			return w, keys.Errorf(w.Name+".choices", "the list is empty; have %s", of)
		}
		if err := w.Valid(); err != nil {
			return w, keys.Errorf(w.Name+".choices", "%w", errors.Unwrap(err))
		}
		if !slices.Contains(w.Tried, w.Format(w.Default)) {
			w.Default = float64(slices.Index(w.Choices, w.Tried[0]))
		}
	}
	if c.Start != nil {
		start, err := w.Number(*c.Start)
		if err != nil {
			return w, keys.Errorf(w.Name+".start", "%w", errors.Unwrap(err))
		}
		if w.Tried != nil && !slices.Contains(w.Tried, w.Format(start)) {
			return w, keys.Errorf(w.Name+".start", "%s is not among the choices %s", w.Format(start), strings.Join(w.Tried, ", "))
		}
		if w.Kind.Has(engines.Fixed) {
			w.Default = start
		}
	}
	return w, w.Valid()
}
