package tournament

import (
	"cmp"
	"errors"
)

// GauntletOptions describes a tournament in which candidates meet fixed opponents and never each
// other. In the list of agents the candidates come first, then the opponents. Candidates and
// Opponents are required.
type GauntletOptions struct {
	// Candidates is the number of candidates, at least 1.
	Candidates int
	// Opponents is the number of opponents, at least Seats-1.
	Opponents int
	// Seats is the number of agents in a game: one candidate, and opponents in the other seats. 0
	// means 2. In games of one seat every agent plays alone, and the results of a candidate are
	// compared with those of the opponents from the same starts.
	Seats int
	// Play is how often, with which seat orders and on which deals the pairings are played. The
	// zero value plays each once, with all seat orders, on shared deals.
	Play Play
}

// Validate returns an error that joins a [keys.KeyError] for every invalid option.
func (o GauntletOptions) Validate() error {
	return errors.Join(
		checkSeats(o.seats()),
		checkAgents("candidates", 1, o.Candidates),
		checkAgents("opponents", max(o.seats(), 2)-1, o.Opponents),
		o.Play.Validate(),
	)
}

func (o GauntletOptions) seats() int {
	return cmp.Or(o.Seats, 2)
}

// Gauntlet returns a schedule in which candidates meet fixed opponents and never each other. A
// cycle of the schedule treats all candidates and all opponents equally. In games of two seats each
// candidate meets each opponent once per cycle. In games of more seats the opponents in one game
// are neighbours in the list of opponents. Each opponent is the first of them once per cycle,
// unless one game has seats for all opponents.
//
// Candidates alternate, so that every beginning of the schedule treats them equally. With shared
// deals, all candidates of a cycle play from the same start.
func Gauntlet(o GauntletOptions) (Schedule, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	seats := agentsCompared(o.seats(), 1+o.Opponents)
	s := cycles{gauntlet{o.Candidates, o.Opponents, seats - 1}, o.Play, o.seats() == 1}
	return s, s.validate()
}

// gauntlet computes the pairings of one cycle of a schedule in which candidates meet fixed
// opponents. candidates and opponents are the numbers of both, and perTable is the number of
// opponents in a pairing.
type gauntlet struct{ candidates, opponents, perTable int }

// tables returns the number of pairings that a candidate plays in a cycle of the schedule. It is 1
// if all opponents play in the same game, and otherwise the number of opponents.
func (g gauntlet) tables() int {
	if g.opponents == g.perTable {
		return 1
	}
	return g.opponents
}

func (g gauntlet) size() int { return g.candidates * g.tables() }

func (g gauntlet) agents(_, i int) []int {
	turn, candidate := i/g.candidates, i%g.candidates
	first := turn
	if g.tables() > 1 {
		first = (turn + candidate) % g.opponents // spreads the opponents over the candidates
	}
	table := make([]int, 1, 1+g.perTable)
	table[0] = candidate
	for k := range g.perTable {
		table = append(table, g.candidates+(first+k)%g.opponents)
	}
	return table
}
