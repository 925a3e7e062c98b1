package results

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// GameRef identifies a game of a run by its round, its pairing in the round, and its number in
// the pairing.
type GameRef struct {
	Round   int // round; 0 is the tournament or the verification
	Pairing int // index in the schedule of the round, from 0
	Game    int // index in the pairing, from 0
}

// String formats the reference as ROUND.PAIRING.GAME. Pairings and games are counted from 1, so
// "3.18.2" is game 2 of pairing 18 in round 3.
func (g GameRef) String() string { return fmt.Sprintf("%d.%d.%d", g.Round, g.Pairing+1, g.Game+1) }

// ParseGameRef parses a reference to a game of a run in the format of [GameRef.String]. For
// example, "3.18.2" is game 2 of pairing 18 in round 3.
func ParseGameRef(text string) (GameRef, error) {
	var g GameRef
	parts := strings.Split(text, ".")
	if len(parts) == 3 {
		ok := true
		for i, to := range []*int{&g.Round, &g.Pairing, &g.Game} {
			first := min(i, 1)
			n, err := strconv.Atoi(parts[i])
			ok = ok && err == nil && n >= first
			*to = n - first
		}
		if ok {
			return g, nil
		}
	}
	return GameRef{}, fmt.Errorf("%q is not a game; use ROUND.PAIRING.GAME, such as 3.18.2", text)
}

func (g GameRef) before(h GameRef) bool {
	return cmp.Or(cmp.Compare(g.Round, h.Round), cmp.Compare(g.Pairing, h.Pairing), cmp.Compare(g.Game, h.Game)) < 0
}

// These values of a [GameQuery] select games by their outcome. The outcome is that of the query's
// agent, or of the first seat if the query names no agent.
const (
	Won   = "won"
	Drawn = "drawn"
	Lost  = "lost"
)

// GameQuery selects games of a run. A field with its zero value does not restrict the selection.
type GameQuery struct {
	Round    *int     // round; 0 is the tournament or the verification; nil means all
	Agent    string   // name of an agent that plays in the game
	Outcome  string   // Won, Drawn or Lost
	Forfeits bool     // only forfeited games
	After    *GameRef // only games after this one in the order of [Store.Games]
	Limit    int      // maximum number of games; 0 means all
}

// PlayedGame is a stored game with its number in the run and the names of its players.
type PlayedGame struct {
	GameRef
	Agents []string // names by seat
	Seed   uint64
	// Record contains the places or scores of the seats, and how a player lost by failing, if one
	// did. It contains no plies or moves; [Store.Pairing] reads them.
	Record engines.Record
}

func (query GameQuery) rounds(ctx context.Context, q querier, key int64) ([]int, error) {
	if query.Round != nil {
		return []int{*query.Round}, nil
	}
	from, first := 1, []int{0}
	if query.After != nil && query.After.Round > 0 {
		from, first = query.After.Round, nil
	}
	rounds, err := roundNumbers(ctx, q, key, from, 1<<31)
	return append(first, rounds...), err
}

// collect appends the selected games of a round to list. It returns full as true if the query's
// limit is reached.
func (query GameQuery) collect(ctx context.Context, q querier, key int64, round int, list *[]PlayedGame) (full bool, err error) {
	names, err := fieldNames(ctx, q, key, round)
	if err != nil {
		return false, err
	}
	results := pairings(ctx, q, key, round)
	if round == 0 && query.After != nil && query.After.Round == 0 {
		results = journal(ctx, q, key, query.After.Pairing)
	}
	for r, err := range results {
		if err != nil {
			return false, err
		}
		for i := range r.Games {
			g := playedGame(r, round, i, names)
			if !query.selects(g) {
				continue
			}
			*list = append(*list, g)
			if len(*list) == query.Limit {
				return true, nil
			}
		}
	}
	return false, nil
}

func playedGame(r tournament.Result, round, game int, names []string) PlayedGame {
	g := PlayedGame{GameRef: GameRef{round, r.Index, game}, Seed: r.Pairing.Seed, Record: r.Games[game]}
	for seat := range r.Pairing.Seats() {
		name := ""
		if at := r.Pairing.Seat(game, seat); at < len(names) {
			name = names[at]
		}
		g.Agents = append(g.Agents, name)
	}
	return g
}

func (query GameQuery) selects(g PlayedGame) bool {
	if query.After != nil && !query.After.before(g.GameRef) || query.Forfeits && g.Record.Forfeit == nil {
		return false
	}
	sat := query.Agent == ""
	for seat, name := range g.Agents {
		if query.Agent != "" && name != query.Agent {
			continue
		}
		sat = true
		if query.Outcome == "" || query.Outcome == outcomeOf(g.Record.Outcome, seat) {
			return true
		}
		if query.Agent == "" { // of the first seat
			return false
		}
	}
	return sat && query.Outcome == ""
}

func outcomeOf(o engines.Outcome, seat int) string {
	shared := 0
	for other := range o.Seats() {
		if o.Place(other) == 1 {
			shared++
		}
	}
	switch {
	case o.Place(seat) != 1:
		return Lost
	case shared > 1:
		return Drawn
	}
	return Won
}
