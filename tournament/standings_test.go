package tournament

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// pairResult returns the result of a pair of games with swapped seats in which agent i scored the
// given number of half points, 0 to 4, against agent j.
func pairResult(i, j, halves int) Result {
	win, draw, loss := engines.Winner(2, 0), engines.Draw(2), engines.Winner(2, 1)
	games := [...][2]engines.Outcome{{loss, win}, {loss, draw}, {win, win}, {win, draw}, {win, loss}}[halves]
	return Result{
		Pairing: Pairing{Agents: []int{i, j}, Games: 2},
		Games:   []engines.Record{{Outcome: games[0]}, {Outcome: games[1]}},
	}
}

func newStandings(t testing.TB, o StandingsOptions, names ...string) *Standings {
	t.Helper()
	s, err := NewStandings(names, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func add(t testing.TB, s *Standings, results ...Result) {
	t.Helper()
	for _, r := range results {
		if err := s.Add(r); err != nil {
			t.Fatal(err)
		}
	}
}

// finite reports an error for a table that cannot be encoded as JSON, and for intervals that do not
// contain their ratings.
func finite(t testing.TB, table Table) {
	t.Helper()
	if _, err := json.Marshal(table); err != nil {
		t.Errorf("the table has no JSON: %v", err)
	}
	for _, s := range table.Standings {
		if !s.Interval.Contains(float64(s.Rating)) || !s.LOS.Known() || s.LOS < 0 || s.LOS > 1 {
			t.Errorf("%s: rating %v in %v, LOS %v", s.Agent, s.Rating, s.Interval, s.LOS)
		}
		if s.Wins+s.Draws+s.Losses != s.Games {
			t.Errorf("%s: %d + %d + %d is not %d", s.Agent, s.Wins, s.Draws, s.Losses, s.Games)
		}
	}
}

func TestStandingsAtTheEdges(t *testing.T) {
	for name, halves := range map[string][]int{
		"nothing":   {},
		"one pair":  {3},
		"all drawn": {2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
		"whitewash": {4, 4, 4, 4, 4, 4, 4, 4, 4, 4},
		"lost all":  {0},
		"mixed":     {0, 4, 2, 1, 3, 4},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStandings(t, StandingsOptions{}, "a", "b", "c")
			for _, h := range halves {
				add(t, s, pairResult(0, 1, h))
			}
			table := s.Table()
			finite(t, table)
			for _, line := range table.Standings {
				if line.Interval.High-line.Interval.Low < 20 {
					t.Errorf("%s: %v is too sure of %d pairs", line.Agent, line.Interval, len(halves))
				}
			}
		})
	}
}

// The table marks the agents whose ratings are finite only because of virtual draws.
func TestAgentsWithoutAFiniteRating(t *testing.T) {
	for name, test := range map[string]struct {
		results [][3]int // two agents and the half points of the first one in a pair of games
		apart   []string
	}{
		"all scored":       {[][3]int{{0, 1, 3}, {1, 2, 3}, {0, 2, 2}}, nil},
		"one lost all":     {[][3]int{{0, 1, 3}, {0, 2, 4}, {1, 2, 4}}, []string{"c"}},
		"two, one won all": {[][3]int{{0, 1, 4}, {0, 1, 4}}, []string{"a", "b"}},
		"two never met":    {[][3]int{{0, 1, 2}, {0, 1, 3}, {2, 3, 1}}, []string{"c", "d"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStandings(t, StandingsOptions{}, "a", "b", "c", "d")
			for _, r := range test.results {
				add(t, s, pairResult(r[0], r[1], r[2]))
			}
			var apart []string
			for _, line := range s.Table().Standings {
				if line.Apart {
					apart = append(apart, line.Agent)
				}
			}
			slices.Sort(apart)
			if !slices.Equal(apart, test.apart) {
				t.Errorf("%v, want %v", apart, test.apart)
			}
		})
	}
}

// randomResult draws a random result of up to five of the n agents.
func randomResult(t *rapid.T, n int) Result {
	k := rapid.IntRange(2, min(n, 5)).Draw(t, "seats")
	agents := rapid.Permutation(ints(n)).Draw(t, "agents")[:k]
	games := rapid.SampledFrom([]int{1, 2, k}).Draw(t, "games")
	r := Result{Pairing: Pairing{Agents: agents, Games: games}}
	for range games {
		places := rapid.SliceOfN(rapid.IntRange(1, k), k, k).Draw(t, "places")
		forfeit := rapid.IntRange(-4, k-1).Draw(t, "forfeit")
		game := engines.Record{Outcome: engines.Places(places...)}
		if forfeit >= 0 {
			game = engines.Record{Outcome: engines.Loser(k, forfeit), Forfeit: &engines.Forfeit{Seat: forfeit}}
		}
		r.Games = append(r.Games, game)
	}
	return r
}

func ints(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// For random results, the numbers of games in the table add up.
func TestTotalsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "agents")
		s, err := NewStandings([]string{"a", "b", "c", "d", "e", "f"}[:n], StandingsOptions{Draws: 100})
		if err != nil {
			t.Fatal(err)
		}
		games, seats, forfeits, twoSeats := 0, 0, 0, true
		for range rapid.IntRange(0, 12).Draw(t, "results") {
			r := randomResult(t, n)
			if err := s.Add(r); err != nil {
				t.Fatal(err)
			}
			games += len(r.Games)
			seats += len(r.Games) * len(r.Pairing.Agents)
			twoSeats = twoSeats && len(r.Pairing.Agents) == 2
			for _, g := range r.Games {
				if g.Forfeit != nil {
					forfeits++
				}
			}
		}
		table := s.Table()
		sum := linesAddUp(t, table, twoSeats)
		if table.Games != games || sum.Games != seats || sum.Forfeits != forfeits || math.Abs(sum.Points-float64(seats)/2) > 1e-9 {
			t.Errorf("%d games of %d, %d places of %d, %d forfeits of %d, %v points",
				table.Games, games, sum.Games, seats, sum.Forfeits, forfeits, sum.Points)
		}
		if twoSeats && sum.Games != 2*table.Games {
			t.Errorf("%d games counted twice make %d", table.Games, sum.Games)
		}
		if _, err := json.Marshal(table); err != nil {
			t.Error(err)
		}
		again, _ := json.Marshal(s.Table())
		if first, _ := json.Marshal(table); string(first) != string(again) {
			t.Error("two tables of the same results differ")
		}
	})
}

