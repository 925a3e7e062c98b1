package runs

import (
	"cmp"
	"context"

	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// GridForecast estimates the cost of a grid search.
type GridForecast struct {
	Engine string `json:"engine"`
	Points int64  `json:"points" doc:"points of the grid"`
	Etudes int    `json:"etudes" doc:"number of etudes"`
	// Visits is the number of point evaluations in the search. A leave-one-out test evaluates the
	// whole grid once more for every etude (labelled position).
	Visits    int64    `json:"visits" doc:"evaluations of points, those of a leave-one-out test included"`
	PerSecond float64  `json:"points_per_second" doc:"of all workers together"`
	Seconds   float64  `json:"seconds" doc:"expected duration, without an exact search"`
	Exact     bool     `json:"exact,omitempty" doc:"an exact search follows, of which the duration is not known beforehand"`
	MaxPoints int64    `json:"max_points" doc:"points that are allowed"`
	Notes     []string `json:"notes,omitempty" doc:"sentences about the config to read before the search"`
}

// ForecastGrid estimates the cost of a grid search. It evaluates some points to measure the
// speed.
func ForecastGrid(ctx context.Context, c Catalog, o Options, g GridOptions) (GridForecast, error) {
	o = o.withDefaults()
	r, err := resolve(ctx, c, request{options: o, kind: results.Grid, grid: &g, forecast: true})
	if err != nil {
		return GridForecast{}, err
	}
	defer r.Close()
	return forecastGrid(ctx, r, g.maxPoints())
}

// forecastGrid estimates the duration of a grid search. most is the maximum number of points that
// the caller allows.
func forecastGrid(ctx context.Context, r *Resolved, most int64) (GridForecast, error) {
	g := r.grid
	o := g.options
	o.Events = tuning.Events{}
	e, err := grid.Forecast(ctx, g.problem, o, 2*shortestMeasurement)
	if err != nil {
		return GridForecast{}, err
	}
	seconds := e.Took.Seconds()
	return GridForecast{
		Engine: r.Engine.Spec().Name, Points: g.points, Etudes: len(g.problem.Etudes), Visits: e.Visits, MaxPoints: most,
		PerSecond: float64(e.Visits) / seconds, Seconds: seconds, Exact: o.Exact, Notes: r.Notes,
	}, nil
}

// gridTooLarge returns the error for a grid with more points than most, the allowed number. The
// error contains the expected duration of the search.
func gridTooLarge(ctx context.Context, r *Resolved, most int64) error {
	f, err := forecastGrid(ctx, r, most)
	if err != nil {
		return err
	}
	return mistakef("the grid has %d points, %s, and %d are allowed: take larger steps or narrower ranges, or allow more (--max-points)",
		f.Points, RoughDuration(f.Seconds), most)
}

// maxPoints returns the largest number of grid points that the caller allows.
func (g GridOptions) maxPoints() int64 { return cmp.Or(g.MaxPoints, DefaultMaxPoints) }
