package tournament

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/lanista/lanista/engines"
	"pgregory.net/rapid"
)

func schedule(t testing.TB) func(Schedule, error) Schedule {
	return func(s Schedule, err error) Schedule {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

func TestCircle(t *testing.T) {
	for n, want := range map[int]string{
		2: "0-1",
		3: "1-2 | 2-0 | 0-1",
		4: "0-3 1-2 | 3-1 2-0 | 2-3 0-1",
		5: "1-4 2-3 | 2-0 3-4 | 3-1 4-0 | 4-2 0-1 | 0-3 1-2",
		6: "0-5 1-4 2-3 | 5-1 2-0 3-4 | 2-5 3-1 4-0 | 5-3 4-2 0-1 | 4-5 0-3 1-2",
		8: "0-7 1-6 2-5 3-4 | 7-1 2-0 3-6 4-5 | 2-7 3-1 4-0 5-6 | 7-3 4-2 5-1 6-0 | 4-7 5-3 6-2 0-1 | 7-5 6-4 0-3 1-2 | 6-7 0-5 1-4 2-3",
	} {
		s := schedule(t)(RoundRobin(RoundRobinOptions{Agents: n}))
		var got strings.Builder
		for i := range s.Len() {
			if i > 0 {
				got.WriteString(" ")
				if i%(n/2) == 0 {
					got.WriteString("| ")
				}
			}
			a := s.At(i).Agents
			fmt.Fprintf(&got, "%d-%d", a[0], a[1])
		}
		if got.String() != want {
			t.Errorf("%d agents: %s\nwant %s", n, got.String(), want)
		}
	}
}

func TestCircleIsBalanced(t *testing.T) {
	for n := 2; n <= 33; n++ {
		c := circle{n}
		met := make(map[[2]int]int)
		firsts := make([]int, n)
		for i := range c.size() {
			a := c.agents(0, i)
			met[[2]int{min(a[0], a[1]), max(a[0], a[1])}]++
			firsts[a[0]]++
			round := i / (n / 2)
			for j := round * (n / 2); j < i; j++ {
				if b := c.agents(0, j); slices.Contains(b, a[0]) || slices.Contains(b, a[1]) {
					t.Fatalf("%d agents, round %d: somebody plays twice", n, round)
				}
			}
		}
		if len(met) != n*(n-1)/2 || c.size() != len(met) {
			t.Errorf("%d agents: %d pairs in %d meetings", n, len(met), c.size())
		}
		if slices.Max(firsts)-slices.Min(firsts) > 1 {
			t.Errorf("%d agents: first seats %v", n, firsts)
		}
	}
}

// After any number of pairings, the agents' numbers of games differ by at most two, or by one if
// groups are drawn at random. The numbers of meetings of two sets of agents differ by at most one.
func TestPrefixesAreBalanced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 12).Draw(t, "agents")
		k := rapid.IntRange(2, min(n, 4)).Draw(t, "seats")
		s, err := RoundRobin(RoundRobinOptions{Agents: n, Seats: k, Play: Play{Cycles: 3, Seed: rapid.Uint64().Draw(t, "seed")}})
		if err != nil {
			t.Fatal(err)
		}
		stop := rapid.IntRange(1, s.Len()).Draw(t, "stop")
		games := make([]int, n)
		tables := make(map[string]int)
		for i := range stop {
			p := s.At(i)
			a := slices.Sorted(slices.Values(p.Agents))
			if len(slices.Compact(a)) != k {
				t.Fatalf("table %v", p.Agents)
			}
			tables[fmt.Sprint(a)]++
			for _, agent := range a {
				games[agent]++
			}
		}
		most := 1
		if k == 2 || n <= maxCombined {
			most = 2 // within a round somebody may have had the last bye and wait for the next
		}
		if spread := slices.Max(games) - slices.Min(games); spread > most {
			t.Errorf("%d seats: %v games after %d pairings", k, games, stop)
		}
		if k > 2 && n > maxCombined {
			return // random tables may come again
		}
		for table, times := range tables {
			if all := s.Len() / 3; times < stop/all || times > (stop+all-1)/all {
				t.Errorf("table %s was played %d times in %d pairings", table, times, stop)
			}
		}
	})
}

