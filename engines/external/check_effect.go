package external

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// seatsTime is the time limit for testing whether the program uses the weights of each seat. It is
// a part of effectTime, the limit of the whole test "effect".
const seatsTime = effectTime / 2

// comparedChoices is the largest number of choices of one weight that the test named effect
// compares.
const comparedChoices = 8

// comparedValues returns the values of a weight that the test "effect" compares. For a number they
// are the two ends of its range. For a weight with choices they are the last choice and the first
// ones, at most comparedChoices in all.
func comparedValues(w engines.Weight) []float64 {
	values := []float64{w.Snap(w.Max)}
	if !w.Kind.Has(engines.Choices) {
		return append(values, w.Snap(w.Min))
	}
	for v := range min(len(w.Choices), comparedChoices) - 1 {
		values = append(values, float64(v))
	}
	return values
}

// checkEffect tests whether weights change how the program plays. For every weight it compares the
// program's moves, or the outcomes of its games, at the minimum and at the maximum of the weight.
// For a weight with choices it compares some of the choices.
func checkEffect(ctx context.Context, c *checker) error {
	if len(c.checked.about.Weights) == 0 {
		c.report("effect", Pass, "it has no weights here")
		return nil
	}
	if c.games == 0 && c.lost > 0 { // no game shows that it can answer
		return nil
	}
	positions, err := c.checked.positions()
	if err != nil {
		return c.conclude(ctx, "effect", err, "")
	}
	vectors := 0
	for _, w := range c.checked.about.Weights {
		vectors += len(comparedValues(w))
	}
	if took := c.checked.medianMove() * time.Duration(vectors); took > 0 {
		positions = positions[:min(len(positions), max(4, int(effectTime/took)))]
	}
	var idle, untested, ignored, untestedSeats []string
	begun := time.Now()
	err = c.checked.forVectors(ctx, func(use useProcess) (err error) {
		if c.checked.about.Role == protocol.Arena {
			if ignored, untestedSeats, err = c.ignoredSeats(ctx, use, seatsTime); err != nil {
				return err
			}
		}
		for i, w := range c.checked.about.Weights {
			differ, tested, err := false, true, error(nil)
			if c.checked.about.Role == protocol.Arena {
				share := (effectTime - time.Since(begun)) / time.Duration(len(c.checked.about.Weights)-i)
				differ, tested, err = c.gamesDiffer(ctx, use, i, share)
			} else {
				differ, err = c.answersDiffer(use, i, func(p *instance, w engines.Weights) ([]string, error) { return c.checked.answers(ctx, p, w, positions) })
			}
			switch {
			case err != nil:
				return err
			case !tested:
				untested = append(untested, w.Name)
			case !differ:
				idle = append(idle, w.Name)
			}
		}
		if len(idle) == len(c.checked.about.Weights) { // also at the first seat
			ignored, untestedSeats = nil, nil
		}
		untested = append(untested, untestedSeats...)
		return nil
	})
	if err == nil && (idle != nil || untested != nil || ignored != nil) && ctx.Err() == nil {
		c.report("effect", Warn, "%s", c.describeEffect(idle, untested, ignored))
		return nil
	}
	return c.conclude(ctx, "effect", err, "every weight changes answers")
}

// describeEffect returns the text of the warning of the test "effect". idle lists weights that
// change no answer of the program, and ignored lists seats whose weights change no game. untested
// lists the weights and seats for which effectTime, the time of the test, did not suffice.
func (c *checker) describeEffect(idle, untested, ignored []string) string {
	var text []string
	if ignored != nil {
		text = append(text, fmt.Sprintf("no game depends on the weights of %s, while the other seats have the defaults: every seat must play with the weights of its own element of \"seats\"", strings.Join(ignored, ", ")))
	}
	if idle != nil {
		remedy := ""
		if len(idle) == len(c.checked.about.Weights) && !c.checked.program.config.startsWithWeights() && c.checked.program.config.declaresOptions() {
			remedy = "; an engine that reads its options only once needs restart: weights"
		}
		text = append(text, "with the other weights at their defaults, no answer depends on "+strings.Join(idle, ", ")+remedy)
	}
	if untested != nil {
		text = append(text, fmt.Sprintf("not tested to the end within %v, at %v a game: %s", effectTime, c.perGame.Round(time.Millisecond), strings.Join(untested, ", ")))
	}
	return strings.Join(text, "; ")
}

// answersDiffer reports whether the program's answers depend on a weight. It calls ask with several
// values of the weight, while the other weights have their defaults, and compares the answers.
func (c *checker) answersDiffer(use useProcess, weight int, ask func(*instance, engines.Weights) ([]string, error)) (bool, error) {
	w := c.checked.about.Weights[weight]
	var first []string
	for k, v := range comparedValues(w) {
		vector := c.checked.about.Weights.Default()
		vector[weight] = v
		var answers []string
		err := use(vector, func(i *instance) (err error) {
			answers, err = ask(i, vector)
			return err
		})
		if err != nil {
			return false, fmt.Errorf("%s = %v: %w", w.Name, w.Value(v), err)
		}
		if k == 0 {
			first = answers
		} else if !slices.Equal(first, answers) {
			return true, nil
		}
	}
	return false, nil
}

// comparedGames lists numbers of games for the comparison of the values of a weight. Each value
// first plays 1 game, then 3 more and so on, until the outcomes differ. The first numbers are
// small, because a weight with an effect usually shows it in a few games.
var comparedGames = []int{1, 3, comparedAnswers - 4}

