package runs_test

import (
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/runs"
)

// A forecast is that of the run as it would be played; a caller with less time
// than a second gets one too.
func TestForecast(t *testing.T) {
	t.Parallel()
	for config, want := range map[string]runs.Forecast{
		onTrack: {Engine: "track", Strategy: "spsa", Weights: 2, Games: 200, Verification: 120},
		onRisk:  {Engine: "risk", Strategy: "genetic", Weights: 4, Games: 32, Verification: 60},
		pooled:  {Engine: "track", Strategy: "cmaes", Weights: 2, Games: 200, Verification: 120},
		strings.Replace(onTrack, "games: 120", "games: 0", 1): {Engine: "track", Strategy: "spsa", Weights: 2, Games: 200},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		db := inStore(t)
		got, err := both().Forecast(ctx, runs.Options{Text: config, Store: db})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if got.Engine != want.Engine || got.Strategy != want.Strategy || got.Weights != want.Weights ||
			got.Games > want.Games || got.Games < want.Games*9/10 || got.Verification != want.Verification {
			t.Errorf("%+v, want %+v", got, want)
		}
		if seconds := float64(got.Games+got.Verification) / got.PerSecond; !(got.PerSecond > 0) || math.Abs(got.Seconds-seconds) > 1e-9*seconds {
			t.Errorf("%v s at %v games a second", got.Seconds, got.PerSecond)
		}
		if (got.Regret != nil) != (got.Games > 0) || (got.Difference != nil) != (got.Verification > 0) {
			t.Errorf("%d games and %d: regret %v, difference %v", got.Games, got.Verification, got.Regret, got.Difference)
		}
		if _, err := os.Stat(db); !errors.Is(err, os.ErrNotExist) {
			t.Error("a forecast left a store")
		}
	}
}

func TestForecastMistakes(t *testing.T) {
	t.Parallel()
	for _, config := range []string{cup, "engine: {name: trak}", strings.Replace(onTrack, "spsa", "luck", 1)} {
		var mistake *runs.MistakeError
		if _, err := both().Forecast(t.Context(), runs.Options{Text: config}); !errors.As(err, &mistake) {
			t.Errorf("%v", err)
		}
	}
}

func TestAboutTime(t *testing.T) {
	for seconds, want := range map[float64]string{
		0.2: "less than a second", 59.6: "about 1m0s", 3 * 3600: "about 3 hours", 60 * 86400: "about 60 days", 1e11: "about 3169 years",
	} {
		if got := (runs.Forecast{Seconds: seconds}).About(); got != want {
			t.Errorf("%v s is %q, want %q", seconds, got, want)
		}
	}
}
