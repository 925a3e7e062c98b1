package tournament

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// noisy is an arena with random scores. The score of a seat has a standard deviation of 10 around a
// mean that all seats of a game share, and this mean has a standard deviation of 30.
func noisy(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	rng := engines.Rand(seed)
	deal := 30 * rng.NormFloat64()
	scores := make([]float64, len(seats))
	for i := range scores {
		scores[i] = 100 + deal + 10*rng.NormFloat64()
	}
	return engines.Record{Outcome: engines.ByScore(scores...)}, nil
}

func TestScoreScale(t *testing.T) {
	agent := engines.Agent{Name: "start"}
	for seats, want := range map[int]float64{1: math.Sqrt(2000), 2: math.Sqrt(200), 4: math.Sqrt(200)} {
		var first float64
		for _, workers := range []int{1, 4} {
			got, err := ScoreScale(t.Context(), Local{arenaFunc(noisy), workers}, agent, seats, 2000, 7, Terms{Objective: Objective{Scale: 3}})
			if err != nil || math.Abs(got-want) > 0.06*want {
				t.Errorf("%d seats: a scale of %v, %v; want about %v", seats, got, err, want)
			}
			if first != 0 && got != first {
				t.Errorf("%d seats: %v with one worker, %v with four", seats, first, got)
			}
			first = got
		}
	}
	for name, arena := range map[string]arenaFunc{
		"no scores": quick,
		"all alike": func(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
			return engines.Record{Outcome: engines.ByScore(make([]float64, len(seats))...)}, nil
		},
	} {
		if got, err := ScoreScale(t.Context(), Local{arena, 1}, agent, 2, 10, 7, Terms{}); err == nil {
			t.Errorf("%s: a scale of %v", name, got)
		}
	}
	if _, err := ScoreScale(t.Context(), Local{arenaFunc(noisy), 1}, agent, 1, 1, 7, Terms{}); err == nil {
		t.Error("one deal has a scale")
	}
}

// The scale is the root of the mean squared difference between the scores of two seats, over all
// games with scores. In games of one seat it is the standard deviation of a score, times the root of 2.
func TestScoreScaleIsADeviation(t *testing.T) {
	for _, seats := range []int{1, 2, 3} {
		var games [][]float64
		arena := arenaFunc(func(_ context.Context, agents []engines.Agent, seed uint64) (engines.Record, error) {
			if len(agents) != seats || agents[0].Name != "own" {
				t.Errorf("agents %v", agents)
			}
			if seed%4 == 0 {
				return engines.ForfeitRecord(seats, engines.Forfeit{}), nil
			}
			var scores []float64
			for seat := range seats {
				scores = append(scores, float64(engines.Seed(seed, uint64(seat))%100))
			}
			games = append(games, scores)
			return engines.Record{Outcome: engines.ByScore(scores...)}, nil
		})
		got, err := ScoreScale(t.Context(), Local{arena, 1}, engines.Agent{Name: "own"}, seats, 40, 7, Terms{ForfeitLimit: -1})
		if err != nil || len(games) > 38 || len(games) < 20 {
			t.Fatalf("%d seats, %d games with scores: %v", seats, len(games), err)
		}
		var squares, pairs, sum float64
		for _, scores := range games {
			sum += scores[0] / float64(len(games))
			for i := range scores {
				for k := range i {
					squares += math.Pow(scores[i]-scores[k], 2)
					pairs++
				}
			}
		}
		want := math.Sqrt(squares / pairs)
		if seats == 1 {
			variance := 0.0
			for _, scores := range games {
				variance += math.Pow(scores[0]-sum, 2) / float64(len(games)-1)
			}
			want = math.Sqrt(2 * variance)
		}
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%d seats: scale %v, want %v", seats, got, want)
		}
	}
}

