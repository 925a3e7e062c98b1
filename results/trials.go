package results

import (
	"context"

	"github.com/lanista/lanista/engines"
)

// Trial is a point that was played in a round: weights, and how they did.
type Trial struct {
	Round   int
	Weights engines.Weights
	Score   float64 // mean score of its games, or its fitness, in [0, 1]
	Games   int
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

// roundNumbers lists the rounds of a run within a range.
func roundNumbers(ctx context.Context, q querier, key int64, from, to int) (list []int, err error) {
	rows, err := q.QueryContext(ctx, "SELECT number FROM generation WHERE run = ? AND number BETWEEN ? AND ? ORDER BY number", key, from, to)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, rows.Err()
}

func trials(ctx context.Context, q querier, key int64, round int) ([]Trial, error) {
	played, err := readPlayed(ctx, q, key, round)
	if err != nil {
		return nil, err
	}
	members, err := readMembers(played.genomes)
	if err != nil {
		return nil, err
	}
	var list []Trial
	for _, m := range members {
		list = append(list, Trial{round, m.Weights, m.Fitness, m.Games})
	}
	if list != nil {
		return list, nil
	}
	field, err := readField(played.entrants)
	if err != nil {
		return nil, err
	}
	pairings, err := readPairings(played.pairings)
	if err != nil {
		return nil, err
	}
	list = make([]Trial, len(field))
	for _, r := range pairings {
		for i, agent := range r.Pairing.Agents {
			if agent < len(list) {
				list[agent].Score += r.Points(i) * float64(r.Pairing.Games)
				list[agent].Games += r.Pairing.Games
			}
		}
	}
	kept := list[:0]
	for i, t := range list {
		if t.Games > 0 && len(field[i].Weights) > 0 {
			kept = append(kept, Trial{round, field[i].Weights, t.Score / float64(t.Games), t.Games})
		}
	}
	return kept, nil
}

// spread keeps at most so many of a list, evenly.
func spread(list []Trial, most int) []Trial {
	if most <= 0 || len(list) <= most {
		return list
	}
	kept := make([]Trial, 0, most)
	for i := range most {
		kept = append(kept, list[i*len(list)/most])
	}
	return kept
}
