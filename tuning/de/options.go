package de

import (
	"errors"
	"fmt"
	"math"
)

// Options are the numbers of the method. The zero value of each is its default.
type Options struct {
	// Population is the number of members, at least 4. The default is 30,
	// fewer if the budget would not allow them 6 rounds.
	Population int `yaml:"population" json:"population,omitempty"`
	// DuelGames is the number of games between parent and child, in whole
	// clusters, at least one. The default is 8, fewer, but at least 2, if the budget would not allow 16
	// rounds, more if rounds are limited to fewer than the budget allows.
	DuelGames int `yaml:"duel_games" json:"duel_games,omitempty"`
	// Difference is F, the share of the difference of two members that is added
	// to a third, within (0, 2]. It is drawn anew for every child between half
	// of it and one and a half times it. The default is 0.5.
	Difference float64 `yaml:"difference" json:"difference,omitempty"`
	// Crossover is CR, the chance of a weight to come from the new point, within
	// (0, 1]. The default is 0.9.
	Crossover float64 `yaml:"crossover" json:"crossover,omitempty"`
	// LoneGames plays clusters of one game in place of one per seat order.
	LoneGames bool `yaml:"lone_games" json:"lone_games,omitempty"`
}

// Validate refuses numbers out of their range, naming all of them.
func (o Options) Validate() error {
	var errs []error
	within := func(name string, v, lo, hi float64) {
		if v != 0 && !(v >= lo && v <= hi) {
			errs = append(errs, fmt.Errorf("de: %s: %v is not within [%v, %v]", name, v, lo, hi))
		}
	}
	within("population", float64(o.Population), 4, 1e6)
	within("duel_games", float64(o.DuelGames), 1, 1e6)
	within("difference", o.Difference, math.SmallestNonzeroFloat64, 2)
	within("crossover", o.Crossover, math.SmallestNonzeroFloat64, 1)
	return errors.Join(errs...)
}

func (o Options) withDefaults(games, rounds int) Options {
	if o.Population == 0 {
		o.Population = min(max(games/12, 4), 30)
	}
	if o.DuelGames == 0 {
		o.DuelGames = min(max(games/(16*o.Population), 2), 8)
		if rounds > 0 {
			o.DuelGames = max(o.DuelGames, games/(rounds*o.Population))
		}
	}
	if o.Difference == 0 {
		o.Difference = 0.5
	}
	if o.Crossover == 0 {
		o.Crossover = 0.9
	}
	return o
}
