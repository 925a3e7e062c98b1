package tuning_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// pairs is a strategy with one round, which compares two fixed points in 200 pairings, in both
// orders of the agents. It records the scores that it receives.
type pairs struct {
	problem tuning.Problem
	told    []float64
	heard   tuning.Batch // the round of the last Tell
}

func (p *pairs) Ask() (tuning.Batch, error) {
	if len(p.told) > 0 {
		return tuning.Batch{}, tuning.Done
	}
	b := tuning.Batch{Round: 1, Field: []engines.Agent{{Name: "weak", Weights: engines.Weights{1}}, {Name: "able", Weights: engines.Weights{3}}}}
	for i := range 200 {
		agents := []int{0, 1}
		if i%2 == 1 {
			agents = []int{1, 0}
		}
		games := 2
		if p.problem.Symmetric {
			games = 1
		}
		b.Pairings = append(b.Pairings, tournament.Pairing{Agents: agents, Games: games, Seed: engines.Seed(7, uint64(i/2))})
	}
	return b, nil
}

func (p *pairs) Tell(b tuning.Batch, results []tournament.Result) error {
	p.heard = b
	for i, r := range results {
		if !slices.Equal(r.Pairing.Agents, b.Pairings[i].Agents) || len(r.Games) != b.Pairings[i].Games || r.Pairing.Apart {
			panic("a result of another pairing")
		}
		p.told = append(p.told, r.Points(slices.Index(r.Pairing.Agents, 1)))
	}
	return nil
}

func (p *pairs) Best() tuning.Estimate     { return tuning.Estimate{Games: 5} }
func (p *pairs) PlannedGames() int         { return 400 }
func (p *pairs) Snapshot() ([]byte, error) { return json.Marshal(p.told) }
func (p *pairs) Restore(data []byte) error { return json.Unmarshal(data, &p.told) }

// table is a game in which the agent with the larger first weight wins, or in which the score is the
// first weight. It records which agents had the seats of every game.
type table struct {
	tables *[][]string
	score  bool
}

func (a table) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	var names []string
	scores := make([]float64, len(seats))
	for i, s := range seats {
		names = append(names, s.Name)
		scores[i] = s.Weights[0]
	}
	*a.tables = append(*a.tables, names)
	if a.score {
		return engines.Record{Outcome: engines.ByScore(scores...)}, nil
	}
	places := make([]int, len(seats))
	for i := range seats {
		places[i] = -int(scores[i])
	}
	return engines.Record{Outcome: engines.Places(places...)}, nil
}