func TestCombinations(t *testing.T) {
	for _, c := range []struct{ n, k, want int }{{3, 3, 1}, {4, 3, 4}, {6, 4, 15}, {8, 4, 70}, {8, 8, 1}} {
		all := combinations(c.n, c.k)
		seen := make(map[string]bool)
		for _, table := range all {
			seen[fmt.Sprint(table)] = true
		}
		if len(all) != c.want || len(seen) != c.want {
			t.Errorf("%d of %d: %d tables, %d different, %d expected", c.k, c.n, len(all), len(seen), c.want)
		}
	}
}

func TestBalancedTables(t *testing.T) {
	for _, c := range []struct{ n, k int }{{9, 3}, {10, 4}, {11, 8}, {9, 8}, {100, 6}} {
		s := schedule(t)(RoundRobin(RoundRobinOptions{Agents: c.n, Seats: c.k, Play: Play{Cycles: 2}}))
		block := s.Len() / 2
		var first, second []int
		for i := range block {
			first = append(first, s.At(i).Agents...)
			second = append(second, s.At(block+i).Agents...)
		}
		games := make([]int, c.n)
		for _, a := range first {
			games[a]++
		}
		if slices.Max(games) != slices.Min(games) {
			t.Errorf("%d agents at tables of %d: games %v in a cycle", c.n, c.k, games)
		}
		if slices.Equal(first, second) {
			t.Errorf("%d agents at tables of %d: two cycles are alike", c.n, c.k)
		}
	}
}

// The time to draw groups is proportional to the number of agents. Moving the whole list for every
// agent takes a minute.
func TestGroupsOfManyAgents(t *testing.T) {
	s, err := RoundRobin(RoundRobinOptions{Agents: 400_000, Seats: 4})
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	s.At(0)
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("the first group was drawn in %v", took)
	}
}