func TestScoreScaleFails(t *testing.T) {
	level := func(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
		return engines.Record{Outcome: engines.ByScore(slices.Repeat([]float64{4}, len(seats))...)}, nil
	}
	broken := func(context.Context, []engines.Agent, uint64) (engines.Record, error) {
		return engines.Record{}, errors.New("the board broke")
	}
	for name, c := range map[string]struct {
		arena        arenaFunc
		seats, deals int
		want         string
	}{
		"one deal":               {level, 2, 1, "a scale of scores: deals: 1 is not within [2, 10000000]"},
		"no scores":              {quickDraw, 2, 2, "no game of own had scores"},
		"no scores, one seat":    {quickDraw, 1, 2, "no game of own had scores"},
		"equal scores":           {level, 2, 2, "the scores of own do not differ in 2 games"},
		"equal scores, one seat": {level, 1, 3, "the scores of own do not differ in 3 games"},
		"no games":               {broken, 2, 2, "the board broke"},
	} {
		scale, err := ScoreScale(t.Context(), Local{c.arena, 1}, engines.Agent{Name: "own"}, c.seats, c.deals, 7, Terms{})
		if err == nil || !strings.Contains(err.Error(), c.want) || scale != 0 {
			t.Errorf("%s: %v, %v; want %s", name, scale, err, c.want)
		}
	}
}

// One difference is enough for a scale.
func TestScoreScaleOfOneDifference(t *testing.T) {
	games := 0
	arena := arenaFunc(func(context.Context, []engines.Agent, uint64) (engines.Record, error) {
		if games++; games == 1 {
			return engines.Record{Outcome: engines.Draw(2)}, nil
		}
		return engines.Record{Outcome: engines.ByScore(3, 10)}, nil
	})
	if scale, err := ScoreScale(t.Context(), Local{arena, 1}, engines.Agent{}, 2, 2, 7, Terms{}); err != nil || scale != 7 {
		t.Errorf("%v, %v", scale, err)
	}
}

// The value of a game by scores is the mean over the other seats of a logistic function of the
// difference.
func TestObjectiveOfThreeSeats(t *testing.T) {
	logistic := func(d float64) float64 { return 1 / (1 + math.Exp(-d/4)) }
	o := Objective{Scale: 4}
	scores := engines.ByScore(3, 10, 1)
	for seat, want := range []float64{(logistic(-7) + logistic(2)) / 2, (logistic(7) + logistic(9)) / 2, (logistic(-2) + logistic(-9)) / 2} {
		if got := o.Points(scores, seat); math.Abs(got-want) > 1e-12 {
			t.Errorf("seat %d: %v, want %v", seat, got, want)
		}
	}
	places := engines.Places(1, 2, 2)
	for _, objective := range []Objective{{}, o} {
		for seat, want := range []float64{1, 0.25, 0.25} {
			if got := objective.Points(places, seat); got != want {
				t.Errorf("%+v, seat %d without a score: %v, want %v", objective, seat, got, want)
			}
		}
		for _, c := range []struct {
			seat, other int
			want        float64
		}{{0, 1, 1}, {1, 0, 0}, {1, 2, 0.5}} {
			if got := objective.Over(places, c.seat, c.other); got != c.want {
				t.Errorf("%+v: seat %d over seat %d is worth %v, want %v", objective, c.seat, c.other, got, c.want)
			}
		}
	}
	if got := (Objective{}).Over(scores, 1, 0); got != 1 {
		t.Errorf("by places the larger score is worth %v", got)
	}
	if got, want := (Objective{Scale: 0.5}).Over(engines.ByScore(1, 0.75), 0, 1), 1/(1+math.Exp(-0.5)); math.Abs(got-want) > 1e-12 {
		t.Errorf("on a scale below 1: %v, want %v", got, want)
	}
	if got := o.Points(engines.ByScore(7), 0); got != 0.5 {
		t.Errorf("one seat is worth %v", got)
	}
	r := Result{Pairing: Pairing{Agents: []int{4, 5, 6}, Games: 2}, Games: []engines.Record{{Outcome: scores}, {Outcome: scores}}, Objective: o}
	// In the second game every agent has the seat before its own: agent 0 the last, agent 1 the first.
	if got, want := r.Against(0, 1), (logistic(-7)+logistic(-2))/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("the first agent over the second is worth %v, want %v", got, want)
	}
	if got, want := r.Points(2), (o.Points(scores, 2)+o.Points(scores, 1))/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("the third agent has %v points, want %v", got, want)
	}
}

// quick plays a game without moves, whose winner depends on the seed.
func quick(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	return engines.Record{Outcome: engines.Winner(len(seats), int(seed%2))}, nil
}