// gamesDiffer reports whether the outcomes of whole games depend on a weight. It plays games with
// several values of the weight and compares their outcomes. tested is false if it finds no
// difference and the time limit does not suffice for further games.
func (c *checker) gamesDiffer(ctx context.Context, use useProcess, weight int, limit time.Duration) (differ, tested bool, err error) {
	begun, played := time.Now(), uint64(0)
	for _, games := range comparedGames {
		planned := time.Duration(games*len(comparedValues(c.checked.about.Weights[weight]))) * c.perGame
		if left := limit - time.Since(begun); left < 0 || played > 0 && left < planned {
			return false, false, nil
		}
		differ, err = c.answersDiffer(use, weight, func(i *instance, w engines.Weights) ([]string, error) {
			return c.checked.outcomes(ctx, i, w, 0, played, games)
		})
		if differ || err != nil {
			return differ, true, err
		}
		played += uint64(games)
	}
	return false, true, nil
}

// ignoredSeats tests whether the program uses the weights of every seat but the first. ignored
// lists the seats whose weights change the outcome of no game. untested lists the seats for which
// the time limit did not suffice.
func (c *checker) ignoredSeats(ctx context.Context, use useProcess, limit time.Duration) (ignored, untested []string, err error) {
	space := c.checked.about.Weights
	vectors := [3]engines.Weights{space.Default(), space.Default(), space.Default()}
	for i, w := range space { // all at the maximum, all at the minimum, and both in turn
		least, most := w.Snap(w.Min), w.Snap(w.Max)
		vectors[0][i], vectors[1][i], vectors[2][i] = most, least, least
		if i%2 == 1 {
			vectors[2][i] = most
		}
	}
	begun := time.Now()
	for seat := 1; seat < c.checked.options.Seats; seat++ {
		differ, tested, played := false, true, uint64(0)
		for _, games := range comparedGames {
			if tested = limit-time.Since(begun) >= time.Duration(games*len(vectors))*c.perGame; !tested {
				break
			}
			var outcomes [len(vectors)][]string
			for k, w := range vectors {
				err := use(w, func(i *instance) (err error) {
					outcomes[k], err = c.checked.outcomes(ctx, i, w, seat, played, games)
					return err
				})
				if err != nil {
					return nil, nil, fmt.Errorf("seat %d: %w", seat+1, err)
				}
			}
			played += uint64(games)
			if differ = !slices.Equal(outcomes[0], outcomes[1]) || !slices.Equal(outcomes[0], outcomes[2]); differ {
				break
			}
		}
		switch {
		case !tested:
			untested = append(untested, fmt.Sprint("the weights of seat ", seat+1))
		case !differ:
			ignored = append(ignored, fmt.Sprint("seat ", seat+1))
		}
	}
	return ignored, untested, nil
}

// scaledGames is the number of games that the test "scale" plays with each of two weight vectors,
// to compare their results. It applies to programs that play whole games.
const scaledGames = 3

// checkScale tests whether the program plays the same after all its weights are multiplied by one
// factor. It tests only programs that declare this property.
func checkScale(ctx context.Context, c *checker) error {
	if !c.checked.about.ScaleFree || c.games == 0 && c.lost > 0 {
		return nil
	}
	factor, scaled := scaledDefault(c.checked.about.Weights)
	if scaled == nil {
		c.report("scale", Pass, "not tested: neither twice the default weights nor half of them are within their ranges")
		return nil
	}
	positions, err := c.checked.positions()
	if err != nil {
		return c.conclude(ctx, "scale", err, "")
	}
	if took := 2 * c.checked.medianMove(); took > 0 {
		positions = positions[:min(len(positions), max(4, int(effectTime/took)))]
	}
	var answers [2][]string
	err = c.checked.forVectors(ctx, func(use useProcess) error {
		for k, w := range []engines.Weights{c.checked.about.Weights.Default(), scaled} {
			err := use(w, func(i *instance) (err error) {
				if c.checked.about.Role == protocol.Arena {
					answers[k], err = c.checked.outcomes(ctx, i, w, 0, 0, scaledGames)
				} else {
					answers[k], err = c.checked.answers(ctx, i, w, positions)
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	differ := 0
	for n := range min(len(answers[0]), len(answers[1])) {
		a, _, _ := strings.Cut(answers[0][n], scoreMark) // scores may have the scale of the weights
		if b, _, _ := strings.Cut(answers[1][n], scoreMark); a != b {
			differ++
		}
	}
	if err == nil && differ > 0 && ctx.Err() == nil {
		c.report("scale", Fail, "with all weights times %v, %d of %d answers differ, although it declares scale_free: remove that from its answer to hello", factor, differ, len(answers[0]))
		return nil
	}
	return c.conclude(ctx, "scale", err, "all weights times %v change no answer", factor)
}

// scaledDefault returns the default weights multiplied by a factor, for the test whether such
// weights lead to the same moves. The factor is 2, or 1/2 if twice the weights leave their ranges.
// If half of the weights leave them too, w is nil.
func scaledDefault(space engines.Space) (factor float64, w engines.Weights) {
	for _, factor := range []float64{2, 0.5} {
		w := space.Default()
		for i := range w {
			w[i] *= factor
		}
		if space.Check(w) == nil {
			return factor, w
		}
	}
	return 0, nil
}