func TestGauntlet(t *testing.T) {
	s := schedule(t)(Gauntlet(GauntletOptions{Candidates: 3, Opponents: 2, Play: Play{Cycles: 2, Seed: 9}}))
	var got [][]int
	for i := range s.Len() / 2 {
		p := s.At(i)
		got = append(got, p.Agents)
		if p.Games != 2 || p.Seed != engines.Seed(9, 0) {
			t.Errorf("pairing %d: %+v", i, p)
		}
	}
	want := [][]int{{0, 3}, {1, 4}, {2, 3}, {0, 4}, {1, 3}, {2, 4}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct{ opponents, seats, tables int }{{3, 4, 1}, {5, 4, 5}, {5, 3, 5}} {
		s := schedule(t)(Gauntlet(GauntletOptions{Candidates: 2, Opponents: c.opponents, Seats: c.seats}))
		if s.Len() != 2*c.tables {
			t.Errorf("%+v: %d pairings", c, s.Len())
		}
		games := make(map[int]int)
		for i := range s.Len() {
			a := s.At(i).Agents
			if len(a) != c.seats || a[0] >= 2 || slices.Min(a[1:]) < 2 || len(slices.Compact(slices.Sorted(slices.Values(a)))) != c.seats {
				t.Errorf("%+v: table %v", c, a)
			}
			for _, agent := range a {
				games[agent]++
			}
		}
		for o := 2; o < 2+c.opponents; o++ {
			if games[o] != games[2] {
				t.Errorf("%+v: games %v", c, games)
			}
		}
	}
}

func TestGroups(t *testing.T) {
	for _, balanced := range []bool{false, true} {
		o := GroupsOptions{Agents: 20, Groups: 8, Size: 5, Balanced: balanced, Play: Play{Cycles: 2, Seed: 3}}
		s := schedule(t)(Groups(o))
		if s.Len() != 2*8*10 {
			t.Fatalf("%d pairings", s.Len())
		}
		in := make([]int, o.Agents)
		var groups []string
		for g := range 2 * o.Groups {
			met := make(map[string]bool)
			var members []int
			for i := range 10 {
				p := s.At(g*10 + i)
				met[fmt.Sprint(slices.Sorted(slices.Values(p.Agents)))] = true
				members = append(members, p.Agents...)
				if want := engines.Seed(3, uint64(g/8), uint64(g%8)); p.Seed != want {
					t.Fatalf("group %d is dealt by %d, not %d", g, p.Seed, want)
				}
			}
			members = slices.Compact(slices.Sorted(slices.Values(members)))
			if len(members) != 5 || len(met) != 10 {
				t.Fatalf("group %d has members %v and %d pairings", g, members, len(met))
			}
			for _, m := range members {
				in[m]++
			}
			groups = append(groups, fmt.Sprint(members))
		}
		if balanced && slices.Max(in)-slices.Min(in) > 1 {
			t.Errorf("agents are in %v groups", in)
		}
		if slices.Sort(groups); len(slices.Compact(groups)) < 14 {
			t.Errorf("the same groups again and again: %v", groups)
		}
	}
}

func TestDealsAndSeats(t *testing.T) {
	o := RoundRobinOptions{Agents: 5, Play: Play{Cycles: 4, Seed: 8}}
	s := schedule(t)(RoundRobin(o))
	for i := range s.Len() {
		if p := s.At(i); p.Seed != engines.Seed(8, uint64(i/10)) || p.Games != 2 {
			t.Errorf("pairing %d: %+v", i, p)
		}
	}
	o.Play.Deals = IndependentDeals
	s = schedule(t)(RoundRobin(o))
	seeds := make(map[uint64]bool)
	for i := range s.Len() {
		seeds[s.At(i).Seed] = true
	}
	if len(seeds) != s.Len() {
		t.Errorf("%d seeds of %d pairings", len(seeds), s.Len())
	}

	o.Play.Orders = TurnedSeats
	turned := schedule(t)(RoundRobin(o))
	for i := range 10 {
		a, b := turned.At(i), turned.At(10+i)
		if a.Games != 1 || a.Agents[0] != b.Agents[1] || a.Agents[1] != b.Agents[0] {
			t.Errorf("pairing %d: %v, then %v", i, a, b)
		}
	}

	o.Play.Orders, o.Play.Cycles = DrawnSeats, 400
	drawn := schedule(t)(RoundRobin(o))
	straight := 0
	for i := range drawn.Len() {
		if drawn.At(i).Agents[0] == turned.At(i % 10).Agents[0] {
			straight++
		}
	}
	if share := float64(straight) / float64(drawn.Len()); share < 0.46 || share > 0.54 {
		t.Errorf("%v of the seat orders are as scheduled", share)
	}
}

// A schedule returns the same pairings in any order and on any goroutine.
func TestSchedulesArePure(t *testing.T) {
	play := Play{Cycles: 5, Seed: 2, Orders: DrawnSeats}
	for name, s := range map[string]Schedule{
		"pairs":    schedule(t)(RoundRobin(RoundRobinOptions{Agents: 7, Play: play})),
		"combined": schedule(t)(RoundRobin(RoundRobinOptions{Agents: 6, Seats: 3, Play: play})),
		"balanced": schedule(t)(RoundRobin(RoundRobinOptions{Agents: 13, Seats: 5, Play: play})),
		"gauntlet": schedule(t)(Gauntlet(GauntletOptions{Candidates: 3, Opponents: 4, Seats: 3, Play: play})),
		"groups":   schedule(t)(Groups(GroupsOptions{Agents: 12, Groups: 3, Size: 4, Play: play})),
		"drawn":    schedule(t)(Groups(GroupsOptions{Agents: 12, Groups: 3, Size: 4, Balanced: true, Play: play})),
	} {
		t.Run(name, func(t *testing.T) {
			want := make([]Pairing, s.Len())
			for i := range want {
				want[i] = s.At(i)
			}
			var all sync.WaitGroup
			for worker := range uint64(4) {
				all.Go(func() {
					for _, i := range rand.New(rand.NewPCG(worker, 0)).Perm(len(want)) {
						if got := s.At(i); !cmp.Equal(got, want[i]) {
							t.Errorf("pairing %d: %v, then %v", i, want[i], got)
							return
						}
					}
				})
			}
			all.Wait()
			before := slices.Clone(want[0].Agents)
			s.At(0).Agents[0] = -1
			if got := s.At(0).Agents; !slices.Equal(got, before) {
				t.Errorf("a caller changed the schedule to %v", got)
			}
		})
	}
}

func TestSchedulesRefuse(t *testing.T) {
	roundRobin := func(o RoundRobinOptions) error { _, err := RoundRobin(o); return err }
	gauntlet := func(o GauntletOptions) error { _, err := Gauntlet(o); return err }
	groups := func(o GroupsOptions) error { _, err := Groups(o); return err }
	for want, err := range map[string]error{
		"agents: 1 is below the minimum 2":  roundRobin(RoundRobinOptions{Agents: 1}),
		"agents: 3 is below the minimum 4":  roundRobin(RoundRobinOptions{Agents: 3, Seats: 4}),
		"seats: 9 is not within [1, 8]":     roundRobin(RoundRobinOptions{Agents: 30, Seats: 9}),
		"cycles: -1 is below the minimum 1": roundRobin(RoundRobinOptions{Agents: 3, Play: Play{Cycles: -1}}),
		"cycles: 9223372036854775807 cycles of 3 pairings are more than 1000000000000 pairings": roundRobin(
			RoundRobinOptions{Agents: 3, Play: Play{Cycles: math.MaxInt}}),
		"cycles: 500000000001 cycles of 2 pairings are more than 1000000000000 pairings": gauntlet(
			GauntletOptions{Candidates: 2, Opponents: 1, Play: Play{Cycles: 500_000_000_001}}),
		"cycles: 500000000000 cycles of 3 pairings are more than 1000000000000 pairings": groups(
			GroupsOptions{Agents: 3, Size: 3, Play: Play{Cycles: 500_000_000_000}}),
		"groups: 9223372036854775807 groups of 3 pairings are more than 1000000000000 pairings": groups(
			GroupsOptions{Agents: 3, Size: 3, Groups: math.MaxInt}),
		"agents: 8589934592 is above the maximum 16777216":     roundRobin(RoundRobinOptions{Agents: 1 << 33}),
		"candidates: 8589934592 is above the maximum 16777216": gauntlet(GauntletOptions{Candidates: 1 << 33, Opponents: 1 << 24}),
		"cycles: 1 cycles of 281474976710656 pairings are more than 1000000000000 pairings": gauntlet(
			GauntletOptions{Candidates: mostAgents, Opponents: mostAgents}),
		"candidates: 0 is below the minimum 1":                gauntlet(GauntletOptions{Opponents: 2}),
		"opponents: 2 is below the minimum 3":                 gauntlet(GauntletOptions{Candidates: 1, Opponents: 2, Seats: 4}),
		"opponents: 0 is below the minimum 1":                 gauntlet(GauntletOptions{Candidates: 1, Seats: 1}),
		"size: 1 is below the minimum 2":                      groups(GroupsOptions{Agents: 3, Size: 1}),
		"agents: 3 is below the minimum 5":                    groups(GroupsOptions{Agents: 3, Size: 5}),
		"groups: -1 is below the minimum 0":                   groups(GroupsOptions{Agents: 3, Size: 2, Groups: -1}),
		"deals: unknown(7) is not one of shared, independent": roundRobin(RoundRobinOptions{Agents: 3, Play: Play{Deals: 7}}),
		"deals: unknown(2) is not one of shared, independent": roundRobin(RoundRobinOptions{Agents: 3, Play: Play{Deals: 2}}),
		"seat_orders: unknown(3) is not one of all, drawn, turned\ndeals: unknown(-1) is not one of shared, independent": roundRobin(
			RoundRobinOptions{Agents: 3, Play: Play{Orders: 3, Deals: -1}}),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

// The largest schedules have exact numbers of pairings and games.
func TestLargestSchedule(t *testing.T) {
	s, err := RoundRobin(RoundRobinOptions{Agents: 2, Play: Play{Cycles: maxPairings}})
	if err != nil || s.Len() != maxPairings {
		t.Fatalf("%v, %v", s, err)
	}
	if p := s.At(maxPairings - 1); len(p.Agents) != 2 || p.Games != 2 {
		t.Errorf("%+v", p)
	}
}

func TestNames(t *testing.T) {
	for _, name := range seatOrderNames {
		var s SeatOrders
		if err := s.UnmarshalText([]byte(name)); err != nil || s.String() != name {
			t.Errorf("%s reads as %v, %v", name, s, err)
		}
	}
	for _, name := range dealNames {
		var d Deals
		if err := d.UnmarshalText([]byte(name)); err != nil || d.String() != name {
			t.Errorf("%s reads as %v, %v", name, d, err)
		}
	}
	var s SeatOrders
	if err := s.UnmarshalText([]byte("none")); err == nil {
		t.Error("a seat order of none")
	}
}

// describe lists the agents of the pairings of a schedule, with ! after the agents of a deal that
// differs from the one before.
func describe(s Schedule) string {
	var b strings.Builder
	for i := range s.Len() {
		if i > 0 {
			b.WriteString(" ")
		}
		p := s.At(i)
		b.WriteString(strings.Trim(strings.ReplaceAll(fmt.Sprint(p.Agents), " ", "-"), "[]"))
		if i > 0 && p.Seed != s.At(i-1).Seed {
			b.WriteString("!")
		}
	}
	return b.String()
}

// A configuration and a seed give the same schedule in every version.
func TestSchedulesStayTheSame(t *testing.T) {
	roundRobin := func(agents, seats int, p Play) Schedule {
		return schedule(t)(RoundRobin(RoundRobinOptions{Agents: agents, Seats: seats, Play: p}))
	}
	groups := func(balanced bool) Schedule {
		return schedule(t)(Groups(GroupsOptions{Agents: 7, Size: 3, Groups: 2, Balanced: balanced, Play: Play{Seed: 5, Cycles: 2}}))
	}
	for want, s := range map[string]Schedule{
		"0-1-2 0-3-4 1-2-3 0-1-4 2-3-4 0-1-3 0-2-4 1-2-4 0-2-3 1-3-4":                                                             roundRobin(5, 3, Play{}),
		"0-1-2-3 0-1-4-5 2-3-4-5 0-1-2-4 0-1-3-5 0-2-3-4 1-2-3-5 0-2-4-5 1-3-4-5 0-1-2-5 0-1-3-4 0-2-3-5 1-2-3-4 0-3-4-5 1-2-4-5": roundRobin(6, 4, Play{}),
		"1-3-0-4 6-8-5-7 2-7-8-5 2-0-4-1 3-6-4-5 3-8-1-0 7-6-2-3 7-6-2-0 1-5-8-4":                                                 roundRobin(9, 4, Play{Seed: 5}),
		"1-0-2 0-3-1 0-3-2 3-2-1 0-2-1! 3-0-1 2-0-3 3-2-1":                                                                        roundRobin(4, 3, Play{Seed: 5, Cycles: 2, Orders: DrawnSeats}),
		"0-1-2 1-2-0! 2-0-1! 0-2-1!":                         roundRobin(3, 3, Play{Seed: 5, Cycles: 4, Orders: TurnedSeats, Deals: IndependentDeals}),
		"4-1 1-6 6-4 5-3! 3-2 2-5 3-0! 0-2 2-3 3-2! 2-5 5-3": groups(false),
		"0-4 4-5 5-0 3-6! 6-1 1-3 5-6! 6-2 2-5 4-3! 3-2 2-4": groups(true),

		"0-2-3-4 1-2-3-4": schedule(t)(Gauntlet(GauntletOptions{Candidates: 2, Opponents: 3, Seats: 4})),
		"0-2-3 1-3-4 0-3-4 1-4-5 0-4-5 1-5-2 0-5-2 1-2-3": schedule(t)(Gauntlet(GauntletOptions{Candidates: 2, Opponents: 4, Seats: 3, Play: Play{Seed: 5}})),
	} {
		if got := describe(s); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// Over the cycles of a schedule every agent plays as often after each other agent, as far as the number
// of cycles allows, and as often in every seat.
func TestNeighboursChange(t *testing.T) {
	for _, c := range []struct {
		orders              SeatOrders
		agents, seats       int
		cycles              int
		fewest, most, games int // games in which one agent plays directly after another; games of an agent in a seat
	}{
		{AllSeats, 3, 3, 2, 3, 3, 2},
		{AllSeats, 3, 3, 50, 75, 75, 50},
		{AllSeats, 4, 4, 600, 700, 900, 600},
		{TurnedSeats, 3, 3, 6, 3, 3, 2},
		{TurnedSeats, 4, 4, 2400, 700, 900, 600},
	} {
		s := schedule(t)(RoundRobin(RoundRobinOptions{Agents: c.agents, Seats: c.seats, Play: Play{Seed: 11, Cycles: c.cycles, Orders: c.orders}}))
		after, seated := make(map[[2]int]int), make(map[[2]int]int)
		for i := range s.Len() {
			p := s.At(i)
			for g := range p.Games {
				order := slices.Concat(p.Agents[g:], p.Agents[:g])
				for seat, a := range order {
					seated[[2]int{a, seat}]++
					after[[2]int{a, order[(seat+1)%len(order)]}]++
				}
			}
		}
		for a := range c.agents {
			for b := range c.agents {
				if n := after[[2]int{a, b}]; a != b && (n < c.fewest || n > c.most) {
					t.Errorf("%v, %d seats, %d cycles: agent %d plays %d times after agent %d", c.orders, c.seats, c.cycles, b, n, a)
				}
			}
			for seat := range c.seats {
				if n := seated[[2]int{a, seat}]; n != c.games {
					t.Errorf("%v, %d seats, %d cycles: agent %d plays %d times in seat %d", c.orders, c.seats, c.cycles, a, n, seat)
				}
			}
		}
	}
}

// The function Deal replaces the seeds. It is called with the number of the deal.
func TestGivenDeals(t *testing.T) {
	play := func(d Deals) Play {
		return Play{Cycles: 3, Deals: d, Deal: func(n int) uint64 { return 100 + uint64(n) }}
	}
	for name, c := range map[string]struct {
		schedule Schedule
		want     func(i int) int
	}{
		"shared":              {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 4, Play: play(SharedDeals)})), func(i int) int { return i / 6 }},
		"independent":         {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 4, Play: play(IndependentDeals)})), func(i int) int { return i }},
		"groups, shared":      {schedule(t)(Groups(GroupsOptions{Agents: 6, Size: 3, Groups: 2, Play: play(SharedDeals)})), func(i int) int { return i / 3 }},
		"groups, independent": {schedule(t)(Groups(GroupsOptions{Agents: 6, Size: 3, Groups: 2, Play: play(IndependentDeals)})), func(i int) int { return i }},
	} {
		if c.schedule.Len() != 18 {
			t.Fatalf("%s: %d pairings", name, c.schedule.Len())
		}
		for i := range c.schedule.Len() {
			if got := c.schedule.At(i).Seed; got != uint64(100+c.want(i)) {
				t.Errorf("%s: pairing %d has deal %d, want %d", name, i, got-100, c.want(i))
			}
		}
	}
}

