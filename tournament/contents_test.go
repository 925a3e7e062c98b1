package tournament

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// ofContent returns the result with hashes of moves in its games, which follow from content. Results
// with equal content count as copies of the same games.
func ofContent(r Result, content uint64) Result {
	for g := range r.Games {
		r.Games[g].Content = engines.Seed(content, uint64(g)) | 1
	}
	return r
}

// Copies of pairings count for the numbers of games. Ratings, intervals and probabilities are as if
// every pairing had been played once.
func TestCopiesCountOnce(t *testing.T) {
	const copies = 40
	once, often, unknown := newStandings(t, StandingsOptions{}, "a", "b", "c"), newStandings(t, StandingsOptions{}, "a", "b", "c"), newStandings(t, StandingsOptions{}, "a", "b", "c")
	for content := range 20 {
		for pair := range 3 {
			i, j := pair, (pair+1)%3
			halves := []int{content % 5, content%4 + 1, content % 3}[pair]
			add(t, once, ofContent(pairResult(i, j, halves), uint64(3*content+pair)))
			for k := range copies {
				add(t, unknown, pairResult(i, j, halves))
				if k%2 == 0 {
					add(t, often, ofContent(pairResult(i, j, halves), uint64(3*content+pair)))
				} else { // the same games, with the agents named the other way round
					r := ofContent(pairResult(i, j, halves), uint64(3*content+pair))
					r.Pairing.Agents = []int{j, i}
					r.Games[0], r.Games[1] = r.Games[1], r.Games[0]
					add(t, often, r)
				}
			}
		}
	}
	a, b, c := once.Table(), often.Table(), unknown.Table()
	finite(t, b)
	if b.Games != copies*a.Games || b.Distinct != a.Games || b.DistinctPairings != a.Pairings || b.Pairings != copies*a.Pairings {
		t.Errorf("%d games, %d different, %d and %d pairings", b.Games, b.Distinct, b.Pairings, b.DistinctPairings)
	}
	if c.Variety != (rating.Variety{}) {
		t.Errorf("of unknown content: %+v", c.Variety)
	}
	for i, line := range b.Standings {
		want, all := a.Standings[i], c.Standings[i]
		if line.Agent != want.Agent || !slices.Equal(line.Pentanomial, want.Pentanomial) || line.Games != copies*want.Games || line.Score != want.Score || line.Distinct != want.Games || line.DistinctPairings != want.Games/2 {
			t.Errorf("%+v, want %+v", line, want)
		}
		if math.Abs(float64(line.Rating-want.Rating)) > 1e-6 || math.Abs(line.Interval.Low-want.Interval.Low) > 1e-6 || math.Abs(float64(line.LOS-want.LOS)) > 1e-6 {
			t.Errorf("%s: %v %v, once %v %v", line.Agent, line.Rating, line.Interval, want.Rating, want.Interval)
		}
		if all.Interval.Half() > line.Interval.Half()/4 {
			t.Errorf("%s: of unknown content %v, of copies %v", line.Agent, all.Interval, line.Interval)
		}
	}
}

// Separate games of compared agents (Apart) with the same moves as earlier games count as copies.
func TestCopiesApartCountOnce(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b", "opponent")
	for deal := range 60 {
		r := Result{Pairing: Pairing{Agents: []int{0, 1}, Opponents: []int{2}, Games: 2, Apart: true}}
		for g := range 4 {
			r.Games = append(r.Games, engines.Record{Outcome: engines.Winner(2, (deal%12+g)%2), Content: uint64(deal%12*10+g) + 1})
		}
		add(t, s, r)
	}
	table := s.Table()
	if table.Games != 240 || table.Distinct != 48 || table.DistinctPairings != 12 {
		t.Errorf("%d games, %+v", table.Games, table.Variety)
	}
	for _, line := range table.Standings {
		if line.Agent != "opponent" && (line.DistinctPairings != 12 || line.Distinct != 24) {
			t.Errorf("%s: %+v", line.Agent, line.Variety)
		}
	}
}

