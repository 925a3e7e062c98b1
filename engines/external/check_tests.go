package external

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// checkAccept tests whether the program accepts every weight at its minimum, maximum and default.
func checkAccept(ctx context.Context, c *checker) error {
	n := 0
	err := c.forVectors(ctx, func(use useProcess) error {
		for i, w := range c.about.Weights {
			for _, v := range []float64{w.Snap(w.Min), w.Snap(w.Max), w.Default} {
				vector := c.about.Weights.Default()
				vector[i] = v
				if err := use(vector, func(i *instance) error { return c.begin(ctx, i, vector) }); err != nil {
					return fmt.Errorf("%s = %v: %w", w.Name, v, err)
				}
				n++
			}
		}
		return nil
	})
	if n == 0 {
		return c.conclude(ctx, "accept", err, "it has no weights")
	}
	return c.conclude(ctx, "accept", err, "%d values of weights", n)
}

// checkOptions reports what is wrong in the options that a program declares. It reports nothing if
// they are right.
func checkOptions(_ context.Context, c *checker) error {
	if len(c.about.Mistakes) > 0 {
		c.report("options", Warn, "%s; such an option cannot be a weight", strings.Join(c.about.Mistakes, "; "))
	}
	return nil
}

// These durations bound the tests of slow programs, so that a check ends after about a minute.
const (
	legalTime  = 20 * time.Second // for the games of the test legal, before the last of them
	repeatTime = 10 * time.Second // for the games of the test repeat, as far as they can be foreseen
	memoryTime = 5 * time.Second  // likewise for the games between the two that the test memory compares
	effectTime = 15 * time.Second // likewise for the answers of the test effect
)

// affordable returns how many games the program can play in the given time, at least 1 and at most
// most.
func (c *checker) affordable(within time.Duration, most int) int {
	if c.perGame <= 0 {
		return most
	}
	return max(1, min(most, int(within/c.perGame)))
}

// checkLegal plays games and reports how many of them the program lost by failing, for example by
// an illegal move.
func checkLegal(ctx context.Context, c *checker) error {
	begun := time.Now()
	records, err := c.playWithin(ctx, c.about.Weights.Default(), 0, c.options.Games, legalTime)
	for _, r := range records {
		if r.Forfeit != nil {
			c.lost++
			continue
		}
		c.plies += r.Plies
		c.games++
	}
	if len(records) > 0 {
		c.perGame = time.Since(begun) / time.Duration(len(records))
	}
	first := failed(records)
	c.hangs = first != nil && first.Kind == engines.ForfeitStalled
	if err == nil && first != nil {
		untested := ""
		if c.games == 0 {
			untested = "; tests that need finished games were left out"
		}
		err = fmt.Errorf("%d of %d games lost by failing; the first (%s): %s%s", c.lost, len(records), first.Kind, first.Reason, untested)
	}
	text := fmt.Sprintf("%d games, all moves legal", len(records))
	if len(records) < c.options.Games {
		text += fmt.Sprintf("; not the %d of --games, because they would take more than %v", c.options.Games, legalTime)
	}
	if err := c.conclude(ctx, "legal", err, "%s", text); err != nil {
		return err
	}
	if c.about.Role == protocol.Agent {
		checkLimit(c, first)
	}
	return nil
}

// checkRepeat tests whether the program is deterministic: it plays games twice in the same
// process and compares them. It reports nothing if one of the games is lost by failing.
func checkRepeat(ctx context.Context, c *checker) error {
	games := c.affordable(repeatTime/2, 4)
	c.programs.pool.quitIdle()
	var texts [2][]string
	var err error
	for i := range texts {
		var records []engines.Record
		if records, err = c.play(ctx, c.about.Weights.Default(), 100, games); err != nil {
			break
		}
		if failed(records) != nil { // only finished games can be compared
			return nil
		}
		texts[i] = gameTexts(records)
	}
	if err == nil && !slices.Equal(texts[0], texts[1]) {
		err = errors.New("the same games have other moves the second time: it is not deterministic")
	}
	return c.conclude(ctx, "repeat", err, "%d games again in the same process: the same moves", games)
}

// checkMemory tests whether earlier games change later ones. It plays a game in a new process,
// and again in a process that has played games with other weights. It reports nothing if one of the
// games is lost by failing.
func checkMemory(ctx context.Context, c *checker) error {
	defaults := c.about.Weights.Default()
	alone, err := c.playFresh(ctx, defaults, 200, 1)
	var between, after []engines.Record
	if err == nil {
		other := c.about.Weights.Default()
		for i, w := range c.about.Weights {
			if other[i] = w.Snap(w.Max); other[i] == w.Default {
				other[i] = w.Snap(w.Min)
			}
		}
		if between, err = c.playFresh(ctx, other, 300, c.affordable(memoryTime, 3)); err == nil {
			after, err = c.play(ctx, defaults, 200, 1)
		}
	}
	if err == nil && failed(slices.Concat(alone, between, after)) != nil {
		return nil
	}
	if err == nil && !slices.Equal(gameTexts(alone), gameTexts(after)) {
		err = errors.New("a game has other moves after other games; set restart: game")
	}
	return c.conclude(ctx, "memory", err, "a game alone and after others: the same moves")
}

