package cmd

import (
	"fmt"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/genetic"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/auto"
	"github.com/lanista/lanista/tuning/cmaes"
	"github.com/lanista/lanista/tuning/de"
	"github.com/lanista/lanista/tuning/spsa"
	"github.com/lanista/lanista/tuning/surface"
)

// method is a strategy that a config can name.
type method struct {
	name string
	doc  string
	// options returns a pointer to the options that a config is decoded over.
	options func(d *configs.Document) (any, error)
	make    func(p tuning.Problem, options any) (tuning.Strategy, error)
	// used gives the options that a strategy so made plays with, those that it
	// chose by itself filled in.
	used func(s tuning.Strategy) any
	// gauntlet, when set, says whether the strategy seats the opponents of a
	// config itself.
	gauntlet func(options any) bool
}

// methods lists the strategies of evolve.
var methods = []method{
	plain("auto", "fits a surface to all games; where none fits, spsa walks on; the default", auto.New),
	{
		name:    "genetic",
		doc:     "breeds a population by tournaments",
		options: geneticOptions,
		make: func(p tuning.Problem, o any) (tuning.Strategy, error) {
			return genetic.New(p, *o.(*genetic.Options))
		},
		used:     used[genetic.Options],
		gauntlet: func(o any) bool { return o.(*genetic.Options).Grouping == genetic.GroupGauntlet },
	},
	plain("spsa", "follows the slope between two random neighbours of one point", spsa.New),
	plain("cmaes", "adapts the shape of a cloud of samples, and how fast to the noise of games", cmaes.New),
	plain("de", "differential evolution by duels of child and parent", de.New),
	plain("surface", "fits a quadratic surface of strength to all games ever played", surface.New),
}

// plain is a method whose zero options are its defaults.
func plain[O any](name, doc string, make func(tuning.Problem, O) (tuning.Strategy, error)) method {
	return method{
		name:    name,
		doc:     doc,
		options: func(*configs.Document) (any, error) { return new(O), nil },
		make:    func(p tuning.Problem, o any) (tuning.Strategy, error) { return make(p, *o.(*O)) },
		used:    used[O],
	}
}

func used[O any](s tuning.Strategy) any { return s.(interface{ Options() O }).Options() }

// procedures are the sets of options that a genetic strategy starts from.
var procedures = map[string]func() genetic.Options{"bred": genetic.Bred, "paper": genetic.Paper}

func geneticOptions(d *configs.Document) (any, error) {
	name := "bred"
	if err := d.Decode("strategy.procedure", &name); err != nil {
		return nil, err
	}
	procedure, ok := procedures[name]
	if !ok {
		return nil, d.Locate("strategy", fmt.Errorf("procedure: unknown procedure %q (have bred, paper)", name))
	}
	options := procedure()
	return &options, nil
}
