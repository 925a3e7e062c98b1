package runs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// These constants limit the test games that measure the playing speed before a run. The measurement
// ends after enoughGames games, but not before shortestMeasurement. If games take longer, it
// usually ends after usualMeasurement.
const (
	usualMeasurement    = time.Second
	shortestMeasurement = 50 * time.Millisecond
	enoughGames         = 200
)

// Forecast estimates the cost of a tuning run and the size of a difference that it can show.
type Forecast struct {
	Engine       string   `json:"engine"`
	Strategy     string   `json:"strategy"`
	Weights      int      `json:"weights" doc:"weights that are searched"`
	Games        int      `json:"games" doc:"games of the search; 0 if only a time limit or a signal ends it"`
	Verification int      `json:"verification_games" doc:"games of the verification"`
	Checkpoints  int      `json:"checkpoint_games" doc:"games of the checkpoints and of the result against itself, at most"`
	PerSecond    float64  `json:"games_per_second,omitempty" doc:"of all workers together, in a short test; absent if unknown"`
	Seconds      float64  `json:"seconds,omitempty" doc:"expected duration; absent if unknown"`
	Basis        string   `json:"basis,omitempty" doc:"the benchmark problems from which floor and expected follow"`
	Floor        *float64 `json:"floor,omitempty" doc:"Elo by which the result of an ideal strategy is expected to be below the best weights; absent if unknown"`
	// Expected is the distance in Elo between the best weights and this strategy's result on
	// benchmark problems, interpolated to the run's numbers of weights and games. It is nil if
	// there are no measurements near these numbers.
	Expected *bench.Expectation `json:"expected,omitempty" doc:"Elo by which results of this strategy were below the best weights of benchmark problems"`
	// Difference is the difference in Elo that each match of the verification shows with a
	// probability of one half. It is nil if there is no match, or if the match has too few deals or
	// openings for an interval. If openings repeat, it assumes that agents always play alike, so that
	// games from one opening are repeated games.
	Difference *float64 `json:"difference,omitempty" doc:"in Elo, that a match of the verification shows with a probability of one half; the interval of its rating is about this wide on either side; absent if a match is too short for an interval or has too few openings"`
	Match      int      `json:"match_games,omitempty" doc:"games of a match of the verification"`
	// MatchOpenings is the number of different openings of each match, if they repeat in it. Agents
	// without randomness of their own then repeat their games. It is 0 if no opening repeats.
	MatchOpenings int           `json:"match_openings,omitempty" doc:"different openings of a match of the verification; absent if they do not repeat"`
	Processes     int           `json:"processes,omitempty" doc:"external programs that run at the same time, at most"`
	Notes         []string      `json:"notes,omitempty" doc:"sentences about the config to read before the run"`
	Openings      *OpeningsPlan `json:"openings,omitempty" doc:"how games begin; absent for a game with chance"`
	// Seeds is the range of seeds, such as 1-5, and Runs their number, if the run is repeated with
	// several seeds. All other fields describe one run.
	Seeds string `json:"seeds,omitempty" doc:"the range of --seeds; the other numbers are of one run"`
	Runs  int    `json:"runs,omitempty" doc:"runs, one of each seed; only with seeds"`
}

// ForecastTuning estimates the cost of a tuning run and the size of a difference that it can show.
// If the time limits of the agents do not determine the playing speed, it plays test games. They
// take a few seconds, and up to a minute with external programs.
func ForecastTuning(ctx context.Context, c Catalog, o Options) (Forecast, error) {
	o = o.withDefaults()
	r, err := resolve(ctx, c, request{options: o, kind: results.Evolve, forecast: true})
	if err != nil {
		return Forecast{}, err
	}
	defer r.Close()
	rate, err := gamesPerSecond(ctx, r, defaultAgents(r), o)
	if err != nil {
		return Forecast{}, err
	}
	f := Forecast{
		Engine: r.Engine.Spec().Name, Strategy: r.search.name, Weights: len(r.Space.Free()),
		Games: r.search.planned(), Checkpoints: checkpointTotal(r), PerSecond: rate,
	}
	plan := planVerification(r, usualCandidates)
	f.Verification, f.Match = plan.Games(), plan.Match
	f.Processes, f.Notes, f.Openings = processes(r, o.Workers), slices.Concat(forecastNotes(r), fewVectorsNote(r)), openingsPlan(r)
	if budget := r.Config.Budget.Games; f.Games > 0 && 20*(budget-f.Games) >= budget {
		f.Notes = append(f.Notes, fmt.Sprintf("%d of the %s of the budget would not be used", budget-f.Games, plural(budget, "game", "games")))
	}
	if note := smallVerification(r); note != "" {
		f.Notes = append(f.Notes, note)
	}
	if r.resumed != nil {
		f.Notes = append(f.Notes, fmt.Sprintf("run %s has played %d of the games of the search; all numbers here are those of the whole run", r.resumed.rec.ID, r.resumed.rec.Games))
	}
	other := plan.Other
	search := secondsOf(float64(f.Games), rate)
	if limit := r.Config.Budget.Time.Seconds(); limit > 0 && rate > 0 && (search > limit || f.Games == 0) {
		search = limit
	}
	f.Seconds = search + secondsOf(float64(f.Verification-other+f.Checkpoints), rate)
	if other > 0 {
		otherRate, err := gamesPerSecond(ctx, r, r.verifiers(), o)
		if err != nil {
			return Forecast{}, err
		}
		f.Seconds += secondsOf(float64(other), otherRate)
		f.Notes = append(f.Notes, fmt.Sprintf("up to %d games of the verification are played with %s, about %s a minute",
			other, tuning.DescribeSettings(r.VerifySettings), roughGames(60*otherRate)))
	}
	if f.Games > 0 {
		f.Basis = "generated problems of bench; this game was not measured"
		v := bench.Floor(bench.Ill, max(f.Weights, 1), f.Games) // the lowest of its kinds
		f.Floor = &v
		if e, ok := bench.Reached(r.search.name, f.Weights, f.Games); ok {
			f.Expected = &e
		}
	}
	var deals int
	f.Difference, deals = verificationDifference(r)
	if deals*r.perDeal() < f.Match {
		f.MatchOpenings = deals
	}
	return f, nil
}

