package runs

import (
	"context"
	"math"

	"github.com/lanista/lanista/rating"
)

// TournamentForecast is what a tournament will cost and what it can tell.
type TournamentForecast struct {
	Engine string `json:"engine"`
	Agents int    `json:"agents"`
	Games  int    `json:"games"` // at the most, where a sequential test may end it
	// Expected is the number of games that the sequential test takes on average where
	// the truth is half way between its hypotheses, which takes longest; nil without.
	Expected  *float64 `json:"expected_games,omitempty"`
	PerSecond float64  `json:"games_per_second,omitempty"` // on all workers; 0 if it is unknown
	Seconds   float64  `json:"seconds,omitempty"`          // of Expected, or of all games
	// Difference is what the games of one agent tell from none, in Elo.
	Difference float64 `json:"difference"`
	// Openings states how the games begin; nil for a game with chance.
	Openings *OpeningsPlan `json:"openings,omitempty"`
}

// ForecastTournament says what a tournament would play and what it can resolve; it
// plays for up to a second to learn how long a game takes.
func (c Catalog) ForecastTournament(ctx context.Context, o Options) (TournamentForecast, error) {
	e := &event{Options: o.withDefaults()}
	var err error
	if e.setup, err = c.setup(ctx, e.Options); err != nil {
		return TournamentForecast{}, err
	}
	defer e.setup.close()
	e.zeros()
	if err := e.prepare(ctx); err != nil {
		return TournamentForecast{}, err
	}
	rate, err := e.gamesPerSecond(ctx, e.field, e.Workers)
	if err != nil {
		return TournamentForecast{}, err
	}
	if err := e.varied(ctx, e.field[0], e.Options); err != nil {
		return TournamentForecast{}, err
	}
	f := TournamentForecast{Engine: e.engine.Spec().Name, Agents: len(e.field), Games: e.games(), PerSecond: rate, Openings: e.openingsPlan()}
	expected := float64(f.Games)
	if e.sprt != nil {
		expected = min(expected, math.Ceil(e.sprt.options.WorstCaseGames()))
		f.Expected = &expected
	}
	f.Seconds = secondsOf(expected, rate)
	f.Difference = e.difference(expected)
	return f, nil
}

// difference is what the games of one agent of so many in all tell from none, in Elo.
func (e *event) difference(games float64) float64 {
	return rating.EloResolved(games*float64(e.seats)/float64(len(e.field)), 0, rating.Confidence, 0.5)
}

// games is the number of games of the schedule.
func (e *event) games() int {
	if e.schedule.Len() == 0 {
		return 0
	}
	return e.schedule.Len() * e.schedule.At(0).Played() // all pairings of a schedule are alike
}
