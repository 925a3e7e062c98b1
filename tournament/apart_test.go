package tournament

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
)

// scored is an arena for tests: the score of an agent is its first weight, and an agent without
// weights forfeits.
func scored(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
	scores := make([]float64, len(seats))
	for i, a := range seats {
		if a.Weights == nil {
			return engines.ForfeitRecord(len(seats), engines.Forfeit{Seat: i, Reason: a.Name + " failed"}), nil
		}
		scores[i] = a.Weights[0]
	}
	return engines.Record{Outcome: engines.ByScore(scores...), Plies: 3}, nil
}

// worth returns a list of agents with one weight each. For NaN the agent has no weights, so that it
// forfeits.
func worth(weights ...float64) []engines.Agent {
	field := fieldOf(len(weights))
	for i, w := range weights {
		if !math.IsNaN(w) {
			field[i].Weights = engines.Weights{w}
		}
	}
	return field
}

// one plays one pairing.
func one(t *testing.T, arena arenaFunc, field []engines.Agent, p Pairing, objective Objective) Result {
	t.Helper()
	var out []Result
	for r, err := range Run(t.Context(), Local{arena, 1}, field, Pairings{p}, Options{Terms: Terms{Objective: objective}}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	if len(out) != 1 {
		t.Fatalf("%d results", len(out))
	}
	return out[0]
}

// Agents that play separate games (Apart) have the same seats, seed and opponents.
func TestApartSeatsEverybodyAlike(t *testing.T) {
	var tables []string
	arena := arenaFunc(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		text := fmt.Sprint(seed, ":")
		for _, a := range seats {
			text += a.Name[5:]
		}
		tables = append(tables, text)
		return scored(ctx, seats, seed)
	})
	p := Pairing{Agents: []int{0, 1}, Seed: 9, Games: 3, Apart: true, Opponents: []int{2, 3}, First: 2}
	r := one(t, arena, worth(1, 2, 3, 4), p, Objective{})
	want := []string{"9: 2 3 0", "9: 2 3 1", "9: 0 2 3", "9: 1 2 3", "9: 3 0 2", "9: 3 1 2"}
	if !slices.Equal(tables, want) || len(r.Games) != 6 || p.Played() != 6 {
		t.Errorf("the games were %q, want %q", tables, want)
	}
}

// Seat and SeatOf are inverse functions. All other agents in a separate game (Apart) are opponents.
func TestSeatsOfAPairing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		agents := rapid.IntRange(1, 5).Draw(t, "agents")
		p := Pairing{Games: rapid.IntRange(1, 5).Draw(t, "games")}
		for a := range agents {
			p.Agents = append(p.Agents, a)
		}
		if p.Apart = rapid.Bool().Draw(t, "apart"); p.Apart {
			for o := range rapid.IntRange(0, 4).Draw(t, "opponents") {
				p.Opponents = append(p.Opponents, 10+o)
			}
			p.First = rapid.IntRange(0, p.Seats()-1).Draw(t, "first")
		}
		if err := p.check(20); err != nil {
			t.Fatal(err)
		}
		for g := range p.Played() {
			table := make([]int, 0, p.Seats())
			for seat := range p.Seats() {
				table = append(table, p.Seat(g, seat))
			}
			here := 0
			for k := range agents {
				if seat := p.SeatOf(g, k); seat < -1 {
					t.Fatalf("game %d: agent %d has seat %d", g, k, seat)
				} else if seat >= 0 {
					here++
					if table[seat] != k {
						t.Fatalf("game %d: agent %d sits in seat %d of %v", g, k, seat, table)
					}
				}
			}
			slices.Sort(table)
			if len(slices.Compact(table)) != p.Seats() || p.Apart != (here == 1) && agents > 1 {
				t.Fatalf("game %d: %d of the agents sit at %v", g, here, table)
			}
		}
	})
}

