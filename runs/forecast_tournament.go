package runs

import (
	"context"
	"math"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// TournamentForecast is an estimate of what a tournament costs and what it can detect.
type TournamentForecast struct {
	Engine string `json:"engine"`
	Agents int    `json:"agents"`
	Games  int    `json:"games"` // at the most, where a sequential test may end it
	// Expected is the number of games that the sequential test takes on average where
	// the truth is half way between its hypotheses, which takes longest; nil without.
	Expected  *float64 `json:"expected_games,omitempty"`
	PerSecond float64  `json:"games_per_second,omitempty"` // on all workers; 0 if it is unknown
	Seconds   float64  `json:"seconds,omitempty"`          // of Expected, or of all games
	// Difference is the smallest difference that the games of one agent detect, in Elo.
	Difference float64 `json:"difference"`
	// Openings states how the games begin; nil for a game with chance.
	Openings *OpeningsPlan `json:"openings,omitempty"`
}

// ForecastTournament estimates what a tournament costs and what it can detect. It plays for up
// to a second to measure how long a game takes.
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

// tournamentDifference returns the smallest difference that the games of one agent detect if so
// many are played in all, in Elo.
func tournamentDifference(r *Resolved, games float64) float64 {
	return rating.EloResolved(games*float64(r.Seats)/float64(len(r.Agents)), 0, rating.Confidence, 0.5)
}
