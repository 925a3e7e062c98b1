package tournament

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
)

// Alike reports two agents whose games all end alike. It does not report agents whose numbers of
// moves vary, although the same side always wins.
func TestAlike(t *testing.T) {
	s := roundRobin(t, 3, LeastAlike)
	var a Alike
	arena := arenaFunc(func(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		r := engines.Record{Outcome: engines.Winner(2, 0), Plies: 30}
		switch {
		case seats[0].Name == "agent 2" || seats[1].Name == "agent 2":
			r.Plies += int(seed % 5) // chance, though it never decides
		case seats[0].Name == "agent 1":
			r.Outcome = engines.Winner(2, 1)
		}
		return r, nil
	})
	results, err := collect(t.Context(), Local{arena, 1}, 3, s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if i == len(results)-3 && a.Pairings() != nil {
			t.Errorf("after %d pairings each: %v", LeastAlike-1, a.Pairings())
		}
		a.Add(r)
	}
	got := a.Pairings()
	if len(got) != 1 || got[0].Pairings != LeastAlike || !slices.Contains(got[0].Agents, 0) || !slices.Contains(got[0].Agents, 1) {
		t.Errorf("alike are %v", got)
	}
	// Forfeits and games without a number of moves are ignored.
	var b Alike
	for range 30 {
		b.Add(Result{Pairing: Pairing{Agents: []int{0, 1}, Games: 1}, Games: []engines.Record{engines.ForfeitRecord(2, engines.Forfeit{})}})
	}
	for i := range 2 * LeastAlike {
		if i == LeastAlike && b.Pairings() != nil {
			t.Errorf("alike are %v after half of the known pairings", b.Pairings())
		}
		b.Add(Result{Pairing: Pairing{Agents: []int{0, 1}, Games: 1}, Games: []engines.Record{{Outcome: engines.Draw(2), Plies: 9 * (i % 2)}}})
	}
	if got := b.Pairings(); len(got) != 1 || got[0].Pairings != LeastAlike {
		t.Errorf("alike are %v", got)
	}
}