func TestApartCompares(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		a, b, opponent float64
		want           float64 // of a
	}{
		"only a beats the opponent":  {3, 1, 2, 1},
		"only b beats the opponent":  {1, 3, 2, 0},
		"both beat it":               {3, 4, 2, 0.5},
		"neither beats it":           {0, 1, 2, 0.5},
		"b draws":                    {3, 2, 2, 1},
		"a fails, b loses":           {nan, 1, 2, 0},
		"both fail":                  {nan, nan, 2, 0.5}, // each is the first to sit once
		"the opponent fails":         {1, 2, nan, 0.5},
		"a fails against a failure":  {nan, 1, nan, 0.25}, // who sits first fails first
		"a fails, b beats the other": {nan, 3, 2, 0},
	} {
		p := Pairing{Agents: []int{0, 1}, Games: 2, Apart: true, Opponents: []int{2}}
		r := one(t, scored, worth(c.a, c.b, c.opponent), p, Objective{})
		if got := r.Points(0); got != c.want || r.Points(1) != 1-c.want {
			t.Errorf("%s: %v and %v, want %v", name, got, r.Points(1), c.want)
		}
		met := r.Met()
		if met.Points(0) != c.want || met.Pairing.Apart || len(met.Games) != 2 {
			t.Errorf("%s: as if they had met: %+v", name, met)
		}
	}
}

// Games of one seat are compared by their scores.
func TestApartAlone(t *testing.T) {
	field := worth(5, 7, 7, math.NaN())
	r := one(t, scored, field, Pairing{Agents: []int{0, 1, 2, 3}, Games: 1, Apart: true}, Objective{})
	// A forfeit leaves the others level.
	if diff := cmp.Diff([]float64{r.Points(0), r.Points(3)}, []float64{2.0 / 3, 0}); diff != "" {
		t.Error(diff)
	}
	r = one(t, scored, field, Pairing{Agents: []int{0, 1, 2}, Games: 1, Apart: true}, Objective{})
	if diff := cmp.Diff([]float64{r.Points(0), r.Points(1), r.Points(2)}, []float64{0, 0.75, 0.75}); diff != "" {
		t.Error(diff)
	}
	r.Games = []engines.Record{{Outcome: engines.ByScore(-5)}, {Outcome: engines.Loser(1, 0), Ending: engines.Resigned}, {Outcome: engines.ByScore(7)}}
	if r.Points(1) != 0 {
		t.Errorf("a resignation is worth %v beside scores of -5 and 7", r.Points(1))
	}
	if mean, games := r.Scores(2); mean != 7 || games != 1 {
		t.Errorf("agent 2 scored %v in %d games", mean, games)
	}
}

func TestObjectiveByScore(t *testing.T) {
	o := Objective{Scale: 2}
	want := 1 / (1 + math.Exp(-1.5)) // 3 points ahead
	meet := one(t, scored, worth(5, 2), Pairing{Agents: []int{0, 1}, Games: 2}, o)
	apart := one(t, scored, worth(5, 2, 4), Pairing{Agents: []int{0, 1}, Games: 2, Apart: true, Opponents: []int{2}}, o)
	alone := one(t, scored, worth(5, 2), Pairing{Agents: []int{0, 1}, Games: 1, Apart: true}, o)
	for name, r := range map[string]Result{"they meet": meet, "apart": apart, "alone": alone, "as if met": apart.Met()} {
		if got := r.Points(0); math.Abs(got-want) > 1e-15 || math.Abs(got+r.Points(1)-1) > 1e-15 {
			t.Errorf("%s: %v and %v, want %v", name, got, r.Points(1), want)
		}
	}
	// Who fails is worth nothing, whatever the others scored.
	failed := one(t, scored, worth(math.NaN(), 2, 4), Pairing{Agents: []int{0, 1}, Games: 1, Apart: true, Opponents: []int{2}}, o)
	if failed.Points(0) != 0 || failed.Points(1) != 1 {
		t.Errorf("a failure is worth %v", failed.Points(0))
	}
	if p := (Objective{}).Points(engines.ByScore(5, 2), 0); p != 1 {
		t.Errorf("by places a win is worth %v", p)
	}
}

