package results

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// How the games of a pairing went is one value: for each game its plies, its
// ending and its moves, as the variable-length numbers of package binary. A move
// of most games is a byte.

// asked reports whether the moves of a pairing's games were asked for.
func asked(r *tournament.Result) bool {
	for i := range r.Games {
		if r.Games[i].Moves() != nil {
			return true
		}
	}
	return false
}

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

// readRecords adds to games what appendRecords wrote of them.
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
			return damagedf("the record of its games breaks off")
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
	var s sum
	s = s.bytes(games)
	return s
}

// saveRecords keeps how the games of some pairings went, where that was asked
// for. Generation 0 is a tournament or a verification.
func (r *Run) saveRecords(ctx context.Context, tx transaction, generation int, results []tournament.Result) error {
	var b []byte
	for i := range results {
		res := &results[i]
		if !asked(res) {
			continue
		}
		b = appendRecords(b[:0], res.Games)
		_, err := r.store.write.record.ExecContext(ctx, r.key, generation, res.Index, b, int64(recordSum(b)))
		if err != nil {
			return err
		}
	}
	return nil
}

// Pairing returns one pairing of a round, or for round 0 of a tournament or a
// verification, with all that is known of its games: their plies, endings and
// moves where those were asked for when they were played.
func (s *Store) Pairing(ctx context.Context, id string, round, number int) (tournament.Result, error) {
	var found tournament.Result
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		if found, err = onePairing(ctx, q, key, round, number); err != nil || !asked(&found) {
			return err
		}
		if err := addRecords(ctx, q, key, round, &found); err != nil {
			return fmt.Errorf("round %d: pairing %d: %w", round, number+1, err)
		}
		return nil
	})
	return found, err
}

// addRecords adds how the games of a pairing went.
func addRecords(ctx context.Context, q querier, key int64, round int, r *tournament.Result) error {
	var games []byte
	var stored sql.NullInt64
	err := q.QueryRowContext(ctx, "SELECT games, sum FROM record WHERE run = ? AND generation = ? AND number = ?", key, round, r.Index).
		Scan(&games, &stored)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return damagedf("the record of its games is not there")
	case err != nil:
		return err
	}
	return errors.Join(recordSum(games).check(stored), readRecords(games, r.Games))
}

func onePairing(ctx context.Context, q querier, key int64, round, number int) (tournament.Result, error) {
	list := pairings(ctx, q, key, round)
	if round == 0 {
		list = clusters(ctx, q, key, number) // the first of these, or none
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