// In games of three seats, copies do not change the intervals of ratings and the errors of mean
// scores.
func TestCopiesAtTablesCountOnce(t *testing.T) {
	table := func(copies int) Table {
		s := newStandings(t, StandingsOptions{}, "a", "b", "c", "d")
		for content := range 30 {
			for range copies {
				r := Result{Pairing: Pairing{Agents: []int{content % 4, (content + 1) % 4, (content + 2 + content%2) % 4}, Games: 1}, Objective: Objective{Scale: 10}}
				if r.Pairing.Agents[2] == r.Pairing.Agents[0] || r.Pairing.Agents[2] == r.Pairing.Agents[1] {
					r.Pairing.Agents[2] = (r.Pairing.Agents[1] + 1) % 4
				}
				score := func(k int) float64 { return float64((content*(k+3) + k) % 7) }
				r.Games = []engines.Record{{Outcome: engines.ByScore(score(0), score(1), score(2)), Content: uint64(content + 1)}}
				add(t, s, r)
			}
		}
		return s.Table()
	}
	once, often := table(1), table(25)
	for i, line := range often.Standings {
		want := once.Standings[i]
		if line.Agent != want.Agent || math.Abs(line.Interval.Half()-want.Interval.Half()) > 1e-6 || math.Abs(float64(line.Scored.Agent.Error-want.Scored.Agent.Error)) > 1e-9 || math.Abs(line.Scored.Agent.Mean-want.Scored.Agent.Mean) > 1e-9 {
			t.Errorf("%s: %v, %+v, once %v, %+v", line.Agent, line.Interval, *line.Scored, want.Interval, *want.Scored)
		}
	}
}

// Below ten different pairings there is no interval and no probability, and with ten there are.
func TestTooFewForAnInterval(t *testing.T) {
	for contents, open := range map[int]bool{1: true, 9: true, 10: false} {
		s := newStandings(t, StandingsOptions{}, "a", "b")
		for i := range 300 {
			add(t, s, ofContent(pairResult(0, 1, i%contents%4+1), uint64(i%contents)))
		}
		table := s.Table()
		for _, line := range table.Standings {
			if line.TooFew() != open || math.IsInf(line.Interval.Low, -1) != open || math.IsInf(line.Interval.High, 1) != open {
				t.Errorf("%d contents: %s has %v", contents, line.Agent, line.Interval)
			}
		}
		for what, p := range map[string]rating.Float{
			"LOS": table.Standings[0].LOS, "best": table.Standings[1].Best, "lead": table.Standings[0].Next.LOS, "superiority": rating.Float(table.Superiority[0][1]),
		} {
			if p.Known() == open {
				t.Errorf("%d contents: %s is %v", contents, what, p)
			}
		}
		if math.IsInf(table.Standings[0].Next.Interval.Low, -1) != open {
			t.Errorf("%d contents: the lead is %+v", contents, table.Standings[0].Next)
		}
		data, err := json.Marshal(table)
		if err != nil || strings.Contains(string(data), `"interval":{"low":null,"high":null}`) != open {
			t.Errorf("%d contents: %s, %v", contents, data, err)
		}
	}
	s := newStandings(t, StandingsOptions{}, "a", "b")
	add(t, s, pairResult(0, 1, 3), pairResult(0, 1, 1)) // of chance
	if line := s.Table().Standings[0]; line.TooFew() || math.IsInf(line.Interval.Low, -1) {
		t.Errorf("with chance: %+v", line)
	}
}

