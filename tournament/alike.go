package tournament

import (
	"slices"

	"github.com/lanista/lanista/engines"
)

// alikeClusters is the number of clusters after which it is no accident that all
// of them ended alike.
const alikeClusters = 20

// Alike finds pairings whose clusters all end alike: the same places after the same
// number of moves, whatever the deal. Intervals and tests count such clusters as
// independent if the content of their games is not known, see [Result.Content]: in a
// game that claims to have chance and deals every game alike they are wrong. Results of
// known content are left out, since [Standings] count their copies once. The zero value
// is ready.
type Alike struct {
	rows map[alikeKey]*alikeRow
}

// AlikePairing is a pairing whose clusters all ended alike.
type AlikePairing struct {
	Agents   []int // places in the field, in the seat order of the first game
	Clusters int
}

// alikeKey tells pairings apart that are played in another way.
type alikeKey struct {
	agents, opponents [engines.MaxSeats]int32 // counted from 1, then 0
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

// alikeRow is the clusters of one pairing so far.
type alikeRow struct {
	agents   []int
	clusters int
	games    []engines.Record // of the first; nil when one was different
}

// mostAlikeRows bounds the memory: of larger fields some pairings are watched.
const mostAlikeRows = 1 << 14

// Add enters a result. A result with a forfeit is left out, and so are a result that
// was stored without its number of moves and a result of known content.
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
	row.clusters++
	if row.games != nil && !slices.EqualFunc(row.games, r.Games, endedAlike) {
		row.games = nil
	}
}

// endedAlike compares two games.
func endedAlike(a, b engines.Record) bool { return a.Outcome == b.Outcome && a.Plies == b.Plies }

// Pairings lists the pairings of 20 clusters or more that all ended
// alike, by their agents.
func (a *Alike) Pairings() []AlikePairing {
	var out []AlikePairing
	for _, row := range a.rows {
		if row.games != nil && row.clusters >= alikeClusters {
			out = append(out, AlikePairing{row.agents, row.clusters})
		}
	}
	slices.SortFunc(out, func(a, b AlikePairing) int { return slices.Compare(a.Agents, b.Agents) })
	return out
}
