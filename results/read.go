package results

import (
	"context"
	"fmt"
	"iter"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Info returns the summary of a run with its config, rules, weight space and agents, but without its
// rounds and games. id may be any text that [Store.Resolve] accepts.
func (s *Store) Info(ctx context.Context, id string) (Summary, error) {
	rec, err := fromRun(ctx, s, id, func(q querier, key int64) (Record, error) { return get(ctx, q, key) })
	return rec.Summary, err
}

// Get returns the complete record of a run, except for its crosstable; see [Store.AddCrosstable].
// id may be any text that [Store.Resolve] accepts.
func (s *Store) Get(ctx context.Context, id string) (Record, error) {
	return fromRun(ctx, s, id, func(q querier, key int64) (Record, error) {
		rec, err := get(ctx, q, key)
		if err == nil {
			err = rec.addAll(ctx, q)
		}
		return rec, err
	})
}

// ResumePoint returns the point from which a run would continue, without resuming it: its last stored
// round with the state of its strategy. It returns the zero Point for a run without rounds.
func (s *Store) ResumePoint(ctx context.Context, id string) (Point, error) {
	return fromRun(ctx, s, id, func(q querier, key int64) (Point, error) { return findPoint(ctx, q, key) })
}

// RoundsSince returns the rounds of a run after round n, in order.
func (s *Store) RoundsSince(ctx context.Context, id string, n int) ([]Generation, error) {
	return fromRun(ctx, s, id, func(q querier, key int64) ([]Generation, error) { return generations(ctx, q, key, n) })
}

// Population returns the members of a strategy's population after a round, best first.
func (s *Store) Population(ctx context.Context, id string, round int) ([]tuning.Member, error) {
	return fromRun(ctx, s, id, func(q querier, key int64) (members []tuning.Member, err error) {
		played, err := readPlayed(ctx, q, key, round)
		if err == nil {
			members, err = readMembers(played.genomes)
		}
		return members, inRound(round, err)
	})
}

// Field returns the agents that played in a round. Round 0 means the tournament or the
// verification. Pairings refer to an agent by its index in this list.
func (s *Store) Field(ctx context.Context, id string, round int) ([]engines.Agent, error) {
	return fromRun(ctx, s, id, func(q querier, key int64) ([]engines.Agent, error) { return fieldOf(ctx, q, key, round) })
}

// Trials returns the weight vectors that played in the rounds from first to last, both included:
// the members of the strategy's population, or the agents with weights if there is no population.
// If there are more than limit, it returns an evenly spaced selection. A limit of 0 means no limit.
func (s *Store) Trials(ctx context.Context, id string, first, last, limit int) ([]Trial, error) {
	var all []Trial
	err := s.run(ctx, id, func(q querier, key int64) error {
		rounds, err := roundNumbers(ctx, q, key, first, last)
		if err != nil {
			return err
		}
		for _, round := range rounds {
			list, err := trials(ctx, q, key, round)
			if err != nil {
				return inRound(round, err)
			}
			all = append(all, list...)
		}
		return nil
	})
	return spread(all, limit), err
}

// Games returns the games of a run that match a query, in the order of round, pairing and game. A
// tournament or a verification is round 0, so the games of a verification come first although they
// are played last.
func (s *Store) Games(ctx context.Context, id string, query GameQuery) ([]PlayedGame, error) {
	var list []PlayedGame
	err := s.run(ctx, id, func(q querier, key int64) error {
		rounds, err := query.rounds(ctx, q, key)
		if err != nil {
			return err
		}
		for _, round := range rounds {
			full, err := query.collect(ctx, q, key, round, &list)
			if err != nil || full {
				return err
			}
		}
		return nil
	})
	return list, err
}

// ForfeitCounts returns the number of games of a run that agents lost by failing, by the kind of
// failure. It counts the rounds, the tournament and the verification.
func (s *Store) ForfeitCounts(ctx context.Context, id string) (tournament.ForfeitCounts, error) {
	var v tournament.ForfeitCounts
	games, err := s.Games(ctx, id, GameQuery{Forfeits: true})
	for _, g := range games {
		v.Add(g.Record.Forfeit.Kind)
	}
	return v, err
}

// Pairing returns the result of one pairing of a run. number is its number in the round, from 0.
// For a tournament or a verification, round is 0. If the run recorded moves, the games contain
// their moves, numbers of plies and endings.
func (s *Store) Pairing(ctx context.Context, id string, round, number int) (tournament.Result, error) {
	return fromRun(ctx, s, id, func(q querier, key int64) (tournament.Result, error) {
		found, err := onePairing(ctx, q, key, round, number)
		if err != nil || !hasMoves(&found) {
			return found, err
		}
		if err := addRecords(ctx, q, key, round, &found); err != nil {
			return found, fmt.Errorf("round %d: pairing %d: %w", round, number+1, err)
		}
		return found, nil
	})
}

// Pairings yields the results of the pairings of a round in order, without recorded moves. Round 0
// means the tournament or the verification. If an error occurs, it is yielded last, and the
// pairings before it are valid.
func (s *Store) Pairings(ctx context.Context, id string, round int) iter.Seq2[tournament.Result, error] {
	return s.yield(ctx, id, func(q querier, key int64) iter.Seq2[tournament.Result, error] {
		return pairings(ctx, q, key, round)
	})
}

// Journal yields the stored pairings of a tournament or a verification in the order of the
// schedule. The argument from is the index of the first pairing in the schedule.
func (s *Store) Journal(ctx context.Context, id string, from int) iter.Seq2[tournament.Result, error] {
	return s.yield(ctx, id, func(q querier, key int64) iter.Seq2[tournament.Result, error] {
		return journal(ctx, q, key, from)
	})
}

// yield returns an iterator over results of pairings of the run with the given id. The function
// pairings reads them from a consistent snapshot of the store. If an error occurs, the iterator
// yields it last.
func (s *Store) yield(ctx context.Context, id string, pairings func(q querier, key int64) iter.Seq2[tournament.Result, error]) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		left := false
		err := s.run(ctx, id, func(q querier, key int64) error {
			for r, err := range pairings(q, key) {
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

// Failures returns the games of a run that external programs lost by failing, in the order of
// play.
func (s *Store) Failures(ctx context.Context, id string) ([]Failure, error) {
	return fromRun(ctx, s, id, func(q querier, key int64) ([]Failure, error) { return failures(ctx, q, key) })
}

// Checkpoints returns the interim measurements of a run so far, in the order of their rounds.
func (s *Store) Checkpoints(ctx context.Context, id string) ([]Checkpoint, error) {
	return fromRun(ctx, s, id, func(q querier, key int64) ([]Checkpoint, error) {
		rec, err := get(ctx, q, key)
		if err == nil {
			err = addCheckpoints(ctx, q, &rec)
		}
		return rec.Checkpoints, err
	})
}

// AddCrosstable computes the crosstable of a tournament, the score of every agent against every
// other, and stores it in rec. It reads every pairing of the tournament. For other kinds of runs,
// and for a nil rec, it does nothing.
func (s *Store) AddCrosstable(ctx context.Context, rec *Record) error {
	if rec == nil || rec.Kind != Tournament {
		return nil
	}
	names := make([]string, len(rec.Field))
	for i, a := range rec.Field {
		names[i] = a.Name
	}
	t, err := newCrosstable(names, s.Journal(ctx, rec.ID, 0))
	if err == nil {
		rec.Crosstable = &t
	}
	return err
}
