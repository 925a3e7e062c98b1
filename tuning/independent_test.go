package tuning_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// pairs is a strategy with one round, which compares two fixed points in 200 pairings, in both
// orders of the agents. It records the scores that it receives.
type pairs struct {
	problem  tuning.Problem
	told     []float64
	received tuning.Batch // the round of the last Tell
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
	p.received = b
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
func (p *pairs) LargestRound() int         { return 0 }
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

// The compared agents have the second seat first if the first agent has the larger weights, and
// otherwise the first seat.
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

// complete is a strategy that implements all optional interfaces. It can return three rounds ahead,
// of one pairing each.
type complete struct {
	pairs
	fail   error // error of Ask, AskAhead, Tell and Snapshot
	rounds []int // rounds of Tell
	values [][2]float64
}

func (c *complete) Ask() (tuning.Batch, error) { return c.AskAhead(0) }

func (c *complete) Ahead() int { return 3 }

func (c *complete) AskAhead(n int) (tuning.Batch, error) {
	round := len(c.rounds) + 1 + n
	pairing := tournament.Pairing{Agents: []int{0, 1}, Games: 1, Seed: uint64(round)}
	return tuning.Batch{Round: round, Field: opponents(float64(round), 0), Pairings: []tournament.Pairing{pairing}}, c.fail
}

func (c *complete) Tell(b tuning.Batch, results []tournament.Result) error {
	if c.fail == nil {
		c.rounds = append(c.rounds, b.Round)
	}
	return c.fail
}

func (c *complete) TellValues(b tuning.Batch, results []tournament.Result, values [][2]float64) error {
	c.values = values
	return c.Tell(b, results)
}

func (c *complete) Population() []tuning.Member { return []tuning.Member{{ID: 7, Games: 3}} }
func (c *complete) Candidates() []tuning.Estimate {
	return []tuning.Estimate{{Name: "a", Games: 5}, {Name: "b", Games: 7}}
}
func (c *complete) ResultIsFixed() bool       { return true }
func (c *complete) LargestRound() int         { return 30 }
func (c *complete) Report() tuning.Report     { return tuning.Report{Error: []float64{2}} }
func (c *complete) Snapshot() ([]byte, error) { return []byte("{}"), c.fail }
func (c *complete) Restore([]byte) error      { return c.fail }

// independent wraps a strategy for the problem p.
func independent(t *testing.T, p tuning.Problem, inner tuning.Strategy) *tuning.IndependentPairings {
	t.Helper()
	s, err := tuning.NewIndependentPairings(p, func(tuning.Problem) (tuning.Strategy, error) { return inner, nil })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The optional interfaces of the inner strategy are those of the wrapper. Numbers of games are twice
// the numbers of comparisons.
func TestIndependentPairingsForwardOptionalInterfaces(t *testing.T) {
	s := independent(t, tuning.Problem{Seats: 1}, &complete{})
	if got := s.Candidates(); len(got) != 2 || got[0].Games != 10 || got[1].Games != 14 || got[1].Name != "b" {
		t.Errorf("candidates %+v", got)
	}
	if got := s.Population(); len(got) != 1 || got[0].ID != 7 || got[0].Games != 3 {
		t.Errorf("population %+v", got)
	}
	if !s.ResultIsFixed() || s.LargestRound() != 60 || s.PlannedGames() != 800 || s.Ahead() != 3 || len(s.Report().Error) != 1 {
		t.Errorf("fixed %v, %d games in the largest of %d, %d rounds ahead, report %+v", s.ResultIsFixed(), s.LargestRound(), s.PlannedGames(), s.Ahead(), s.Report())
	}
	plain := independent(t, tuning.Problem{Seats: 1}, &counter{})
	if plain.PlannedGames() != 0 || plain.LargestRound() != 0 || plain.Ahead() != 0 || plain.Report().Error != nil || plain.Population() != nil || plain.ResultIsFixed() {
		t.Error("a strategy without optional interfaces has values of them")
	}
}

// Rounds that are returned ahead are the same whenever they are requested, and their results arrive
// in their order.
func TestIndependentPairingsAskAhead(t *testing.T) {
	inner := &complete{}
	s := independent(t, tuning.Problem{Seats: 1}, inner)
	var batches []tuning.Batch
	for _, n := range []int{0, 1, 2, 3, 1, 0} {
		b, err := s.AskAhead(n)
		if err != nil || b.Round != n+1 || !b.Pairings[0].Apart || b.Games() != 2 {
			t.Fatalf("round %d after the next: %+v, %v", n, b, err)
		}
		if n == len(batches) {
			batches = append(batches, b)
		}
	}
	if _, err := s.AskAhead(4); !errors.Is(err, tuning.NotYet) {
		t.Errorf("a fourth round ahead: %v", err)
	}
	tell := func(b tuning.Batch) error {
		r := tournament.Result{Pairing: b.Pairings[0], Games: []engines.Record{{Outcome: engines.ByScore(1)}, {Outcome: engines.ByScore(2)}}}
		return s.Tell(b, []tournament.Result{r})
	}
	if err := tell(batches[1]); err == nil {
		t.Error("results of the second round were accepted before those of the first")
	}
	for i, b := range batches {
		if err := tell(b); err != nil || len(inner.rounds) != i+1 {
			t.Fatalf("round %d: %v; the inner strategy received %v", b.Round, err, inner.rounds)
		}
	}
	if err := tell(batches[3]); err == nil {
		t.Error("results of a round were accepted twice")
	}
	if b, err := s.AskAhead(0); err != nil || b.Round != 5 {
		t.Errorf("the next round is %d, %v", b.Round, err)
	}
	if err := s.Tell(tuning.Batch{Round: 5}, nil); err == nil {
		t.Error("a round without its results was accepted")
	}
	if err := s.Restore(nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Tell(tuning.Batch{Round: 5}, make([]tournament.Result, 1)); err == nil {
		t.Error("results of a round from before Restore were accepted")
	}

	// The order of the requests does not matter.
	s = independent(t, tuning.Problem{Seats: 1}, &complete{})
	for _, n := range []int{1, 0, 1} {
		if b, err := s.AskAhead(n); err != nil || b.Round != n+1 {
			t.Errorf("round %d after the next: %d, %v", n, b.Round, err)
		}
	}
	for i := range 2 {
		if err := tell(batches[i]); err != nil {
			t.Errorf("round %d: %v", i+1, err)
		}
	}

	worst := independent(t, tuning.Problem{Opponents: opponents(1, 2), Worst: true}, &complete{})
	if _, err := worst.AskAhead(1); worst.Ahead() != 0 || !errors.Is(err, tuning.NotYet) {
		t.Errorf("opponents chosen by results: %d rounds ahead, %v", worst.Ahead(), err)
	}
	if b, err := worst.AskAhead(0); err != nil || b.Round != 1 {
		t.Errorf("the next round: %d, %v", b.Round, err)
	}
	if _, err := independent(t, tuning.Problem{Seats: 1}, &counter{}).AskAhead(1); !errors.Is(err, tuning.NotYet) {
		t.Errorf("a strategy without rounds ahead: %v", err)
	}
}

// Errors of the inner strategy are returned. A round whose results it refused stays the next one.
func TestIndependentPairingsReturnErrors(t *testing.T) {
	if _, err := tuning.NewIndependentPairings(tuning.Problem{Seats: 1}, func(tuning.Problem) (tuning.Strategy, error) { return nil, errTold }); !errors.Is(err, errTold) {
		t.Errorf("building: %v", err)
	}
	for name, build := range map[string]func(tuning.Problem) (tuning.Strategy, error){
		"no function": nil, "no strategy": func(tuning.Problem) (tuning.Strategy, error) { return nil, nil },
	} {
		if _, err := tuning.NewIndependentPairings(tuning.Problem{Seats: 1}, build); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, p := range []tuning.Problem{{Seats: 1}, {Opponents: opponents(1, 2), Worst: true}} {
		inner := &complete{}
		s := independent(t, p, inner)
		b, err := s.Ask()
		if err != nil {
			t.Fatal(err)
		}
		game := engines.Record{Outcome: engines.Draw(b.Pairings[0].Seats())}
		results := []tournament.Result{{Pairing: b.Pairings[0], Games: []engines.Record{game, game}}}
		inner.fail = errTold
		_, err1 := s.Ask()
		_, err2 := s.Snapshot()
		err3 := s.Tell(b, results)
		for _, err := range []error{err1, err2, err3} {
			if !errors.Is(err, errTold) {
				t.Errorf("%+v: %v", p, err)
			}
		}
		inner.fail = nil
		if err := s.Tell(b, results); err != nil {
			t.Errorf("%+v: the round is lost: %v", p, err)
		}
		inner.fail = errTold
		snapshot := `{"pool":{"scores":[0.25,0.75]},"inner":{}}`
		if err := s.Restore([]byte(snapshot)); !errors.Is(err, errTold) {
			t.Errorf("%+v: restoring: %v", p, err)
		}
	}
	inner := &complete{}
	s := independent(t, tuning.Problem{Seats: 1}, inner)
	if _, err := s.AskAhead(1); err != nil {
		t.Error(err)
	}
	inner.fail = errTold
	if _, err := s.AskAhead(1); !errors.Is(err, errTold) {
		t.Errorf("ahead: %v", err)
	}
	three := independent(t, tuning.Problem{Seats: 1}, &oneRound{batch: tuning.Batch{Round: 4, Field: opponents(1, 2, 3), Pairings: []tournament.Pairing{{Agents: []int{0, 1, 2}}}}})
	if _, err := three.Ask(); err == nil || err.Error() != "round 4: a pairing compares 3 agents; 2 are accepted" {
		t.Errorf("a pairing of three: %v", err)
	}
	if err := independent(t, tuning.Problem{Opponents: opponents(1, 2), Worst: true}, &pairs{}).Restore([]byte("[")); err == nil {
		t.Error("a broken snapshot was taken")
	}
}

// A strategy that learns from the scores of single agents receives the mean score of each, negative
// infinity for an agent that forfeited, and NaN if no game has a score.
func TestIndependentPairingsPassScores(t *testing.T) {
	score := func(points ...float64) engines.Record { return engines.Record{Outcome: engines.ByScore(points...)} }
	forfeit := func(seats, seat int) engines.Record {
		return engines.ForfeitRecord(seats, engines.Forfeit{Seat: seat})
	}
	for name, c := range map[string]struct {
		problem tuning.Problem
		games   []engines.Record // of agent 0 and agent 1 in turn
		want    [2]float64
	}{
		"one seat":                {tuning.Problem{Seats: 1}, []engines.Record{score(3), score(8)}, [2]float64{3, 8}},
		"one seat, a forfeit":     {tuning.Problem{Seats: 1}, []engines.Record{forfeit(1, 0), score(8)}, [2]float64{math.Inf(-1), 8}},
		"graded":                  {tuning.Problem{Opponents: opponents(9), Graded: true}, []engines.Record{score(3, 5), score(8, 1)}, [2]float64{3, 8}},
		"the agent forfeits":      {tuning.Problem{Opponents: opponents(9), Graded: true}, []engines.Record{score(3, 5), forfeit(2, 0)}, [2]float64{3, math.Inf(-1)}},
		"the opponent forfeits":   {tuning.Problem{Opponents: opponents(9), Graded: true}, []engines.Record{forfeit(2, 1), score(8, 1)}, [2]float64{math.NaN(), 8}},
		"a game without a score":  {tuning.Problem{Opponents: opponents(9), Graded: true}, []engines.Record{{Outcome: engines.Draw(2)}, score(8, 1)}, [2]float64{math.NaN(), 8}},
		"three seats, no forfeit": {tuning.Problem{Seats: 3, Opponents: opponents(9, 9), Graded: true}, []engines.Record{score(4, 4, 4), score(2, 2, 2)}, [2]float64{4, 2}},
	} {
		inner := &complete{}
		s := independent(t, c.problem, &sameWeights{inner})
		b, err := s.Ask()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Tell(b, []tournament.Result{{Pairing: b.Pairings[0], Games: c.games}}); err != nil {
			t.Fatal(err)
		}
		if len(inner.values) != 1 {
			t.Fatalf("%s: values %v", name, inner.values)
		}
		for k, want := range c.want {
			if got := inner.values[0][k]; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s: agent %d has the value %v, want %v", name, k, got, want)
			}
		}
	}
	inner := &complete{}
	s := independent(t, tuning.Problem{Opponents: opponents(9)}, inner)
	b, err := s.Ask()
	if err != nil {
		t.Fatal(err)
	}
	err = s.Tell(b, []tournament.Result{{Pairing: b.Pairings[0], Games: []engines.Record{score(3, 5), score(8, 1)}}})
	if err != nil || inner.values != nil || len(inner.rounds) != 1 {
		t.Errorf("scores %v of a game that counts places, rounds %v, %v", inner.values, inner.rounds, err)
	}
}

// sameWeights is the strategy complete with equal agents. Both therefore have the first seat of a game
// of two.
type sameWeights struct{ *complete }

func (s *sameWeights) Ask() (tuning.Batch, error) {
	b, err := s.complete.Ask()
	b.Field = opponents(1, 1)
	return b, err
}

// The problem of the inner strategy has two seats. Its results are scores that can be compared if the
// game has one seat or counts points.
func TestProblemOfTheInnerStrategy(t *testing.T) {
	for name, c := range map[string]struct {
		problem           tuning.Problem
		symmetric, valued bool
		games, ahead      int
	}{
		"two seats":      {tuning.Problem{Opponents: opponents(1), Games: 9}, false, false, 4, 0},
		"symmetric":      {tuning.Problem{Opponents: opponents(1), Games: 10, Symmetric: true}, true, false, 5, 0},
		"graded":         {tuning.Problem{Opponents: opponents(1), Graded: true}, false, true, 0, 0},
		"one seat":       {tuning.Problem{Seats: 1}, true, true, 0, 0},
		"three seats":    {tuning.Problem{Seats: 3, Opponents: opponents(1)}, false, false, 0, 0},
		"graded, 1 seat": {tuning.Problem{Seats: 1, Graded: true}, true, true, 0, 0},
		"two games":      {tuning.Problem{Seats: 1, Games: 2}, true, true, 1, 0},
		"one game":       {tuning.Problem{Seats: 1, Games: 1}, true, true, 1, 0}, // 0 would mean no limit
		"ahead":          {tuning.Problem{Opponents: opponents(1, 2), Ahead: 2}, false, false, 0, 2},
		"ahead, worst":   {tuning.Problem{Opponents: opponents(1, 2), Ahead: 2, Worst: true}, false, false, 0, 0},
	} {
		var got tuning.Problem
		_, err := tuning.NewIndependentPairings(c.problem, func(p tuning.Problem) (tuning.Strategy, error) {
			got = p
			return &pairs{}, nil
		})
		if err != nil || got.Seats != 2 || got.Symmetric != c.symmetric || got.Valued != c.valued || got.Games != c.games || got.Ahead != c.ahead {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// With three or more seats the seed of a pairing selects the seat of the compared agents.
func TestIndependentPairingsChooseTheSeatBySeed(t *testing.T) {
	for _, seats := range []int{3, 5} {
		counts := make([]int, seats)
		for seed := range uint64(300) {
			field := opponents(3, 1)
			b := tuning.Batch{Round: 1, Field: field, Pairings: []tournament.Pairing{{Agents: []int{0, 1}, Games: 1, Seed: seed}}}
			out, err := independent(t, tuning.Problem{Seats: seats, Opponents: opponents(2)}, &oneRound{batch: b}).Ask()
			if err != nil {
				t.Fatal(err)
			}
			p := out.Pairings[0]
			if counts[p.First]++; !slices.Equal(p.Opponents, slices.Repeat([]int{2}, seats-1)) {
				t.Fatalf("opponents %v", p.Opponents)
			}
		}
		for seat, n := range counts {
			if n < 200/seats || n > 400/seats {
				t.Errorf("seat %d of %d is the first of %d pairings of 300", seat, seats, n)
			}
		}
	}
}