// TurnedSeats moves all agents by one seat from cycle to cycle.
func TestTurn(t *testing.T) {
	for k := 1; k <= 5; k++ {
		for by := range 3 * k {
			agents := ints(k)
			turn(agents, by)
			for seat, got := range agents {
				if want := (seat + by) % k; got != want {
					t.Errorf("%d agents turned by %d: %v", k, by, agents)
				}
			}
		}
	}
}

func TestPrefix(t *testing.T) {
	s := Pairings{{Seed: 1}, {Seed: 2}, {Seed: 3}}
	for n, want := range map[int]int{-1: 0, 0: 0, 1: 1, 3: 3, 4: 3} {
		if p := Prefix(s, n); p.Len() != want || want > 0 && p.At(want-1).Seed != uint64(want) {
			t.Errorf("the first %d: %d pairings", n, p.Len())
		}
	}
}

// Names are the same in texts, in errors and in configs.
func TestNamesAsText(t *testing.T) {
	for name, d := range map[string]Deals{"shared": SharedDeals, "independent": IndependentDeals, "unknown(2)": 2, "unknown(-1)": -1} {
		if text, err := d.MarshalText(); err != nil || string(text) != name || d.String() != name {
			t.Errorf("%d: %q, %q, %v", d, text, d.String(), err)
		}
	}
	for name, s := range map[string]SeatOrders{"all": AllSeats, "drawn": DrawnSeats, "turned": TurnedSeats, "unknown(3)": 3, "unknown(-1)": -1} {
		if text, err := s.MarshalText(); err != nil || string(text) != name || s.String() != name {
			t.Errorf("%d: %q, %q, %v", s, text, s.String(), err)
		}
	}
	s, d := TurnedSeats, IndependentDeals
	if err := s.UnmarshalText([]byte("some")); err == nil || s != AllSeats {
		t.Errorf("unknown seat orders are %v, %v", s, err)
	}
	if err := d.UnmarshalText([]byte("some")); err == nil || d != SharedDeals {
		t.Errorf("unknown deals are %v, %v", d, err)
	}
}

