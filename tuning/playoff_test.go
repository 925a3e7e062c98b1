package tuning_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
)

// guarded verifies a candidate of the given strength in Elo against a start of strength 0.
func guarded(t *testing.T, strength float64, opponents []engines.Agent, o tuning.VerifyOptions) tuning.Verification {
	t.Helper()
	if o.Start == nil {
		o.Start = engines.Weights{0}
	}
	v, err := tuning.Verify(t.Context(), local(tosses{}, 2), []tuning.Estimate{{Name: "found", Weights: engines.Weights{strength}}}, opponents, o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// tosses is a game between weights that are Elo ratings. The games of a pairing are
// independent.
type tosses struct{}

func (tosses) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	a, b := seats[0].Weights[0], seats[1].Weights[0]
	winner := 1
	if engines.Rand(engines.Seed(seed, math.Float64bits(a))).Float64() < rating.Score(a-b) {
		winner = 0
	}
	return engines.Record{Outcome: engines.Winner(2, winner)}, nil
}

var (
	defaults = engines.Agent{Name: "default", Weights: engines.Weights{0}}
	strong   = engines.Agent{Name: "strong", Weights: engines.Weights{150}}
)

// A candidate that is clearly worse than the start is rejected, even if its strategy
// prescribes it. The verdict contains its rating, and no match of the start that was not
// played.
func TestCandidateWorseThanTheStartIsRejected(t *testing.T) {
	for _, fixed := range []bool{true, false} {
		v := guarded(t, -60, []engines.Agent{defaults, strong}, tuning.VerifyOptions{Games: 2000, Seed: 5, Fixed: fixed})
		if v.Result.Name != tuning.StartName || v.Refused == nil || v.Refused.Candidate.Name != "found" {
			t.Fatalf("fixed %v: the result is %q, refused %+v", fixed, v.Result.Name, v.Refused)
		}
		if r := v.Refused; r.Interval.High >= 0 || !r.Interval.Contains(-60) || r.Games == 0 || r.Score >= 0.5 {
			t.Errorf("fixed %v: %+v", fixed, r)
		}
		if len(v.Matches) == 0 || v.Matches[0].Agent != "default" || !v.Matches[0].Same || fixed && (v.Matches[0].Games != 0 || v.Matches[0].Rating != 0 || v.Matches[0].Interval.Half() != 0) {
			t.Errorf("fixed %v: the start against itself is %+v", fixed, v.Matches)
		}
		if fixed && (len(v.Matches) != 1 || len(v.Refused.Matches) != 2 || v.Refused.Matches[1].Agent != "strong") {
			t.Errorf("matches of the start %+v, of the candidate %+v", v.Matches, v.Refused.Matches)
		}
	}
}

// The start is an additional opponent if no opponent plays like it, within the budget. The
// verdict states if the games do not suffice.
func TestStartIsAnAdditionalOpponent(t *testing.T) {
	o := tuning.VerifyOptions{Games: 1200, Seed: 2, Fixed: true}
	v := guarded(t, 100, []engines.Agent{strong}, o)
	if len(v.Matches) != 2 || v.Matches[1].Agent != tuning.StartName || v.Matches[0].Games != 600 || v.Matches[1].Games != 600 || v.Unguarded {
		t.Errorf("%+v", v)
	}
	v = guarded(t, -100, []engines.Agent{strong}, o)
	if v.Refused == nil || len(v.Matches) != 0 || len(v.Refused.Matches) != 2 || v.Games != 1200 {
		t.Errorf("%+v", v)
	}
	v = guarded(t, 100, nil, o)
	if len(v.Matches) != 1 || v.Matches[0].Games != 1200 {
		t.Errorf("without opponents: %+v", v)
	}
	o.Games = 3
	if v = guarded(t, 100, []engines.Agent{strong}, o); !v.Unguarded || len(v.Matches) != 1 || v.Games != 2 {
		t.Errorf("with three games: %+v", v)
	}
}

// If an opponent plays like the start, the comparison adds no game to the verification of an
// accepted candidate.
func TestComparisonWithTheStartChangesNoGame(t *testing.T) {
	candidates := []tuning.Estimate{{Name: "found", Weights: engines.Weights{40}}, {Name: tuning.StartName, Weights: engines.Weights{0}}}
	for _, opponents := range [][]engines.Agent{{defaults}, {strong, defaults}} {
		o := tuning.VerifyOptions{Games: 3000, Seed: 1}
		want, err := tuning.Verify(t.Context(), local(duels{}, 2), candidates, opponents, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Start = engines.Weights{0}
		got, err := tuning.Verify(t.Context(), local(duels{}, 2), candidates, opponents, o)
		if err != nil {
			t.Fatal(err)
		}
		if got.AgainstStart == nil || got.AgainstStart.Games == 0 {
			t.Errorf("against the start: %+v", got.AgainstStart)
		}
		got.AgainstStart = nil
		if g, w := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); g != w || got.Refused != nil {
			t.Errorf("%s\nwithout the comparison:\n%s", g, w)
		}
	}
}

// An opponent without weights plays with defaults that Verify does not know, so it does not count as
// the start. An opponent with the same weights does.
func TestAnOpponentWithoutWeightsIsNotTheStart(t *testing.T) {
	o := tuning.VerifyOptions{Games: 1200, Seed: 2, Fixed: true, Start: engines.Weights{0}}
	verify := func(opponent engines.Agent) tuning.Verification {
		candidates := []tuning.Estimate{{Name: "found", Weights: engines.Weights{100}}}
		v, err := tuning.Verify(t.Context(), local(duels{}, 2), candidates, []engines.Agent{opponent}, o)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	v := verify(engines.Agent{Name: "default"})
	if len(v.Matches) != 2 || v.Matches[1].Agent != tuning.StartName || v.Matches[0].Games != 600 || v.Matches[1].Games != 600 {
		t.Errorf("without weights: %+v", v.Matches)
	}
	if v = verify(defaults); len(v.Matches) != 1 || v.Matches[0].Games != 1200 || v.AgainstStart == nil || v.AgainstStart.Games != 1200 {
		t.Errorf("with weights: %+v", v.Matches)
	}
}

// In scale-free games a multiple of the start plays like the start.
func TestMultipleOfTheStartPlaysLikeTheStart(t *testing.T) {
	o := tuning.VerifyOptions{Games: 100, Seed: 1, Fixed: true, ScaleFree: true, Start: engines.Weights{10}}
	opponents := []engines.Agent{{Name: "default", Weights: engines.Weights{30}}, {Name: "other", Weights: engines.Weights{-30}}}
	v := guarded(t, 600, opponents, o)
	if len(v.Matches) != 2 || !v.Matches[0].Same || v.Matches[1].Same || v.Games != 100 {
		t.Errorf("%+v", v.Matches)
	}
	o.ScaleFree = false
	if v = guarded(t, 600, opponents, o); len(v.Matches) != 3 || v.Matches[0].Same {
		t.Errorf("%+v", v.Matches)
	}
}

// With few games the rule accepts a bad candidate at most as often as the sign of the
// difference is wrong, and rarely rejects a better one.
func TestHowOftenTheStartIsKept(t *testing.T) {
	n := 100
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		n = 200
	}
	for _, c := range []struct{ strength, least, most float64 }{
		{-60, 0.98, 1}, {-20, 0.72, 0.95}, {-0.001, 0.35, 0.65}, {20, 0.05, 0.28}, {60, 0, 0.02},
	} {
		kept := 0.0
		for seed := range uint64(n) {
			if guarded(t, c.strength, []engines.Agent{defaults}, tuning.VerifyOptions{Games: 500, Seed: seed}).Refused != nil {
				kept++
			}
		}
		if share := kept / float64(n); share < c.least || share > c.most {
			t.Errorf("a candidate of %+v Elo is refused in %.2f of %d verifications, expected %v to %v", c.strength, share, n, c.least, c.most)
		}
	}
}

// A rejected candidate is measured by the playoff and its match against the start together, each
// with the weight of its games.
func TestRejectedCandidateIsMeasuredByAllGames(t *testing.T) {
	tried := 0
	for seed := range uint64(100) {
		v := guarded(t, -20, []engines.Agent{defaults}, tuning.VerifyOptions{Games: 500, Seed: seed})
		if v.Refused == nil || v.AgainstStart == nil || v.Refused.Games == v.AgainstStart.Games {
			continue // accepted, or rejected by one of them alone
		}
		tried++
		match := v.AgainstStart
		inPlayoff := v.Refused.Games - match.Games
		start := v.Playoff[1]
		want := ((1-start.Score)*float64(inPlayoff) + float64(match.Score)*float64(match.Games)) / float64(v.Refused.Games)
		if inPlayoff <= 0 || math.Abs(v.Refused.Score-want) > 1e-12 {
			t.Fatalf("seed %d: %+v of a playoff of %d games with %v and a match of %d games with %v", seed, v.Refused, inPlayoff, 1-start.Score, match.Games, match.Score)
		}
	}
	if tried == 0 {
		t.Error("no candidate was rejected by both together")
	}
}

// If the start wins the playoff, the verdict contains the rating of the candidate that lost.
func TestVerdictHasTheLoserOfThePlayoff(t *testing.T) {
	v := guarded(t, -150, []engines.Agent{defaults, strong}, tuning.VerifyOptions{Games: 2000, Seed: 4})
	if r := v.Refused; r == nil || r.Matches != nil || !r.Interval.Contains(-150) || r.Games != 800 {
		t.Fatalf("%+v", r)
	}
	if len(v.Matches) != 2 || !v.Matches[0].Same || v.Matches[0].Games != 0 || v.Matches[1].Games != 1200 {
		t.Errorf("%+v", v.Matches)
	}
	candidates := []tuning.Estimate{{Name: tuning.StartName, Weights: engines.Weights{0}}, {Name: "fitted", Weights: engines.Weights{-150}}}
	v, err := tuning.Verify(t.Context(), local(duels{}, 1), candidates, []engines.Agent{defaults}, tuning.VerifyOptions{Games: 2000, Seed: 4, Start: engines.Weights{0}})
	if err != nil || v.Refused == nil || v.Refused.Candidate.Name != "fitted" || !v.Refused.Interval.Contains(-150) || v.Games != 800 {
		t.Errorf("%+v, %v", v, err)
	}
}

// The games of the playoff count for a rejected candidate unless the match alone rejects it.
func TestWhichGamesMeasureARejectedCandidate(t *testing.T) {
	near := 0                                   // matches whose interval ends just above 0
	for seed := uint64(60); seed < 80; seed++ { // the interval of seed 71 is such a one
		v := guarded(t, -30, []engines.Agent{defaults}, tuning.VerifyOptions{Games: 500, Seed: seed})
		if v.AgainstStart == nil || v.Refused == nil {
			continue // the start has won the playoff, or the candidate is accepted
		}
		high := v.AgainstStart.Interval.High
		if both := v.Refused.Games > v.AgainstStart.Games; both != (high >= 0) {
			t.Errorf("seed %d: rejected by %d games, %d of them in the match with the interval %v", seed, v.Refused.Games, v.AgainstStart.Games, v.AgainstStart.Interval)
		}
		if high >= 0 && high < 1 {
			near++
		}
	}
	if near == 0 {
		t.Error("no interval ends just above 0")
	}
}

// If the first candidate is the start and another one wins the playoff, the result meets the start
// again in the matches.
func TestStartIsTheFirstCandidate(t *testing.T) {
	candidates := []tuning.Estimate{{Name: tuning.StartName, Weights: engines.Weights{0}}, {Name: "better", Weights: engines.Weights{3}}}
	v, err := tuning.Verify(t.Context(), local(limits{}, 1), candidates, nil, tuning.VerifyOptions{Games: 200, Seed: 1, Start: engines.Weights{0}})
	if err != nil || v.Result.Name != "better" || len(v.Matches) != 1 || v.Matches[0].Agent != tuning.StartName || v.Matches[0].Games != 120 || v.AgainstStart == nil {
		t.Errorf("%+v, %v", v, err)
	}
	v, err = tuning.Verify(t.Context(), local(limits{}, 1), candidates, []engines.Agent{defaults, strong}, tuning.VerifyOptions{Games: 200, Seed: 1, Start: engines.Weights{0}, Fixed: true})
	if err != nil || v.Result.Name != tuning.StartName || v.AgainstStart != nil || v.Refused != nil || len(v.Matches) != 2 || v.Matches[0].Games != 0 || !v.Matches[0].Same || v.Matches[1].Games != 200 {
		t.Errorf("the start is the result: %+v, %v", v, err)
	}
}

// With three seats, the first candidate has one seat and its opponent two in the first deal of the
// playoff, and the reverse in the second, and so on. All seat orders are played.
func TestPlayoffExchangesRoles(t *testing.T) {
	seats := map[uint64]map[string]int{} // games by deal and seats
	play := func(names []string, seed uint64) engines.Record {
		if seats[seed] == nil {
			seats[seed] = map[string]int{}
		}
		seats[seed][strings.Join(names, " ")]++
		return engines.Record{Outcome: engines.Places(1, 2, 3)}
	}
	candidates := []tuning.Estimate{{Name: "a", Weights: engines.Weights{1}}, {Name: "b", Weights: engines.Weights{2}}, {Name: "c", Weights: engines.Weights{3}}}
	v, err := tuning.Verify(t.Context(), local(script(play), 1), candidates, nil, tuning.VerifyOptions{Games: 60, Seats: 3, Deal: counting})
	if err != nil || len(seats) != 4 {
		t.Fatalf("%d deals, %v", len(seats), err)
	}
	for deal, games := range seats {
		want := []string{"a b b", "b b a", "b a b", "a c c", "c c a", "c a c"}
		if deal%2 == 1 {
			want = []string{"b a a", "a a b", "a b a", "c a a", "a a c", "a c a"}
		}
		for _, names := range want {
			if games[names] != 1 {
				t.Errorf("deal %d: %v, want %q", deal, games, want)
			}
		}
	}
	for i, want := range []int{24, 12, 12} {
		// Every agent has every seat equally often.
		if p := v.Playoff[i]; p.Games != want || math.Abs(p.Score-0.5) > 1e-12 || p.Estimate.Name != candidates[i].Name {
			t.Errorf("candidate %d: %+v", i, p)
		}
	}
}
