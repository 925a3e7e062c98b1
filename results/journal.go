package results

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"iter"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// saveJournal stores finished pairings of a tournament or a verification in the table journal, and
// skips those that are already stored. It returns the increase of the run's counts of pairings and
// games.
func saveJournal(ctx context.Context, w *writer, key int64, pairings []tournament.Result) (counts, error) {
	var saved counts
	var row journalRow
	for i := range pairings {
		c := &pairings[i]
		if err := impossible(c); err != nil {
			return saved, err
		}
		if c.Index < 0 {
			return saved, fmt.Errorf("pairing %d: its index in the schedule is negative", c.Index+1)
		}
		if err := row.set(c); err != nil {
			return saved, err
		}
		res, err := w.journal.ExecContext(ctx, key, c.Index, string(row.agents), row.seed, row.games, row.score,
			string(row.places), optional(row.forfeits), optional(row.extra), int64(row.sum()))
		if err != nil {
			return saved, err
		}
		written, err := res.RowsAffected()
		if err != nil {
			return saved, err
		}
		if written > 0 {
			saved = saved.plus(counts{pairings: 1, journalGames: len(c.Games)})
		}
	}
	return saved, nil
}

// journalRow is a row of the table journal, which contains the finished pairings of a tournament or
// a verification. The methods set and scan reuse its buffers.
type journalRow struct {
	number, games                   int
	seed                            int64
	score                           float64
	agents, places, forfeits, extra []byte
}

func (row *journalRow) set(r *tournament.Result) (err error) {
	row.number, row.games, row.seed, row.score = r.Index, r.Pairing.Games, int64(r.Pairing.Seed), score(r)
	row.agents = appendInts(row.agents[:0], r.Pairing.Agents)
	row.places = appendPlaces(row.places[:0], r.Games)
	row.forfeits, row.extra = row.forfeits[:0], row.extra[:0]
	if m := extraOf(r); !m.empty() {
		row.extra = m.append(row.extra)
	}
	if forfeits(r.Games) > 0 {
		row.forfeits, err = appendForfeits(row.forfeits, r.Games)
	}
	return err
}

func (row *journalRow) sum() sum {
	s := sum(0).int(row.number).int(int(row.seed)).int(row.games).float(row.score)
	for _, text := range [...][]byte{row.agents, row.places, row.forfeits, row.extra} {
		s = s.bytes(text)
	}
	return s
}

// scan reads the current row of rows and returns the pairing's result. The row must have the
// columns number, agents, seed, games, score, places, forfeits, more and sum.
func (row *journalRow) scan(rows *sql.Rows) (tournament.Result, error) {
	var stored sql.NullInt64
	raw := func(b *[]byte) *sql.RawBytes { return (*sql.RawBytes)(b) } // valid until the next row is read
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
	return r, checkResult(r)
}

// pairings yields the results of the pairings of a round. Round 0 means the journal, the finished
// pairings of a tournament or a verification. The journal is read row by row, and a round as a
// whole.
func pairings(ctx context.Context, q querier, key int64, round int) iter.Seq2[tournament.Result, error] {
	if round == 0 {
		return journal(ctx, q, key, 0)
	}
	return func(yield func(tournament.Result, error) bool) {
		played, err := readPlayed(ctx, q, key, round)
		var list []tournament.Result
		if err == nil {
			list, err = readPairings(played.pairings)
		}
		if err != nil {
			yield(tournament.Result{}, fmt.Errorf("round %d: %w", round, err))
			return
		}
		for _, r := range list {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// journal yields the stored pairings of a tournament or a verification in the order of the
// schedule. The argument from is the number of the first pairing in the schedule, counted from 0.
func journal(ctx context.Context, q querier, key int64, from int) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		rows, err := q.QueryContext(ctx, "SELECT number, agents, seed, games, score, places, forfeits, more, sum FROM journal WHERE run = ? AND number >= ? ORDER BY number", key, from)
		if err != nil {
			yield(tournament.Result{}, err)
			return
		}
		defer func() { _ = rows.Close() }()
		var row journalRow
		n := 0
		for ; rows.Next(); n++ {
			r, err := row.scan(rows)
			if !yield(r, err) || err != nil {
				return
			}
		}
		err = rows.Err()
		if err == nil && from == 0 {
			err = countJournal(ctx, q, key, n)
		}
		if err != nil {
			yield(tournament.Result{}, err)
		}
	}
}

func onePairing(ctx context.Context, q querier, key int64, round, number int) (tournament.Result, error) {
	list := pairings(ctx, q, key, round)
	if round == 0 {
		list = journal(ctx, q, key, number) // begins with the wanted one if the journal has it
	}
	for r, err := range list {
		if err != nil || r.Index == number {
			return r, err
		}
		if round == 0 {
			break
		}
	}
	return tournament.Result{}, fmt.Errorf("round %d has no pairing %d", round, number+1)
}

// countJournal returns an error if n, the number of pairings that were read, differs from the
// number that is stored with the run.
func countJournal(ctx context.Context, q querier, key int64, n int) error {
	c, err := readCounts(ctx, q, key)
	if err == nil && c.pairings != n {
		err = damagedf("%d pairings are in its journal; %d were written", n, c.pairings)
	}
	return err
}

func forfeits(games []engines.Record) int {
	n := 0
	for i := range games {
		if games[i].Forfeit != nil {
			n++
		}
	}
	return n
}

func optional(text []byte) any {
	if len(text) == 0 {
		return nil
	}
	return string(text)
}
