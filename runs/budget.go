package runs

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// refuseZeros adds a mistake to m for every number that the config sets to 0 although 0 has no
// meaning there. Later a 0 could not be distinguished from an absent key.
func refuseZeros(r *Resolved, m *mistakes, o Options) {
	if o.inGo() {
		return
	}
	for _, n := range []struct {
		key    string
		zero   bool
		absent string
	}{
		{"budget.games", r.Config.Budget.Games == 0, "the strategy chooses"},
		{"budget.rounds", r.Config.Budget.Rounds == 0, "there is no limit"},
		{"budget.time", r.Config.Budget.Time == 0, "there is no limit"},
		{"engine.seats", r.Config.Engine.Seats == 0, "the game's usual number sits down"},
		{"strategy.held_out", zero(m.doc, "strategy.held_out"), "a fifth of the games is held out"},
		{"strategy.positions", zero(m.doc, "strategy.positions"), "32 of a game are used"},
		{"schedule.cycles", zero(m.doc, "schedule.cycles"), "there is one, or as many as a sequential test needs"},
	} {
		if n.zero && m.doc.Has(n.key) {
			m.add(n.key, fmt.Errorf("0 is not allowed; where the key is left out, %s", n.absent))
		}
	}
}

// zero reports whether the config sets the given key to 0.
func zero(doc *configs.Document, key string) bool {
	n := 1.0
	return doc.Decode(key, &n) == nil && n == 0
}

// checkBudget adds a mistake if the budget has fewer games than the first round of the strategy.
// The mistake states the smallest sufficient budget.
func checkBudget(r *Resolved, m *mistakes) {
	games := r.Config.Budget.Games
	if games == 0 || r.search.begins(games) {
		return
	}
	least := games
	for !r.search.begins(least) { // strategies may cut their rounds to the budget
		if least *= 2; least > 1e9 {
			m.add("budget.games", fmt.Errorf("%d games are less than one round of %s, and rounds grow with the number of games; set their size in the section strategy", games, r.search.name))
			return
		}
	}
	for short := games; least-short > 1; {
		if middle := short + (least-short)/2; r.search.begins(middle) {
			least = middle
		} else {
			short = middle
		}
	}
	m.add("budget.games", fmt.Errorf("%d games are less than one round of %s; the smallest budget is %d", games, r.search.name, least))
}

// checkRounds adds a mistake if a round would have more games than fit in memory.
func checkRounds(r *Resolved, m *mistakes) {
	games := largest(r.search.strategy)
	if games <= tuning.MaxRound {
		return
	}
	key := "strategy"
	if m.doc.Has("budget.games") {
		key = "budget.games"
	}
	m.add(key, fmt.Errorf("a round of %s would have %d games, and at most %d are in memory at a time: plan more rounds, or fewer games", r.search.name, games, tuning.MaxRound))
}

// largest returns the number of games in the strategy's largest round, or 0 if it is unknown.
func largest(s tuning.Strategy) int {
	if p, ok := s.(tuning.Planner); ok {
		return p.LargestRound()
	}
	return 0
}

// begins reports whether a budget of the given number of games suffices for the strategy's first
// round.
func (s *search) begins(games int) bool {
	p := s.problem
	p.Games = games
	strategy, _, err := s.maker.make(p)
	if err != nil || largest(strategy) > tuning.MaxRound {
		return false
	}
	batch, err := strategy.Ask()
	return err == nil && batch.Games() <= games
}

