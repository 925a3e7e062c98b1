package runs

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/tuning"
)

// These numbers decide whether a tune with programs reports its expected duration at the start.
const (
	leastForecast = 500         // games of the run
	leastAnnounce = time.Minute // of the whole run
	// usualMoves is the number of moves of a player in a game, for games on a clock.
	usualMoves = 50
	// usedClock is the share of its time that a player uses in a game.
	usedClock = 0.8
)

// announceDuration reports how many games programs play in a minute and how long the tune takes. It
// reports nothing for a run of less than a minute or of few games, a resumed run, and a run whose
// games other processes play.
func announceDuration(ctx context.Context, r *Resolved, rec *recorder, o Options) error {
	other := otherGames(r)
	games := r.search.planned() + r.Config.Verification.Games
	if r.Programs == nil || o.Resume != "" || o.NewExecutor != nil || games < leastForecast {
		return nil
	}
	rate, err := rateOf(ctx, r, defaultAgents(r), o.Workers)
	if err != nil {
		return ctx.Err() // it only remains unknown
	}
	seconds, slower := secondsOf(float64(games-other), rate), ""
	if other > 0 {
		otherRate, err := rateOf(ctx, r, r.verifiers(), o.Workers)
		if err != nil {
			return ctx.Err()
		}
		seconds += secondsOf(float64(other), otherRate)
		slower = fmt.Sprintf(" (%s with %s)", roughGames(60*otherRate), tuning.DescribeSettings(r.VerifySettings))
	}
	if seconds >= leastAnnounce.Seconds() {
		rec.warn("%s a minute%s: this tune takes %s", roughGames(60*rate), slower, RoughDuration(seconds))
	}
	return nil
}

// rateOf returns the number of games per second among some agents, from their time limit or from test
// games.
func rateOf(ctx context.Context, r *Resolved, field []engines.Agent, workers int) (float64, error) {
	if rate := timedRate(r, field[0], workers); rate > 0 {
		return rate, nil
	}
	rate, err := playForRate(ctx, r, field, workers, 2*calibration, 5*calibration)
	r.Programs.EndUsed()
	return rate, err
}

// roughGames returns a number of games with two significant digits as text.
func roughGames(n float64) string {
	if n < 1 {
		return fmt.Sprintf("about %.1f games", n)
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	return fmt.Sprintf("about %.0f games", math.Round(n/unit)*unit)
}

// timedRate estimates the number of games per second on a number of workers from the time limit of an
// agent. It returns 0 for games without one.
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
