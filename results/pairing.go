package results

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// appendPairings appends the results of a round to b in the JSON form of the store: a list with one
// list per pairing. The list of a pairing contains number, agents, seed, games, score, places and
// forfeits; schema.sql describes them at the table journal. If the pairing has rare properties, an
// object of the type more follows. Recorded moves are stored in the table record instead.
func appendPairings(b []byte, results []tournament.Result) ([]byte, error) {
	return appendPairingsWith(b, results, extraOf)
}

// appendPairingsWith appends the results of a round to b in the form of [appendPairings]. The
// function extra returns the rare properties, such as recorded moves, that are stored with a
// pairing.
func appendPairingsWith(b []byte, results []tournament.Result, extra func(*tournament.Result) more) ([]byte, error) {
	var err error
	b = append(b, '[')
	for i := range results {
		r := &results[i]
		b = comma(b, i)
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(r.Index), 10)
		b = append(b, ',')
		b = appendInts(b, r.Pairing.Agents)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(r.Pairing.Seed), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(r.Pairing.Games), 10)
		b = append(b, ',')
		b = appendReal(b, score(r))
		b = append(b, ',')
		b = appendPlaces(b, r.Games)
		b = append(b, ',')
		if b, err = appendForfeits(b, r.Games); err != nil {
			return nil, err
		}
		if m := extra(r); !m.empty() {
			b = append(b, ',')
			b = m.append(b)
		}
		b = append(b, ']')
	}
	return append(b, ']'), nil
}

func readPairings(text []byte) (list []tournament.Result, err error) {
	c := cursor{b: text}
	c.list(func() {
		var r tournament.Result
		c.want('[')
		r.Index = c.int()
		c.want(',')
		r.Pairing.Agents = c.ints()
		c.want(',')
		r.Pairing.Seed = uint64(c.int())
		c.want(',')
		r.Pairing.Games = c.int()
		c.want(',')
		c.real() // the score follows from the places
		c.want(',')
		r.Games = c.places()
		c.want(',')
		c.forfeits(r.Games)
		if c.take(',') {
			c.more(&r)
		}
		c.want(']')
		if err := checkResult(r); c.err == nil && err != nil {
			c.err = err
		}
		list = append(list, r)
	})
	return list, c.end()
}

// checkResult returns ErrDamaged for a stored result that no pairing can have, such as one without
// games.
func checkResult(r tournament.Result) error {
	if err := impossible(&r); err != nil {
		return damagedf("%v", err)
	}
	return nil
}

// impossible returns an error for a result that no pairing can have, such as one without games.
func impossible(r *tournament.Result) error {
	p := &r.Pairing
	if seats := p.Seats(); len(p.Agents) == 0 || seats > engines.MaxSeats || p.First < 0 || p.First >= seats || p.Games < 0 || len(r.Games) != p.Played() {
		return fmt.Errorf("pairing %d: %d games of %d agents", r.Index+1, len(r.Games), len(p.Agents))
	}
	for _, list := range [...][]int{p.Agents, p.Opponents} {
		for _, agent := range list {
			if agent < 0 {
				return fmt.Errorf("pairing %d: agent %d", r.Index+1, agent)
			}
		}
	}
	for i := range r.Games {
		g := &r.Games[i]
		if g.Outcome.Seats() != p.Seats() || g.Forfeit != nil && (g.Forfeit.Seat < 0 || g.Forfeit.Seat >= p.Seats()) {
			return fmt.Errorf("pairing %d: a game of %d seats", r.Index+1, g.Outcome.Seats())
		}
	}
	return nil
}

// score returns the mean score of the pairing's first agent, from 0 to 1.
func score(r *tournament.Result) float64 {
	if len(r.Games) == 0 || len(r.Pairing.Agents) == 0 {
		return 0
	}
	return r.Points(0)
}

// appendPlaces appends a list with one element per game to b. The element is the list of places by
// seat. For a game with scores, it is an object with the list of scores instead.
func appendPlaces(b []byte, games []engines.Record) []byte {
	b = append(b, '[')
	for i := range games {
		b = comma(b, i)
		o := &games[i].Outcome
		opens, closes := "[", "]"
		_, scored := o.Score(0)
		if scored {
			opens, closes = `{"scores":[`, "]}"
		}
		b = append(b, opens...)
		for seat := range o.Seats() {
			b = comma(b, seat)
			if x, _ := o.Score(seat); scored {
				b = appendReal(b, x)
			} else {
				b = strconv.AppendInt(b, int64(o.Place(seat)), 10)
			}
		}
		b = append(b, closes...)
	}
	return append(b, ']')
}

func (c *cursor) places() (games []engines.Record) {
	c.list(func() {
		var g engines.Record
		if len(c.b) > 0 && c.b[0] == '{' {
			c.value(&g.Outcome)
		} else if places := c.ints(); len(places) > engines.MaxSeats {
			c.fail("fewer seats")
		} else {
			g.Outcome = engines.Places(places...)
		}
		games = append(games, g)
	})
	return games
}

// forfeit is the JSON form of a game that a player lost by failing.
type forfeit struct {
	Game   int                 `json:"game"` // index of the game in the pairing, from 0
	Seat   int                 `json:"seat"`
	Kind   engines.ForfeitKind `json:"kind"`
	Reason string              `json:"reason"`
}

