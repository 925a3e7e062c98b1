package tuning_test

import (
	"context"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// lines is a game without chance. A deal selects one of n lines, and the line alone decides
// which agent wins. The first agent wins the share won of the lines.
type lines struct {
	of, won int
	hidden  bool // the contents of games are unknown
}

func (l lines) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	line := int(seed % uint64(l.of))
	winner := 0
	if (seats[0].Name == "result") != (line < l.won) {
		winner = 1
	}
	r := engines.Record{Outcome: engines.Winner(2, winner), Plies: 20 + line}
	if !l.hidden {
		r.Content = engines.Seed(uint64(line), uint64(winner)) | 1
	}
	return r, nil
}

func verifyLines(t *testing.T, l lines, games int) tuning.Verification {
	t.Helper()
	v, err := tuning.Verify(t.Context(), local(l, 1), []tuning.Estimate{{Name: "result", Weights: engines.Weights{1}}},
		[]engines.Agent{{Name: "default", Weights: engines.Weights{0}}}, tuning.VerifyOptions{Games: games, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A verification that repeats 40 lines has the interval of 40 pairings.
func TestVerifyCountsContents(t *testing.T) {
	v := verifyLines(t, lines{of: 40, won: 24}, 8000)
	m := v.Matches[0]
	if m.Games != 8000 || m.Distinct != 80 || m.DistinctPairings != 40 || v.Distinct != 80 {
		t.Errorf("%d games, %+v, in all %+v", m.Games, m.Variety, v.Variety)
	}
	if math.Abs(float64(m.Score)-0.6) > 0.02 {
		t.Errorf("score %v", m.Score)
	}
	// The first agent wins 24 of 40 lines. Student's quantile for 39 degrees of freedom is 2.0227.
	half := 2.0227 * math.Sqrt(0.6*0.4/39)
	want := rating.Interval{Low: float64(m.Score) - half, High: float64(m.Score) + half}.Elo()
	if math.Abs(m.Interval.Low-want.Low) > 4 || math.Abs(m.Interval.High-want.High) > 4 {
		t.Errorf("%v, want about %v", m.Interval, want)
	}
	if m.LOS < 0.8 || m.LOS > 0.95 {
		t.Errorf("LOS %v", m.LOS)
	}
	hidden := verifyLines(t, lines{of: 40, won: 24, hidden: true}, 8000).Matches[0]
	if hidden.Known() || hidden.Score != m.Score || hidden.Interval.Half() > m.Interval.Half()/5 {
		t.Errorf("of unknown content: %+v", hidden)
	}
}

// Fewer than ten different pairings give no interval, however often they are repeated.
func TestVerifyTooFew(t *testing.T) {
	m := verifyLines(t, lines{of: 9, won: 9}, 2000).Matches[0]
	if !m.TooFew() || !math.IsInf(m.Interval.Low, -1) || !math.IsInf(m.Interval.High, 1) || !m.Rating.Known() || m.Rating > 800 {
		t.Errorf("%+v", m)
	}
	if m := verifyLines(t, lines{of: 12, won: 9}, 2000).Matches[0]; m.TooFew() || math.IsInf(m.Interval.Low, -1) {
		t.Errorf("of 12 lines: %+v", m)
	}
}

// A playoff counts copies of a pairing once: a candidate that wins 7 of 12 lines replaces the
// first one only if each game counts as new.
func TestPlayoffCountsContents(t *testing.T) {
	for _, hidden := range []bool{false, true} {
		v, err := tuning.Verify(t.Context(), local(lines{of: 12, won: 5, hidden: hidden}, 1),
			[]tuning.Estimate{{Name: "result", Weights: engines.Weights{1}}, {Name: "other", Weights: engines.Weights{2}}},
			[]engines.Agent{{Name: "default", Weights: engines.Weights{0}}}, tuning.VerifyOptions{Games: 10_000, Seed: 4})
		if err != nil {
			t.Fatal(err)
		}
		if changed := v.Result.Name == "other"; changed != hidden {
			t.Errorf("hidden %v: the result is %s, playoff %+v", hidden, v.Result.Name, v.Playoff)
		}
		if p := v.Playoff[1]; !hidden && (p.Distinct != 24 || p.DistinctPairings != 12) {
			t.Errorf("the playoff has %+v", p.Variety)
		}
	}
}

// The standard error of graded scores counts different deals only.
func TestGradedContents(t *testing.T) {
	arena := graded{}
	play := func(games int) rating.Standing {
		v, err := tuning.Verify(t.Context(), local(arena, 1), []tuning.Estimate{{Name: "result", Weights: engines.Weights{1}}},
			[]engines.Agent{{Name: "default", Weights: engines.Weights{0}}},
			tuning.VerifyOptions{Terms: tournament.Terms{Objective: tournament.Objective{Scale: 10}}, Games: games, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		return v.Matches[0]
	}
	few, many := play(1000), play(20_000)
	if few.DistinctPairings != 30 || many.DistinctPairings != 30 {
		t.Fatalf("%+v and %+v", few.Variety, many.Variety)
	}
	if ratio := few.Interval.Half() / many.Interval.Half(); ratio < 0.95 || ratio > 1.15 {
		t.Errorf("%v of 1,000 games, %v of 20,000 of the same 30 deals", few.Interval, many.Interval)
	}
	if ratio := few.Scored.Against.Difference.Error / many.Scored.Against.Difference.Error; ratio < 0.95 || ratio > 1.15 {
		t.Errorf("errors %v and %v", few.Scored.Against.Difference.Error, many.Scored.Against.Difference.Error)
	}
}

// graded is a game with 30 deals in which both agents score points.
type graded struct{}

func (graded) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	deal := seed % 30
	score := [2]float64{50, 50}
	for seat := range score {
		if seats[seat].Name == "result" {
			score[seat] += float64(deal%7) - 2
		}
	}
	return engines.Record{Outcome: engines.ByScore(score[:]...), Plies: 3, Content: deal*2 + 1}, nil
}

// A match against the start weights that repeats the lines of the playoff adds no evidence: the
// interval of a rejected candidate is that of the lines, 1.14 times as wide because it had two chances.
func TestRejectedCandidateCountsContents(t *testing.T) {
	const of, won = 24, 10
	v, err := tuning.Verify(t.Context(), local(lines{of: of, won: won}, 1),
		[]tuning.Estimate{{Name: "result", Weights: engines.Weights{1}}},
		[]engines.Agent{{Name: "default", Weights: engines.Weights{0}}}, tuning.VerifyOptions{Games: 20_000, Seed: 4, Start: engines.Weights{0}})
	if err != nil {
		t.Fatal(err)
	}
	r := v.Refused
	if r == nil || v.AgainstStart == nil || v.AgainstStart.Interval.High < 0 || r.Games <= v.AgainstStart.Games {
		t.Fatalf("not rejected by the playoff and the match together: %+v", v)
	}
	score := won / float64(of)
	want := 1.14 * rating.Z() * math.Sqrt(score*(1-score)/of)
	if half := (rating.Score(r.Interval.High) - rating.Score(r.Interval.Low)) / 2; half < want || half > 1.1*want {
		t.Errorf("the score is %.3f ± %.3f in %d games of %d lines, want ± %.3f or a little more", r.Score, half, r.Games, of, want)
	}
}
