package arms_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/arms"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/de"
	"github.com/lanista/lanista/tuning/spsa"
)

// hill is a strength function for tests, in Elo.
type hill func(x []float64) float64

func (h hill) At(x []float64) float64 { return h(x) }

var space = engines.Space{
	engines.NewChoices("style", "", []string{"solid", "normal", "risky"}, "normal"),
	{Name: "x", Min: 0, Max: 10, Default: 2},
	{Name: "y", Min: 0, Max: 10, Default: 2, Kind: engines.Integer},
}

func withSPSA(p tuning.Problem) (tuning.Strategy, error) { return spsa.New(p, spsa.Options{}) }

func withDE(p tuning.Problem) (tuning.Strategy, error) { return de.New(p, de.Options{}) }

// played contains a finished round and the state after it.
type played struct {
	batch    tuning.Batch
	snapshot []byte
	best     tuning.Estimate
}

// step plays the next round of a strategy. ok is false if it has none.
func step(t *testing.T, s tuning.Strategy, arena engines.Arena) (out played, ok bool) {
	t.Helper()
	b, err := s.Ask()
	if errors.Is(err, tuning.Done) {
		return out, false
	}
	if err != nil {
		t.Fatal(err)
	}
	var results []tournament.Result
	for r, err := range tournament.Run(t.Context(), tournament.Local{Arena: arena, Workers: 1}, b.Field, tournament.Pairings(b.Pairings), tournament.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	if err := s.Tell(b, results); err != nil {
		t.Fatal(err)
	}
	raw, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return played{b, raw, s.Best()}, true
}

func duel(seed uint64, strength hill) *bench.Duel {
	return bench.NewCustom(bench.Custom{Landscape: strength, Weights: 3, Space: space, Run: seed})
}

func plain(v []float64) float64 {
	return []float64{-60, 0, 90}[int(v[0])] - 5*(v[1]-6)*(v[1]-6) - 5*(v[2]-7)*(v[2]-7)
}

// A run that is restored from its snapshot before every round plays the same games and has the same
// results as an uninterrupted one, in all three phases.
func TestARestoredRunIsTheSame(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(tuning.Problem) (tuning.Strategy, error){"spsa": withSPSA, "de": withDE} {
		arena := duel(1, plain)
		p := arena.Problem(1200)
		fresh := func() *arms.Strategy {
			s, err := arms.New(p, build)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		whole := fresh()
		planned, games, rounds := whole.PlannedGames(), 0, 0
		broken := fresh()
		for want, ok := step(t, whole, arena); ok; want, ok = step(t, whole, arena) {
			rounds++
			if games += want.batch.Games(); want.batch.Round != rounds || want.best.Games != games {
				t.Fatalf("%s: round %d after %d games is round %d, and its result rests on %d", name, rounds, games, want.batch.Round, want.best.Games)
			}
			if n := want.batch.Games(); n > whole.LargestRound() {
				t.Errorf("%s: round %d has %d games, and the largest was to have %d", name, rounds, n, whole.LargestRound())
			}
			got, _ := step(t, broken, arena)
			if !reflect.DeepEqual(got.batch, want.batch) || !bytes.Equal(got.snapshot, want.snapshot) || !reflect.DeepEqual(got.best, want.best) {
				t.Fatalf("%s: round %d differs after a restore", name, rounds)
			}
			broken = fresh()
			if err := broken.Restore(got.snapshot); err != nil {
				t.Fatal(err)
			}
		}
		if games > 1200 || games != planned || games < 1000 {
			t.Errorf("%s: %d games of 1200, %d planned", name, games, planned)
		}
	}
}

// The final test replaces the winner of the race if another choice is better with the tuned numbers.
// Here the choice that is best at the start is the worst with tuned numbers. A strategy that is restored
// after the test has the same result.
func TestTheTestCorrectsTheRace(t *testing.T) {
	t.Parallel()
	strength := hill(func(v []float64) float64 {
		numbers := -12*(v[1]-8)*(v[1]-8) - 3*(v[2]-7)*(v[2]-7)
		return []float64{0, 30 * (4 - v[1]), -30 * (4 - v[1])}[int(v[0])] + numbers
	})
	right := 0
	for seed := range uint64(5) {
		arena := duel(seed, strength)
		s, err := arms.New(arena.Problem(4000), withSPSA)
		if err != nil {
			t.Fatal(err)
		}
		var before engines.Weights
		var last []byte
		for one, ok := step(t, s, arena); ok; one, ok = step(t, s, arena) {
			if before == nil && one.batch.Games() > 0 && one.best.Weights[1] != 2 {
				before = one.best.Weights
			}
			last = one.snapshot
		}
		again, err := arms.New(arena.Problem(4000), withSPSA)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Restore(last); err != nil || !reflect.DeepEqual(again.Best(), s.Best()) {
			t.Errorf("seed %d: the result %v is %v after a restore, %v", seed, s.Best(), again.Best(), err)
		}
		if before == nil || before[0] != 1 {
			t.Errorf("seed %d: the race was won by %v", seed, before)
		}
		if s.Best().Weights[0] == 2 {
			right++
		}
	}
	if right < 4 {
		t.Errorf("the test corrected %d of 5 races", right)
	}
}

// unbeaten is a strategy whose result is its start.
type unbeaten struct {
	tuning.Strategy
	start engines.Weights
}

func (u unbeaten) Best() tuning.Estimate {
	return tuning.Estimate{Weights: u.start, Name: "the start, which the search has not beaten"}
}

// A result with the numbers of the start and other choices is not named the start.
func TestStartNumbersWithOtherChoices(t *testing.T) {
	t.Parallel()
	arena := duel(3, plain)
	s, err := arms.New(arena.Problem(800), func(p tuning.Problem) (tuning.Strategy, error) {
		inner, err := withSPSA(p)
		return unbeaten{inner, p.Start}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, ok := step(t, s, arena); ok; _, ok = step(t, s, arena) {
		continue
	}
	if got := s.Best(); !reflect.DeepEqual(got.Weights, engines.Weights{2, 2, 2}) || got.Name != "the start numbers with the best choices of the race" {
		t.Errorf("%s: %v", got.Name, got.Weights)
	}
}

// A limit of rounds holds for the race, the search and the test together, and no phase plays the deals of
// another.
func TestRoundsAndDealsOfAllPhases(t *testing.T) {
	t.Parallel()
	arena := duel(3, plain)
	p := arena.Problem(1200)
	p.Rounds = 8
	s, err := arms.New(p, withSPSA)
	if err != nil {
		t.Fatal(err)
	}
	games, rounds, deals := 0, 0, map[uint64]int{}
	for played, ok := step(t, s, arena); ok; played, ok = step(t, s, arena) {
		rounds++
		games += played.batch.Games()
		for _, pairing := range played.batch.Pairings {
			if before, ok := deals[pairing.Seed]; ok && before != rounds {
				t.Fatalf("round %d plays a deal of round %d", rounds, before)
			}
			deals[pairing.Seed] = rounds
		}
	}
	if rounds != p.Rounds || games != s.PlannedGames() || games > 1200 {
		t.Errorf("%d rounds and %d games, want %d and %d", rounds, games, p.Rounds, s.PlannedGames())
	}
}

func TestChoicesWithoutNumbers(t *testing.T) {
	t.Parallel()
	p := duel(3, plain).Problem(800)
	p.Space = append(engines.Space(nil), space...)
	p.Space[1].Kind, p.Space[2].Kind = engines.Fixed, engines.Fixed
	s, err := arms.New(p, func(tuning.Problem) (tuning.Strategy, error) { return nil, errors.New("there is no number to tune") })
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for one, ok := step(t, s, duel(3, plain)); ok; one, ok = step(t, s, duel(3, plain)) {
		games += one.batch.Games()
	}
	if want := (engines.Weights{2, 2, 2}); !reflect.DeepEqual(s.Best().Weights, want) || games < 700 || games > 800 {
		t.Errorf("%v after %d games, want %v", s.Best().Weights, games, want)
	}
	if names := s.Candidates(); len(names) != 2 {
		t.Errorf("candidates %v", names)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	many := append(engines.Space(nil), space...)
	for _, name := range []string{"a", "b", "c"} {
		many = append(many, engines.NewChoices(name, "", engines.Switch, "true"))
	}
	for _, c := range []struct {
		p    tuning.Problem
		want string
	}{
		{tuning.Problem{Space: many, Games: 4000}, "at most 16, and there are more (style has 3, a has 2, b has 2, c has 2)"},
		{tuning.Problem{Space: space[1:], Games: 4000}, "no weight has choices"},
		{tuning.Problem{Space: space, Games: 20}, "20 games are too few to compare 3 combinations"},
		{tuning.Problem{Space: space, Games: 4000, Rounds: 3}, "3 rounds are too few"},
		{tuning.Problem{Space: space, Games: 4000, Rounds: 1}, "1 round is too few to compare 3 combinations of choices and to tune numbers; at least 4 are needed"},
		{tuning.Problem{Space: space[:1], Games: 4000, Rounds: 1}, "1 round is too few to compare 3 combinations of choices; at least 2 are needed"},
		{tuning.Problem{Space: space, Games: 4000, Start: engines.Weights{3, 2, 2}}, "start: style: 3 is not the index of a choice (0 to 2 for solid, normal, risky)"},
	} {
		if _, err := arms.New(c.p, withSPSA); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	fewer := append(engines.Space(nil), many...)
	fewer[0].Tried = []string{"solid", "risky"}
	if _, err := arms.New(tuning.Problem{Space: fewer, Games: 20000}, withSPSA); err != nil {
		t.Errorf("16 combinations: %v", err)
	}
	if _, err := spsa.New(tuning.Problem{Space: space, Games: 4000}, spsa.Options{}); err == nil || !strings.Contains(err.Error(), "kind choices") {
		t.Errorf("a strategy for numbers alone takes choices: %v", err)
	}
	s, err := arms.New(tuning.Problem{Space: space, Games: 4000}, withSPSA)
	if err != nil {
		t.Fatal(err)
	}
	if s.Restore([]byte(`{"strategy":"spsa","version":1}`)) == nil || s.Restore([]byte("{")) == nil {
		t.Error("the snapshot of another strategy is accepted")
	}
}
