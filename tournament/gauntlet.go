package tournament

import (
	"errors"

	"github.com/lanista/lanista/keys"
)

// GauntletOptions describes a tournament in which candidates meet fixed
// opponents, and never each other. In the field the candidates come first, then
// the opponents. The zero value is refused: Candidates and Opponents are needed.
type GauntletOptions struct {
	Candidates int
	// Opponents is the number of opponents, at least the seats that a candidate
	// leaves free.
	Opponents int
	// Seats is the number of agents at one table: one candidate, the others
	// opponents. 0 means 2. In games of one seat agents play apart, and a
	// candidate is compared with the opponents on the same deals.
	Seats int
	Play
}

// Validate returns all mistakes.
func (o GauntletOptions) Validate() error {
	return errors.Join(
		checkSeats(o.seats()),
		keys.AtLeast(1).Check("candidates", float64(o.Candidates)),
		keys.AtLeast(float64(max(o.seats(), 2)-1)).Check("opponents", float64(o.Opponents)),
		o.Play.Validate(),
	)
}

func (o GauntletOptions) seats() int {
	if o.Seats == 0 {
		return 2
	}
	return o.Seats
}

// Gauntlet makes the schedule in which, in every cycle, every candidate meets
// every opponent as often: once for two seats, otherwise at tables with the
// opponents that follow each other in the field. Candidates take turns, so that
// any prefix is balanced, and with shared deals all candidates of a cycle play
// the same deal.
func Gauntlet(o GauntletOptions) (Schedule, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	seats := compared(o.seats(), 1+o.Opponents)
	return cycles{gauntlet{o.Candidates, o.Opponents, seats - 1}, o.Play, o.seats() == 1}, nil
}

type gauntlet struct{ candidates, opponents, perTable int }

// tables is the number of tables of one candidate: all opponents sit at one if
// they fit.
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
		first = (turn + candidate) % g.opponents // opponents are spread over a turn
	}
	table := make([]int, 1, 1+g.perTable)
	table[0] = candidate
	for k := range g.perTable {
		table = append(table, g.candidates+(first+k)%g.opponents)
	}
	return table
}