// appendForfeits appends to b a list of the games that were lost by failing, or null if there are
// none.
func appendForfeits(b []byte, games []engines.Record) ([]byte, error) {
	n := 0
	for i := range games {
		f := games[i].Forfeit
		if f == nil {
			continue
		}
		if n == 0 {
			b = append(b, '[')
		}
		b = append(comma(b, n), `{"game":`...)
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, `,"seat":`...)
		b = strconv.AppendInt(b, int64(f.Seat), 10)
		b = append(b, `,"kind":"`...)
		b = append(b, f.Kind.String()...)
		b = append(b, `","reason":`...)
		var err error
		if b, err = appendText(b, f.Reason); err != nil {
			return nil, err
		}
		b = append(b, '}')
		n++
	}
	if n == 0 {
		return append(b, "null"...), nil
	}
	return append(b, ']'), nil
}

// forfeits parses the list of a pairing's games that were lost by failing, and marks these games.
// It does not change other games.
func (c *cursor) forfeits(games []engines.Record) {
	var list []forfeit
	c.value(&list)
	for _, f := range list {
		if f.Game < 0 || f.Game >= len(games) {
			c.fail("a forfeit of one of the games")
			return
		}
		g := &games[f.Game]
		g.Ending, g.Forfeit = engines.Forfeited, &engines.Forfeit{Seat: f.Seat, Kind: f.Kind, Reason: f.Reason}
	}
}

// more is the JSON form of properties that few pairings have, such as recorded moves. Other
// pairings are stored without it.
type more struct {
	Apart     bool    `json:"apart"` // the agents did not play against each other
	Opponents []int   `json:"opponents"`
	First     int     `json:"first"`
	Scale     float64 `json:"scale"` // scale of an objective that counts scores
	Moves     bool    `json:"moves"` // the games have recorded moves
	// Content contains the content hashes of the games, 8 bytes each, little-endian.
	Content []byte `json:"content"`
	Plies   []int  `json:"plies"` // number of plies of every game; only in explanations
}

func (m more) empty() bool {
	return !m.Apart && m.Opponents == nil && m.First == 0 && m.Scale == 0 && !m.Moves && m.Content == nil && m.Plies == nil
}

// extraOf returns the properties of a pairing that are stored only for the few pairings that have
// them, such as recorded moves.
func extraOf(r *tournament.Result) more {
	return more{
		Apart: r.Pairing.Apart, Opponents: r.Pairing.Opponents, First: r.Pairing.First,
		Scale: r.Objective.Scale, Moves: hasMoves(r), Content: contents(r.Games),
	}
}

// extraWithPlies returns the rare properties that an explanation stores with a pairing: those of
// [extraOf] and the number of plies of every game. Plies is nil if no number is known.
func extraWithPlies(r *tournament.Result) more {
	m := extraOf(r)
	if slices.ContainsFunc(r.Games, func(g engines.Record) bool { return g.Plies != 0 }) {
		for i := range r.Games {
			m.Plies = append(m.Plies, r.Games[i].Plies)
		}
	}
	return m
}

// contents encodes the content hashes of games as a list of bytes. Equal games have equal hashes.
// It returns nil if all hashes are 0.
func contents(games []engines.Record) []byte {
	if !slices.ContainsFunc(games, func(g engines.Record) bool { return g.Content != 0 }) {
		return nil
	}
	b := make([]byte, 0, contentBytes*len(games))
	for i := range games {
		b = binary.LittleEndian.AppendUint64(b, games[i].Content)
	}
	return b
}

const contentBytes = 8

// append appends the properties to b as a JSON object. At least one property must be set.
func (m more) append(b []byte) []byte {
	at := len(b)
	if m.Apart {
		b = append(b, `,"apart":true`...)
	}
	if m.Opponents != nil {
		b = append(b, `,"opponents":`...)
		b = appendInts(b, m.Opponents)
	}
	if m.First != 0 {
		b = append(b, `,"first":`...)
		b = strconv.AppendInt(b, int64(m.First), 10)
	}
	if m.Scale != 0 {
		b = append(b, `,"scale":`...)
		b = appendReal(b, m.Scale)
	}
	if m.Moves {
		b = append(b, `,"moves":true`...)
	}
	if m.Content != nil {
		b = append(b, `,"content":"`...)
		b = append(base64.StdEncoding.AppendEncode(b, m.Content), '"')
	}
	if m.Plies != nil {
		b = append(b, `,"plies":`...)
		b = appendInts(b, m.Plies)
	}
	b[at] = '{'
	return append(b, '}')
}

// more parses the JSON object of rare properties, such as recorded moves, with which a stored
// pairing may end (type [more]). It stores the properties in r. A game with recorded moves receives
// an empty list, to which addRecords adds them.
func (c *cursor) more(r *tournament.Result) {
	var m more
	c.value(&m)
	r.Pairing.Apart, r.Pairing.Opponents, r.Pairing.First, r.Objective.Scale = m.Apart, m.Opponents, m.First, m.Scale
	for i := range r.Games {
		if m.Moves {
			r.Games[i].Detail().Moves = []engines.Move{}
		}
	}
	switch {
	case m.Content == nil:
	case len(m.Content) != contentBytes*len(r.Games):
		c.fail("a content of every game")
	default:
		for i := range r.Games {
			r.Games[i].Content = binary.LittleEndian.Uint64(m.Content[contentBytes*i:])
		}
	}
	switch {
	case m.Plies == nil:
	case len(m.Plies) != len(r.Games):
		c.fail("the plies of every game")
	default:
		for i, plies := range m.Plies {
			r.Games[i].Plies = plies
		}
	}
}
