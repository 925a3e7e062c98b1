package runs

import (
	"context"
	"math"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// TournamentForecast estimates the cost of a tournament and the smallest difference that it can
// detect.
type TournamentForecast struct {
	Engine string `json:"engine"`
	Agents int    `json:"agents"`
	Games  int    `json:"games"` // at the most, where a sequential test may end it
	// Expected is the mean number of games that the sequential test takes if the true difference
	// is half-way between its hypotheses, where the test is slowest. It is nil without a
	// sequential test.
	Expected  *float64 `json:"expected_games,omitempty"`
	PerSecond float64  `json:"games_per_second,omitempty"` // on all workers; 0 if it is unknown
	Seconds   float64  `json:"seconds,omitempty"`          // of Expected, or of all games
	// Difference is the smallest difference in Elo that the games of one agent can detect.
	Difference float64 `json:"difference"`
	// Openings describes how the games begin. It is nil for a game with chance.
	Openings *OpeningsPlan `json:"openings,omitempty"`
}

// ForecastTournament estimates the cost of a tournament and the smallest difference that it can
// detect. It plays test games for up to a second to measure the playing speed.
func ForecastTournament(ctx context.Context, c Catalog, o Options) (TournamentForecast, error) {
	o = o.withDefaults()
	r, err := resolve(ctx, c, request{options: o, kind: results.Tournament, forecast: true})
	if err != nil {
		return TournamentForecast{}, err
	}
	defer r.Close()
	rate, err := gamesPerSecond(ctx, r, r.Agents, o.Workers)
	if err != nil {
		return TournamentForecast{}, err
	}
	f := TournamentForecast{Engine: r.Engine.Spec().Name, Agents: len(r.Agents), Games: r.contest.games(), PerSecond: rate, Openings: openingsPlan(r)}
	expected := float64(f.Games)
	if r.contest.test != nil {
		expected = min(expected, math.Ceil(r.contest.test.options.WorstCaseGames()))
		f.Expected = &expected
	}
	f.Seconds = secondsOf(expected, rate)
	f.Difference = tournamentDifference(r, expected)
	return f, nil
}

// tournamentDifference returns the smallest difference in Elo that the games of one agent can
// detect. games is the number of games of the whole tournament.
func tournamentDifference(r *Resolved, games float64) float64 {
	return rating.EloResolved(games*float64(r.Seats)/float64(len(r.Agents)), 0, rating.Confidence, 0.5)
}
