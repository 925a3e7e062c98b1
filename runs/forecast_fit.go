package runs

import (
	"context"

	"github.com/lanista/lanista/results"
)

// FitForecast estimates the cost of fitting weights to positions.
type FitForecast struct {
	Engine       string   `json:"engine"`
	From         string   `json:"from"`
	Weights      int      `json:"weights" doc:"weights that are fitted"`
	Games        int      `json:"games" doc:"games to learn from; 0 if the positions are in a file"`
	Positions    int      `json:"positions" doc:"positions, at most"`
	Verification int      `json:"verification_games" doc:"games of the verification"`
	PerSecond    float64  `json:"games_per_second,omitempty" doc:"of all workers together, in a short test; absent if unknown"`
	Seconds      float64  `json:"seconds" doc:"expected duration"`
	Notes        []string `json:"notes,omitempty" doc:"sentences about the config to read before the fit"`
}

// ForecastFit estimates the cost of a fit. It plays test games to measure the playing speed, like
// [ForecastTuning].
func ForecastFit(ctx context.Context, c Catalog, o Options) (FitForecast, error) {
	o = o.withDefaults()
	r, err := resolve(ctx, c, request{options: o, kind: results.Fit, forecast: true})
	if err != nil {
		return FitForecast{}, err
	}
	defer r.Close()
	rate, err := gamesPerSecond(ctx, r, defaultAgents(r), o)
	if err != nil {
		return FitForecast{}, err
	}
	f := r.fit
	out := FitForecast{
		Engine: r.Engine.Spec().Name, From: f.options.From, Weights: len(r.Space.Free()),
		Verification: planVerification(r, 1).Games(), PerSecond: rate, Notes: forecastNotes(r),
	}
	switch {
	case f.positions.fromFile != nil:
		out.Positions = f.positions.fromFile.Positions()
	case f.positions.stored != nil:
		out.Games = len(f.positions.stored)
	default:
		out.Games = r.Config.Budget.Games
	}
	if f.table != nil {
		out.Weights = f.table.Collector().Columns()
	}
	out.Positions += out.Games * f.options.Positions
	out.Seconds = secondsOf(float64(out.Games+out.Verification), rate)
	return out, nil
}
