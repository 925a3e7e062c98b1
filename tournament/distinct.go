package tournament

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// distinct counts the different pairings and games of a table or of one of its agents.
type distinct struct {
	games, pairings int
	known           bool // the content of a pairing
}

// variety returns the counts, none if no content was known.
func (d distinct) variety() rating.Variety {
	if !d.known {
		return rating.Variety{}
	}
	return rating.Variety{Distinct: d.games, DistinctPairings: d.pairings}
}

// addPairing counts a pairing that a [Contents] has seen.
func (d *distinct) addPairing(s Seen) {
	d.known = d.known || s.Known
	if s.Nth == 1 {
		d.pairings++
	}
}

// gamesOfAgents stores which agents have played a game, by its content: a bit for each of
// the first 64 agents, and for those that follow, 64 at a time, under keys of their own.
// One look-up of a game serves two agents, in most fields.
type gamesOfAgents map[uint64]uint64

// add enters that an agent has played a game. It reports whether the game is new, and
// whether it is new to the agent.
func (p gamesOfAgents) add(content uint64, agent int) (isNew, toAgent bool) {
	played, known := p[content]
	bit := uint64(1) << (agent % 64)
	if agent < 64 {
		if !known || played&bit == 0 {
			p[content] = played | bit
		}
		return !known, played&bit == 0
	}
	if !known {
		p[content] = 0
	}
	_, toAgent = p.add(engines.Seed(content, uint64(agent/64)), agent%64)
	return !known, toAgent
}

// enterContent counts how many games and pairings are different, and returns which copy
// of its content a result is.
func (s *Standings) enterContent(r *Result) int {
	seen := s.contents.Add(*r)
	s.different.addPairing(seen)
	for _, agent := range r.Pairing.Agents {
		s.agents[agent].different.addPairing(seen)
	}
	if seen.Nth > 1 { // its games are known
		return seen.Nth
	}
	if seen.Known && s.played == nil {
		s.played = make(gamesOfAgents)
	}
	for g := range r.Games {
		s.enterGame(r, g)
	}
	return seen.Nth
}

// enterGame counts a game of a result that is new.
func (s *Standings) enterGame(r *Result, g int) {
	content := r.Games[g].Content
	if content == 0 || s.played == nil {
		s.different.games++
	}
	for k, agent := range r.Pairing.Agents {
		if r.Pairing.SeatOf(g, k) < 0 {
			continue // the game of another agent
		}
		toAgent := true
		if content != 0 && s.played != nil {
			var isNew bool
			if isNew, toAgent = s.played.add(content, agent); isNew {
				s.different.games++
			}
		}
		if toAgent {
			s.agents[agent].different.games++
		}
	}
}
