package results

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// SaveRound stores a finished round in one transaction, even if ctx is cancelled. It stores the
// agents, pairings and games of the round, the best weights, and the state of the strategy. members
// is the strategy's population, or nil if it has none. Round numbers must increase. SaveRound
// returns an error, and stores nothing, for a result that no pairing can have, such as one without
// games.
func (r *Run) SaveRound(ctx context.Context, round tuning.Round, members []tuning.Member) error {
	w := r.store.write
	if round.Number <= r.last {
		return fmt.Errorf("run %s: round %d after round %d", r.id, round.Number, r.last)
	}
	for i := range round.Results {
		if err := impossible(&round.Results[i]); err != nil {
			return inRun(r.id, fmt.Errorf("round %d: %w", round.Number, err))
		}
	}
	err := r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		c := counts{rounds: 1, games: round.Games, seconds: round.Elapsed.Seconds()}
		for i := range round.Results {
			c.forfeits += forfeits(round.Results[i].Games)
		}
		if err := saveGeneration(ctx, w, r.key, round, c.forfeits, members); err != nil {
			return c, err
		}
		if err := savePlayed(ctx, w, r.key, round, members); err != nil {
			return c, err
		}
		if err := saveRecords(ctx, w, r.key, round.Number, round.Results); err != nil {
			return c, err
		}
		if err := r.saveOrigins(ctx, tx, round.Number, round.Results); err != nil {
			return c, err
		}
		return c, saveSnapshot(ctx, w, r.key, round)
	})
	if err == nil {
		r.last = round.Number
	}
	return err
}

// SavePairings stores finished pairings of a tournament or a verification in one transaction. It
// skips pairings that are already stored. It returns an error, and stores nothing, for a result
// that no pairing can have, such as one without games.
func (r *Run) SavePairings(ctx context.Context, pairings []tournament.Result) error {
	w := r.store.write
	if len(pairings) == 0 {
		return nil
	}
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		saved, err := saveJournal(ctx, w, r.key, pairings)
		if err != nil {
			return saved, err
		}
		if err := saveRecords(ctx, w, r.key, 0, pairings); err != nil {
			return saved, err
		}
		return saved, r.saveOrigins(ctx, tx, 0, pairings)
	})
}

// DropPairings removes the stored pairings of a tournament or a verification from the index from
// on, including their failures. An index is the place of a pairing in the schedule.
func (r *Run) DropPairings(ctx context.Context, from int) error {
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		var dropped counts
		pairings := make(map[int]bool)
		for c, err := range journal(ctx, tx, r.key, from) {
			if err != nil {
				return dropped, err
			}
			pairings[c.Index] = true
			dropped.pairings--
			dropped.journalGames -= len(c.Games)
		}
		for table, where := range map[string]string{"record": "generation = 0 AND number >= ?", "failure": "generation = 0 AND number >= ?", "journal": "number >= ?"} {
			if err := deleteRows(ctx, tx, r.key, table, where, from); err != nil {
				return dropped, err
			}
		}
		return dropped, r.removeOrigins(ctx, tx, pairings)
	})
}

// SaveField stores the agents of a verification, the candidates and their opponents. Stored
// pairings refer to agents by their index in field.
func (r *Run) SaveField(ctx context.Context, field []engines.Agent) error {
	w := r.store.write
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		if _, err := tx.ExecContext(ctx, "DELETE FROM field WHERE run = ?", r.key); err != nil {
			return counts{}, err
		}
		return counts{}, saveField(ctx, w, r.key, field)
	})
}

// SaveCheckpoints stores the checkpoints (interim measurements) of an unfinished run. It replaces
// those stored before. A finished run has its checkpoints in its result.
func (r *Run) SaveCheckpoints(ctx context.Context, list []Checkpoint) error {
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		if _, err := tx.ExecContext(ctx, checkpointTable); err != nil {
			return counts{}, err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM checkpoint WHERE run = ?", r.key); err != nil {
			return counts{}, err
		}
		for _, c := range list {
			data, err := json.Marshal(c)
			if err != nil {
				return counts{}, err
			}
			_, err = tx.ExecContext(ctx, "INSERT INTO checkpoint (run, generation, data, sum) VALUES (?, ?, ?, ?)",
				r.key, c.Round, string(data), int64(checkpointSum(c.Round, string(data))))
			if err != nil {
				return counts{}, err
			}
		}
		return counts{}, nil
	})
}

