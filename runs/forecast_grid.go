package runs

import (
	"context"

	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/tuning"
)

// GridForecast is what a grid search will cost.
type GridForecast struct {
	Engine string `json:"engine"`
	Points int64  `json:"points"`
	Etudes int    `json:"etudes"`
	// Visits is the number of points that are tried: all, and with leave-one-out all
	// once more for every etude.
	Visits    int64   `json:"visits"`
	PerSecond float64 `json:"points_per_second"` // on all workers
	// Seconds does not count the search for the most that any weights can hit.
	Seconds   float64 `json:"seconds"`
	MaxPoints int64   `json:"max_points"` // that may be searched
}

// ForecastGrid says what a grid search would try; it searches for a moment to learn
// how long a point takes.
func (c Catalog) ForecastGrid(ctx context.Context, o GridOptions) (GridForecast, error) {
	o = o.withDefaults()
	l, err := c.lattice(ctx, o)
	if err != nil {
		return GridForecast{}, err
	}
	return l.forecast(ctx, o.MaxPoints)
}

func (l *lattice) forecast(ctx context.Context, most int64) (GridForecast, error) {
	o := l.options
	o.Events = tuning.Events{}
	e, err := grid.Forecast(ctx, l.problem, o, 2*glimpse)
	if err != nil {
		return GridForecast{}, err
	}
	seconds := e.Took.Seconds()
	return GridForecast{
		Engine: l.engine.Spec().Name, Points: l.points, Etudes: len(l.problem.Etudes), Visits: e.Visits, MaxPoints: most,
		PerSecond: float64(e.Visits) / seconds, Seconds: seconds,
	}, nil
}

// refuse says why a grid is not searched: how large it is, and what it would take.
func (l *lattice) refuse(ctx context.Context, most int64) error {
	f, err := l.forecast(ctx, most)
	if err != nil {
		return err
	}
	return mistakef("the grid has %d points, %s, and %d are allowed: take larger steps or narrower ranges, or allow more",
		f.Points, RoughDuration(f.Seconds), most)
}

func (o GridOptions) withDefaults() GridOptions {
	o.Options = o.Options.withDefaults()
	if o.MaxPoints == 0 {
		o.MaxPoints = DefaultMaxPoints
	}
	return o
}
