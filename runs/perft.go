package runs

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// MostPerft is the largest depth that [Perft] accepts. In most games, even smaller depths take too
// long to count.
const MostPerft = 100

// PerftOptions select the move sequences to count. Engine is required.
type PerftOptions struct {
	Engine   string           // name of a game of the catalog, or path of a config
	Position string           // position in the game's notation; "" and "start" are the start of a game
	Settings engines.Settings // settings of the game; absent ones have their defaults
	Depth    int              // length of the sequences, in plies, at most [MostPerft]
	// Notify, if not nil, receives a line with the estimated duration before a long count.
	Notify func(string)
}

// PerftResult is the number of legal move sequences of a given length.
type PerftResult struct {
	Engine  string
	Depth   int
	Nodes   uint64
	Extra   []analysis.Extra // other counts that the game provides
	Elapsed time.Duration
}

// Perft counts the legal move sequences of a given length from a position. Comparing the count with
// a known one is the standard test of the rules of a game; see [analysis.Perft].
func Perft(ctx context.Context, c Catalog, o PerftOptions) (PerftResult, error) {
	if o.Depth > MostPerft {
		return PerftResult{}, mistakef("depth %d: at most %d; each further ply multiplies the time by the number of moves", o.Depth, MostPerft)
	}
	opened, err := c.Open(ctx, o.Engine, o.Settings, "")
	if err != nil {
		return PerftResult{}, err
	}
	defer opened.Close()
	e := opened.Engine
	g, err := Position(e, o.Position)
	if err != nil {
		return PerftResult{}, err
	}
	if o.Depth > 1 && o.Notify != nil {
		if err := perftTakes(ctx, e, g, o.Depth, o.Notify); err != nil {
			return PerftResult{}, err
		}
	}
	start := time.Now()
	nodes, extra, err := analysis.Perft(ctx, e, g, o.Depth)
	return PerftResult{e.Spec().Name, o.Depth, nodes, extra, time.Since(start)}, err
}

// perftTakes estimates how long a count to the given depth takes, from counts of smaller depths. If
// this is more than a minute, it passes a sentence with the estimate to warn.
func perftTakes(ctx context.Context, e engines.Engine, g engines.Game, depth int, warn func(string)) error {
	const moment, long = 50 * time.Millisecond, time.Minute
	last := uint64(1)
	for d := 1; d < depth; d++ {
		start := time.Now()
		nodes, _, err := analysis.Perft(ctx, e, g, d)
		if err != nil {
			return err
		}
		if spent := time.Since(start); spent > moment && nodes > last {
			growth := float64(nodes) / float64(last)
			takes := spent.Seconds() * math.Pow(growth, float64(depth-d))
			if takes > long.Seconds() {
				warn(fmt.Sprintf("depth %d takes about %s; each further ply %.1f times as long", depth, longTime(takes), growth))
			}
			return nil
		}
		last = nodes
	}
	return nil
}

// longTime formats a duration in seconds as years, days, hours or minutes, for example "3.5 days".
// It returns "a minute" for shorter durations.
func longTime(seconds float64) string {
	for _, u := range []struct {
		name    string
		seconds float64
	}{{"years", 365 * 86400}, {"days", 86400}, {"hours", 3600}} {
		if seconds >= 2*u.seconds {
			return fmt.Sprintf("%.3g %s", seconds/u.seconds, u.name)
		}
	}
	if minutes := math.Round(seconds / 60); minutes > 1 {
		return fmt.Sprintf("%.0f minutes", minutes)
	}
	return "a minute"
}
