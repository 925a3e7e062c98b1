package results

import (
	"context"
	"database/sql"
	"encoding/json"
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
	return r.store.transact(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := r.renew(ctx, tx); err != nil {
			return err
		}
		return r.store.saveClusters(ctx, tx, r.key, clusters)
	})
}

// DropClusters forgets what the journal has from a place of the schedule on:
// what was still being played when a sequential test had ended.
func (r *Run) DropClusters(ctx context.Context, from int) error {
	return r.store.transact(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := r.renew(ctx, tx); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM cluster WHERE run = ? AND number >= ?", r.key, from)
		return err
	})
}

// SaveField stores the agents behind the journal's indices, where they were not
// known when the run began: the finalists of a verification.
func (r *Run) SaveField(ctx context.Context, field []engines.Agent) error {
	return r.store.transact(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := r.renew(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM contestant WHERE run = ?", r.key); err != nil {
			return err
		}
		return r.store.saveField(ctx, tx, r.key, field)
	})
}

func (s *Store) saveClusters(ctx context.Context, tx *sql.Tx, run int64, clusters []tournament.Result) error {
	insert := tx.StmtContext(ctx, s.inserts.cluster)
	var agents, places, forfeits []byte
	for _, c := range clusters {
		var err error
		agents = appendInts(agents[:0], c.Pairing.Agents)
		places = appendPlaces(places[:0], c.Games)
		if forfeits, err = appendForfeits(forfeits[:0], c.Games); err != nil {
			return err
		}
		_, err = insert.ExecContext(ctx, run, c.Index, string(agents), int64(c.Pairing.Seed), c.Pairing.Games, score(c),
			string(places), sql.NullString{String: string(forfeits), Valid: string(forfeits) != "null"})
		if err != nil {
			return err
		}
	}
	return nil
}

// saveField writes who plays in a tournament or a verification.
func (s *Store) saveField(ctx context.Context, tx *sql.Tx, run int64, field []engines.Agent) error {
	insert := tx.StmtContext(ctx, s.inserts.contestant)
	for i, a := range field {
		settings, err := appendSettings(nil, a.Settings)
		if err != nil {
			return err
		}
		if _, err := insert.ExecContext(ctx, run, i, a.Name, a.Player, list(a.Weights), string(settings)); err != nil {
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

// Pairings yields the pairings of a generation with their games, in order.
func (s *Store) Pairings(ctx context.Context, id string, generation int) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		key, err := s.resolve(ctx, id)
		if err != nil {
			yield(tournament.Result{}, err)
			return
		}
		for res, err := range readPairings(ctx, s.read, key, generation) {
			if err != nil {
				err = explain(s.path, fmt.Errorf("run %s: %w", id, err))
			}
			if !yield(res, err) {
				return
			}
		}
	}
}

func readPairings(ctx context.Context, q querier, key int64, generation int) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		rows, err := q.QueryContext(ctx, `SELECT number, agents, seed, games, places, forfeits FROM pairing
			WHERE run = ? AND generation = ? ORDER BY number`, key, generation)
		if err != nil {
			yield(tournament.Result{}, err)
			return
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			res, err := scanPairing(rows)
			if !yield(res, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(tournament.Result{}, err)
		}
	}
}

func scanPairing(rows *sql.Rows) (tournament.Result, error) {
	var res tournament.Result
	var agents, places string
	var forfeits sql.NullString
	var seed int64
	if err := rows.Scan(&res.Index, &agents, &seed, &res.Pairing.Games, &places, &forfeits); err != nil {
		return res, err
	}
	res.Pairing.Seed = uint64(seed)
	var outcomes []engines.Outcome
	if err := json.Unmarshal([]byte(agents), &res.Pairing.Agents); err != nil {
		return res, fmt.Errorf("pairing %d: %w", res.Index, err)
	}
	if err := json.Unmarshal([]byte(places), &outcomes); err != nil {
		return res, fmt.Errorf("pairing %d: %w", res.Index, err)
	}
	for _, o := range outcomes {
		res.Games = append(res.Games, engines.Record{Outcome: o})
	}
	if !forfeits.Valid {
		return res, nil
	}
	var list []forfeit
	if err := json.Unmarshal([]byte(forfeits.String), &list); err != nil {
		return res, fmt.Errorf("pairing %d: %w", res.Index, err)
	}
	for _, f := range list {
		if f.Game < 0 || f.Game >= len(res.Games) {
			return res, fmt.Errorf("pairing %d: no game %d", res.Index, f.Game)
		}
		res.Games[f.Game].Ending = engines.Forfeited
		res.Games[f.Game].Forfeit = &engines.Forfeit{Seat: f.Seat, Reason: f.Reason}
	}
	return res, nil
}

// Played tells which indices of a schedule the journal has, in the form that
// tournament.Options.Skip takes.
func (s *Store) Played(ctx context.Context, id string) (func(index int) bool, error) {
	rows, err := s.queryRun(ctx, id, "SELECT number FROM pairing WHERE run = ? AND generation = ?", 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	played := make(map[int]struct{})
	for rows.Next() {
		var i int
		if err := rows.Scan(&i); err != nil {
			return nil, explain(s.path, err)
		}
		played[i] = struct{}{}
	}
	return func(i int) bool { _, ok := played[i]; return ok }, explain(s.path, rows.Err())
}
