package results

import (
	"context"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// appendMembers appends the members of a population to b, as a JSON list with a list for each
// member: id, born, weights, games, wins, draws, losses, fitness.
func appendMembers(b []byte, members []tuning.Member) []byte {
	b = append(b, '[')
	for i, m := range members {
		b = comma(b, i)
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(m.ID), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(m.Born), 10)
		b = append(b, ',')
		b = appendList(b, m.Weights)
		for _, n := range [...]int{m.Games, m.Wins, m.Draws, m.Losses} {
			b = append(b, ',')
			b = strconv.AppendInt(b, int64(n), 10)
		}
		b = append(b, ',')
		b = append(appendReal(b, m.Fitness), ']')
	}
	return append(b, ']')
}

func readMembers(text []byte) (members []tuning.Member, err error) {
	c := cursor{b: text}
	c.list(func() {
		var m tuning.Member
		c.want('[')
		for i, to := range [...]*int{&m.ID, &m.Born, nil, &m.Games, &m.Wins, &m.Draws, &m.Losses} {
			if i > 0 {
				c.want(',')
			}
			if to == nil {
				m.Weights = c.reals()
			} else {
				*to = c.int()
			}
		}
		c.want(',')
		m.Fitness = c.real()
		c.want(']')
		members = append(members, m)
	})
	return members, c.end()
}

// Trial is a weight vector that has played games in a round, with its score.
type Trial struct {
	Round   int
	Weights engines.Weights
	Score   float64 // fitness; for strategies without a population the mean score of its games, from 0 to 1
	Games   int
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
	field, err := readField(played.agents)
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

// spread returns at most limit elements of list, evenly spaced. It returns all elements if limit is
// 0.
func spread(list []Trial, limit int) []Trial {
	if limit <= 0 || len(list) <= limit {
		return list
	}
	kept := make([]Trial, 0, limit)
	for i := range limit {
		kept = append(kept, list[i*len(list)/limit])
	}
	return kept
}
