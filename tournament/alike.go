package tournament

import (
	"slices"

	"github.com/lanista/lanista/engines"
)

// LeastAlike is the number of pairings that the same agents must have played before equal games are
// reported. [Alike] reports games that all end alike, and [Mirrors] pairings that are all mirrored.
// So many equal pairings cannot be chance.
const LeastAlike = 20

// Alike finds agents whose games all end alike, with the same places after the same number of
// moves, although their seeds differ. An example is a game whose rules declare chance although
// every seed gives the same game. Intervals and tests would wrongly count such repetitions as
// independent games. Alike ignores results whose moves are known: [Contents] finds copies of these
// by their moves, and [Standings] counts copies as one observation. The zero value is ready to use.
type Alike struct {
	rows map[alikeKey]*alikeRow
}

// AlikePairing names agents whose games against each other all ended alike, and the number of
// pairings that they played.
type AlikePairing struct {
	Agents   []int // indices in the list of agents, in the seat order of the first game
	Pairings int   // number of pairings
}

// alikeKey identifies all pairings in which the same agents play in the same seats.
type alikeKey struct {
	agents, opponents [engines.MaxSeats]int32 // indices of the agents plus 1; unused elements are 0
	first, games      int
}

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

// alikeRow describes the pairings in which the same agents had the same seats. It contains their
// number and, if all of them ended alike, the games of the first.
type alikeRow struct {
	agents   []int
	pairings int
	games    []engines.Record // games of the first pairing; nil once another ended differently
}

// mostAlikeRows is the largest number of different sets of agents that [Alike] or [Mirrors] counts.
// It limits the memory for tournaments of many agents.
const mostAlikeRows = 1 << 14

// Add enters the result of a pairing and compares how its games ended with the earlier pairings of
// the same agents in the same seats. It ignores a pairing if a game was forfeited or its number of
// moves is unknown. It also ignores a pairing with known moves, because the moves show directly
// whether games are equal.
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

// Mirrored reports whether all games of a pairing ended in the same way although the agents
// exchanged seats. Games end in the same way if they have the same moves. If the moves are unknown,
// they must have the same places after the same number of moves. Agents that always choose the same
// moves have only mirrored pairings.
//
// Mirrored returns false for a pairing with one game, a pairing whose agents play separate games
// (Apart), and a pairing with a forfeited game.
func (r Result) Mirrored() bool {
	if r.Pairing.Apart || len(r.Games) < 2 {
		return false
	}
	first := r.Games[0]
	return !slices.ContainsFunc(r.Games, func(g engines.Record) bool {
		if g.Forfeit != nil || g.Content != first.Content {
			return true
		}
		return g.Content == 0 && (g.Plies == 0 || !endedAlike(g, first)) // a content hash includes the end
	})
}

// Mirrors finds pairs of agents whose games were always equal after the agents had exchanged seats;
// see [Result.Mirrored]. Such games show no difference between the agents. The zero value is ready
// to use.
type Mirrors struct {
	rows map[[2]int]*mirrorRow
}

// mirrorRow counts the pairings between two agents and records whether all of them are mirrored.
type mirrorRow struct {
	pairings int
	differ   bool // a pairing was not mirrored
}

// Add enters the result of a pairing between two agents. It ignores results of pairings in which one or
// more than two agents play.
func (m *Mirrors) Add(r Result) {
	if len(r.Pairing.Agents) < 2 {
		return
	}
	key := [2]int{slices.Min(r.Pairing.Agents), slices.Max(r.Pairing.Agents)}
	if key[0] == key[1] || slices.ContainsFunc(r.Pairing.Agents, func(a int) bool { return a != key[0] && a != key[1] }) {
		return
	}
	row, ok := m.rows[key]
	if !ok {
		if len(m.rows) == mostAlikeRows {
			return
		}
		if m.rows == nil {
			m.rows = make(map[[2]int]*mirrorRow)
		}
		row = new(mirrorRow)
		m.rows[key] = row
	}
	row.pairings++
	row.differ = row.differ || !r.Mirrored()
}

// Pairings returns the pairs of agents who played at least 20 pairings, all of them mirrored, sorted
// by index.
func (m *Mirrors) Pairings() []AlikePairing {
	var out []AlikePairing
	for agents, row := range m.rows {
		if !row.differ && row.pairings >= LeastAlike {
			out = append(out, AlikePairing{agents[:], row.pairings})
		}
	}
	slices.SortFunc(out, func(a, b AlikePairing) int { return slices.Compare(a.Agents, b.Agents) })
	return out
}

func endedAlike(a, b engines.Record) bool { return a.Outcome == b.Outcome && a.Plies == b.Plies }

// Pairings returns the agents who played at least 20 pairings that all ended alike, sorted by
// index.
func (a *Alike) Pairings() []AlikePairing {
	var out []AlikePairing
	for _, row := range a.rows {
		if row.games != nil && row.pairings >= LeastAlike {
			out = append(out, AlikePairing{row.agents, row.pairings})
		}
	}
	slices.SortFunc(out, func(a, b AlikePairing) int { return slices.Compare(a.Agents, b.Agents) })
	return out
}
