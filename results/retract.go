package results

import (
	"context"
	"fmt"
	"slices"
)

// Retracted describes the results that [Run.Retract] has removed.
type Retracted struct {
	// Round is the first round that was removed, with all later ones. It is 0 if no round was
	// removed.
	Round    int
	Rounds   int // number of rounds removed
	Pairings int // pairings of a tournament or a verification removed
}

// Exclude stores that the results of a worker were wrong, and the reason. It reports whether the
// run has stored results of the worker that [Run.Retract] would remove.
func (r *Run) Exclude(ctx context.Context, w Worker) (used bool, err error) {
	err = r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		n, err := r.worker(ctx, tx, Worker{ID: w.ID, Host: w.Host, Build: w.Build, Slots: w.Slots})
		if err != nil {
			return counts{}, err
		}
		list, err := workers(ctx, tx, r.key)
		if err != nil {
			return counts{}, err
		}
		stored := list[n]
		stored.Excluded = w.Excluded
		if err := r.saveWorker(ctx, tx, n, stored); err != nil {
			return counts{}, err
		}
		rows, err := origins(ctx, tx, r.key)
		used = len(unconfirmed(rows, n)) > 0
		return counts{}, err
	})
	return used, err
}

// unconfirmed returns, by round, the pairings that a worker played after the last pairing at which
// another worker had the same result. Round 0 is the journal.
func unconfirmed(rows []originRow, worker int) map[int][]origin {
	found := make(map[int][]origin)
	for _, row := range slices.Backward(rows) {
		for _, g := range slices.Backward(row.groups) {
			if slices.Contains(g.agreed, worker) {
				return found
			}
			if g.worker == worker {
				found[row.generation] = append(found[row.generation], g)
			}
		}
	}
	return found
}

// Retract removes what depends on unconfirmed results of some workers: results that they returned
// after another worker last had the same result. The run is then continued as if it had been
// interrupted before. Of a search, Retract removes the first round with such a result and all
// later rounds, and of a verification the first such pairing and all later ones; of a tournament
// it removes these pairings alone. It also removes the mark of [Run.Dispute].
func (r *Run) Retract(ctx context.Context, ids []string) (Retracted, error) {
	var out Retracted
	err := r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		list, err := workers(ctx, tx, r.key)
		if err != nil {
			return counts{}, err
		}
		rows, err := origins(ctx, tx, r.key)
		if err != nil {
			return counts{}, err
		}
		round, pairings := 0, make(map[int]bool)
		for n, w := range list {
			if !slices.Contains(ids, w.ID) {
				continue
			}
			for in, groups := range unconfirmed(rows, n) {
				if in > 0 && (round == 0 || in < round) {
					round = in
				}
				for _, g := range groups {
					for i := g.from; i <= g.to && in == 0; i++ {
						pairings[i] = true
					}
				}
			}
			if w.suspect {
				w.suspect = false
				if err := r.saveWorker(ctx, tx, n, w); err != nil {
					return counts{}, err
				}
			}
		}
		if there, err := hasTable(ctx, tx, "dispute"); err != nil {
			return counts{}, err
		} else if there {
			if _, err := tx.ExecContext(ctx, "DELETE FROM dispute WHERE run = ?", r.key); err != nil {
				return counts{}, err
			}
		}
		return r.remove(ctx, tx, round, pairings, &out)
	})
	if err == nil && out.Round > 0 {
		r.last = out.Round - 1
	}
	return out, err
}

// RemoveRounds removes all rounds of a search and its verification.
func (r *Run) RemoveRounds(ctx context.Context) error {
	var out Retracted
	err := r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		return r.remove(ctx, tx, 1, make(map[int]bool), &out)
	})
	if err == nil {
		r.last = 0
	}
	return err
}

// remove removes a round and all later rounds, unless round is 0, and pairings of the journal. It
// returns the change of the run's counts.
func (r *Run) remove(ctx context.Context, tx transaction, round int, pairings map[int]bool, out *Retracted) (counts, error) {
	var gone counts
	if round > 0 {
		err := tx.QueryRowContext(ctx, "SELECT -count(*), -coalesce(sum(games), 0), -coalesce(sum(forfeits), 0), -coalesce(sum(seconds), 0) FROM generation WHERE run = ? AND number >= ?", r.key, round).
			Scan(&gone.rounds, &gone.games, &gone.forfeits, &gone.seconds)
		if err != nil {
			return gone, err
		}
		if gone.seconds+r.counts.seconds < 0 { // by rounding
			gone.seconds = -r.counts.seconds
		}
		out.Round, out.Rounds = round, -gone.rounds
		for _, table := range []string{"record", "snapshot", "played", "failure", "checkpoint", "origin"} {
			if err := r.deleteRows(ctx, tx, table, "generation >= ?", round); err != nil {
				return gone, err
			}
		}
		if err := r.deleteRows(ctx, tx, "generation", "number >= ?", round); err != nil {
			return gone, err
		}
	}
	for c, err := range journal(ctx, tx, r.key, 0) {
		if err != nil {
			return gone, err
		}
		// A verification of another result, or after another playoff, plays other pairings.
		if round > 0 || pairings[c.Index] || out.Pairings > 0 && r.info.Kind != Tournament {
			pairings[c.Index] = true
			out.Pairings++
			gone.pairings--
			gone.journalGames -= len(c.Games)
		}
	}
	for i := range pairings {
		if err := r.deleteRows(ctx, tx, "journal", "number = ?", i); err != nil {
			return gone, err
		}
		for _, table := range []string{"record", "failure"} {
			if err := r.deleteRows(ctx, tx, table, "generation = 0 AND number = ?", i); err != nil {
				return gone, err
			}
		}
	}
	return gone, r.removeOrigins(ctx, tx, pairings)
}

// deleteRows deletes rows of the run from a table, if the table exists.
func (r *Run) deleteRows(ctx context.Context, tx transaction, table, where string, arg int) error {
	if there, err := hasTable(ctx, tx, table); err != nil || !there {
		return err
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf("DELETE FROM %s WHERE run = ? AND %s", table, where), r.key, arg)
	return err
}

// removeOrigins removes pairings of the journal from the table origin. A confirmation that it
// contains of another worker remains.
func (r *Run) removeOrigins(ctx context.Context, tx transaction, pairings map[int]bool) error {
	if len(pairings) == 0 {
		return nil
	}
	rows, err := origins(ctx, tx, r.key)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.generation != 0 {
			continue
		}
		var kept []origin
		for _, g := range row.groups {
			for from := g.from; from <= g.to; from++ {
				if pairings[from] {
					continue
				}
				one := g
				one.from = from
				for from < g.to && !pairings[from+1] {
					from++
				}
				one.to = from
				kept = append(kept, one)
			}
		}
		text := formatOrigins(kept)
		if _, err := tx.ExecContext(ctx, "UPDATE origin SET played = ?, sum = ? WHERE run = ? AND number = ?", text, int64(originSum(0, text)), r.key, row.number); err != nil {
			return err
		}
	}
	return nil
}
