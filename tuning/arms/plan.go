package arms

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

const (
	// maxArms is the largest number of combinations of choices.
	maxArms = 16
	// raceShare is the share of the games for each round of the race, and testShare the share of
	// the test. A race of many rounds gets at most the share mostRace.
	raceShare = 0.12
	mostRace  = 0.4
	testShare = 0.1
	// rivals is the largest number of combinations of choices that play against the winner of the
	// race in the final test.
	rivals = 3
)

// combinations returns all combinations of choices of the weights with the given indices. The
// choices of the first weight change slowest.
func combinations(space engines.Space, chosen []int) [][]float64 {
	out := [][]float64{nil}
	for _, i := range chosen {
		var longer [][]float64
		for _, c := range out {
			for _, v := range space[i].Candidates() {
				longer = append(longer, append(c[:len(c):len(c)], v))
			}
		}
		out = longer
	}
	return out
}

// count returns the number of combinations of choices of the weights with the given indices. If
// there are more than maxArms, it returns some number above maxArms.
func count(space engines.Space, chosen []int) int {
	n := 1
	for _, i := range chosen {
		if n *= len(space[i].Candidates()); n > maxArms {
			return n
		}
	}
	return n
}

// tooMany returns the error for a problem whose weights have too many combinations of choices, more
// than maxArms.
func tooMany(space engines.Space, chosen []int) error {
	var parts []string
	for _, i := range chosen {
		parts = append(parts, fmt.Sprintf("%s has %d", space[i].Name, len(space[i].Candidates())))
	}
	return fmt.Errorf("it tries every combination of choices, at most %d, and there are more (%s); the strategy genetic takes any number, or keep some of the weights constant with kind: fixed, or try fewer of their choices", maxArms, strings.Join(parts, ", "))
}

// plan divides a run's games among its three phases. The race selects the choices (the values that
// are not numbers) by games between combinations of choices. The search tunes the numeric weights,
// and the final test tests the choices again.
type plan struct {
	race   []int // number of deals of each round of the race
	search int   // number of games of the inner strategy; 0 without free numbers
	test   int   // number of deals of the test; 0 without one
	rivals int   // number of arms in the test besides the winner of the race
}

// newPlan divides the games of a problem among the three phases of a run: the race between n
// combinations of choices, the search for the numbers, and the final test. perPair is the number of
// games that two combinations play from one start of the game. numbers states whether the problem
// also has free weights with a numeric value. If it has none, the race gets all games.
//
// newPlan returns an error if the problem's games or rounds are too few. The race needs at least
// one deal in every round, and the search at least a third of the games.
func newPlan(p tuning.Problem, n, perPair int, numbers bool) (plan, error) {
	if p.Games <= 0 {
		p.Games = pairwise.DefaultGames
	}
	games, what, rounds := p.Games, fmt.Sprintf("to compare %d combinations of choices", n), len(raceRounds(n, 0, perPair))
	out := plan{race: raceRounds(n, games, perPair)}
	if numbers {
		what += " and to tune numbers"
		rounds += 2
		var enough bool
		if out, enough = divided(games, n, perPair); !enough {
			least := leastFor(games, n, perPair)
			return plan{}, &tuning.GamesError{Games: games, Least: least, Purpose: what, Otherwise: "try fewer choices"}
		}
	} else if all, _ := racePairs(n, out.race); all*perPair > games {
		return plan{}, &tuning.GamesError{Games: games, Least: all * perPair, Purpose: what}
	}
	if p.Rounds > 0 && p.Rounds < rounds {
		few := "1 round is"
		if p.Rounds > 1 {
			few = fmt.Sprint(p.Rounds, " rounds are")
		}
		return plan{}, fmt.Errorf("%s too few %s; at least %d are needed", few, what, rounds)
	}
	return out, nil
}

// leastFor returns the smallest number of games that is enough for a run that tunes numeric
// weights; see isEnough. games is a number that is not enough.
func leastFor(games, n, perPair int) int {
	least := games + 1
	for step := 1; !isEnough(least, n, perPair); step *= 2 {
		least += step
	}
	for short := games; least-short > 1; {
		if middle := short + (least-short)/2; isEnough(middle, n, perPair) {
			least = middle
		} else {
			short = middle
		}
	}
	return least
}

// divided divides a number of games among the three phases of a run. These are the race between n
// combinations of choices, the search for the numeric weights, and the final test. perPair is the
// number of games that two combinations play from one start of the game. enough reports whether at
// least a third of the games is left for the search.
func divided(games, n, perPair int) (out plan, enough bool) {
	share := min(raceShare*float64(len(raceRounds(n, 0, perPair))), mostRace)
	out = plan{race: raceRounds(n, int(share*float64(games)), perPair), rivals: min(rivals, n-1)}
	out.test = max(int(testShare*float64(games))/(out.rivals*perPair), leastDeals)
	race, _ := racePairs(n, out.race)
	out.search = games - (race+out.test*out.rivals)*perPair
	return out, out.search >= games/3
}

// isEnough reports whether a number of games is enough for the three phases of a run. These are the
// race between n combinations of choices, the search for the numeric weights, and the final test.
// perPair is the number of games that two combinations play from one start of the game.
func isEnough(games, n, perPair int) bool {
	_, enough := divided(games, n, perPair)
	return enough
}
