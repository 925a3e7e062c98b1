package results

import (
	"context"
	"fmt"
	"iter"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Info reads what a run began with, and how far it is, but not what it has done.
// Its id may be any that Resolve takes.
func (s *Store) Info(ctx context.Context, id string) (Summary, error) {
	var rec Record
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		rec, err = get(ctx, q, key)
		return err
	})
	return rec.Summary, err
}

// Get reads a run, but for its crosstable. Its id may be any that Resolve takes.
func (s *Store) Get(ctx context.Context, id string) (Record, error) {
	var rec Record
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		if rec, err = get(ctx, q, key); err != nil {
			return err
		}
		return rec.addAll(ctx, q)
	})
	return rec, err
}

// Stands returns where a run stands, without touching it.
func (s *Store) Stands(ctx context.Context, id string) (Point, error) {
	var p Point
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		p, err = findPoint(ctx, q, key)
		return err
	})
	return p, err
}

// RoundsSince lists the rounds of a run after the n-th, in order: what a watcher
// that has seen n of them has not.
func (s *Store) RoundsSince(ctx context.Context, id string, n int) ([]Generation, error) {
	var list []Generation
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		list, err = generations(ctx, q, key, n)
		return err
	})
	return list, err
}

// Population lists the members of a round, best first.
func (s *Store) Population(ctx context.Context, id string, round int) ([]tuning.Member, error) {
	var members []tuning.Member
	err := s.run(ctx, id, func(q querier, key int64) error {
		played, err := readPlayed(ctx, q, key, round)
		if err == nil {
			members, err = readMembers(played.genomes)
		}
		return inRound(round, err)
	})
	return members, err
}

// Field lists the agents behind the indices of a round's pairings; round 0 is a
// tournament or a verification.
func (s *Store) Field(ctx context.Context, id string, round int) ([]engines.Agent, error) {
	var field []engines.Agent
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		if round == 0 {
			field, err = contestants(ctx, q, key)
			return err
		}
		played, err := readPlayed(ctx, q, key, round)
		if err == nil {
			field, err = readField(played.entrants)
		}
		return inRound(round, err)
	})
	return field, err
}

// Trials lists what was played in the rounds from one to another, both included:
// the members of the populations, or of strategies that keep none everybody in a
// round who plays its weights. Of more than most trials it keeps as many, evenly
// spread; most 0 means all.
func (s *Store) Trials(ctx context.Context, id string, from, to, most int) ([]Trial, error) {
	var all []Trial
	err := s.run(ctx, id, func(q querier, key int64) error {
		rounds, err := roundNumbers(ctx, q, key, from, to)
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
	return spread(all, most), err
}

// Games lists games of a run in order: those of round 0 first. It reads the
// rounds that it must and no more.
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

// ForfeitCounts counts the forfeited games of a run by kind: those of its rounds, its
// tournament and its verification together.
func (s *Store) ForfeitCounts(ctx context.Context, id string) (engines.ForfeitCounts, error) {
	var v engines.ForfeitCounts
	games, err := s.Games(ctx, id, GameQuery{Forfeits: true})
	for _, g := range games {
		v.Add(g.Record.Forfeit.Kind)
	}
	return v, err
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

// Pairings yields the pairings of a round with their games, in order; those of
// round 0 are the journal. Of games whose moves are stored it gives empty ones;
// [Store.Pairing] reads them. An error is the last value; what comes before it is
// sound.
func (s *Store) Pairings(ctx context.Context, id string, round int) iter.Seq2[tournament.Result, error] {
	return s.yield(ctx, id, func(q querier, key int64) iter.Seq2[tournament.Result, error] {
		return pairings(ctx, q, key, round)
	})
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

// Failures lists the failures of a run in the order of its games, those of a
// verification last.
func (s *Store) Failures(ctx context.Context, id string) ([]Failure, error) {
	var list []Failure
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		list, err = failures(ctx, q, key)
		return err
	})
	return list, err
}

// Checkpoints lists the checkpoints of a run so far, in the order of the rounds.
func (s *Store) Checkpoints(ctx context.Context, id string) ([]Checkpoint, error) {
	var rec Record
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		if rec, err = get(ctx, q, key); err != nil {
			return err
		}
		return inRun(rec.ID, addCheckpoints(ctx, q, &rec))
	})
	return rec.Checkpoints, err
}

// AddCrosstable adds up the journal of a tournament and gives it to its record.
// Runs of other kinds have none. It reads every pairing of the journal.
func (s *Store) AddCrosstable(ctx context.Context, rec *Record) error {
	if rec.Kind != Tournament {
		return nil
	}
	names := make([]string, len(rec.Field))
	for i, a := range rec.Field {
		names[i] = a.Name
	}
	t, err := newCrosstable(names, s.Clusters(ctx, rec.ID))
	if err == nil {
		rec.Crosstable = &t
	}
	return err
}