// A pairing is mirrored if its games ended in the same way, move by move if the moves are known.
func TestMirrored(t *testing.T) {
	game := func(winner, plies int, content uint64) engines.Record {
		return engines.Record{Outcome: engines.Winner(2, winner), Plies: plies, Content: content}
	}
	two, apart := Pairing{Agents: []int{0, 1}, Games: 2}, Pairing{Agents: []int{0, 1}, Games: 1, Apart: true}
	for name, c := range map[string]struct {
		pairing Pairing
		games   []engines.Record
		want    bool
	}{
		"the first seat wins both": {two, []engines.Record{game(0, 9, 0), game(0, 9, 0)}, true},
		"one agent wins both":      {two, []engines.Record{game(0, 9, 0), game(1, 9, 0)}, false},
		"other lengths":            {two, []engines.Record{game(0, 9, 0), game(0, 8, 0)}, false},
		"unknown lengths":          {two, []engines.Record{game(0, 0, 0), game(0, 0, 0)}, false},
		"the same moves":           {two, []engines.Record{game(0, 9, 5), game(0, 9, 5)}, true},
		"the same moves, stored":   {two, []engines.Record{game(0, 0, 5), game(0, 0, 5)}, true}, // a store has no lengths
		"other moves":              {two, []engines.Record{game(0, 9, 5), game(0, 9, 6)}, false},
		"other moves, stored":      {two, []engines.Record{game(0, 0, 5), game(0, 0, 6)}, false},
		"a forfeit":                {two, []engines.Record{engines.ForfeitRecord(2, engines.Forfeit{}), engines.ForfeitRecord(2, engines.Forfeit{})}, false},
		"separate games":           {apart, []engines.Record{game(0, 9, 0), game(0, 9, 0)}, false},
		"a single game":            {Pairing{Agents: []int{0, 1}, Games: 1}, []engines.Record{game(0, 9, 0)}, false},
	} {
		if got := (Result{Pairing: c.pairing, Games: c.games}).Mirrored(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Mirrors reports two agents if all their pairings are mirrored and there are enough of them.
func TestMirrors(t *testing.T) {
	var m Mirrors
	add := func(n int, agents []int, second engines.Outcome) {
		for range n {
			m.Add(Result{Pairing: Pairing{Agents: agents, Games: 2}, Games: []engines.Record{{Outcome: engines.Winner(2, 0), Plies: 7}, {Outcome: second, Plies: 7}}})
		}
	}
	same, other := engines.Winner(2, 0), engines.Winner(2, 1)
	add(LeastAlike-1, []int{3, 1}, same)
	add(LeastAlike, []int{0, 1}, same)
	add(1, []int{0, 1}, other)
	add(LeastAlike, []int{2, 2}, same) // one agent against itself
	if got := m.Pairings(); got != nil {
		t.Errorf("%v", got)
	}
	add(1, []int{1, 3}, same)
	add(LeastAlike, []int{0, 2}, same)
	if got, want := m.Pairings(), []AlikePairing{{[]int{0, 2}, LeastAlike}, {[]int{1, 3}, LeastAlike}}; !cmp.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Pairings of the same agents with other opponents, seats or numbers of games are counted separately.
// The agents are listed in the order of their indices.
func TestAlikeSeparatesPairings(t *testing.T) {
	var a Alike
	add := func(n int, p Pairing) {
		for range n {
			r := Result{Pairing: p}
			for range p.Played() {
				r.Games = append(r.Games, engines.Record{Outcome: engines.Draw(p.Seats()), Plies: 4})
			}
			a.Add(r)
		}
	}
	apart := Pairing{Agents: []int{5, 4}, Games: 1, Apart: true, Opponents: []int{0, 1}}
	variants := []func(p *Pairing){
		func(*Pairing) {},
		func(p *Pairing) { p.Opponents = []int{1, 0} },
		func(p *Pairing) { p.Opponents = []int{0, 2} },
		func(p *Pairing) { p.First = 1 },
		func(p *Pairing) { p.Games = 2 },
		func(p *Pairing) { p.Agents = []int{4, 5} },
		func(p *Pairing) { p.Agents = []int{4, 0} },
		func(p *Pairing) { p.Agents = []int{4, 1} },
		func(p *Pairing) { p.Agents = []int{4} },
		func(p *Pairing) { p.Opponents = []int{0} },
		func(p *Pairing) { p.Opponents = nil },
	}
	for _, change := range variants {
		p := apart
		change(&p)
		add(LeastAlike-1, p)
	}
	if got := a.Pairings(); got != nil {
		t.Errorf("%d pairings each: %v", LeastAlike-1, got)
	}
	for i, change := range variants {
		p := apart
		change(&p)
		if add(1, p); len(a.Pairings()) != i+1 {
			t.Errorf("variant %d: %v", i, a.Pairings())
		}
	}
	a = Alike{}
	add(LeastAlike, apart)
	add(LeastAlike+5, Pairing{Agents: []int{3, 1}, Games: 2})
	add(LeastAlike, Pairing{Agents: []int{3, 0}, Games: 2})
	got := a.Pairings()
	want := []AlikePairing{{[]int{3, 0}, LeastAlike}, {[]int{3, 1}, LeastAlike + 5}, {[]int{5, 4}, LeastAlike}}
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i := range want {
		if !slices.Equal(got[i].Agents, want[i].Agents) || got[i].Pairings != want[i].Pairings {
			t.Errorf("%d. %v, want %v", i, got[i], want[i])
		}
	}
}

// Beyond the largest number of sets of agents, new sets are not counted, but known ones are.
func TestAlikeCountsALimitedNumberOfSets(t *testing.T) {
	var a Alike
	add := func(agent int) {
		a.Add(Result{Pairing: Pairing{Agents: []int{agent}, Games: 1}, Games: []engines.Record{{Outcome: engines.Draw(1), Plies: 1}}})
	}
	for agent := range mostAlikeRows {
		add(agent)
	}
	for range LeastAlike {
		add(mostAlikeRows - 1)
		add(mostAlikeRows)
	}
	if got := a.Pairings(); len(got) != 1 || got[0].Agents[0] != mostAlikeRows-1 || got[0].Pairings != LeastAlike+1 {
		t.Errorf("%v", got)
	}
}
