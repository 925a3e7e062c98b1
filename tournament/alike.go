package tournament

import (
	"slices"

	"github.com/lanista/lanista/engines"
)

// alikePairings is the number of pairings from which on identical endings cannot be chance.
const alikePairings = 20

// Alike finds pairings whose repetitions all end alike: the same places after the same
// number of moves on every deal. If a game claims to have chance but deals every game
// alike, intervals and tests count such repetitions as independent and are wrong. Results
// whose content is known are ignored, since [Standings] count their copies once; see
// [Result.Content]. The zero value is ready to use.
type Alike struct {
	rows map[alikeKey]*alikeRow
}

// AlikePairing is a set of agents whose pairings all ended alike.
type AlikePairing struct {
	Agents   []int // indices into the field, in the seat order of the first game
	Pairings int   // number of pairings
}

// alikeKey identifies pairings of the same agents in the same seats.
type alikeKey struct {
	agents, opponents [engines.MaxSeats]int32 // index+1; 0 fills the rest
	first, games      int
}

// keyOf returns the key of a pairing.
func keyOf(p Pairing) alikeKey {
	key := alikeKey{first: p.First, games: p.Games}
	for i, a := range p.Agents {
		key.agents[i] = int32(a) + 1
	}
	for i, o := range p.Opponents {
		key.opponents[i] = int32(o) + 1
	}
	return key
}

// alikeRow collects the pairings with one key.
type alikeRow struct {
	agents   []int
	pairings int
	games    []engines.Record // games of the first pairing; nil once another ended differently
}

// mostAlikeRows limits the memory: in large fields only the first pairings are watched.
const mostAlikeRows = 1 << 14

// Add adds a result. It ignores results with a forfeit, results stored without the number
// of moves, and results of known content.
func (a *Alike) Add(r Result) {
	if r.Content() != 0 {
		return
	}
	if slices.ContainsFunc(r.Games, func(g engines.Record) bool { return g.Forfeit != nil || g.Plies == 0 }) {
		return
	}
	key := keyOf(r.Pairing)
	row, ok := a.rows[key]
	if !ok {
		if len(a.rows) == mostAlikeRows {
			return
		}
		if a.rows == nil {
			a.rows = make(map[alikeKey]*alikeRow)
		}
		row = &alikeRow{agents: r.Pairing.Agents, games: r.Games}
		a.rows[key] = row
	}
	row.pairings++
	if row.games != nil && !slices.EqualFunc(row.games, r.Games, endedAlike) {
		row.games = nil
	}
}

// endedAlike reports whether two games have the same places and number of moves.
func endedAlike(a, b engines.Record) bool { return a.Outcome == b.Outcome && a.Plies == b.Plies }

// Pairings lists the agents whose 20 or more pairings all ended alike, sorted by index.
func (a *Alike) Pairings() []AlikePairing {
	var out []AlikePairing
	for _, row := range a.rows {
		if row.games != nil && row.pairings >= alikePairings {
			out = append(out, AlikePairing{row.agents, row.pairings})
		}
	}
	slices.SortFunc(out, func(a, b AlikePairing) int { return slices.Compare(a.Agents, b.Agents) })
	return out
}