// budgetText returns a budget as YAML in one line, such as "{games: 1000}".
func budgetText(b configs.Budget) string {
	var parts []string
	if b.Rounds > 0 {
		parts = append(parts, fmt.Sprintf("rounds: %d", b.Rounds))
	}
	if b.Games > 0 {
		parts = append(parts, fmt.Sprintf("games: %d", b.Games))
	}
	if b.Time > 0 {
		parts = append(parts, fmt.Sprintf("time: %v", b.Time))
	}
	if b.Ahead > 0 {
		parts = append(parts, fmt.Sprintf("ahead: %d", b.Ahead))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// twice returns a budget with twice the limits. A budget without limits becomes one of twice the
// number of games that the search has played.
func twice(b configs.Budget, played int) configs.Budget {
	if b.Games == 0 && b.Rounds == 0 && b.Time == 0 {
		b.Games = played
	}
	b.Games, b.Rounds, b.Time = 2*b.Games, 2*b.Rounds, (2 * b.Time).Round(time.Millisecond)
	return b
}

// exhausted reports whether a search that has ended would play no further games with twice the
// budget. snapshot is the state of the strategy after the last round. exhausted returns false if
// the strategy cannot continue with another budget.
func exhausted(s *search, snapshot []byte, budget configs.Budget, played int) bool {
	larger := twice(budget, played)
	p := s.problem
	p.Games, p.Rounds = larger.Games, larger.Rounds
	fresh, _, err := s.maker.using(s.options).make(p)
	if err != nil || fresh.Restore(snapshot) != nil {
		return false
	}
	_, err = fresh.Ask()
	return errors.Is(err, tuning.Done)
}

// usedUp reports whether less than a twentieth of a budget of games is left. played is the number
// of games played. usedUp returns false without a budget.
func usedUp(budget, played int) bool { return budget > 0 && 20*(budget-played) < budget }

// unusedBudget returns a sentence on the games or the time of the budget that a search did not use,
// with the reason. If all games were used before the last planned round, the sentence states this
// instead. It returns "" if all rounds were played and less than a twentieth of the games is left.
func unusedBudget(r *Resolved, games int, played []results.Generation) string {
	budget, rounds := r.Config.Budget, len(played)
	if budget.Games == 0 && budget.Rounds == 0 && budget.Time > 0 {
		return unusedTime(r, games, played)
	}
	left := budget.Games - games
	if budget.Games == 0 || usedUp(budget.Games, games) {
		if budget.Rounds > rounds && budget.Games > 0 {
			return fmt.Sprintf("the budget of %s ended the search after %d of %s", plural(budget.Games, "game", "games"), rounds, plural(budget.Rounds, "round", "rounds"))
		}
		return ""
	}
	why, after := "the next round would have taken more", plural(rounds, "round", "rounds")
	switch _, err := r.search.strategy.Ask(); {
	case budget.Rounds > 0 && rounds >= budget.Rounds:
		why = "budget.rounds ended the search after " + after
	case errors.Is(err, tuning.Done):
		why = "the strategy was done after " + after
	case budget.Time > 0:
		why = "budget.time ended the search after " + after
	}
	were := "were"
	if left == 1 {
		were = "was"
	}
	return fmt.Sprintf("%d of the %s of the budget %s not used: %s", left, plural(budget.Games, "game", "games"), were, why)
}

// unusedTime returns a sentence on the part of budget.time that a search did not use, if its
// strategy has ended the search by itself. It returns "" if the strategy could have continued, or
// if less than a twentieth of the time is left. The budget must have no other limit.
func unusedTime(r *Resolved, games int, played []results.Generation) string {
	var spent time.Duration
	for _, g := range played {
		spent += g.Elapsed
	}
	limit := r.Config.Budget.Time
	if _, err := r.search.strategy.Ask(); 20*(limit-spent) < limit || !errors.Is(err, tuning.Done) {
		return ""
	}
	more := ""
	if usedUp(r.search.planned(), games) {
		more = "; set budget.games for more"
	}
	return fmt.Sprintf("the search used %v of the %v of budget.time: the strategy was done after %d games%s", spent.Round(100*time.Millisecond), limit, games, more)
}

// PlannedGames returns the budget in games of a tuning run's search, or 0 if its config does not
// limit the games. run comes from [results.Store.Info].
func PlannedGames(run results.Summary) int {
	config, err := StoredConfig(run)
	if err != nil {
		return 0
	}
	return config.Budget.Games
}
