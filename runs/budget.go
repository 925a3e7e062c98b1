package runs

import (
	"errors"
	"fmt"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/tuning"
)

// zeros notes numbers of a config that were given as 0 where 0 is no value: left
// out, each would mean a default or no limit, and nobody who writes 0 games means
// that.
func (s *setup) zeros() {
	for _, n := range []struct {
		key    string
		zero   bool
		absent string
	}{
		{"budget.games", s.config.Budget.Games == 0, "the strategy chooses"},
		{"budget.rounds", s.config.Budget.Rounds == 0, "there is no limit"},
		{"budget.time", s.config.Budget.Time == 0, "there is no limit"},
		{"engine.seats", s.config.Engine.Seats == 0, "the game's usual number sits down"},
		{"strategy.held_out", zero(s.doc, "strategy.held_out"), "a fifth of the games is held out"},
		{"strategy.positions", zero(s.doc, "strategy.positions"), "32 of a game are used"},
		{"schedule.cycles", zero(s.doc, "schedule.cycles"), "there is one, or as many as a sequential test needs"},
	} {
		if n.zero && s.doc.Has(n.key) {
			s.wrong(n.key, fmt.Errorf("0 is not allowed; where the key is left out, %s", n.absent))
		}
	}
}

// zero reports whether a number that belongs to a section decoded later is 0.
func zero(doc *configs.Document, key string) bool {
	n := 1.0
	return doc.Decode(key, &n) == nil && n == 0
}

// enough notes a budget of games that is less than the first round of the
// strategy, and names the smallest that is not.
func (s *search) enough() {
	games := s.config.Budget.Games
	if games == 0 || s.begins(games) {
		return
	}
	least := games
	for !s.begins(least) { // strategies may cut their rounds to the budget
		if least *= 2; least > 1e9 {
			return // it is no matter of games; the run will say
		}
	}
	for short := games; least-short > 1; {
		if middle := short + (least-short)/2; s.begins(middle) {
			least = middle
		} else {
			short = middle
		}
	}
	s.wrong("budget.games", fmt.Errorf("%d games are less than one round of %s; the smallest budget is %d", games, s.method, least))
}

// bounded notes rounds that are too large to be in memory.
func (s *search) bounded() {
	games := largest(s.strategy)
	if games <= tuning.MaxRound {
		return
	}
	key := "strategy"
	if s.doc.Has("budget.games") {
		key = "budget.games"
	}
	s.wrong(key, fmt.Errorf("a round of %s would have %d games, and at most %d are in memory at a time: plan more rounds, or fewer games", s.method, games, tuning.MaxRound))
}

// largest is the number of games of a strategy's largest round, as far as it knows.
func largest(s tuning.Strategy) int {
	if sized, ok := s.(tuning.Sized); ok {
		return sized.LargestRound()
	}
	return 0
}

// begins reports whether a budget of so many games has room for a first round.
func (s *search) begins(games int) bool {
	p := s.problem
	p.Games = games
	strategy, _, err := s.build(p)
	if err != nil || largest(strategy) > tuning.MaxRound {
		return false
	}
	batch, err := strategy.Ask()
	return err == nil && batch.Games() <= games
}

// unused says, in a sentence, which part of the budget the search did not use; ""
// where it is less than a twentieth.
func (t *tuner) unused(rounds int) string {
	budget := t.config.Budget
	left := budget.Games - t.games
	if 20*left < budget.Games || left <= 0 {
		if budget.Rounds > rounds && budget.Games > 0 {
			return fmt.Sprintf("the budget of %d games ended the search after %d of %d rounds", budget.Games, rounds, budget.Rounds)
		}
		return ""
	}
	why := "the next round would have taken more"
	switch _, err := t.strategy.Ask(); {
	case budget.Rounds > 0 && rounds >= budget.Rounds:
		why = fmt.Sprintf("budget.rounds ended the search after %d rounds", rounds)
	case errors.Is(err, tuning.Done):
		why = fmt.Sprintf("the strategy was done after %d rounds", rounds)
	case budget.Time > 0:
		why = fmt.Sprintf("budget.time ended the search after %d rounds", rounds)
	}
	return fmt.Sprintf("%d of the %d games of the budget were not used: %s", left, budget.Games, why)
}
