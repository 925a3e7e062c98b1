package ratinglist

import (
	"cmp"
	"math"
	"slices"

	"github.com/lanista/lanista/rating"
)

// ratedTable contains the ratings of a group of agents who met, directly or through others, and
// the other fitted parameters of the model.
type ratedTable struct {
	Table
	*rating.Estimate
	skills []rating.Skill // by member; nil if the model has no skills

	number  int   // number of the table, from 1; 0 if there is only one table
	members []int // numbers of the agents
	anchors []*Anchor
	scale   float64 // points per Elo
	sorted  []int   // members in the order of the list
}

// rescale converts the ratings to the scale with the given name. For the scale of Ordo it also
// converts the advantage of the first seat. It leaves this advantage unchanged for the scale of
// BayesElo, because that program prints it unscaled.
func (t *ratedTable) rescale(name string) {
	t.scale = 1
	switch {
	case name == OrdoScale:
		t.scale = pointsPerElo(name)
		if t.FirstSeat != nil {
			*t.FirstSeat *= t.scale
		}
		if t.FirstSeatInterval != nil {
			*t.FirstSeatInterval = t.scaled(*t.FirstSeatInterval)
		}
	case name == BayesEloScale && t.DrawElo != nil:
		x := math.Pow(10, -*t.DrawElo/400)
		t.scale = 4 * x / ((1 + x) * (1 + x))
	}
}

func (t *ratedTable) scaled(i rating.Interval) rating.Interval {
	return rating.Interval{Low: t.scale * i.Low, High: t.scale * i.High}
}

// lines returns the rows of the rating table, best agent first. To report progress, it calls
// halfDone twice for each agent: after computing the agent's interval, and after comparing the
// agent with the next.
func (t *ratedTable) lines(s *records, names []string, halfDone func()) []rating.Standing {
	anchor, held := rating.Mean, 0.0
	if len(t.anchors) > 0 {
		anchor = slices.IndexFunc(t.members, func(a int) bool { return names[a] == t.anchors[0].Agent })
		held = t.anchors[0].Elo
	}
	lines := make([]rating.Standing, len(t.members))
	for i, a := range t.members {
		r, rated := s.agents[a], t.Line(i, anchor)
		interval := t.scaled(rated.Interval)
		lines[i] = rating.Standing{
			Agent: names[a], Table: t.number,
			Games: r.games, Wins: r.wins, Draws: r.draws, Losses: r.losses, Score: rating.Float(r.points / float64(r.games)),
			Rating: rating.Float(held + t.scale*rated.Elo), Interval: rating.Interval{Low: held + interval.Low, High: held + interval.High},
			LOS: rating.Float(rated.LOS), Apart: t.Core[i] < 0,
		}
		for _, a := range t.anchors {
			if a.Agent == lines[i].Agent {
				lines[i].Rating, lines[i].Apart = rating.Float(a.Elo), false
				lines[i].Interval = rating.Interval{Low: a.Elo, High: a.Elo}
			}
		}
		if t.skills != nil {
			lines[i].Skill = &t.skills[i]
		}
		t.sorted = append(t.sorted, i)
		halfDone()
	}
	whole := func(r rating.Float) float64 { return math.Round(float64(r) * 1e6) } // without rounding errors
	slices.SortStableFunc(t.sorted, func(i, j int) int {
		a, b := lines[i], lines[j]
		return cmp.Or(cmp.Compare(whole(b.Rating), whole(a.Rating)), cmp.Compare(b.Score, a.Score), cmp.Compare(a.Agent, b.Agent))
	})
	out := make([]rating.Standing, len(lines))
	for place, i := range t.sorted {
		out[place] = lines[i]
		if place+1 < len(lines) {
			below := t.sorted[place+1]
			difference, interval, los := t.Against(i, below)
			if lead := lines[i].Rating - lines[below].Rating; t.fixed(names, i) && t.fixed(names, below) {
				out[place].Next = &rating.Lead{Difference: lead, Interval: rating.Interval{Low: float64(lead), High: float64(lead)}, LOS: rating.Float(math.NaN())}
			} else {
				out[place].Next = &rating.Lead{Difference: rating.Float(t.scale * difference), Interval: t.scaled(interval), LOS: rating.Float(los)}
			}
		}
		halfDone()
	}
	return out
}

// fixed reports whether the rating of a member is given by an anchor and not computed from the
// games.
func (t *ratedTable) fixed(names []string, member int) bool {
	return slices.ContainsFunc(t.anchors, func(a *Anchor) bool { return a.Agent == names[t.members[member]] })
}

func (l *List) fillMatrix(tables []ratedTable, s *records, names []string) {
	for i := range tables {
		a := &tables[i]
		for _, row := range a.sorted {
			cells, superior := []*Cell{}, []*float64{}
			for j := range tables {
				b := &tables[j]
				for _, column := range b.sorted {
					cells = append(cells, s.cell(a.members[row], b.members[column]))
					var los *float64
					if i == j && (row == column || !a.fixed(names, row) || !a.fixed(names, column)) {
						los = new(a.Superiority(row, column))
					}
					superior = append(superior, los)
				}
			}
			l.Crosstable = append(l.Crosstable, cells)
			l.Superiority = append(l.Superiority, superior)
		}
	}
}

func (s *records) cell(a, b int) *Cell {
	m, ok := s.met[[2]int{min(a, b), max(a, b)}]
	if !ok {
		return nil
	}
	score := m.score / float64(m.games)
	if a > b {
		score = 1 - score
	}
	return &Cell{m.games, score}
}
