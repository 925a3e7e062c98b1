package external

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/lanista/lanista/engines"
)

// measureTime determines how long the test "speed" plays games: measureTime multiplied by
// CheckOptions.Games. The test may take longer, because each worker completes its games.
const measureTime = 15 * time.Millisecond

// startWorkers prepares the measurement of speed. It returns one arena for each worker. Every arena
// has already played a game and keeps its processes, so that the measurement includes no start of a
// process. The caller must close the arenas, also after an error.
func startWorkers(ctx context.Context, c *checker) ([]engines.Arena, error) {
	var workers []engines.Arena
	for range c.checked.options.Workers {
		w, err := c.checked.newWorker()
		if err != nil {
			return workers, err
		}
		workers = append(workers, w)
	}
	_, err := playRound(ctx, c, workers, 1)
	return workers, err
}

// playRound plays perWorker games on every worker, on all workers at the same time. It returns the
// total number of games, and the error of the first worker that has one.
func playRound(ctx context.Context, c *checker, workers []engines.Arena, perWorker int) (int, error) {
	var playing sync.WaitGroup
	errs := make([]error, len(workers))
	for i, worker := range workers {
		playing.Go(func() {
			quiet := c.checked
			quiet.searches = nil
			_, errs[i] = quiet.playOn(ctx, worker, c.checked.about.Weights.Default(), uint64(1000*(i+1)), perWorker, 0)
		})
	}
	playing.Wait()
	return perWorker * len(workers), cmp.Or(errs...)
}

// checkSpeed measures how many games per second all workers play together. If a game takes longer
// than [speedTime], checkSpeed plays none. It then multiplies the speed in the test "legal", which
// uses one worker, by the number of workers.
func checkSpeed(ctx context.Context, c *checker) error {
	if c.games == 0 { // there is no finished game to measure
		return nil
	}
	if c.perGame > speedTime {
		c.result.PerSecond = float64(c.checked.options.Workers) / c.perGame.Seconds()
		c.report("speed", Pass, "%s", describeSpeed(c, 0, 0, false))
		return nil
	}
	workers, err := startWorkers(ctx, c)
	defer func() {
		for _, w := range workers {
			_ = engines.Close(w)
		}
	}()
	if err != nil {
		return c.conclude(ctx, "speed", err, "")
	}
	games, begun := 0, time.Now()
	before, known := c.checked.programs.pool.cpuTime()
	for time.Since(begun) < time.Duration(c.checked.options.Games)*measureTime {
		n, err := playRound(ctx, c, workers, c.affordable(time.Second, max(1, c.checked.options.Games/8)))
		if err != nil {
			return c.conclude(ctx, "speed", err, "")
		}
		games += n
	}
	c.result.PerSecond = float64(games) / time.Since(begun).Seconds()
	after, still := c.checked.programs.pool.cpuTime()
	c.report("speed", Pass, "%s", describeSpeed(c, games, after-before, known && still))
	return nil
}

// describeSpeed returns the measured speed as text. cpu is the processor time of the measured
// games. known reports whether the system provides it.
func describeSpeed(c *checker, games int, cpu time.Duration, known bool) string {
	times := c.checked.moveTimes()
	text := fmt.Sprintf("start %v", c.ready.Round(time.Millisecond))
	if times != nil {
		text += fmt.Sprintf(", %v a move (95%%: %v)", times[len(times)/2].Round(time.Microsecond), times[len(times)*95/100].Round(time.Microsecond))
	}
	text += fmt.Sprintf(", %d plies", c.plies/c.games)
	if known {
		text += fmt.Sprintf(" and %s ms of CPU", threeDigits(1000*cpu.Seconds()/float64(games)))
	}
	text += fmt.Sprintf(" a game, %s games/s on %d workers", threeDigits(c.result.PerSecond), c.checked.options.Workers)
	if c.checked.options.Budget > 0 {
		all := time.Duration(float64(c.checked.options.Budget) / c.result.PerSecond * float64(time.Second))
		text += fmt.Sprintf("; about %v for the %d games of the config", all.Round(time.Second), c.checked.options.Budget)
	}
	return text
}

// threeDigits formats a number with three significant digits, or more if its integer part has more.
func threeDigits(v float64) string {
	if v >= 999.5 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return fmt.Sprintf("%.3g", v)
}
