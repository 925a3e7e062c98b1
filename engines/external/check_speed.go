package external

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// measured is how long the speed is measured at least for every game that is asked for,
// 300 ms for the usual 20; whole rounds are played.
const measured = 15 * time.Millisecond

// round plays some games on every worker, and returns how many in all.
func (t *trial) round(ctx context.Context, each int) (int, error) {
	var playing sync.WaitGroup
	errs := make([]error, t.Workers)
	for i := range errs {
		playing.Go(func() {
			quiet := &trial{CheckOptions: t.CheckOptions, programs: t.programs, program: t.program, engine: t.engine, about: t.about}
			_, errs[i] = quiet.play(ctx, t.about.Weights.Default(), uint64(1000*(i+1)), each)
		})
	}
	playing.Wait()
	return each * t.Workers, errors.Join(errs...)
}

// speed plays on all workers for a moment.
func (t *trial) speed(ctx context.Context) error {
	if t.games == 0 {
		t.say("speed", Pass, "no game was played")
		return nil
	}
	if _, err := t.round(ctx, 1); err != nil { // starts the processes
		return t.judge(ctx, "speed", err, "")
	}
	games, begun := 0, time.Now()
	before, known := t.programs.used()
	for time.Since(begun) < time.Duration(t.Games)*measured {
		n, err := t.round(ctx, max(1, t.Games/8))
		if err != nil {
			return t.judge(ctx, "speed", err, "")
		}
		games += n
	}
	t.out.PerSecond = float64(games) / time.Since(begun).Seconds()
	after, still := t.programs.used()
	t.say("speed", Pass, "%s", t.speeds(games, after-before, known && still))
	return nil
}

// speeds are the numbers of speed in words. cpu is the processor time of the games
// measured, where it is known.
func (t *trial) speeds(games int, cpu time.Duration, known bool) string {
	var times []time.Duration
	for _, x := range t.thoughts {
		times = append(times, x.took)
	}
	text := fmt.Sprintf("start %v", t.ready.Round(time.Millisecond))
	if slices.Sort(times); times != nil {
		text += fmt.Sprintf(", %v a move (95%%: %v)", times[len(times)/2].Round(time.Microsecond), times[len(times)*95/100].Round(time.Microsecond))
	}
	text += fmt.Sprintf(", %d plies", t.plies/t.games)
	if known {
		text += fmt.Sprintf(" and %.3g ms of CPU", 1000*cpu.Seconds()/float64(games))
	}
	text += fmt.Sprintf(" a game, %.1f games/s on %d workers", t.out.PerSecond, t.Workers)
	if t.Budget > 0 {
		all := time.Duration(float64(t.Budget) / t.out.PerSecond * float64(time.Second))
		text += fmt.Sprintf("; about %v for the %d games of the config", all.Round(time.Second), t.Budget)
	}
	return text
}
