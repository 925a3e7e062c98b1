package results

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// This file has the form of the table record: plies, ending and moves of every game, if the run
// writes a file of games. Other properties of games are in the pairing's row; see type more.

func hasMoves(r *tournament.Result) bool {
	for i := range r.Games {
		if r.Games[i].Moves() != nil {
			return true
		}
	}
	return false
}

// appendRecords appends the number of plies, the ending and the moves of every game to b, as
// variable-length integers (see package encoding/binary). In most games a move takes one byte.
func appendRecords(b []byte, games []engines.Record) []byte {
	for i := range games {
		g := &games[i]
		b = binary.AppendUvarint(b, uint64(g.Plies))
		b = binary.AppendUvarint(b, uint64(g.Ending))
		b = binary.AppendUvarint(b, uint64(len(g.Moves())))
		for _, m := range g.Moves() {
			b = binary.AppendVarint(b, int64(m))
		}
	}
	return b
}

func readRecords(b []byte, games []engines.Record) error {
	ok := true
	unsigned := func() uint64 {
		x, n := binary.Uvarint(b)
		ok = ok && n > 0
		b = b[max(n, 0):]
		return x
	}
	for i := range games {
		g := &games[i]
		g.Plies, g.Ending = int(unsigned()), engines.Ending(unsigned())
		moves := unsigned()
		if !ok || moves > uint64(len(b)) {
			return damagedf("the record of its games is incomplete")
		}
		d := g.Detail()
		d.Moves = make([]engines.Move, moves)
		for k := range d.Moves {
			x, n := binary.Varint(b)
			ok = ok && n > 0
			d.Moves[k], b = engines.Move(x), b[max(n, 0):]
		}
	}
	if !ok || len(b) > 0 {
		return damagedf("the record of its games has another length")
	}
	return nil
}

func recordSum(games []byte) sum {
	return sum(0).bytes(games)
}

// saveRecords stores the recorded moves of pairings. It skips pairings without recorded moves.
// generation is the number of the round, or 0 for the games of a tournament or a verification.
func saveRecords(ctx context.Context, w *writer, key int64, generation int, results []tournament.Result) error {
	var b []byte
	for i := range results {
		res := &results[i]
		if !hasMoves(res) {
			continue
		}
		b = appendRecords(b[:0], res.Games)
		_, err := w.record.ExecContext(ctx, key, generation, res.Index, b, int64(recordSum(b)))
		if err != nil {
			return err
		}
	}
	return nil
}

func addRecords(ctx context.Context, q querier, key int64, round int, r *tournament.Result) error {
	var games []byte
	var stored sql.NullInt64
	err := q.QueryRowContext(ctx, "SELECT games, sum FROM record WHERE run = ? AND generation = ? AND number = ?", key, round, r.Index).
		Scan(&games, &stored)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return damagedf("the record of its games is missing")
	case err != nil:
		return err
	}
	return errors.Join(recordSum(games).check(stored), readRecords(games, r.Games))
}