// One cycle is played by default, and options at their limits are valid.
func TestLimitsOfSchedules(t *testing.T) {
	for name, c := range map[string]struct {
		schedule Schedule
		want     int
	}{
		"two agents":               {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 2})), 1},
		"as many agents as seats":  {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 4, Seats: 4})), 1},
		"most seats":               {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 8, Seats: 8, Play: Play{Cycles: 2}})), 2},
		"two agents of one seat":   {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 2, Seats: 1})), 1},
		"all combinations":         {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 8, Seats: 3})), 56},
		"random tables":            {schedule(t)(RoundRobin(RoundRobinOptions{Agents: 9, Seats: 6})), 3},
		"one opponent":             {schedule(t)(Gauntlet(GauntletOptions{Candidates: 1, Opponents: 1})), 1},
		"opponents for all seats":  {schedule(t)(Gauntlet(GauntletOptions{Candidates: 2, Opponents: 3, Seats: 4})), 2},
		"one opponent, one seat":   {schedule(t)(Gauntlet(GauntletOptions{Candidates: 2, Opponents: 1, Seats: 1})), 2},
		"many opponents, one seat": {schedule(t)(Gauntlet(GauntletOptions{Candidates: 1, Opponents: 8, Seats: 1})), 8},
		"seven opponents":          {schedule(t)(Gauntlet(GauntletOptions{Candidates: 1, Opponents: 7, Seats: 1})), 1},
		"a group of all":           {schedule(t)(Groups(GroupsOptions{Agents: 2, Size: 2})), 1},
		"one group by default":     {schedule(t)(Groups(GroupsOptions{Agents: 9, Size: 4})), 6},
	} {
		if c.schedule.Len() != c.want {
			t.Errorf("%s: %d pairings, want %d", name, c.schedule.Len(), c.want)
		}
	}
}
