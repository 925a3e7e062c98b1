package cmd

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// calibration is how long a dry run plays to learn how long a game takes.
const calibration = time.Second

// probeDepth is how far below the best, in Elo, the games of a search are
// played when it locates its answer; see rating.RegretFloor.
const probeDepth = 100

// forecast is what a run will cost and what it can tell.
type forecast struct {
	Engine       string   `json:"engine"`
	Strategy     string   `json:"strategy"`
	Weights      int      `json:"weights"`
	Games        int      `json:"games"` // of the search; 0 if only time or a signal ends it
	Verification int      `json:"verification_games"`
	PerSecond    float64  `json:"games_per_second"` // on all workers
	Seconds      float64  `json:"seconds"`
	Regret       *float64 `json:"regret,omitempty"`     // in Elo
	Difference   *float64 `json:"difference,omitempty"` // in Elo
}

// dryRun says what a run would play and what it can resolve.
func (a *app) dryRun(ctx context.Context, s *search, workers int) error {
	rate, err := s.gamesPerSecond(ctx, workers)
	if err != nil {
		return err
	}
	f := forecast{
		Engine: s.engine.Spec().Name, Strategy: s.name, Weights: len(s.space.Free()),
		Games: s.planned(), Verification: s.config.Verification.Games, PerSecond: rate,
	}
	f.Seconds = float64(f.Games+f.Verification) / rate
	if f.Games > 0 {
		v := rating.RegretFloor(f.Weights, f.Games, probeDepth)
		f.Regret = &v
	}
	if f.Verification > 0 {
		matches := max(1, len(s.opponents))
		v := rating.EloResolved(float64(f.Verification)/float64(matches), 0, 0.95, 0.5)
		f.Difference = &v
	}
	if a.json {
		return a.writeJSON(f)
	}
	fmt.Fprintf(a.out, "%s by %s: %d free weights.\n", f.Engine, f.Strategy, f.Weights)
	if f.Games > 0 {
		fmt.Fprintf(a.out, "%d games, then %d to verify: %s at %.0f games a second.\n", f.Games, f.Verification, aboutTime(f.Seconds), rate)
		fmt.Fprintf(a.out, "So many games, between weights %d Elo below the best, locate the best to about %.2g Elo.\n", probeDepth, *f.Regret)
	} else {
		fmt.Fprintf(a.out, "As many games as the budget's time allows, %.0f a second, then %d to verify.\n", rate, f.Verification)
	}
	if f.Difference != nil {
		fmt.Fprintf(a.out, "The verification can tell a difference of %.0f Elo or more from none, in each of its matches.\n", *f.Difference)
	}
	return nil
}

// aboutTime is a time of so many seconds as a person would say it.
func aboutTime(seconds float64) string {
	const hour, day, year = 3600, 24 * 3600, 365.25 * 24 * 3600
	switch {
	case seconds < 1:
		return "less than a second"
	case seconds < 2*hour:
		return "about " + (time.Duration(math.Round(seconds)) * time.Second).String()
	case seconds < 2*day:
		return fmt.Sprintf("about %.0f hours", seconds/hour)
	case seconds < 2*year:
		return fmt.Sprintf("about %.0f days", seconds/day)
	}
	return fmt.Sprintf("about %.0f years", seconds/year)
}

// gamesPerSecond plays games between default agents for a moment.
func (s *search) gamesPerSecond(ctx context.Context, workers int) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, calibration)
	defer cancel()
	field := make([]engines.Agent, s.seats)
	for i := range field {
		field[i] = engines.Agent{Name: fmt.Sprint(i), Weights: s.space.Default()}
	}
	schedule, err := tournament.RoundRobin(tournament.RoundRobinOptions{
		Agents: s.seats, Seats: s.seats, Play: tournament.Play{Cycles: math.MaxInt32, Seed: s.config.Seed},
	})
	if err != nil {
		return 0, err
	}
	start := time.Now()
	games := 0
	for r, err := range tournament.Run(ctx, engines.NewArena(s.engine), field, schedule, tournament.Options{Workers: workers}) {
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return 0, err
		}
		games += len(r.Games)
	}
	if games == 0 {
		return 0, fmt.Errorf("no game ended within %v", calibration)
	}
	return float64(games) / time.Since(start).Seconds(), nil
}

// planned is the number of games that the search will play, 0 if nobody can
// say.
func (s *search) planned() int {
	if p, ok := s.strategy.(tuning.Planner); ok {
		return s.played(p.PlannedGames())
	}
	return s.config.Budget.Games
}
