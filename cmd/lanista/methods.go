package main

import (
	"fmt"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/genetic"
	"github.com/lanista/lanista/tuning"
)

// methods lists the strategies of evolve.
var methods = []method{
	{
		name:    "genetic",
		doc:     "breeds a population by tournaments",
		options: geneticOptions,
		make: func(p tuning.Problem, o any) (tuning.Strategy, error) {
			return genetic.New(p, *o.(*genetic.Options))
		},
	},
}

// geneticOptions starts from the named procedure.
func geneticOptions(d *configs.Document) (any, error) {
	procedure := "bred"
	if err := d.Decode("strategy.procedure", &procedure); err != nil {
		return nil, err
	}
	o, ok := map[string]func() genetic.Options{"paper": genetic.Paper, "bred": genetic.Bred}[procedure]
	if !ok {
		return nil, d.Locate("strategy", fmt.Errorf("procedure: unknown procedure %q (have bred, paper)", procedure))
	}
	options := o()
	return &options, nil
}
