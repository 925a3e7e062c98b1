package runs

import (
	"context"
	"math"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// TournamentForecast estimates the cost of a tournament and the size of a difference that it can
// show.
type TournamentForecast struct {
	Engine string `json:"engine"`
	Agents int    `json:"agents" doc:"number of agents"`
	Games  int    `json:"games" doc:"games, at most"` // maximum number of games; a sequential test may end the tournament earlier
	// Expected is the mean number of games until the sequential test decides, if the true
	// difference is half-way between its two hypotheses. There the test takes longest. Expected is
	// nil without a sequential test.
	Expected  *float64 `json:"expected_games,omitempty" doc:"mean number of games until the sequential test decides, if the difference is half-way between its hypotheses; absent without a test"`
	PerSecond float64  `json:"games_per_second,omitempty" doc:"of all workers together, in a short test; absent if unknown"`
	Seconds   float64  `json:"seconds,omitempty" doc:"expected duration of expected_games, or of all games without a test; absent if unknown"`
	// Difference is the difference in Elo between an agent and the mean of the others that the
	// agent's games show with a probability of one half. If openings repeat, it assumes that agents
	// always play alike, so that games from one opening are repeated games. It assumes that pairings
	// are independent; if deals suit agents, pairings that share them are not, and the difference is
	// too small.
	Difference float64       `json:"difference" doc:"in Elo, between an agent and the mean of the others, that the agent's games show with a probability of one half, if shared deals favour no agent"`
	Openings   *OpeningsPlan `json:"openings,omitempty" doc:"how games begin; absent for a game with chance"`
	Notes      []string      `json:"notes,omitempty" doc:"sentences about the config to read before the tournament"`
}

// ForecastTournament estimates the cost of a tournament and the size of a difference that it can
// show. It plays test games to measure the playing speed, like [ForecastTuning].
func ForecastTournament(ctx context.Context, c Catalog, o Options) (TournamentForecast, error) {
	o = o.withDefaults()
	r, err := resolve(ctx, c, request{options: o, kind: results.Tournament, forecast: true})
	if err != nil {
		return TournamentForecast{}, err
	}
	defer r.Close()
	rate, err := gamesPerSecond(ctx, r, r.Agents, o)
	if err != nil {
		return TournamentForecast{}, err
	}
	f := TournamentForecast{Engine: r.Engine.Spec().Name, Agents: len(r.Agents), Games: r.contest.games(), PerSecond: rate, Openings: openingsPlan(r), Notes: forecastNotes(r)}
	expected := float64(f.Games)
	if r.contest.test != nil {
		worst := math.Ceil(r.contest.test.options.WorstCaseGames())
		if r.Seats == 1 {
			worst *= 2 // a game of the test compares a game of each of the two agents
		}
		expected = min(expected, worst)
		f.Expected = &expected
	}
	f.Seconds = secondsOf(expected, rate)
	f.Difference = tournamentDifference(r, expected)
	return f, nil
}

// tournamentDifference returns the difference in Elo that the tournament detects with a probability
// of one half. It is the difference between an agent and the mean of all agents. games is the
// number of games of the whole tournament. Games with equal openings are assumed to be equal, and
// pairings that share a deal to be independent.
func tournamentDifference(r *Resolved, games float64) float64 {
	if p := r.dealing.plan; p.Deals > 0 {
		games *= float64(p.differentDeals(p.Deals, false)) / float64(p.Deals)
	}
	return rating.EloResolved(games*float64(r.Seats)/float64(len(r.Agents)), 0, rating.Confidence, 0.5)
}