// playApart plays the round of the strategy pairs with separate games of the compared agents. It
// returns the round, the strategy, and the agents in the seats of every game.
func playApart(t *testing.T, p tuning.Problem, terms tournament.Terms) (tuning.Round, *pairs, [][]string) {
	t.Helper()
	inner := &pairs{}
	s, err := tuning.NewIndependentPairings(p, func(p tuning.Problem) (tuning.Strategy, error) {
		inner.problem = p
		return inner, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var tables [][]string
	rounds, err := collect(t, t.Context(), s, local(table{&tables, p.Seats == 1}, 1), tuning.Options{Terms: terms})
	if err != nil || len(rounds) != 1 {
		t.Fatalf("%d rounds, %v", len(rounds), err)
	}
	return rounds[0], inner, tables
}

func opponents(weights ...float64) []engines.Agent {
	var out []engines.Agent
	for i, w := range weights {
		out = append(out, engines.Agent{Name: string(rune('x' + i)), Weights: engines.Weights{w}})
	}
	return out
}

// Both compared agents play the same opponent from the same seed and in the same seats, in either
// order of the agents. The seed selects the opponent.
func TestIndependentPairingsCompareAgainstOpponents(t *testing.T) {
	round, inner, tables := playApart(t, tuning.Problem{Opponents: opponents(2, 2, 4), Games: 1001}, tournament.Terms{})
	if inner.problem.Games != 500 || inner.problem.Seats != 2 || inner.problem.Symmetric {
		t.Errorf("the strategy plans for %+v", inner.problem)
	}
	if len(tables) != 800 || round.Games != 800 || round.Total != 800 || round.Batch.Games() != 800 || round.Best.Games != 10 {
		t.Errorf("%d games played, %d and %d counted, %d requested, %d behind the result",
			len(tables), round.Games, round.Total, round.Batch.Games(), round.Best.Games)
	}
	met := map[string]int{}
	for i := 0; i < len(tables); i += 8 {
		// "weak" plays the first order from seat 0 and the second from seat 1.
		o := tables[i][1]
		met[o]++
		want := [][]string{{"weak", o}, {"able", o}, {o, "able"}, {o, "weak"}, {o, "able"}, {o, "weak"}, {"weak", o}, {"able", o}}
		sortWithin(want)
		got := tables[i : i+8]
		sortWithin(got)
		for k := range want {
			if !slices.Equal(got[k], want[k]) {
				t.Fatalf("deal %d: %v, want %v", i/8, got, want)
			}
		}
		score := map[string]float64{"x": 1, "y": 1, "z": 0.5}[o]
		for _, told := range inner.told[i/4 : i/4+2] {
			if told != score {
				t.Fatalf("deal %d against %s: told %v, want %v", i/8, o, told, score)
			}
		}
	}
	if len(met) != 3 || met["x"] < 15 || met["y"] < 15 || met["z"] < 15 {
		t.Errorf("100 deals met %v", met)
	}
	if n := len(round.Results[0].Games); n != 4 {
		t.Errorf("a result has %d games, four were played", n)
	}
}

// sortWithin sorts the tables of one seat order, since either agent may play first.
func sortWithin(tables [][]string) {
	for i := 0; i+1 < len(tables); i += 2 {
		slices.SortFunc(tables[i:i+2], slices.Compare)
	}
}

// At larger tables opponents take all other seats, and every seat is played.
func TestIndependentPairingsWithMoreSeats(t *testing.T) {
	_, _, tables := playApart(t, tuning.Problem{Seats: 4, Opponents: opponents(2, 4)}, tournament.Terms{})
	seats := make([]int, 4)
	for _, names := range tables {
		own := slices.IndexFunc(names, func(n string) bool { return n == "weak" || n == "able" })
		seats[own]++
		for i := range 3 {
			next, after := names[(own+1+i)%4], names[(own+1)%4]
			if want := i%2 == 0; (next == after) != want {
				t.Fatalf("the opponents do not take turns: %v", names)
			}
		}
	}
	for seat, n := range seats {
		if n < 120 {
			t.Errorf("seat %d was played %d times of 800", seat, n)
		}
	}
}

// In games of one seat each agent plays one game a deal, and the scores decide.
func TestIndependentPairingsOfOneSeat(t *testing.T) {
	round, inner, tables := playApart(t, tuning.Problem{Seats: 1, Games: 400}, tournament.Terms{})
	if !inner.problem.Symmetric || inner.problem.Seats != 2 || len(tables) != 400 || round.Games != 400 {
		t.Errorf("%+v, %d games, %d counted", inner.problem, len(tables), round.Games)
	}
	for _, told := range inner.told {
		if told != 1 {
			t.Fatalf("told %v though 3 is more than 1", told)
		}
	}
	_, inner, _ = playApart(t, tuning.Problem{Seats: 1}, tournament.Terms{Objective: tournament.Objective{Scale: 2}})
	if got := inner.told[0]; got < 0.731 || got > 0.7311 {
		t.Errorf("two points ahead on a scale of two is worth %v", got)
	}
}

// All counts of the strategy are in games, and Restore returns to the stored state.
func TestIndependentPairingsIsAStrategy(t *testing.T) {
	make := func() *tuning.IndependentPairings {
		s, err := tuning.NewIndependentPairings(tuning.Problem{Seats: 1}, func(tuning.Problem) (tuning.Strategy, error) { return &pairs{}, nil })
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := make()
	if n := s.LargestRound(); n != 0 {
		t.Errorf("%d games in the largest round of a strategy that does not know", n)
	}
	if s.PlannedGames() != 800 || len(s.Candidates()) != 1 || s.Candidates()[0].Games != 10 || s.ResultIsFixed() || s.Population() != nil {
		t.Errorf("%d games planned, candidates %v", s.PlannedGames(), s.Candidates())
	}
	if err := s.Tell(tuning.Batch{Round: 1}, nil); err == nil {
		t.Error("results of another round were accepted")
	}
	if err := s.Restore([]byte("[0.5]")); err != nil {
		t.Fatal(err)
	}
	if state, err := s.Snapshot(); err != nil || string(state) != "[0.5]" {
		t.Errorf("restored to %s, %v", state, err)
	}
	if _, err := tuning.NewIndependentPairings(tuning.Problem{Seats: 3}, nil); err == nil {
		t.Error("a table without opponents was taken")
	}
}

// oneRound is a strategy that requests one round of given agents and pairings.
type oneRound struct {
	pairs
	batch tuning.Batch
}

func (o *oneRound) Ask() (tuning.Batch, error) { return o.batch, nil }

// asked returns the round that IndependentPairings requests for a round of two agents.
func asked(t *testing.T, p tuning.Problem, field []engines.Agent, agents ...int) tuning.Batch {
	t.Helper()
	b := tuning.Batch{Round: 1, Field: field, Pairings: []tournament.Pairing{{Agents: agents, Games: 1, Seed: 1}}}
	s, err := tuning.NewIndependentPairings(p, func(tuning.Problem) (tuning.Strategy, error) { return &oneRound{batch: b}, nil })
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Ask()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The seat of the first order depends on the weights of the two agents only. Equal agents take the
// first seat, in either order.
func TestIndependentPairingsChooseTheSeatByWeights(t *testing.T) {
	for _, test := range []struct{ first, second, seat float64 }{{1, 3, 0}, {3, 1, 1}, {2, 2, 0}} {
		field := []engines.Agent{{Weights: engines.Weights{test.first}}, {Weights: engines.Weights{test.second}}}
		if got := asked(t, tuning.Problem{Opponents: opponents(2)}, field, 0, 1).Pairings[0].First; got != int(test.seat) {
			t.Errorf("%v against %v: seat %d, want %v", test.first, test.second, got, test.seat)
		}
	}
}

// A game of one seat has no place for opponents: the agents of its rounds are those of the strategy.
func TestIndependentPairingsOfOneSeatHaveNoOpponents(t *testing.T) {
	field := []engines.Agent{{Name: "a", Weights: engines.Weights{1}}, {Name: "b", Weights: engines.Weights{2}}}
	one := asked(t, tuning.Problem{Seats: 1, Opponents: opponents(2, 4)}, field, 0, 1)
	if len(one.Field) != 2 || one.Pairings[0].Opponents != nil || one.Pairings[0].First != 0 {
		t.Errorf("%d agents, opponents %v, seat %d", len(one.Field), one.Pairings[0].Opponents, one.Pairings[0].First)
	}
	two := asked(t, tuning.Problem{Seats: 2, Opponents: opponents(2, 4)}, field, 0, 1)
	if len(two.Field) != 4 || len(two.Pairings[0].Opponents) != 1 || two.Pairings[0].Opponents[0] < 2 {
		t.Errorf("%d agents, opponents %v", len(two.Field), two.Pairings[0].Opponents)
	}
}
