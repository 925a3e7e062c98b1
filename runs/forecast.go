package runs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning/bench"
)

// A dry run plays to learn how long a game takes: for calibration at most, and for
// glimpse where that is time for enough games. Their mean length is then known to a
// few percent, which is how much the speed of a machine varies anyway. A grid, of which a
// glimpse is a million points, is looked at for two.
const (
	calibration = time.Second
	glimpse     = 150 * time.Millisecond
	enoughGames = 200
)

// Forecast is what a run will cost and what it can tell.
type Forecast struct {
	Engine       string `json:"engine"`
	Strategy     string `json:"strategy"`
	Weights      int    `json:"weights"`
	Games        int    `json:"games"` // of the search; 0 if only time or a signal ends it
	Verification int    `json:"verification_games"`
	// PerSecond is the number of games in a second on all workers, measured by games of
	// this run. It and Seconds are 0 if no game ended in the time of the measurement.
	PerSecond float64 `json:"games_per_second,omitempty"`
	Seconds   float64 `json:"seconds,omitempty"`
	// Basis names the problems that Floor and Expected come from; "" without them.
	Basis string `json:"basis,omitempty"`
	// Floor is how far below the best, in Elo, even an ideal method must be expected
	// to end with so many games; see [bench.Floor].
	Floor *float64 `json:"floor,omitempty"`
	// Expected is how far below the best the strategy has ended on the duels of
	// bench, with so many weights and games; nil where it was not measured.
	Expected *bench.Expectation `json:"expected,omitempty"`
	// Difference is what each match of the verification tells from none, in Elo.
	Difference *float64 `json:"difference,omitempty"`
	// Processes is the number of processes of programs at most.
	Processes int      `json:"processes,omitempty"`
	Notes     []string `json:"notes,omitempty"` // what may make the run worth less, in sentences
	// Openings states how the games begin; nil for a game with chance.
	Openings *OpeningsPlan `json:"openings,omitempty"`
}

// Forecast says what a run would play and what it can resolve; it plays for up to
// a second to learn how long a game takes.
func (c Catalog) Forecast(ctx context.Context, o Options) (Forecast, error) {
	o = o.withDefaults()
	setup, err := c.setup(ctx, o)
	if err != nil {
		return Forecast{}, err
	}
	defer setup.close()
	if o.fresh() {
		setup.zeros()
	}
	s, err := setup.tunable(ctx)
	if err != nil {
		return Forecast{}, err
	}
	rate, err := s.gamesPerSecond(ctx, s.defaults(), o.Workers)
	if err != nil {
		return Forecast{}, err
	}
	if o.Resume == "" {
		if err := s.varied(ctx, engines.Agent{Name: "start", Weights: s.startWeights()}, o); err != nil {
			return Forecast{}, err
		}
	}
	f := Forecast{
		Engine: s.engine.Spec().Name, Strategy: s.method, Weights: len(s.space.Free()),
		Games: s.planned(), Verification: s.config.Verification.Games, PerSecond: rate,
	}
	f.Processes, f.Notes, f.Openings = s.processes(o.Workers), s.coarse(), s.openingsPlan()
	if budget := s.config.Budget.Games; f.Games > 0 && 20*(budget-f.Games) >= budget {
		f.Notes = append(f.Notes, fmt.Sprintf("%d of the %d games of the budget would not be used", budget-f.Games, budget))
	}
	f.Seconds = secondsOf(float64(f.Games+f.Verification), rate)
	if f.Games > 0 {
		f.Basis = "generated problems of bench; this game was not measured"
		v := bench.Floor(bench.Ill, max(f.Weights, 1), f.Games) // the lowest of its kinds
		f.Floor = &v
		if e, ok := bench.Reached(s.method, f.Weights, f.Games); ok {
			f.Expected = &e
		}
	}
	f.Difference = s.difference()
	return f, nil
}