// In games of one seat, the pairings of a schedule compare agents that play alone from the same
// start, as many as one pairing can compare.
func TestSchedulesOfOneSeat(t *testing.T) {
	for name, c := range map[string]struct {
		schedule     func() (Schedule, error)
		size, agents int
	}{
		"five": {func() (Schedule, error) {
			return RoundRobin(RoundRobinOptions{Agents: 5, Seats: 1, Play: Play{Cycles: 7}})
		}, 7, 5},
		"twelve": {func() (Schedule, error) {
			return RoundRobin(RoundRobinOptions{Agents: 12, Seats: 1, Play: Play{Cycles: 2}})
		}, 6, 8},
		"gauntlet": {func() (Schedule, error) { return Gauntlet(GauntletOptions{Candidates: 3, Opponents: 2, Seats: 1}) }, 3, 3},
	} {
		s, err := c.schedule()
		if err != nil {
			t.Fatal(err)
		}
		if s.Len() != c.size {
			t.Errorf("%s: %d pairings, want %d", name, s.Len(), c.size)
		}
		for i := range s.Len() {
			if p := s.At(i); !p.Apart || p.Seats() != 1 || len(p.Agents) != c.agents || p.Played() != c.agents {
				t.Errorf("%s: pairing %d is %+v", name, i, p)
			}
		}
	}
}

// In a symmetric game a pairing is played in one seat order.
func TestSymmetricSchedulesPlayOneOrder(t *testing.T) {
	s, err := RoundRobin(RoundRobinOptions{Agents: 4, Play: Play{Symmetric: true}})
	if err != nil {
		t.Fatal(err)
	}
	if p := s.At(0); p.Games != 1 || s.Len() != 6 {
		t.Errorf("%d pairings, the first %+v", s.Len(), p)
	}
}