// The table reports a score that contradicts the ratings if the results form a circle, and none if
// they have an order. Without such a score the key is missing in JSON.
func TestTableMisfit(t *testing.T) {
	for circle, want := range map[bool]bool{true: true, false: false} {
		s := newStandings(t, StandingsOptions{}, "rock", "paper", "scissors")
		for i := range 200 {
			for pair := range 3 {
				halves := 2 + i%2 // 0.625
				if circle {
					halves = 3 + i%2
				}
				winner, loser := (pair+1)%3, pair
				if !circle && pair == 2 {
					halves, winner, loser = 3, 2, 0
				}
				add(t, s, pairResult(winner, loser, halves))
			}
		}
		table := s.Table()
		if (table.Misfit != nil) != want {
			t.Errorf("circle %v: misfit %v", circle, table.Misfit)
		}
		data, err := json.Marshal(table)
		if err != nil || strings.Contains(string(data), `"misfit":{"agent":`) != want {
			t.Errorf("%s, %v", data, err)
		}
	}
	m := &Misfit{Agent: "final", Against: "default", Score: 0.5841, Predicted: 0.6919}
	if got := m.String(); got != "ratings do not describe final against default: 0.584, they predict 0.692" {
		t.Error(got)
	}
}

// Alike ignores games whose moves are known.
func TestAlikeLeavesKnownContentsOut(t *testing.T) {
	var known, unknown Alike
	for range 2 * LeastAlike {
		r := pairResult(0, 1, 3)
		for g := range r.Games {
			r.Games[g].Plies = 9
		}
		unknown.Add(r)
		known.Add(ofContent(r, 1))
	}
	if known.Pairings() != nil || unknown.Pairings() == nil {
		t.Errorf("known %v, unknown %v", known.Pairings(), unknown.Pairings())
	}
}

// Games with equal moves are one game, whichever agent has which seat. A pairing whose two games
// have the same moves contains one different game.
func TestMirroredGamesAreOneGame(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b")
	for deal := range 30 {
		r := pairResult(0, 1, 2)
		for g := range r.Games {
			r.Games[g].Content = uint64(deal%15) + 1
		}
		add(t, s, r)
	}
	table := s.Table()
	if table.Games != 60 || table.Distinct != 15 || table.DistinctPairings != 15 || table.Standings[0].Distinct != 15 {
		t.Errorf("%d games, %+v, of the first agent %+v", table.Games, table.Variety, table.Standings[0].Variety)
	}
}

// If the moves of some games are known, all other games count as different. A game of known moves counts
// once, also if the moves of the other game of its first pairing are unknown.
func TestDistinctGamesOfUnknownContent(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b")
	half := ofContent(pairResult(0, 1, 2), 1)
	half.Games[1].Content = 0
	add(t, s, half, ofContent(pairResult(0, 1, 2), 1), pairResult(0, 1, 2), ofContent(pairResult(0, 1, 2), 1), pairResult(0, 1, 2), ofContent(pairResult(0, 1, 2), 2))
	table := s.Table()
	want := rating.Variety{Distinct: 9, DistinctPairings: 5}
	if table.Variety != want || table.Standings[0].Variety != want || table.Standings[1].Variety != want {
		t.Errorf("%+v, of the agents %+v and %+v; want %+v", table.Variety, table.Standings[0].Variety, table.Standings[1].Variety, want)
	}
}

// The numbers of different games, in all and by agent, equal those that a simple implementation with
// sets counts, for more than 64 agents too.
func TestDistinctGamesOfAgents(t *testing.T) {
	const agents = 200
	s := newStandings(t, StandingsOptions{Draws: 1}, make([]string, agents)...)
	all, own := make(map[uint64]bool), make([]map[uint64]bool, agents)
	for i := range own {
		own[i] = make(map[uint64]bool)
	}
	for i := range 3000 {
		a, b := i*7%agents, (i*7+i%5+1)%agents
		r := pairResult(a, b, i%5)
		for g := range r.Games {
			content := uint64((i*i+g)%300) + 1
			r.Games[g].Content = content
			all[content], own[a][content], own[b][content] = true, true, true
		}
		add(t, s, r)
	}
	if s.different.games != len(all) {
		t.Errorf("%d different games, want %d", s.different.games, len(all))
	}
	for i := range own {
		if s.agents[i].different.games != len(own[i]) {
			t.Errorf("agent %d: %d different games, want %d", i, s.agents[i].different.games, len(own[i]))
		}
	}
}