// difference is what each match of the verification tells from none, in Elo; nil where
// nothing is measured.
func (s *search) difference() *float64 {
	games := s.config.Verification.Games
	if games <= 0 || len(s.opponents) == 0 {
		return nil
	}
	v := rating.EloResolved(float64(games)/float64(len(s.opponents)), 0, rating.Confidence, 0.5)
	return &v
}

// defaults are agents with the default weights, enough for a table.
func (s *setup) defaults() []engines.Agent {
	field := make([]engines.Agent, max(s.seats, 2))
	for i := range field {
		field[i] = engines.Agent{Name: fmt.Sprint(i), Weights: s.space.Default()}
	}
	return field
}

// errNoGame says that the time was too short for a game.
var errNoGame = errors.New("no game ended")

// gamesPerSecond plays games of the run among some agents and returns their number in a
// second on all workers. It is 0, for unknown, if no game ends in the longest time that
// a forecast takes. Settings that make games so long are an error that names them.
func (s *setup) gamesPerSecond(ctx context.Context, field []engines.Agent, workers int) (float64, error) {
	few, most := 4*calibration, 4*calibration
	if s.programs != nil { // they have to be started first
		few, most = 10*calibration, time.Minute
	}
	rate, err := s.rate(ctx, field, workers, few, most)
	if !errors.Is(err, errNoGame) {
		return rate, err
	}
	if raised := s.raised(); raised != "" {
		return 0, fmt.Errorf("%w: such games take too long to learn from many; lower %s", err, raised)
	}
	return 0, nil
}

// raised names the settings whose numbers are above their defaults, in the words of an
// error.
func (s *setup) raised() string {
	var list []string
	for _, v := range s.engine.Spec().Settings {
		usual, err := strconv.Atoi(v.Default)
		if err != nil || v.Kind != engines.Int {
			continue
		}
		if n, err := strconv.Atoi(string(s.config.Engine.Settings[v.Name])); err == nil && n > usual {
			list = append(list, fmt.Sprintf("engine.settings.%s (%d, %d unless it is set)", v.Name, n, usual))
		}
	}
	return strings.Join(list, " or ")
}

// rate plays games and returns how many there are in a second. It ends after calibration
// if three pairings for every worker have ended, after few if any has, and after most.
func (s *setup) rate(ctx context.Context, field []engines.Agent, workers int, few, most time.Duration) (float64, error) {
	asked := ctx
	ctx, cancel := context.WithTimeout(asked, most)
	defer cancel()
	schedule, err := tournament.RoundRobin(tournament.RoundRobinOptions{
		Agents: len(field), Seats: s.seats, Play: tournament.Play{Cycles: math.MaxInt32, Seed: s.config.Seed},
	})
	if err != nil {
		return 0, err
	}
	executor, err := s.executor(workers)
	if err != nil {
		return 0, err
	}
	p := &pace{workers: workers, begun: time.Now()}
	for after, pairings := range map[time.Duration]int{calibration: 3 * workers, few: 1} {
		timer := time.AfterFunc(after, func() {
			if p.pairings() >= pairings {
				cancel()
			}
		})
		defer timer.Stop()
	}
	for _, err := range tournament.Run(ctx, executor, field, schedule, tournament.Options{Finished: p.add}) {
		ended := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) && asked.Err() == nil
		if err != nil && !ended {
			return 0, err
		}
		if p.enough() {
			break
		}
	}
	rate := p.perSecond(time.Since(p.begun))
	if rate == 0 {
		return 0, fmt.Errorf("%w within %v", errNoGame, most)
	}
	return rate, nil
}

// secondsOf returns the time that games take at a rate, 0 if the rate is unknown.
func secondsOf(games, rate float64) float64 {
	if rate == 0 {
		return 0
	}
	return games / rate
}

// About is the time that the run takes, as a person would say it.
func (f Forecast) About() string { return RoughDuration(f.Seconds) }

// RoughDuration formats a time in seconds, rounded, as "about 3 hours".
func RoughDuration(seconds float64) string {
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
