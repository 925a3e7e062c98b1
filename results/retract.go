package results

import (
	"context"
	"slices"
)

// Retracted describes what [Run.Retract] has removed from a store.
type Retracted struct {
	// Round is the number of the first removed round; all later rounds were removed too. It is 0 if
	// none was removed.
	Round    int
	Rounds   int // number of removed rounds
	Pairings int // number of removed pairings of a tournament or a verification
}

// Exclude stores that a worker is excluded because of wrong results, with the reason. used reports
// whether the store has results of the worker that [Run.Retract] would remove.
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

// unconfirmed returns the pairings that a worker played after its last confirmed task. A task is
// confirmed if another worker had the same results. The keys of the map are rounds; 0 is the
// tournament or the verification.
func unconfirmed(rows []originRow, worker int) map[int][]origin {
	confirmed := 0
	for _, row := range rows {
		for _, g := range row.groups {
			for _, a := range g.agreed {
				if a.worker == worker {
					confirmed = max(confirmed, a.task)
				}
			}
		}
	}
	found := make(map[int][]origin)
	for _, row := range rows {
		for _, g := range row.groups {
			if g.worker == worker && g.task > confirmed {
				found[row.generation] = append(found[row.generation], g)
			}
		}
	}
	return found
}

// Unchecked is a group of consecutive stored pairings that only one worker has played.
type Unchecked struct {
	Worker   string // id of the worker
	Round    int    // round; 0 is a tournament or a verification
	From, To int    // indices of the first and the last pairing
}

// LatestUnconfirmed returns the pairings of the latest task of each worker, unless the task is
// confirmed. A task is confirmed if another worker had the same results.
func (r *Run) LatestUnconfirmed(ctx context.Context) (latest []Unchecked, err error) {
	err = r.store.snapshot(ctx, func(q querier) error {
		list, err := workers(ctx, q, r.key)
		if err != nil {
			return err
		}
		rows, err := origins(ctx, q, r.key)
		if err != nil {
			return err
		}
		for n, w := range list {
			task, found := 0, []Unchecked(nil)
			for round, groups := range unconfirmed(rows, n) {
				for _, g := range groups {
					if g.task > task {
						task, found = g.task, nil
					}
					if g.task == task {
						found = append(found, Unchecked{w.ID, round, g.from, g.to})
					}
				}
			}
			latest = append(latest, found...)
		}
		return nil
	})
	return latest, err
}

// Retract removes unconfirmed results of the workers with the given ids, and everything that
// depends on them. A result is unconfirmed if the worker played it after its last task in which
// another worker had the same results. The run can then be continued as if it had been interrupted
// earlier. In a search, Retract removes the first round with an unconfirmed result and all later
// rounds. In a verification it removes the first such pairing and all later ones. In a tournament
// it removes only these pairings. It also removes the mark of [Run.Dispute].
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
		if err := deleteRows(ctx, tx, r.key, "dispute", "TRUE"); err != nil {
			return counts{}, err
		}
		return r.remove(ctx, tx, round, pairings, &out)
	})
	if err == nil && out.Round > 0 {
		r.last = out.Round - 1
	}
	return out, err
}

// RemoveRounds removes all rounds of a search and the pairings of its verification.
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

// remove deletes stored results of a run and returns the change of the run's counts. If round is
// not 0, it deletes this round, all later rounds and the verification. If round is 0, it deletes
// the given pairings of a tournament or a verification. In a verification, it also deletes all
// pairings after the first of them. remove adds the deleted pairings to the map pairings, and the
// numbers of deleted rounds and pairings to out.
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
			if err := deleteRows(ctx, tx, r.key, table, "generation >= ?", round); err != nil {
				return gone, err
			}
		}
		if err := deleteRows(ctx, tx, r.key, "generation", "number >= ?", round); err != nil {
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
		if err := deleteRows(ctx, tx, r.key, "journal", "number = ?", i); err != nil {
			return gone, err
		}
		for _, table := range []string{"record", "failure"} {
			if err := deleteRows(ctx, tx, r.key, table, "generation = 0 AND number = ?", i); err != nil {
				return gone, err
			}
		}
	}
	return gone, r.removeOrigins(ctx, tx, pairings)
}

// deleteRows deletes rows of a run from a table: those for which the SQL condition where is true.
// args are the arguments of the condition. A missing table is no error.
func deleteRows(ctx context.Context, tx transaction, run int64, table, where string, args ...any) error {
	if there, err := hasTable(ctx, tx, table); err != nil || !there {
		return err
	}
	_, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE run = ? AND "+where, append([]any{run}, args...)...)
	return err
}

// removeOrigins deletes the record of which workers played the given pairings of a tournament or a
// verification.
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
