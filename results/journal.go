package results

import (
	"context"
	"fmt"
	"iter"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// SaveClusters appends finished clusters to the journal of a tournament or of a
// run's verification, in one transaction. The journal is all that a table needs.
// A caller that saves once a second loses at most a second of play to a kill.
// Clusters that the journal has already are left as they are: a cluster's
// result follows from its pairing.
func (r *Run) SaveClusters(ctx context.Context, clusters []tournament.Result) error {
	if len(clusters) == 0 {
		return nil
	}
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		saved, err := r.saveClusters(ctx, tx, clusters)
		if err != nil {
			return saved, err
		}
		return saved, r.saveRecords(ctx, tx, 0, clusters)
	})
}

// batch is how many clusters one statement writes: a statement costs as much as
// the row it writes, and the driver's time for one grows with the square of its
// values.
const batch = 8

// saveClusters writes the rows, and returns what they add to the run.
func (r *Run) saveClusters(ctx context.Context, tx transaction, clusters []tournament.Result) (counts, error) {
	var saved counts
	var row clusterRow
	args := make([]any, 0, batch*clusterColumns)
	for len(clusters) > 0 {
		insert, n := r.store.write.clusters, batch
		if len(clusters) < batch {
			insert, n = r.store.write.cluster, 1
		}
		args = args[:0]
		games := 0
		for i := range clusters[:n] {
			c := &clusters[i]
			if err := row.set(c); err != nil {
				return saved, err
			}
			args = append(args, r.key, c.Index, string(row.agents), row.seed, row.games, row.score,
				string(row.places), optional(row.forfeits), optional(row.extra), int64(row.sum()))
			games += len(c.Games)
		}
		res, err := insert.ExecContext(ctx, args...)
		if err != nil {
			return saved, err
		}
		written, err := res.RowsAffected()
		if err != nil {
			return saved, err
		}
		if int(written) < n {
			return r.recount(ctx, tx, clusters[n:])
		}
		saved = saved.plus(counts{clusters: n, clusterGames: games})
		clusters = clusters[n:]
	}
	return saved, nil
}

// recount writes the rest of some clusters of which a few were in the journal
// already, and counts the journal anew.
func (r *Run) recount(ctx context.Context, tx transaction, rest []tournament.Result) (counts, error) {
	if _, err := r.saveClusters(ctx, tx, rest); err != nil {
		return counts{}, err
	}
	now := counts{clusters: -r.counts.clusters, clusterGames: -r.counts.clusterGames}
	rows, games := 0, 0
	err := tx.QueryRowContext(ctx, "SELECT count(*), sum(json_array_length(places)) FROM cluster WHERE run = ?", r.key).Scan(&rows, &games)
	return now.plus(counts{clusters: rows, clusterGames: games}), err
}

// DropClusters forgets what the journal has from a place of the schedule on:
// what was still being played when a sequential test had ended.
func (r *Run) DropClusters(ctx context.Context, from int) error {
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		var dropped counts
		for c, err := range clusters(ctx, tx, r.key, from) {
			if err != nil {
				return dropped, err
			}
			dropped.clusters--
			dropped.clusterGames -= len(c.Games)
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM record WHERE run = ? AND generation = 0 AND number >= ?", r.key, from); err != nil {
			return dropped, err
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM cluster WHERE run = ? AND number >= ?", r.key, from)
		return dropped, err
	})
}

// SaveField stores the agents behind the journal's indices, where they were not
// known when the run began: the finalists of a verification.
func (r *Run) SaveField(ctx context.Context, field []engines.Agent) error {
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		if _, err := tx.ExecContext(ctx, "DELETE FROM contestant WHERE run = ?", r.key); err != nil {
			return counts{}, err
		}
		return counts{}, r.saveField(ctx, tx, field)
	})
}

// saveField writes who plays in a tournament or a verification.
func (r *Run) saveField(ctx context.Context, tx transaction, field []engines.Agent) error {
	insert := r.store.write.contestant
	for i, a := range field {
		settings, err := appendSettings(nil, a.Settings)
		if err != nil {
			return err
		}
		row := contestantRow{a.Name, a.Player, list(a.Weights), string(settings), limitText(a.Limit)}
		_, err = insert.ExecContext(ctx, r.key, i, row.name, row.player, row.weights, row.settings, row.limit, int64(row.sum(i)))
		if err != nil {
			return err
		}
	}
	return nil
}

// Clusters yields the journal of a tournament or a verification, in schedule
// order.
func (s *Store) Clusters(ctx context.Context, id string) iter.Seq2[tournament.Result, error] {
	return s.Pairings(ctx, id, 0)
}

// ClustersFrom yields the journal from a place of the schedule on: what a watcher
// that has seen what is before has not.
func (s *Store) ClustersFrom(ctx context.Context, id string, from int) iter.Seq2[tournament.Result, error] {
	return s.yield(ctx, id, func(q querier, key int64) iter.Seq2[tournament.Result, error] {
		return clusters(ctx, q, key, from)
	})
}

// Pairings yields the pairings of a round with their games, in order; those of
// round 0 are the journal. Of games whose moves are stored it gives empty ones;
// [Store.Pairing] reads them. An error is the last value; what comes before it is
// sound.
func (s *Store) Pairings(ctx context.Context, id string, round int) iter.Seq2[tournament.Result, error] {
	return s.yield(ctx, id, func(q querier, key int64) iter.Seq2[tournament.Result, error] {
		return pairings(ctx, q, key, round)
	})
}

// yield yields results of a run, as the store is at one moment.
func (s *Store) yield(ctx context.Context, id string, of func(q querier, key int64) iter.Seq2[tournament.Result, error]) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		left := false
		err := s.run(ctx, id, func(q querier, key int64) error {
			for r, err := range of(q, key) {
				if err != nil {
					return err
				}
				if left = !yield(r, nil); left {
					return nil
				}
			}
			return nil
		})
		if err != nil && !left {
			yield(tournament.Result{}, err)
		}
	}
}

// pairings yields the pairings of a round. Rounds are read whole, the journal
// row by row: it may be long.
func pairings(ctx context.Context, q querier, key int64, round int) iter.Seq2[tournament.Result, error] {
	if round == 0 {
		return clusters(ctx, q, key, 0)
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

// clusters yields the journal from a place of the schedule on.
func clusters(ctx context.Context, q querier, key int64, from int) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		rows, err := q.QueryContext(ctx, "SELECT number, agents, seed, games, score, places, forfeits, more, sum FROM cluster WHERE run = ? AND number >= ? ORDER BY number", key, from)
		if err != nil {
			yield(tournament.Result{}, err)
			return
		}
		defer func() { _ = rows.Close() }()
		var row clusterRow
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

// countJournal fails if the journal has not as many rows as were written.
func countJournal(ctx context.Context, q querier, key int64, n int) error {
	c, err := readCounts(ctx, q, key)
	if err == nil && c.clusters != n {
		err = damagedf("%d pairings of its journal are there, %d should be", n, c.clusters)
	}
	return err
}