// checkChance tests a program's declaration on chance in its game by playing games, for at most
// two seconds.
func checkChance(ctx context.Context, c *checker) error {
	limited, cancel := context.WithTimeout(ctx, chanceTime)
	defer cancel()
	seats := max(c.options.Seats, 1)
	has, declared := c.about.Chance.Known()
	err := engines.CheckChance(limited, c.engine, seats)
	if err == nil && !declared {
		var effect engines.SeedEffect
		effect, err = engines.FindChance(ctx, c.engine, seats)
		has = effect.Chance
	}
	if limited.Err() != nil { // the sample is not complete
		err = nil
	}
	found := "no chance after the start"
	if has {
		found = "chance"
	}
	if declared {
		return c.conclude(ctx, "chance", err, "it declares %s", found)
	}
	return c.conclude(ctx, "chance", err, "it counts as a game with %s; its hello can declare that: \"chance\": %v", found, has)
}

// checkEffect tests whether weights change how the program plays. For every weight, it compares
// answers at the two ends of the weight's range.
func checkEffect(ctx context.Context, c *checker) error {
	if len(c.about.Weights) == 0 {
		c.report("effect", Pass, "it has no weights here")
		return nil
	}
	if c.games == 0 && c.lost > 0 { // no game shows that it can answer
		return nil
	}
	positions, err := c.positions()
	if err != nil {
		return c.conclude(ctx, "effect", err, "")
	}
	if took := c.medianMove() * time.Duration(2*len(c.about.Weights)); took > 0 {
		positions = positions[:min(len(positions), max(4, int(effectTime/took)))]
	}
	var idle []string
	err = c.forVectors(ctx, func(use useProcess) error {
		for i, w := range c.about.Weights {
			var ends [2][]string
			for k, v := range []float64{w.Snap(w.Min), w.Snap(w.Max)} {
				vector := c.about.Weights.Default()
				vector[i] = v
				err := use(vector, func(i *instance) (err error) {
					ends[k], err = c.answers(ctx, i, vector, positions)
					return err
				})
				if err != nil {
					return fmt.Errorf("%s = %v: %w", w.Name, v, err)
				}
			}
			if slices.Equal(ends[0], ends[1]) {
				idle = append(idle, w.Name)
			}
		}
		return nil
	})
	if err == nil && idle != nil && ctx.Err() == nil {
		remedy := ""
		if len(idle) == len(c.about.Weights) && !c.program.config.startsWithWeights() && c.program.config.Protocol == "uci" {
			remedy = "; an engine that reads its options only once needs restart: weights"
		}
		c.report("effect", Warn, "%s changes nothing%s", strings.Join(idle, " changes nothing, "), remedy)
		return nil
	}
	return c.conclude(ctx, "effect", err, "every weight changes answers")
}

// checkUnknown tests whether the program ignores an unknown request, as a later version of the
// protocol ludus may send. Other protocols have no such requests and are not tested.
func checkUnknown(ctx context.Context, c *checker) error {
	detail := c.program.config.Protocol + " has no such requests"
	err := c.withProcess(ctx, c.about.Weights.Default(), func(i *instance) error {
		l, ok := i.session.(*protocol.Ludus)
		if !ok {
			return nil
		}
		detail = "a request that it does not know is answered"
		return l.Unknown(ctx)
	})
	return c.conclude(ctx, "unknown", err, "%s", detail)
}

// checkFence tests whether the program confirms, when requested, that it has completed all
// earlier requests.
func checkFence(ctx context.Context, c *checker) error {
	err := c.withProcess(ctx, c.about.Weights.Default(), func(i *instance) error { return i.session.Sync(ctx) })
	return c.conclude(ctx, "fence", err, "it reports when it has completed all requests")
}

// checkEnd tests whether processes of the program exit: one after the request to quit, another
// after the end of its input.
func checkEnd(ctx context.Context, c *checker) error {
	var late []string
	quit := c.program.config.Timeouts.Quit
	for _, way := range []string{"quit", "the end of its input"} {
		i, err := c.programs.start(ctx, c.program, c.about.Weights.Default())
		if err != nil {
			return c.conclude(ctx, "end", err, "")
		}
		if way == "quit" {
			i.session.Quit()
			if !i.process.WaitExit(quit) {
				late = append(late, way)
			}
			i.process.End(0)
		} else if !i.process.End(quit) {
			late = append(late, way)
		}
		c.programs.pool.forget(i)
	}
	if late != nil {
		c.report("end", Warn, "it still runs %v after %s, and is killed then", quit, strings.Join(late, " and "))
		return nil
	}
	c.report("end", Pass, "it ends on request and with its input")
	return nil
}

// checkNoise reports lines of the program's output that did not belong to any answer. It first
// ends all idle processes, because their lines are counted when they end.
func checkNoise(c *checker) {
	c.programs.pool.quitIdle()
	s := c.programs.Stray(c.program.config.Name)
	switch {
	case s.Lines > 0:
		c.report("noise", Warn, "%d lines that are not answers, the first: %q; write such lines to standard error", s.Lines, s.First)
	case s.Late > 0:
		c.report("noise", Warn, "%d answers came twice or late", s.Late)
	default:
		c.report("noise", Pass, "none")
	}
}
