package configs

import (
	"errors"
	"maps"
	"slices"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Config is a whole configuration. Verbs use the sections that concern them.
type Config struct {
	// Preset names a preset that this config is laid over: what is said here replaces
	// what it says there. A strategy or engine of another name replaces the whole section.
	Preset string `yaml:"preset,omitempty"`
	// Programs are other programs that play, by the names that agents use.
	Programs map[string]Program `yaml:"programs,omitempty"`
	// Engine is the game, how it is set, and how its weights are searched.
	Engine Engine `yaml:"engine"`
	// Openings are how every game begins, whatever the game.
	Openings Openings `yaml:"openings,omitempty"`
	// Objective is what a strategy compares: places or score.
	Objective Objective `yaml:"objective,omitempty"`
	// Strategy is the method of tuning: its name and its own options, which stand below
	// under the strategy's name. The default is {name: auto}.
	Strategy yaml.Node `yaml:"strategy,omitempty"`
	// Opponents are fixed agents that a strategy trains against; without them its agents
	// play each other. For fit they are who plays the games.
	Opponents []Agent `yaml:"opponents,omitempty"`
	// Budget ends a search, whichever limit comes first.
	Budget Budget `yaml:"budget,omitempty"`
	// Verification is how the answer is measured, on seeds that the search has not seen.
	Verification Verification `yaml:"verification,omitempty"`
	// Agents are who plays a tournament.
	Agents []Agent `yaml:"agents,omitempty"`
	// Schedule says who meets whom in a tournament; its keys stand below.
	Schedule yaml.Node `yaml:"schedule,omitempty"`
	// Etudes is a file of labelled positions for a grid, or the name of a set that the
	// game ships.
	Etudes string `yaml:"etudes,omitempty"`
	// Seed is where all chance comes from: a result is a function of config and seed. The
	// default is 0.
	Seed uint64 `yaml:"seed"`
}

// Engine chooses a game, its settings, and the ranges of its weights.
type Engine struct {
	// Name is the game, or a program that brings a game of its own.
	Name string `yaml:"name"`
	// Player is the program whose weights are tuned. The default is the game's own player.
	Player string `yaml:"player,omitempty"`
	// Seats is the number of seats at one table. The default is 2, or the nearest number
	// that the game takes.
	Seats int `yaml:"seats,omitempty"`
	// Settings are the game's own settings by name. The value @FILE means the contents of
	// a file, whose name is relative to the folder of the config.
	Settings map[string]Scalar `yaml:"settings,omitempty"`
	// Weights are how the weights are searched, by their names, where that differs from the
	// game's own ranges; or, as a text, where the search starts: champion, run:RUN, a file.
	Weights Ranges `yaml:"weights,omitempty"`
}

// Ranges say how the weights are searched. In YAML they are a mapping by the
// weights' names, or the text that would stand in Source.
type Ranges struct {
	Named map[string]Weight // only what differs from the engine's own
	// Source names weights to start from, within the engine's own ranges:
	// champion, run:RUN, a file.
	Source string
}

// Openings describes how the games of a run begin.
type Openings struct {
	// RandomPlies is the number of random legal moves, drawn from the deal, that are made
	// before the agents choose: a number, or auto for the smallest number that leads to ten
	// times as many different positions as the run has pairings, at most a quarter of a random
	// game. The default is auto for a game without chance that always begins at the same
	// position, otherwise 0.
	RandomPlies *Plies `yaml:"random_plies,omitempty"`
	// Distinct deals no opening a second time while there are others. The default is true for
	// a game without chance and for a list of openings.
	Distinct *bool `yaml:"distinct,omitempty"`
	// SetAside is the number of openings that the search leaves to the verification and its
	// checkpoints. The default is as many as they need, at most a third of all.
	SetAside *int `yaml:"set_aside,omitempty"`
	// Repeat plays a tournament to the end of its schedule; otherwise it ends when all
	// openings were played and the agents repeat their games.
	Repeat bool `yaml:"repeat,omitempty"`
}

// Plies is a number of random plies, or AutoPlies.
type Plies int

// AutoPlies leaves the number of random plies to the run. In YAML it is written auto.
const AutoPlies Plies = -1

// Plies returns the number of random plies, 0 if it is left to the run.
func (o Openings) Plies() int {
	if o.RandomPlies == nil {
		return 0
	}
	return max(0, int(*o.RandomPlies))
}

// Objective is what a strategy compares: the places of a game, or its scores. In
// YAML it is a mapping, or the text that would stand in By.
type Objective struct {
	// By is what counts: places, who came before whom, or score, by how much. The default
	// is places.
	By string `yaml:"by,omitempty"`
	// Scale is the difference of scores that counts as clear. The default is measured when
	// the run begins.
	Scale float64 `yaml:"scale,omitempty"`
	// Shares are how often each of the opponents is met in training, in their order and
	// in proportion. The default is equally often.
	Shares []float64 `yaml:"shares,omitempty,flow"`
	// Worst trains for the worst of the scores against the opponents, not their mean.
	Worst bool `yaml:"worst,omitempty"`
}

// Weight changes how one weight is searched. Nil keeps what the engine says.
type Weight struct {
	// Min is the smallest value that is tried, within the game's own range. The default is
	// the game's.
	Min *float64 `yaml:"min,omitempty"`
	// Max is the largest value that is tried, within the game's own range. The default is
	// the game's.
	Max *float64 `yaml:"max,omitempty"`
	// Start is where a search starts; the value itself, where the kind is fixed. The default
	// is the game's own default.
	Start *float64 `yaml:"start,omitempty"`
	// Kind is what values a weight may take: real, integer, log (searched by its logarithm),
	// fixed (not searched), or two of them as in "integer log". The default is the game's.
	Kind *string `yaml:"kind,omitempty"`
}

// Budget ends a run, whichever limit comes first; zero means no limit.
type Budget struct {
	// Rounds is the most rounds of the strategy, also called generations. The default is no
	// limit.
	Rounds int `yaml:"rounds,omitempty"`
	// Games is the most games of the search. The default is 20000; for genetic no
	// limit.
	Games int `yaml:"games,omitempty"`
	// Time is the longest that the search goes on; the result then depends on the machine.
	// The default is no limit.
	Time time.Duration `yaml:"time,omitempty"`
	// Ahead is the number of rounds that a strategy asks for beyond the next one before
	// that is played, so that many slots need not wait for a round's last games. The
	// default is 0.
	Ahead int `yaml:"ahead,omitempty"`
}

// Verification says how the answer is measured on fresh seeds.
type Verification struct {
	// Games is the number of games in all; 0 measures nothing. The default is 0.
	Games int `yaml:"games"`
	// Opponents are whom the answer is measured against. The start weights are one more
	// opponent if none of them plays like the start. The default is none.
	Opponents []Agent `yaml:"opponents,omitempty"`
}

// Agent describes an entrant. In YAML it is a mapping, or the text that would
// stand in its weights.
type Agent struct {
	// Name is what the agent is called in tables. The default is where its weights come
	// from.
	Name string `yaml:"name,omitempty"`
	// Player is the program that plays, or a player that the game has besides its own, such
	// as random. The default is the game's own player.
	Player string `yaml:"player,omitempty"`
	// Weights are numbers by name, numbers in the order of the weights, or where they come
	// from: default, champion, run:RUN, a file. The default is default.
	Weights AgentWeights `yaml:"weights,omitempty"`
	// Settings are settings of the game that are the agent's own.
	Settings map[string]Scalar `yaml:"settings,omitempty"`
}

// AgentWeights says where an agent's weights come from: a literal map, a
// literal list, or a source by name ("default", "champion", "run:RUN", a file).
type AgentWeights struct {
	Source string
	Named  map[string]float64
	List   []float64
}

// Scalar is a setting's value: any YAML scalar, or a list of them, as text.
type Scalar string

// Settings turns decoded settings into the form that engines take.
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

// Space lays the config's changes over an engine's weights. It also returns the
// start vector, nil if no weight names a start. Its mistakes name their keys from
// the top of the config, all of them. A source is not looked up.
func (e Engine) Space(own engines.Space) (engines.Space, engines.Weights, error) {
	space := append(engines.Space(nil), own...)
	start := space.Default()
	started := false
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(e.Weights.Named)) {
		path := "engine.weights." + name
		i := space.Index(name)
		if i < 0 {
			_, err := own.FromNamed(map[string]float64{name: 0})
			mistakes = append(mistakes, keys.Under("engine.weights", err))
			continue
		}
		c := e.Weights.Named[name]
		w, err := c.apply(space[i])
		if err != nil {
			mistakes = append(mistakes, keys.Under("engine.weights", err))
			continue
		}
		space[i] = w
		start[i] = w.Snap(start[i])
		if c.Start != nil {
			start[i], started = *c.Start, true
			if err := w.Check(*c.Start); err != nil {
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

// apply lays one weight's changes over the engine's description, whose range
// they may narrow. The default stays the engine's, moved into a narrower range if
// it must be; a fixed weight's default is its start.
func (c Weight) apply(w engines.Weight) (engines.Weight, error) {
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
			return w, keys.Errorf(w.Name, "%w", err)
		}
		w.Kind = kind
	}
	if w.Min < own.Min || w.Max > own.Max {
		return w, keys.Errorf(w.Name, "range [%v, %v] is wider than the engine's [%v, %v]", w.Min, w.Max, own.Min, own.Max)
	}
	if w.Kind.Has(engines.Fixed) && c.Start != nil {
		w.Default = *c.Start
	}
	w.Default = min(max(w.Default, w.Min), w.Max)
	if w.Kind.Has(engines.Integer) {
		w.Default = w.Snap(w.Default)
	}
	return w, w.Valid()
}