// SaveFailures stores games that external programs lost by failing. It stores them before their
// round is finished. If a game fails again when it is repeated, the new failure replaces the stored
// one. SaveFailures returns an error, and stores nothing, if a failure lacks its evidence or the
// place of the game.
func (r *Run) SaveFailures(ctx context.Context, list []Failure) error {
	for _, f := range list {
		if err := f.valid(); err != nil {
			return inRun(r.id, err)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		if _, err := tx.ExecContext(ctx, failureTable); err != nil {
			return counts{}, err
		}
		for _, f := range list {
			data, err := json.Marshal(f)
			if err != nil {
				return counts{}, err
			}
			_, err = tx.ExecContext(ctx, "INSERT OR REPLACE INTO failure (run, generation, number, game, data, sum) VALUES (?, ?, ?, ?, ?, ?)",
				r.key, f.Round, f.Pairing, f.Game, string(data), int64(failureSum(string(data))))
			if err != nil {
				return counts{}, err
			}
		}
		return counts{}, nil
	})
}

// SaveGrid stores the result of a grid search.
func (r *Run) SaveGrid(ctx context.Context, g GridResult) error {
	if err := g.Valid(); err != nil {
		return inRun(r.id, err)
	}
	axes, err := json.Marshal(g.Axes)
	if err != nil {
		return inRun(r.id, err)
	}
	hits := make([]byte, 2*len(g.Hits))
	for i, h := range g.Hits {
		binary.LittleEndian.PutUint16(hits[2*i:], h)
	}
	best, optimal := g.Best()
	row := gridRow{string(axes), g.Etudes, list(g.Chosen), hits, g.Elapsed.Seconds()}
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO grid (run, axes, etudes, best, optimal, chosen, hits, seconds, sum)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, r.key, row.axes, row.etudes, best, len(optimal), row.chosen, row.hits, row.seconds, int64(row.sum()))
		return counts{}, err
	})
}

// Dispute marks the run as disputed, because workers returned different results for the same games.
// suspects are the ids of these workers. The mark remains until [Run.Retract] removes their
// unconfirmed results.
func (r *Run) Dispute(ctx context.Context, reason string, suspects []string) error {
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		if err := r.suspect(ctx, tx, suspects); err != nil {
			return counts{}, err
		}
		if _, err := tx.ExecContext(ctx, disputeTable); err != nil {
			return counts{}, err
		}
		noticed := timeText(time.Now())
		_, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO dispute (run, reason, noticed, sum) VALUES (?, ?, ?, ?)",
			r.key, reason, noticed, int64(disputeSum(reason, noticed)))
		return counts{}, err
	})
}

// Disputed returns the reason why the run is marked as disputed, or "" if it is not. It reads the
// store even if ctx is cancelled.
func (r *Run) Disputed(ctx context.Context) (string, error) {
	rec, err := r.store.Info(context.WithoutCancel(ctx), r.id)
	return rec.Disputed, err
}

// suspect marks the workers with the given ids as workers whose results are disputed.
func (r *Run) suspect(ctx context.Context, tx transaction, ids []string) error {
	for _, id := range ids {
		n, err := r.worker(ctx, tx, Worker{ID: id})
		if err != nil {
			return err
		}
		list, err := workers(ctx, tx, r.key)
		if err != nil {
			return err
		}
		w := list[n]
		w.suspect = true
		if err := r.saveWorker(ctx, tx, n, w); err != nil {
			return err
		}
	}
	return nil
}

// Suspects returns the ids of the workers whose results are disputed. It returns nil if the store
// does not contain which worker played which pairings.
func (r *Run) Suspects(ctx context.Context) (ids []string, err error) {
	r.writing.Lock()
	defer r.writing.Unlock()
	err = r.store.snapshot(context.WithoutCancel(ctx), func(q querier) error {
		list, err := workers(ctx, q, r.key)
		if err != nil {
			return err
		}
		rows, err := origins(ctx, q, r.key)
		if err != nil || len(rows) == 0 && r.counts.games+r.counts.journalGames > 0 {
			return err
		}
		for _, w := range list {
			if w.suspect {
				ids = append(ids, w.ID)
			}
		}
		return nil
	})
	return ids, err
}
