package riskclassic

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// levels returns the built-in opponents for people, from easy to best. Their strengths were
// measured with two players (preset risk-classic-opponents).
func levels() []show.Level {
	level := func(name, odds, draft, doc string, w engines.Weights) show.Level {
		return show.Level{Agent: engines.Agent{Name: name, Weights: w, Settings: engines.Settings{"min_odds": odds, "draft": draft}}, Doc: doc}
	}
	land := engines.Weights{1, 0, 0, 0, 0, 0, 0}
	tuned := engines.Weights{6.667, 5.859, 2.197, 0.168, 2.958, 0.669, 0.769} // by an earlier version of the preset risk-classic
	return show.Measured([]show.Level{
		level("easy", "0.9", "security", "places units by border security and attacks only if it is nearly certain to win", land),
		level("medium", "0.5", "security", "places units by border security and attacks with all weights 1", space().Default()),
		level("hard", "0.9", "focus", "places all units where they attack best, and attacks only if it is nearly certain to win", land),
		level("best", "0.5", "focus", "places all units where they attack best, with tuned weights", tuned),
	}, measuredGames, 0.782, 0.835, 0.700)
}

// measuredGames is the number of games in which each built-in opponent played the next weaker one
// to measure its strength.
const measuredGames = 400