// checkOutputs returns an error if the file of the store exists but cannot be read as a store, or
// if the file of games cannot be written. It changes neither file.
func checkOutputs(o Options) error {
	store, err := OpenReadOnly(o.Store)
	var none *NoStoreError
	switch {
	case err == nil:
		if err := store.Close(); err != nil {
			return err
		}
	case !errors.As(err, &none):
		return err
	}
	return checkGamesFile(o.GamesFile)
}

// defaultAgents returns agents with the default weights, one for each seat and at least two.
func defaultAgents(r *Resolved) []engines.Agent {
	field := make([]engines.Agent, max(r.Seats, 2))
	for i := range field {
		field[i] = engines.Agent{Name: fmt.Sprint(i), Weights: r.Space.Default()}
	}
	return field
}

// errNoGame reports that no test game ended while the playing speed was measured.
var errNoGame = errors.New("no game ended")

// gamesPerSecond returns how many games per second the agents in field play on all workers. It
// computes the number from time limits of the agents, or else plays test games for a few seconds.
// If external programs play, this may take up to a minute, and gamesPerSecond announces it. If no
// game ends in this time, it returns 0, or an error if settings above their defaults may be the
// cause.
func gamesPerSecond(ctx context.Context, r *Resolved, field []engines.Agent, o Options) (float64, error) {
	if rate := timedRateAmong(r, field, o.Workers); rate > 0 {
		return rate, nil
	}
	few, most := 4*usualMeasurement, 4*usualMeasurement
	if r.Programs != nil { // they have to be started first
		few, most = 10*usualMeasurement, time.Minute
		o.warn("measuring how long games take by test games, for at most %.0f seconds", most.Seconds())
	}
	rate, err := playForRate(ctx, r, field, o.Workers, few, most)
	if !errors.Is(err, errNoGame) {
		return rate, err
	}
	if raised := raisedSettings(r); raised != "" {
		return 0, fmt.Errorf("%w: such games take too long to learn from many; lower %s", err, raised)
	}
	return 0, nil
}

// raisedSettings returns a text that lists the settings with numbers above their defaults. It is
// used in an error about games that take too long.
func raisedSettings(r *Resolved) string {
	var list []string
	for _, v := range r.Engine.Spec().Settings {
		usual, err := strconv.Atoi(v.Default)
		if err != nil || v.Kind != engines.Int {
			continue
		}
		if n, err := strconv.Atoi(string(r.Config.Engine.Settings[v.Name])); err == nil && n > usual {
			list = append(list, fmt.Sprintf("engine.settings.%s (%d, %d unless it is set)", v.Name, n, usual))
		}
	}
	return strings.Join(list, " or ")
}

// playForRate plays test games and returns the number of games per second. It stops after
// enoughGames games, but not before shortestMeasurement. Longer games are limited by time.
// playForRate stops after usualMeasurement if three pairings per worker have ended, after few if
// any pairing has ended, and in any case after most. If no game ends, the error contains errNoGame.
func playForRate(ctx context.Context, r *Resolved, field []engines.Agent, workers int, few, most time.Duration) (float64, error) {
	asked := ctx
	ctx, cancel := context.WithTimeout(asked, most)
	defer cancel()
	schedule, err := tournament.RoundRobin(tournament.RoundRobinOptions{
		Agents: len(field), Seats: r.Seats, Play: tournament.Play{Cycles: math.MaxInt32, Seed: r.Config.Seed},
	})
	if err != nil {
		return 0, err
	}
	executor, err := r.local(workers)
	if err != nil {
		return 0, err
	}
	p := &pace{workers: workers, begun: time.Now()}
	for after, pairings := range map[time.Duration]int{usualMeasurement: 3 * workers, few: 1} {
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

// secondsOf returns the duration of a number of games in seconds, or 0 if the rate is 0.
func secondsOf(games, rate float64) float64 {
	if rate == 0 {
		return 0
	}
	return games / rate
}

// RoughDuration returns a rounded duration as a text such as "about 3 hours".
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

// forecastNotes returns the notes of a config for a forecast, except those on openings, which an
// [OpeningsPlan] describes.
func forecastNotes(r *Resolved) []string {
	openings := r.dealing.plan.Sentences()
	return slices.DeleteFunc(slices.Clone(r.Notes), func(note string) bool { return slices.Contains(openings, note) })
}
