package tournament

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

func TestSharing(t *testing.T) {
	t.Parallel()
	own := Play{Cycles: 3, Deals: IndependentDeals}
	for name, c := range map[string]struct {
		of   Schedule
		want int
	}{
		"round robin":            {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 5})), 10},
		"own deals":              {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 5, Play: own})), 0},
		"three seats":            {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 5, Seats: 3})), 10},
		"three seats, many":      {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 9, Seats: 3})), 0},
		"gauntlet":               {schedule(t)(Gauntlet(GauntletOptions{Candidates: 2, Opponents: 3})), 6},
		"groups":                 {schedule(t)(Groups(GroupsOptions{Agents: 6, Groups: 2, Size: 3})), 3},
		"groups, own deals":      {schedule(t)(Groups(GroupsOptions{Agents: 6, Groups: 2, Size: 3, Play: own})), 0},
		"pairings":               {Pairings{{Agents: []int{0, 1}}}, 0},
		"part of a round robin":  {Prefix(schedule(t)(RoundRobin(RoundRobinOptions{Agents: 5})), 3), 0},
		"no schedule":            {nil, 0},
		"turned seats":           {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 5, Seats: 3, Play: Play{Orders: TurnedSeats}})), 30},
		"turned seats of two":    {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 2, Play: Play{Orders: TurnedSeats}})), 1},
		"turned, one seat":       {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 5, Seats: 1, Play: Play{Orders: TurnedSeats}})), 1},
		"one pairing in a cycle": {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 2})), 1},
	} {
		if got := Sharing(c.of); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// The standings of pairings that share deals have the errors of blocks, in whatever order the results
// come. Nine deals leave them as they are for independent pairings. A deal that repeats another is one
// observation with it.
func TestStandingsOfSharedDeals(t *testing.T) {
	t.Parallel()
	const agents, deals = 4, 20
	names := []string{"a", "b", "c", "d"}
	rng := rand.New(rand.NewPCG(3, 4))
	schedule := schedule(t)(RoundRobin(RoundRobinOptions{Agents: agents, Play: Play{Cycles: deals, Seed: 9}}))
	var results []Result
	clusters := rating.NewClusters(agents)
	points := make([][]float64, deals)
	suited := 0
	for i := range schedule.Len() {
		deal, p := i/6, schedule.At(i)
		if i%6 == 0 {
			points[deal], suited = make([]float64, agents), rng.IntN(agents)
		}
		halves := rng.IntN(5)
		switch suited {
		case p.Agents[0]:
			halves = 4
		case p.Agents[1]:
			halves = 0
		}
		r := pairResult(p.Agents[0], p.Agents[1], halves)
		r.Index, r.Pairing.Seed = i, p.Seed
		results = append(results, r)
		points[deal][p.Agents[0]] += float64(halves) / 2
		points[deal][p.Agents[1]] += float64(4-halves) / 2
		places := map[int][]int{0: {2, 1, 2, 1}, 1: {2, 1, 1, 1}, 2: {1, 1, 1, 1}, 3: {1, 2, 1, 1}, 4: {1, 2, 1, 2}}[halves]
		if err := clusters.Add(p.Agents, places); err != nil {
			t.Fatal(err)
		}
	}
	for _, of := range points {
		if err := clusters.AddBlock([]int{0, 1, 2, 3}, of, 6); err != nil {
			t.Fatal(err)
		}
	}
	want := clusters.Fit(rating.FitOptions{})
	independent := newStandings(t, StandingsOptions{}, names...)
	add(t, independent, results...)
	loose := widths(independent)
	check := func(what string, s *Standings, blocks bool) {
		t.Helper()
		for name, width := range widths(s) {
			expected := loose[name]
			if blocks {
				i := want.Line(int(name[0]-'a'), rating.Mean).Interval
				expected = i.High - i.Low
			}
			if math.Abs(width-expected) > 1e-6*expected {
				t.Errorf("%s: the interval of %s is %.4f wide, want %.4f", what, name, width, expected)
			}
		}
	}
	if math.Abs(loose["a"]/widthsOf(want)-1) < 0.1 {
		t.Fatal("these deals suit no agent")
	}
	shared := newStandings(t, StandingsOptions{Sharing: 6}, names...)
	for _, i := range rng.Perm(len(results)) {
		add(t, shared, results[i])
	}
	check("shared", shared, true)
	few := newStandings(t, StandingsOptions{Sharing: 6}, names...)
	independent = newStandings(t, StandingsOptions{}, names...)
	add(t, few, results[:9*6+5]...)
	add(t, independent, results[:9*6+5]...)
	loose = widths(independent)
	check("nine deals", few, false)
	repeated := newStandings(t, StandingsOptions{Sharing: 6}, names...)
	joined := rating.NewClusters(agents)
	for i, r := range slices.Concat(results, results[:12]) { // the first two deals once more
		r.Index = i
		add(t, repeated, ofContent(r, uint64(i%len(results))+1))
		var places []int
		for g := range r.Games {
			for k := range r.Pairing.Agents {
				places = append(places, r.Games[g].Outcome.Place(turnedSeat(k, g, 2)))
			}
		}
		if err := joined.AddCopy(r.Pairing.Agents, places, 1+i/len(results)); err != nil {
			t.Fatal(err)
		}
		if deal := i / 6 % deals; i%6 == 5 {
			if err := joined.AddBlock([]int{0, 1, 2, 3}, points[deal], 6, uint64(deal)); err != nil {
				t.Fatal(err)
			}
		}
	}
	want = joined.Fit(rating.FitOptions{})
	check("two deals twice", repeated, true)
	if want.Freedom >= deals || want.Freedom < deals-3 {
		t.Errorf("%v degrees of freedom for %d different deals", want.Freedom, deals)
	}
	if _, err := NewStandings(names, StandingsOptions{Sharing: -1}); err == nil {
		t.Error("a negative number of pairings")
	}
}

// widths returns the widths of the intervals of all agents.
func widths(s *Standings) map[string]float64 {
	out := make(map[string]float64)
	for _, line := range s.Table().Standings {
		out[line.Agent] = line.Interval.High - line.Interval.Low
	}
	return out
}

func widthsOf(e *rating.Estimate) float64 {
	i := e.Line(0, rating.Mean).Interval
	return i.High - i.Low
}

// Seats that are turned decide most games, so the agents have nearly equal ratings after as many
// cycles as there are seats. The intervals allow for this. With the differences between single
// cycles, in which an agent may have one seat in all games, they would be far wider.
func TestStandingsOfTurnedSeats(t *testing.T) {
	t.Parallel()
	play := Play{Cycles: 120, Orders: TurnedSeats}
	for what, s := range map[string]Schedule{
		"gauntlet":    schedule(t)(Gauntlet(GauntletOptions{Candidates: 1, Opponents: 5, Play: play})),
		"three seats": schedule(t)(RoundRobin(RoundRobinOptions{Agents: 5, Seats: 3, Play: play})),
	} {
		names := []string{"a", "b", "c", "d", "e", "f"}
		seats := len(s.At(0).Agents)
		if seats == 3 {
			names = names[:5]
		}
		independent, shared := newStandings(t, StandingsOptions{}, names...), newStandings(t, StandingsOptions{Sharing: Sharing(s)}, names...)
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range s.Len() {
			winner := 0
			if rng.IntN(5) == 0 {
				winner = 1 + rng.IntN(seats-1)
			}
			r := Result{Index: i, Pairing: s.At(i), Games: []engines.Record{{Outcome: engines.Winner(seats, winner)}}}
			add(t, independent, r)
			add(t, shared, r)
		}
		loose := widths(independent)
		for name, width := range widths(shared) {
			if width > loose[name] {
				t.Errorf("%s: the interval of %s is %.1f wide, and %.1f for independent pairings", what, name, width, loose[name])
			}
		}
	}
}
