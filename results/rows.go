package results

import (
	"cmp"
	"database/sql"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// The rows of the larger tables, in the form in which they are summed: the same
// when they are written and when they are read.

// generationRow is a round.
type generationRow struct {
	number, games, total, forfeits int
	best, mean, spread             sql.NullFloat64
	means, spreads, answer, saved  string
	seconds                        float64
}

func (row *generationRow) sum() sum {
	var s sum
	for _, n := range [...]int{row.number, row.games, row.total, row.forfeits} {
		s = s.int(n)
	}
	for _, x := range [...]sql.NullFloat64{row.best, row.mean, row.spread} {
		s = s.real(x)
	}
	for _, text := range [...]string{row.means, row.spreads, row.answer, row.saved} {
		s = s.text(text)
	}
	s = s.float(row.seconds)
	return s
}

// playedRow is who played in a round.
type playedRow struct{ genomes, entrants, pairings []byte }

func (row *playedRow) sum(round int) sum {
	var s sum
	s = s.int(round)
	for _, text := range [...][]byte{row.genomes, row.entrants, row.pairings} {
		s = s.bytes(text)
	}
	return s
}

// contestantRow is an agent of a tournament or a verification.
type contestantRow struct{ name, player, weights, settings, limit string }

func (row *contestantRow) sum(number int) sum {
	var s sum
	s = s.int(number)
	for _, text := range [...]string{row.name, row.player, row.weights, row.settings, row.limit} {
		s = s.text(text)
	}
	return s
}

// clusterRow is a result of the journal. It may be used again for another.
type clusterRow struct {
	number, games                   int
	seed                            int64
	score                           float64
	agents, places, forfeits, extra []byte
}

// clusterColumns is the number of columns of a cluster.
const clusterColumns = 10

func (row *clusterRow) set(r *tournament.Result) (err error) {
	row.number, row.games, row.seed, row.score = r.Index, r.Pairing.Games, int64(r.Pairing.Seed), score(r)
	row.agents = appendInts(row.agents[:0], r.Pairing.Agents)
	row.places = appendPlaces(row.places[:0], r.Games)
	row.forfeits, row.extra = row.forfeits[:0], row.extra[:0]
	if m := moreOf(r); !m.empty() {
		row.extra = m.append(row.extra)
	}
	if forfeits(r.Games) > 0 {
		row.forfeits, err = appendForfeits(row.forfeits, r.Games)
	}
	return err
}

func (row *clusterRow) sum() sum {
	var s sum
	s = s.int(row.number)
	s = s.int(int(row.seed))
	s = s.int(row.games)
	s = s.float(row.score)
	for _, text := range [...][]byte{row.agents, row.places, row.forfeits, row.extra} {
		s = s.bytes(text)
	}
	return s
}

// scan reads the row that rows stand at: number, agents, seed, games, score,
// places, forfeits, more, sum.
func (row *clusterRow) scan(rows *sql.Rows) (tournament.Result, error) {
	var stored sql.NullInt64
	raw := func(b *[]byte) *sql.RawBytes { return (*sql.RawBytes)(b) } // they are read before the next row
	err := rows.Scan(&row.number, raw(&row.agents), &row.seed, &row.games, &row.score,
		raw(&row.places), raw(&row.forfeits), raw(&row.extra), &stored)
	if err != nil {
		return tournament.Result{}, err
	}
	r := tournament.Result{Index: row.number}
	r.Pairing.Seed, r.Pairing.Games = uint64(row.seed), row.games
	err = row.sum().check(stored)
	for _, part := range [...]struct {
		text []byte
		read func(c *cursor)
	}{
		{row.agents, func(c *cursor) { r.Pairing.Agents = c.ints() }},
		{row.places, func(c *cursor) { r.Games = c.places() }},
		{row.forfeits, func(c *cursor) { c.forfeits(r.Games) }},
		{row.extra, func(c *cursor) { c.more(&r) }},
	} {
		if len(part.text) > 0 && err == nil {
			c := cursor{b: part.text}
			part.read(&c)
			err = cmp.Or(err, c.end())
		}
	}
	if err != nil {
		return r, fmt.Errorf("pairing %d: %w", row.number+1, err)
	}
	return r, fits(r)
}

// forfeits counts the games that somebody forfeited.
func forfeits(games []engines.Record) int {
	n := 0
	for i := range games {
		if games[i].Forfeit != nil {
			n++
		}
	}
	return n
}

// optional is a text as a column; an empty one becomes NULL.
func optional(text []byte) any {
	if len(text) == 0 {
		return nil
	}
	return string(text)
}
