package runs

import "context"

// FitForecast is what a fit will cost.
type FitForecast struct {
	Engine       string  `json:"engine"`
	From         string  `json:"from"`
	Weights      int     `json:"weights"`
	Games        int     `json:"games"`     // to learn from; 0 if the positions are in a file
	Positions    int     `json:"positions"` // at most
	Verification int     `json:"verification_games"`
	PerSecond    float64 `json:"games_per_second,omitempty"` // on all workers; 0 if it is unknown
	Seconds      float64 `json:"seconds"`
}

// ForecastFit says what a fit would play; it plays for up to a second to learn how
// long a game takes.
func (c Catalog) ForecastFit(ctx context.Context, o Options) (FitForecast, error) {
	o = o.withDefaults()
	setup, err := c.setup(ctx, o)
	if err != nil {
		return FitForecast{}, err
	}
	defer setup.close()
	setup.alone()
	f, err := newFitter(ctx, setup, o)
	if err != nil {
		return FitForecast{}, err
	}
	rate, err := f.gamesPerSecond(ctx, f.defaults(), o.Workers)
	if err != nil {
		return FitForecast{}, err
	}
	out := FitForecast{
		Engine: f.engine.Spec().Name, From: f.fit.From, Weights: len(f.space.Free()),
		Verification: f.config.Verification.Games, PerSecond: rate,
	}
	switch {
	case f.source.judged != nil:
		out.Positions = f.source.judged.Len()
	case f.source.stored != nil:
		out.Games = len(f.source.stored)
	default:
		out.Games = f.config.Budget.Games
	}
	if f.table != nil {
		out.Weights = f.table.Collector().Columns()
	}
	out.Positions += out.Games * f.fit.Positions
	out.Seconds = secondsOf(float64(out.Games+out.Verification), rate)
	return out, nil
}

// About is the time that the fit takes, as a person would say it.
func (f FitForecast) About() string { return RoughDuration(f.Seconds) }
