package runs

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/tournament"
)

// In every game of a pairing, the numbers of the agents are those of the seats, each once. They name
// the agents of the first game, except that agents that play apart share a number.
func TestSeatedAt(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]tournament.Pairing{
		"two":            {Agents: []int{4, 2}, Games: 2},
		"several seats":  {Agents: []int{0, 1, 1, 1}, Games: 4},
		"alone":          {Agents: []int{0, 1, 2}, Games: 1, Apart: true},
		"apart":          {Agents: []int{0, 1}, Opponents: []int{2}, Games: 2, Apart: true},
		"apart, later":   {Agents: []int{0, 1}, Opponents: []int{2}, Games: 2, First: 1, Apart: true},
		"apart, several": {Agents: []int{0, 1}, Opponents: []int{2, 3, 2}, Games: 4, First: 3, Apart: true},
	} {
		for game := range p.Played() {
			var numbers []int
			for seat := range p.Seats() {
				n := seatedAt(p, game, seat)
				numbers = append(numbers, n)
				first, agent := p.Seat(0, n), p.Seat(game, seat)
				if apart := p.Apart && slices.Contains(p.Agents, agent); apart && !slices.Contains(p.Agents, first) || !apart && first != agent {
					t.Errorf("%s: game %d, seat %d: agent %d has the number of agent %d", name, game, seat, agent, first)
				}
			}
			if slices.Sort(numbers); !slices.Equal(numbers, []int{0, 1, 2, 3}[:p.Seats()]) {
				t.Errorf("%s: game %d has the numbers %v", name, game, numbers)
			}
		}
	}
}
