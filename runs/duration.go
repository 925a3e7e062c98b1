package runs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/tuning"
)

// These constants are used to estimate the duration of a tuning run with external programs before
// it starts. The estimate is reported if the run has at least leastForecast games and lasts at
// least leastAnnounce.
const (
	leastForecast = 300         // minimum number of games of the run
	leastAnnounce = time.Minute // minimum duration of the run
	// usualMoves is the assumed number of moves that a player makes in a game. It converts time
	// limits to durations of games.
	usualMoves = 50
	// usedClock is the assumed share of its clock time that a player uses in a game.
	usedClock = 0.8
	// longestMeasurement is the time after which the speed measurement at the start of a run with
	// programs stops, even if no game has ended.
	longestMeasurement = 20 * usualMeasurement
)

// announceDuration reports how many games per minute external programs play, and the expected
// duration of the tuning run. It reports nothing if the run is resumed or short, or if other
// processes play its games.
func announceDuration(ctx context.Context, rec *recorder) error {
	r, o := rec.r, rec.options
	verification := planVerification(r, usualCandidates)
	games := r.search.planned() + verification.Games() + checkpointTotal(r)
	if r.Programs == nil || o.Resume != "" || o.NewExecutor != nil || games < leastForecast {
		return nil
	}
	parts := []playingTime{{games: games - verification.Other}}
	agents := [][]engines.Agent{defaultAgents(r)}
	if other := verification.Other; other > 0 {
		parts = append(parts, playingTime{games: other, with: tuning.DescribeSettings(r.VerifySettings)})
		agents = append(agents, r.verifiers())
	}
	for i := range parts {
		if err := parts[i].measure(ctx, r, agents[i], o.Workers); err != nil {
			return ctx.Err() // it only remains unknown
		}
	}
	if text := describeTime(parts); text != "" {
		rec.warn("%s", text)
	}
	return nil
}

// playingTime holds the speed at which a part of a run's games is played.
type playingTime struct {
	games int
	with  string  // settings that these games have; "" for those of the search
	rate  float64 // games per second
	below bool    // the true rate is lower, because no game ended in the measurement
}

// measure sets the number of games per second that the agents play. It computes the number from
// their time limit or, if they have none, plays test games.
func (p *playingTime) measure(ctx context.Context, r *Resolved, field []engines.Agent, workers int) (err error) {
	if p.rate = timedRate(r, field[0], workers); p.rate > 0 {
		return nil
	}
	p.rate, err = playForRate(ctx, r, field, workers, 2*usualMeasurement, longestMeasurement)
	if errors.Is(err, errNoGame) {
		p.rate, p.below, err = float64(r.perDeal()*workers)/longestMeasurement.Seconds(), true, nil
	}
	r.Programs.EndUsed()
	return err
}

// describeTime returns a text with the number of games per minute and the total duration, such as
// "about 40 games a minute: this tune takes about 3 hours". It returns "" for a total of less than
// a minute.
func describeTime(parts []playingTime) string {
	var rates []string
	seconds, below := 0.0, false
	for _, p := range parts {
		seconds += secondsOf(float64(p.games), p.rate)
		below = below || p.below
		text := "about " + roughGames(60*p.rate)
		if p.below {
			text = "fewer than " + roughGames(60*p.rate)
		}
		text += " a minute"
		if p.with != "" {
			text += " with " + p.with
		}
		rates = append(rates, text)
	}
	duration := RoughDuration(seconds)
	if below {
		duration = "more than " + strings.TrimPrefix(duration, "about ")
	}
	if seconds < leastAnnounce.Seconds() {
		return ""
	}
	return fmt.Sprintf("%s: this tune takes %s", strings.Join(rates, ", "), duration)
}

// roughGames returns a number of games with two significant digits as text.
func roughGames(n float64) string {
	if n < 1 {
		return fmt.Sprintf("%.1f games", n)
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	return fmt.Sprintf("%.0f games", math.Round(n/unit)*unit)
}

// timedRate estimates the number of games per second that all workers play together, from the time
// limit of an agent. It returns 0 for agents without a time limit.
func timedRate(r *Resolved, agent engines.Agent, workers int) float64 {
	t, ok := r.Engine.(*external.Table)
	if !ok {
		return 0
	}
	var seconds float64
	switch l := t.LimitOf(agent); {
	case l.Move > 0:
		seconds = usualMoves * l.Move.Seconds()
	case l.Clock > 0:
		clock := l.Clock.Seconds()
		if l.Moves > 0 {
			clock *= math.Ceil(usualMoves / float64(l.Moves))
		}
		seconds = usedClock * (clock + usualMoves*l.Add.Seconds())
	default:
		return 0
	}
	return float64(workers) / (float64(r.Seats) * seconds)
}

// timedRateAmong estimates the number of games per second that all workers play together, from the
// time limits of the agents. All agents must play equally often. It returns 0 if an agent has no
// time limit.
func timedRateAmong(r *Resolved, field []engines.Agent, workers int) float64 {
	seconds := 0.0 // sum of the times per game
	for _, agent := range field {
		rate := timedRate(r, agent, workers)
		if rate == 0 {
			return 0
		}
		seconds += 1 / rate
	}
	return float64(len(field)) / seconds
}

// TimeLeft returns the expected remaining seconds of a search at its present speed. planned is the
// planned number of games, and games is the number played in the time elapsed. ok is false before
// the first round and for runs without a planned number.
func TimeLeft(planned, games int, elapsed time.Duration) (seconds float64, ok bool) {
	if planned == 0 || games == 0 || elapsed <= 0 {
		return 0, false
	}
	return max(0, float64(planned-games)*elapsed.Seconds()/float64(games)), true
}
