package external

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// measureTime determines how long the test "speed" plays games: measureTime multiplied by
// CheckOptions.Games. The test may take longer, because each worker completes its games.
const measureTime = 15 * time.Millisecond

// newWorkers returns one arena for each worker. The caller must close the arenas, also after an error.
func newWorkers(c *checker) ([]engines.Arena, error) {
	var workers []engines.Arena
	for range c.checked.options.Workers {
		w, err := c.checked.newWorker()
		if err != nil {
			return workers, err
		}
		workers = append(workers, w)
	}
	return workers, nil
}

// playRound plays perWorker games on every worker, on all workers at the same time. A program that
// chooses moves plays at all seats, as it does in a search: games against random players are
// shorter. playRound returns the games of all workers, and the error of the first worker that has
// one.
func playRound(ctx context.Context, c *checker, workers []engines.Arena, perWorker int) ([]engines.Record, error) {
	var playing sync.WaitGroup
	records, errs := make([][]engines.Record, len(workers)), make([]error, len(workers))
	for i, worker := range workers {
		playing.Go(func() {
			quiet := c.checked
			quiet.searches, quiet.everySeat = nil, true
			records[i], errs[i] = quiet.playOn(ctx, worker, c.checked.about.Weights.Default(), uint64(1000*(i+1)), perWorker, 0)
		})
	}
	playing.Wait()
	return slices.Concat(records...), cmp.Or(errs...)
}

// checkSpeed measures how many games per second all workers play together. The first game of each
// worker, which starts its processes, counts only if it takes longer than [slowStart]. If a game
// takes longer than [speedTime], each worker plays only one. If the games of the test "legal", which
// uses one worker, already take longer, checkSpeed plays none and computes the speed from them.
func checkSpeed(ctx context.Context, c *checker) error {
	if c.games == 0 { // there is no finished game to measure
		return nil
	}
	if c.perGame > speedTime {
		c.result.PerSecond = float64(c.checked.options.Workers) / c.perGame.Seconds()
		text := describeSpeed(c, c.plies/c.games, noCPU)
		if c.checked.about.Role == protocol.Agent && c.checked.options.Seats > 1 {
			text += "; measured against random players, mostly in shorter games than those of a run"
		}
		c.report("speed", Pass, "%s", text)
		return nil
	}
	workers, err := newWorkers(c)
	defer func() {
		for _, w := range workers {
			_ = engines.Close(w)
		}
	}()
	if err != nil {
		return c.conclude(ctx, "speed", err, "")
	}
	begun := time.Now()
	records, err := playRound(ctx, c, workers, 1)
	if err == nil && time.Since(begun) <= slowStart {
		begun = time.Now()
		records, err = playRound(ctx, c, workers, 1)
	}
	if err != nil {
		return c.conclude(ctx, "speed", err, "")
	}
	cpu, took := noCPU, time.Since(begun)
	if c.perGame = took; took <= speedTime {
		records, begun = nil, time.Now()
		before, known := c.checked.programs.pool.cpuTime()
		for len(records) == 0 || time.Since(begun) < time.Duration(c.checked.options.Games)*measureTime {
			more, err := playRound(ctx, c, workers, c.affordable(time.Second, max(1, c.checked.options.Games/8)))
			if err != nil {
				return c.conclude(ctx, "speed", err, "")
			}
			records = append(records, more...)
		}
		took = time.Since(begun)
		if after, still := c.checked.programs.pool.cpuTime(); known && still {
			cpu = (after - before) / time.Duration(len(records))
		}
	}
	plies := 0
	for _, r := range records {
		plies += r.Plies
	}
	c.result.PerSecond = float64(len(records)) / took.Seconds()
	c.report("speed", Pass, "%s", describeSpeed(c, plies/len(records), cpu))
	return nil
}

// noCPU stands for a processor time that was not measured.
const noCPU time.Duration = -1

// describeSpeed returns the measured speed as text. plies and cpu are those of a game; cpu is
// [noCPU] if the system does not provide it.
func describeSpeed(c *checker, plies int, cpu time.Duration) string {
	times := c.checked.moveTimes()
	text := fmt.Sprintf("start %v", c.ready.Round(time.Millisecond))
	if times != nil {
		text += fmt.Sprintf(", %v a move (95%%: %v)", times[len(times)/2].Round(time.Microsecond), times[len(times)*95/100].Round(time.Microsecond))
	}
	text += fmt.Sprintf(", %d plies", plies)
	if cpu != noCPU {
		text += fmt.Sprintf(" and %s ms of CPU", threeDigits(1000*cpu.Seconds()))
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
