package ratinglist

import (
	"cmp"
	"slices"

	"github.com/lanista/lanista/rating/gamefile"
)

// records contains the results of every agent against every other, and the groups of agents who
// met.
type records struct {
	games  int
	agents []record
	matrix bool
	seats  bool                // count the games by seat
	seated map[[2]int]struct{} // pairs of agents who met, the one in the first seat first
	met    map[[2]int]*meeting // results by the numbers of two agents, in ascending order; nil if no matrix is requested
}

type record struct {
	games, wins, draws, losses int
	points                     float64
	leader                     int // the agent itself if it represents its group of agents who met, otherwise an agent closer to the representative
}

// meeting contains the results of two agents against each other. The score is that of the agent
// with the lower number.
type meeting struct {
	games int
	score float64
}

func (s *records) add(g gamefile.Game) {
	s.games++
	if s.seats && len(g.Players) == 2 {
		if s.seated == nil {
			s.seated = make(map[[2]int]struct{})
		}
		s.seated[[2]int(g.Players)] = struct{}{}
	}
	for _, a := range g.Players {
		for len(s.agents) <= a {
			s.agents = append(s.agents, record{leader: len(s.agents)})
		}
	}
	best := slices.Min(g.Places)
	shared := 0
	for _, place := range g.Places {
		if place == best {
			shared++
		}
	}
	for i, a := range g.Players {
		r := &s.agents[a]
		r.games++
		switch {
		case g.Places[i] > best:
			r.losses++
		case shared > 1:
			r.draws++
		default:
			r.wins++
		}
		points := 0.0
		for j, b := range g.Players {
			if j == i {
				continue
			}
			score := versus(g.Places[i], g.Places[j])
			points += score
			if s.matrix && a < b {
				s.meet(a, b, score)
			}
		}
		r.points += points / float64(len(g.Players)-1)
		s.join(a, g.Players[0])
	}
}

// versus returns the score of a player with the place mine against a player with the place theirs:
// 1 for the better place, 1/2 for equal places, and 0 for the worse place.
func versus(mine, theirs int) float64 {
	switch {
	case mine < theirs:
		return 1
	case mine == theirs:
		return 0.5
	}
	return 0
}

func (s *records) meet(a, b int, score float64) {
	if s.met == nil {
		s.met = make(map[[2]int]*meeting)
	}
	m, ok := s.met[[2]int{a, b}]
	if !ok {
		m = &meeting{}
		s.met[[2]int{a, b}] = m
	}
	m.games++
	m.score += score
}

// join merges the groups of two agents who met, in a union-find structure (R. E. Tarjan, J. ACM
// 22 (1975) 215-225).
func (s *records) join(a, b int) {
	a, b = s.lead(a), s.lead(b)
	s.agents[max(a, b)].leader = min(a, b)
}

func (s *records) lead(a int) int {
	for s.agents[a].leader != a {
		s.agents[a].leader = s.agents[s.agents[a].leader].leader
		a = s.agents[a].leader
	}
	return a
}

// tables returns the groups of agents who met, directly or through others. The group with the
// most games comes first.
func (s *records) tables() [][]int {
	var out [][]int
	at := make(map[int]int)
	for a := range s.agents {
		if s.agents[a].games == 0 {
			continue
		}
		leader := s.lead(a)
		if _, ok := at[leader]; !ok {
			at[leader] = len(out)
			out = append(out, nil)
		}
		out[at[leader]] = append(out[at[leader]], a)
	}
	games := func(table []int) (sum int) {
		for _, a := range table {
			sum += s.agents[a].games
		}
		return sum
	}
	slices.SortStableFunc(out, func(a, b []int) int { return cmp.Compare(games(b), games(a)) })
	return out
}

// confounded reports whether the games of the members cannot separate strength from an advantage of
// the first seat. For example, if A always has the first seat against B, its results show only the
// sum of both. In general, the members can then be put on levels so that the agent in the first
// seat is always exactly one level above its opponent. confounded is false if the seats are
// unknown.
//
// The members in held have fixed ratings. They count as one member, and their games with each other
// do not count.
func (s *records) confounded(members, held []int) bool {
	if len(s.seated) == 0 {
		return false
	}
	of := func(member int) int {
		if slices.Contains(held, member) {
			return held[0]
		}
		return member
	}
	type edge struct{ to, step int }
	edges := make(map[int][]edge)
	for pair := range s.seated {
		if first, second := of(pair[0]), of(pair[1]); first != second {
			edges[first] = append(edges[first], edge{second, -1})
			edges[second] = append(edges[second], edge{first, 1})
		}
	}
	begin := of(members[0])
	level := map[int]int{begin: 0}
	for queue := []int{begin}; len(queue) > 0; queue = queue[1:] {
		for _, e := range edges[queue[0]] {
			want := level[queue[0]] + e.step
			if have, ok := level[e.to]; ok && have != want {
				return false
			} else if !ok {
				level[e.to] = want
				queue = append(queue, e.to)
			}
		}
	}
	return true
}