// For games of one seat the standings contain ratings from comparisons of scores, the number of
// games played, and the mean scores.
func TestStandingsOfGamesOfOneSeat(t *testing.T) {
	s, err := RoundRobin(RoundRobinOptions{Agents: 3, Seats: 1, Play: Play{Cycles: 40}})
	if err != nil {
		t.Fatal(err)
	}
	arena := arenaFunc(func(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		luck := engines.Rand(engines.Seed(seed, engines.Purpose(seats[0].Name))).NormFloat64()
		return engines.Record{Outcome: engines.ByScore(100*seats[0].Weights[0] + 50*luck)}, nil
	})
	standings := newStandings(t, StandingsOptions{}, "agent 0", "agent 1", "agent 2")
	for r, err := range Run(t.Context(), Local{arena, 2}, worth(1, 2, 2), s, Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if err := standings.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	table := standings.Table()
	if table.Games != 120 || table.Pairings != 40 || len(table.Seats) != 0 {
		t.Errorf("%d games, %d pairings, seats %v", table.Games, table.Pairings, table.Seats)
	}
	if last := table.Standings[2]; last.Agent != "agent 0" || last.Games != 40 || last.LOS > 0.05 {
		t.Errorf("the last is %+v", last)
	}
	for _, line := range table.Standings {
		want := 100.0 * min(float64(line.Index)+1, 2)
		if m := line.Scored; m == nil || math.Abs(m.Agent.Mean-want) > 4*float64(m.Agent.Error) || m.Agent.Error < 4 || m.Agent.Error > 12 {
			t.Errorf("%s scored %+v, want about %v ± 8", line.Agent, m, want)
		}
	}
}

func TestRunRefusesPairingsApart(t *testing.T) {
	for name, p := range map[string]Pairing{
		"seat out of range":           {Agents: []int{0, 1}, Games: 1, Apart: true, First: 1},
		"unknown opponent":            {Agents: []int{0, 1}, Games: 1, Apart: true, Opponents: []int{2}},
		"opponents of those who meet": {Agents: []int{0, 1}, Games: 1, Opponents: []int{1}},
		"too many opponents":          {Agents: []int{0, 1}, Games: 1, Apart: true, Opponents: make([]int, engines.MaxSeats)},
	} {
		if _, err := collect(t.Context(), Local{arenaFunc(coin), 1}, 2, Pairings{p}, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A comparison has the plies of all its games. In one that an agent forfeited, the forfeit has the
// agent's seat in the comparison. If scores count, a win by an opponent's forfeit or resignation beats
// every score, and every score beats an own resignation.
func TestRecordsOfComparisons(t *testing.T) {
	score := func(points ...float64) engines.Record {
		return engines.Record{Outcome: engines.ByScore(points...), Plies: 7}
	}
	forfeit := func(seat int) engines.Record {
		return engines.ForfeitRecord(2, engines.Forfeit{Seat: seat, Reason: "why"})
	}
	resigned := func(seat int) engines.Record {
		return engines.Record{Outcome: engines.Loser(2, seat), Plies: 7, Ending: engines.Resigned}
	}
	// In the second order the agents have the seats the other way round, and so in the comparison.
	p := Pairing{Agents: []int{0, 1}, Games: 2, Apart: true, Opponents: []int{2}, First: 1, Seed: 3}
	byScore := Objective{Scale: 5}
	for name, c := range map[string]struct {
		games     []engines.Record
		objective Objective
		first     engines.Outcome // of the first order
		forfeits  [2]int          // seat of the forfeit by order; -1 for none
	}{
		"scores":                {[]engines.Record{score(1, 9), score(1, 6), score(2, 4), score(3, 4)}, byScore, engines.ByScore(9, 6), [2]int{-1, -1}},
		"places":                {[]engines.Record{score(1, 9), score(7, 6), score(2, 4), score(3, 4)}, Objective{}, engines.Winner(2, 0), [2]int{-1, -1}},
		"the second fails":      {[]engines.Record{score(1, 9), forfeit(1), score(2, 4), forfeit(0)}, byScore, engines.Loser(2, 1), [2]int{1, 0}},
		"the opponent fails":    {[]engines.Record{score(1, 9), forfeit(0), score(2, 4), score(3, 4)}, byScore, engines.Winner(2, 1), [2]int{-1, -1}},
		"the opponent, twice":   {[]engines.Record{forfeit(0), forfeit(0), score(2, 4), score(3, 4)}, byScore, engines.Draw(2), [2]int{-1, -1}},
		"the opponent resigns":  {[]engines.Record{resigned(0), score(9, 6), score(2, 4), score(3, 4)}, byScore, engines.Winner(2, 0), [2]int{-1, -1}},
		"the first resigns":     {[]engines.Record{resigned(1), score(9, -6), score(2, 4), score(3, 4)}, byScore, engines.Winner(2, 1), [2]int{-1, -1}},
		"one game has no score": {[]engines.Record{{Outcome: engines.Winner(2, 1), Plies: 7}, score(1, 0), score(2, 4), score(3, 4)}, byScore, engines.Winner(2, 0), [2]int{-1, -1}},
	} {
		r := Result{Index: 6, Pairing: p, Games: c.games, Objective: c.objective}
		met := r.Met()
		if met.Index != 6 || met.Objective != c.objective || met.Pairing.Seed != 3 || met.Pairing.Games != 2 || met.Pairing.Apart || len(met.Games) != 2 {
			t.Errorf("%s: %+v", name, met)
		}
		if met.Games[0].Outcome != c.first {
			t.Errorf("%s: %v, want %v", name, met.Games[0].Outcome, c.first)
		}
		for order, seat := range c.forfeits {
			game := met.Games[order]
			if (game.Forfeit == nil) != (seat < 0) || seat >= 0 && (game.Forfeit.Seat != seat || game.Forfeit.Reason != "why") {
				t.Errorf("%s, order %d: forfeit %+v, want one of seat %d", name, order, game.Forfeit, seat)
			}
			plies := c.games[2*order].Plies + c.games[2*order+1].Plies
			if seat < 0 && game.Plies != plies {
				t.Errorf("%s, order %d: %d plies, want %d", name, order, game.Plies, plies)
			}
		}
	}
	meeting := Result{Pairing: Pairing{Agents: []int{0, 1}, Games: 1}, Games: []engines.Record{score(1, 2)}}
	if diff := cmp.Diff(meeting, meeting.Met(), byOutcome); diff != "" {
		t.Error(diff)
	}
}

// Pairings are valid up to the largest number of seats and agents.
func TestLimitsOfPairings(t *testing.T) {
	most := engines.MaxSeats
	for name, c := range map[string]struct {
		pairing Pairing
		want    string // "" if valid
	}{
		"most agents":           {Pairing{Agents: ints(most), Games: 1}, ""},
		"too many agents":       {Pairing{Agents: ints(most + 1), Games: 1}, fmt.Sprintf("a table of %d seats, 1 to %d needed", most+1, most)},
		"one agent":             {Pairing{Agents: []int{0}, Games: 1}, ""},
		"no agents":             {Pairing{Games: 1}, fmt.Sprintf("a table of 0 seats, 1 to %d needed", most)},
		"most apart":            {Pairing{Agents: ints(most), Games: 1, Apart: true}, ""},
		"too many apart":        {Pairing{Agents: ints(most + 1), Games: 1, Apart: true}, fmt.Sprintf("%d agents, 1 to %d needed", most+1, most)},
		"none apart":            {Pairing{Games: 1, Apart: true}, fmt.Sprintf("0 agents, 1 to %d needed", most)},
		"most opponents":        {Pairing{Agents: []int{0}, Games: 1, Apart: true, Opponents: ints(most - 1)}, ""},
		"too many opponents":    {Pairing{Agents: []int{0}, Games: 1, Apart: true, Opponents: ints(most)}, fmt.Sprintf("a table of %d seats, 1 to %d needed", most+1, most)},
		"last agent":            {Pairing{Agents: []int{19}, Games: 1}, ""},
		"agent beyond the last": {Pairing{Agents: []int{0, 20}, Games: 1}, "agent 20 is not within the field of 20"},
		"negative agent":        {Pairing{Agents: []int{-1}, Games: 1}, "agent -1 is not within the field of 20"},
		"unknown opponent":      {Pairing{Agents: []int{0}, Games: 1, Apart: true, Opponents: []int{20}}, "agent 20 is not within the field of 20"},
		"no seat order":         {Pairing{Agents: []int{0}}, "0 seat orders, at least 1 needed"},
		"last seat":             {Pairing{Agents: []int{0}, Games: 1, Apart: true, Opponents: []int{1, 2}, First: 2}, ""},
		"seat beyond the last":  {Pairing{Agents: []int{0}, Games: 1, Apart: true, Opponents: []int{1, 2}, First: 3}, "seat 3 is not one of the 3"},
		"negative seat":         {Pairing{Agents: []int{0}, Games: 1, Apart: true, First: -1}, "seat -1 is not one of the 1"},
		"seat of a meeting":     {Pairing{Agents: []int{0, 1}, Games: 1, First: 1}, "opponents of agents who meet each other"},
		"opponent of a meeting": {Pairing{Agents: []int{0, 1}, Games: 1, Opponents: []int{2}}, "opponents of agents who meet each other"},
	} {
		err := c.pairing.check(20)
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	for _, c := range []struct {
		forfeit, seats int
		ok             bool
	}{{0, 2, true}, {1, 2, true}, {2, 2, false}, {-1, 2, false}} {
		r := engines.Record{Outcome: engines.Loser(c.seats, min(max(c.forfeit, 0), 1)), Forfeit: &engines.Forfeit{Seat: c.forfeit}}
		if err := checkRecord(&r, 2); (err == nil) != c.ok {
			t.Errorf("a forfeit of seat %d: %v", c.forfeit, err)
		}
	}
}