// linesAddUp checks every line and its row of the crosstable, and sums them.
func linesAddUp(t *rapid.T, table Table, twoSeats bool) (sum rating.Standing) {
	for i, line := range table.Standings {
		if line.Wins+line.Draws+line.Losses != line.Games || line.Rank != i+1 {
			t.Errorf("%+v", line)
		}
		if !line.Interval.Contains(float64(line.Rating)) || !(line.LOS >= 0 && line.LOS <= 1) {
			t.Errorf("%+v", line)
		}
		sum.Games += line.Games
		sum.Forfeits += line.Forfeits
		sum.Points += line.Points
		inCells := 0
		for j, cell := range table.Crosstable[i] {
			if cell == nil {
				continue
			}
			inCells += cell.Games
			back := table.Crosstable[j][i]
			if cell.Wins != back.Losses || cell.Draws != back.Draws || math.Abs(cell.Score+back.Score-1) > 1e-12 {
				t.Errorf("%+v and %+v", cell, back)
			}
		}
		if twoSeats && inCells != line.Games {
			t.Errorf("%d games in the row of %d", inCells, line.Games)
		}
	}
	return sum
}

func TestStandingsRefuse(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b")
	good := pairResult(0, 1, 3)
	for name, change := range map[string]func(*Result){
		"unknown agent": func(r *Result) { r.Pairing.Agents = []int{0, 2} },
		"itself":        func(r *Result) { r.Pairing.Agents = []int{1, 1} },
		"alone":         func(r *Result) { r.Pairing.Agents = []int{1} },
		"no games":      func(r *Result) { r.Games = nil },
		"wrong seats":   func(r *Result) { r.Games = []engines.Record{{Outcome: engines.Draw(3)}} },
	} {
		r := good
		r.Index = 4
		change(&r)
		if err := s.Add(r); err == nil || !strings.HasPrefix(err.Error(), "tournament: standings: pairing 5: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if table := s.Table(); table.Games != 0 || table.Pairings != 0 {
		t.Errorf("what was refused was counted: %+v", table)
	}
	for name, o := range map[string]StandingsOptions{
		"anchor": {Anchor: "c"}, "prior": {Prior: -1}, "NaN": {Prior: math.NaN()}, "confidence": {Confidence: 1}, "draws": {Draws: -1},
	} {
		if _, err := NewStandings([]string{"a", "b"}, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := NewStandings(nil, StandingsOptions{}); err == nil {
		t.Error("nobody: no error")
	}
}

// Without a given confidence the intervals have the default confidence of 95%, and the table
// contains it.
func TestUsualConfidence(t *testing.T) {
	results := []Result{pairResult(0, 1, 3), pairResult(0, 1, 2), pairResult(0, 1, 4)}
	usual := newStandings(t, StandingsOptions{}, "a", "b")
	given := newStandings(t, StandingsOptions{Confidence: rating.Confidence}, "a", "b")
	add(t, usual, results...)
	add(t, given, results...)
	if a, b := usual.Table(), given.Table(); a.Confidence != 0.95 || a.Confidence != b.Confidence || a.Standings[0].Interval != b.Standings[0].Interval {
		t.Errorf("confidence %v, %+v; given as %v, %+v", a.Confidence, a.Standings[0].Interval, b.Confidence, b.Standings[0].Interval)
	}
}

func TestAnchor(t *testing.T) {
	results := []Result{pairResult(0, 1, 3), pairResult(0, 1, 2), pairResult(1, 2, 3), pairResult(1, 2, 1), pairResult(0, 2, 4), pairResult(0, 2, 1)}
	free := newStandings(t, StandingsOptions{}, "a", "b", "c")
	held := newStandings(t, StandingsOptions{Anchor: "b"}, "a", "b", "c")
	add(t, free, results...)
	add(t, held, results...)
	ratings := make(map[string]rating.Float)
	mean := rating.Float(0)
	for _, line := range free.Table().Standings {
		ratings[line.Agent] = line.Rating
		mean += line.Rating / 3
	}
	if math.Abs(float64(mean)) > 1e-9 {
		t.Errorf("the mean rating is %v", mean)
	}
	for _, line := range held.Table().Standings {
		if math.Abs(float64(line.Rating-(ratings[line.Agent]-ratings["b"]))) > 1e-9 {
			t.Errorf("%s: %v against b, %v and %v against the mean", line.Agent, line.Rating, ratings[line.Agent], ratings["b"])
		}
		if line.Agent == "b" && (line.Rating != 0 || line.Interval != (rating.Interval{})) {
			t.Errorf("the anchor: %+v", line)
		}
	}
}

// Agents with equal ratings are ordered by score, then by name, then by index. Agents without games
// come last.
func TestOrderOfEquals(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "d", "c", "b", "b", "idle")
	for i := range 4 {
		for j := range i {
			add(t, s, pairResult(i, j, 2))
		}
	}
	var got []int
	for _, line := range s.Table().Standings {
		got = append(got, line.Index)
	}
	if want := []int{2, 3, 1, 0, 4}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

func TestForfeitsAreCountedApart(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b")
	r := pairResult(0, 1, 4)
	r.Games[1].Forfeit = &engines.Forfeit{Seat: 0} // the second game's first seat is agent 1
	add(t, s, r)
	table := s.Table()
	if table.Forfeits != 1 || table.Standings[1].Forfeits != 1 || table.Standings[0].Forfeits != 0 || table.Standings[1].Losses != 2 {
		t.Errorf("%+v", table)
	}
}

func TestSeatsAndPlaces(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b", "c")
	add(t, s, Result{
		Pairing: Pairing{Agents: []int{0, 1, 2}, Games: 2},
		Games:   []engines.Record{{Outcome: engines.Places(1, 2, 3)}, {Outcome: engines.Places(1, 1, 3)}},
	})
	table := s.Table()
	if !slices.Equal(table.Seats, []float64{0.875, 0.625, 0}) {
		t.Errorf("seats %v", table.Seats)
	}
	for _, line := range table.Standings {
		want := map[string][]int{"a": {1, 0, 1}, "b": {1, 1, 0}, "c": {1, 0, 1}}[line.Agent]
		if !slices.Equal(line.Places, want) {
			t.Errorf("%s: places %v, want %v", line.Agent, line.Places, want)
		}
	}
}

// The JSON of a table has the keys that other programs use.
func TestTableJSON(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b", "idle")
	add(t, s, pairResult(0, 1, 3), pairResult(0, 1, 2), pairResult(0, 1, 4))
	data, err := json.Marshal(s.Table())
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Games       int                `json:"games"`
		Standings   []map[string]any   `json:"standings"`
		Crosstable  [][]map[string]any `json:"crosstable"`
		Superiority [][]float64        `json:"superiority"`
	}
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	if table.Games != 6 || len(table.Standings) != 3 || table.Crosstable[0][1]["games"] != 6.0 || table.Crosstable[0][2] != nil {
		t.Errorf("%s", data)
	}
	line := table.Standings[0]
	for key, want := range map[string]any{"agent": "a", "rank": 1.0, "games": 6.0, "wins": 4.0, "draws": 1.0, "losses": 1.0, "score": 0.75} {
		if line[key] != want {
			t.Errorf("%s is %v, want %v", key, line[key], want)
		}
	}
	interval, ok := line["interval"].(map[string]any)
	if _, isNumber := line["rating"].(float64); !ok || len(interval) != 2 || !isNumber {
		t.Errorf("rating %v, interval %v", line["rating"], line["interval"])
	}
	if los := line["los"].(float64); los <= 0.5 || los >= 1 {
		t.Errorf("LOS %v", los)
	}
	if m := table.Superiority; m[0][0] != 0.5 || math.Abs(m[0][1]+m[1][0]-1) > 1e-9 || m[0][1] <= 0.5 {
		t.Errorf("superiority %v", m)
	}
}

func TestAddAllocatesNothing(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b")
	r := pairResult(0, 1, 3)
	if allocs := testing.AllocsPerRun(100, func() { add(t, s, r) }); allocs != 0 {
		t.Errorf("%v allocations for a pair of games", allocs)
	}
}

func BenchmarkStandingsAdd(b *testing.B) {
	s := newStandings(b, StandingsOptions{}, "a", "b")
	r := pairResult(0, 1, 3)
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Add(r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTable20(b *testing.B) {
	names := make([]string, 20)
	s := newStandings(b, StandingsOptions{}, names...)
	for i := range names {
		for j := range i {
			for h := range 5 {
				add(b, s, pairResult(i, j, h), pairResult(i, j, (i*j+h)%5))
			}
		}
	}
	for b.Loop() {
		s.Table()
	}
}

// The tables of wins, points and pairs follow from the games alone.
func TestCountsOfAgents(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b", "c")
	for halves, times := range []int{1, 2, 3, 4, 5} {
		for range times {
			add(t, s, pairResult(0, 1, halves))
		}
	}
	add(t, s, Result{Pairing: Pairing{Agents: []int{0, 1}, Games: 1}, Games: []engines.Record{{Outcome: engines.Draw(2)}}})
	for _, line := range s.Table().Standings {
		want := map[string]rating.Standing{
			"a": {Games: 31, Pentanomial: []int{1, 2, 3, 4, 5}, Points: (0*1+1*2+2*3+3*4+4*5)/2.0 + 0.5, Wins: 17, Draws: 7, Losses: 7},
			"b": {Games: 31, Pentanomial: []int{5, 4, 3, 2, 1}, Points: (4*1+3*2+2*3+1*4)/2.0 + 0.5, Wins: 7, Draws: 7, Losses: 17},
			"c": {},
		}[line.Agent]
		if line.Games != want.Games || line.Wins != want.Wins || line.Draws != want.Draws || line.Losses != want.Losses || line.Points != want.Points || !slices.Equal(line.Pentanomial, want.Pentanomial) || line.Places != nil {
			t.Errorf("%+v, want %+v", line, want)
		}
		if want.Games > 0 && float64(line.Score) != want.Points/31 || want.Games == 0 && line.Score != 0 {
			t.Errorf("%s: score %v", line.Agent, line.Score)
		}
	}
	three := newStandings(t, StandingsOptions{}, "a", "b", "c")
	add(t, three, Result{
		Pairing: Pairing{Agents: []int{2, 0, 1}, Games: 2},
		Games:   []engines.Record{{Outcome: engines.Places(1, 2, 3)}, {Outcome: engines.Places(1, 1, 3)}},
	})
	for _, line := range three.Table().Standings {
		// In the second game, agent 0 has seat 0, agent 1 seat 1 and agent 2 seat 2.
		want := map[string][4]float64{"a": {0, 1, 1, 1.25}, "b": {0, 1, 1, 0.75}, "c": {1, 0, 1, 1}}[line.Agent]
		if got := [4]float64{float64(line.Wins), float64(line.Draws), float64(line.Losses), line.Points}; got != want || line.Pentanomial != nil {
			t.Errorf("%s: %v, want %v, pairs %v", line.Agent, got, want, line.Pentanomial)
		}
	}
}

// The stronger one of two agents is the strongest of all. The probability is that of Student's
// distribution with ten pairs: 8 degrees of freedom.
func TestBestOfTwo(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b", "c")
	for _, points := range []int{4, 3, 2, 4, 1, 3, 2, 4, 2, 3} { // half points of a: the mean is 2.8 of 4
		add(t, s, pairResult(0, 1, points))
	}
	table := s.Table()
	first := table.Standings[0]
	const mean, variance = 0.7, (3*0.09 + 3*0.0025 + 3*0.04 + 0.2025) / 9
	elo := rating.Elo(mean)
	err := rating.EloPerLogit * math.Sqrt(variance/10) / (mean * (1 - mean))
	if want := (distuv.StudentsT{Sigma: 1, Nu: 8}).CDF(elo / err); first.Best != first.Next.LOS || math.Abs(float64(first.Best)-want) > 1e-6 {
		t.Errorf("%s is the strongest with probability %v and stronger than the other with %v, want %v", first.Agent, first.Best, first.Next.LOS, want)
	}
	if sum := first.Best + table.Standings[1].Best; math.Abs(float64(sum)-1) > 1e-12 || table.Standings[2].Best != 0 {
		t.Errorf("%v and %v, without games %v", first.Best, table.Standings[1].Best, table.Standings[2].Best)
	}
}

// Every row is compared with the one below: the difference of the ratings, and the probability that
// the table of superiority has.
func TestLeads(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b", "c")
	add(t, s, pairResult(0, 1, 3), pairResult(0, 1, 2), pairResult(1, 2, 3), pairResult(1, 2, 1), pairResult(0, 2, 4), pairResult(0, 2, 1), pairResult(1, 2, 3))
	table := s.Table()
	for k, line := range table.Standings {
		if line.Rank != k+1 || (line.Next == nil) != (k == 2) {
			t.Errorf("%d: %+v", k, line)
		}
		if line.Next == nil {
			continue
		}
		below := table.Standings[k+1]
		if math.Abs(float64(line.Next.Difference-(line.Rating-below.Rating))) > 1e-9 || float64(line.Next.LOS) != table.Superiority[k][k+1] {
			t.Errorf("%s is %+v ahead of %s; ratings %v and %v, superiority %v", line.Agent, line.Next, below.Agent, line.Rating, below.Rating, table.Superiority[k])
		}
		if !line.Next.Interval.Contains(float64(line.Next.Difference)) {
			t.Errorf("%+v", line.Next)
		}
	}
	best := 0.0
	for _, line := range table.Standings {
		best += float64(line.Best)
	}
	if math.Abs(best-1) > 1e-9 || table.Anchor != "" || table.Prior != 0 || len(table.Seats) != 2 {
		t.Errorf("probabilities of being best add up to %v: %+v", best, table)
	}
	for i, row := range table.Crosstable {
		for j, cell := range row {
			if (cell == nil) != (i == j) {
				t.Errorf("cell %d, %d: %+v", i, j, cell)
			}
		}
	}
	// a won 5 points of 8 against b and c: 3 and 2 half points, then 4 and 1.
	index := slices.IndexFunc(table.Standings, func(l rating.Standing) bool { return l.Agent == "a" })
	other := slices.IndexFunc(table.Standings, func(l rating.Standing) bool { return l.Agent == "b" })
	if cell := table.Crosstable[index][other]; cell.Games != 4 || cell.Score != 5.0/8 || cell.Wins+cell.Draws+cell.Losses != 4 || cell.Wins-cell.Losses != 1 {
		t.Errorf("a against b: %+v", cell)
	}
}

// The probability of being best needs 10,000 draws, fewer for more than 100 agents, and never fewer
// than 1,000 unless the options set another number.
func TestNumberOfDraws(t *testing.T) {
	for _, c := range []struct{ agents, draws, want int }{{2, 0, 10_000}, {100, 0, 10_000}, {101, 0, 9802}, {200, 0, 2500}, {400, 0, 1000}, {3, 70, 70}, {200, 70, 70}, {2, 20_000, 20_000}} {
		if got := newStandings(t, StandingsOptions{Draws: c.draws}, make([]string, c.agents)...).draws(); got != c.want {
			t.Errorf("%d agents: %d draws, want %d", c.agents, got, c.want)
		}
	}
}

// Agents without games come last. Others are ordered by rating, to a millionth of an Elo, then by
// score, name and index.
func TestCompareStandings(t *testing.T) {
	first := rating.Standing{Games: 2, Rating: 10, Score: 0.5, Agent: "m", Index: 3}
	for name, change := range map[string]func(*rating.Standing){
		"no games":     func(s *rating.Standing) { s.Games, s.Rating = 0, 99 },
		"lower rating": func(s *rating.Standing) { s.Rating, s.Score = 9.999, 0.9 },
		"lower score":  func(s *rating.Standing) { s.Score, s.Agent = 0.4, "a" },
		"score counts": func(s *rating.Standing) { s.Rating, s.Score = 10+4e-7, 0.4 },
		"later name":   func(s *rating.Standing) { s.Agent, s.Index = "n", 1 },
		"later index":  func(s *rating.Standing) { s.Index = 4 },
	} {
		second := first
		change(&second)
		if compareStandings(first, second) >= 0 || compareStandings(second, first) <= 0 {
			t.Errorf("%s: %d and %d", name, compareStandings(first, second), compareStandings(second, first))
		}
	}
	more := first
	if more.Games = 900; compareStandings(first, more) != 0 {
		t.Error("the number of games decides")
	}
}

// Seats are counted up to the last that was played. Games of agents that play apart have none.
func TestSeatsOfTables(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b", "c", "d")
	add(t, s, Result{Pairing: Pairing{Agents: []int{0, 1}, Apart: true, Games: 1, Opponents: []int{2, 3}}, Games: []engines.Record{{Outcome: engines.Winner(3, 0)}, {Outcome: engines.Winner(3, 1)}}})
	if got := s.Table(); len(got.Seats) != 0 || got.Seats == nil || got.Games != 2 || got.Standings[0].Agent != "a" || got.Standings[0].Games != 1 || got.Standings[0].Wins != 1 || got.Standings[0].Score != 1 {
		t.Errorf("seats %v, %+v", got.Seats, got.Standings[0])
	}
	add(t, s, pairResult(0, 1, 3))
	if got := s.Table(); !slices.Equal(got.Seats, []float64{0.75, 0.25}) || got.Standings[0].Places != nil {
		t.Errorf("seats %v, places %v", got.Seats, got.Standings[0].Places)
	}
	add(t, s, Result{Pairing: Pairing{Agents: []int{0, 1, 2, 3}, Games: 1}, Games: []engines.Record{{Outcome: engines.Places(1, 2, 3, 4)}}})
	got := s.Table()
	if len(got.Seats) != 4 || len(got.Standings[0].Places) != 4 {
		t.Errorf("seats %v, places %v", got.Seats, got.Standings[0].Places)
	}
	if cell := got.Crosstable[0][3]; got.Standings[3].Agent != "d" || cell == nil || cell.Games != 1 || cell.Score != 1 {
		t.Errorf("a against d: %+v", cell)
	}
}

// The match is published by fastchess: pairs [5 7 77 8 3], "nElo: -10.8 +/- 47.9". Fastchess estimates
// the error from the number of pairs alone.
func TestNormalizedEloOfAMatch(t *testing.T) {
	s, three := newStandings(t, StandingsOptions{}, "new", "old"), newStandings(t, StandingsOptions{}, "new", "old", "other")
	for halves, n := range []int{5, 7, 77, 8, 3} {
		for range n {
			add(t, s, pairResult(0, 1, halves))
			add(t, three, pairResult(0, 1, halves), pairResult(1, 2, halves))
		}
	}
	lead := s.Table().Standings[0].Next // old is ahead
	if lead == nil || lead.NormalizedElo == nil || math.Abs(*lead.NormalizedElo-10.8) > 0.05 || math.Abs(*lead.NormalizedError/47.9-1) > 0.05 {
		t.Errorf("the lead is %+v, want 10.8 ± 47.9", lead)
	}
	for _, line := range three.Table().Standings {
		if line.Next != nil && line.Next.NormalizedElo != nil {
			t.Errorf("three agents: %s has %v above the next", line.Agent, *line.Next.NormalizedElo)
		}
	}
	few := newStandings(t, StandingsOptions{}, "new", "old")
	for halves := range 5 {
		add(t, few, pairResult(0, 1, halves))
	}
	if lead := few.Table().Standings[0].Next; lead.NormalizedElo != nil {
		t.Errorf("five pairs: %v ± %v", *lead.NormalizedElo, *lead.NormalizedError)
	}
}