// If agents are given, Different counts only the games in which one of them plays.
func TestDifferentGamesOfOneAgent(t *testing.T) {
	r := Result{
		Pairing: Pairing{Agents: []int{4, 7}, Games: 4, Apart: true}, // each agent plays alone, in turn
		Games:   []engines.Record{{Content: 11}, {Content: 12}, {Content: 13}, {Content: 13}},
	}
	for _, c := range []struct {
		agents []int
		want   int
	}{{nil, 3}, {[]int{0}, 2}, {[]int{1}, 2}, {[]int{0, 1}, 3}} {
		var d Different
		d.Add(Seen{Nth: 1, Known: true}, &r, c.agents...)
		if got := d.Variety(); got != (rating.Variety{Distinct: c.want, DistinctPairings: 1}) {
			t.Errorf("agents %v: %+v, want %d different games", c.agents, got, c.want)
		}
	}
}

// A copy of a pairing adds nothing. Games of unknown content all count as different if any content is
// known; otherwise the numbers are unknown.
func TestDifferentGamesOfUnknownContent(t *testing.T) {
	t.Parallel()
	game := func(contents ...uint64) *Result {
		r := &Result{Pairing: Pairing{Agents: []int{0, 1}, Games: len(contents)}}
		for _, c := range contents {
			r.Games = append(r.Games, engines.Record{Content: c})
		}
		return r
	}
	var d Different
	d.Add(Seen{Nth: 1}, game(0, 0))
	if d.Variety() != (rating.Variety{}) || d.Pairings() != 1 {
		t.Errorf("of unknown content: %+v, %d pairings", d.Variety(), d.Pairings())
	}
	d.Add(Seen{Nth: 1, Known: true}, game(5, 0))
	d.Add(Seen{Nth: 2, Known: true}, game(6, 7))
	d.Add(Seen{Nth: 1}, game(0, 5))
	if want := (rating.Variety{Distinct: 5, DistinctPairings: 3}); d.Variety() != want || d.Pairings() != 3 {
		t.Errorf("%+v, %d pairings; want %+v", d.Variety(), d.Pairings(), want)
	}
	var c Contents
	for i, want := range []Seen{{1, true}, {2, true}, {1, true}, {1, false}, {1, false}, {3, true}} {
		content := []uint64{1, 1, 2, 0, 0, 1}[i]
		if got := c.Add(*game(content)); got != want {
			t.Errorf("result %d: %+v, want %+v", i, got, want)
		}
	}
}

// The set of agents that played a game works for every number of an agent, also at multiples of 64.
func TestAgentsOfAGame(t *testing.T) {
	t.Parallel()
	numbers := []int{0, 1, 63, 64, 65, 127, 128, 129, 4095, 4096, 5000}
	p, known := make(gamesOfAgents), map[[2]int]bool{}
	for round := range 2 {
		for i, agent := range numbers {
			for content := range 3 {
				isNew, toAgent := p.add(uint64(content+1), agent)
				if isNew != (round == 0 && i == 0) || toAgent != !known[[2]int{content, agent}] {
					t.Errorf("game %d of agent %d: new %v, to the agent %v", content, agent, isNew, toAgent)
				}
				known[[2]int{content, agent}] = true
			}
		}
	}
	for _, agent := range []int{63, 64, 130} { // the first agent of a game has a large number
		p = make(gamesOfAgents)
		isNew, toAgent := p.add(9, agent)
		again, toAgain := p.add(9, agent)
		other, toOther := p.add(9, 0)
		if !isNew || !toAgent || again || toAgain || other || !toOther {
			t.Errorf("agent %d: %v %v, %v %v, %v %v", agent, isNew, toAgent, again, toAgain, other, toOther)
		}
	}
}

func BenchmarkStandingsAddContents(b *testing.B) {
	s := newStandings(b, StandingsOptions{}, "a", "b")
	content := uint64(0)
	for b.Loop() {
		content++
		if err := s.Add(ofContent(pairResult(0, 1, 3), content)); err != nil {
			b.Fatal(err)
		}
	}
}
