package external

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/external/protocol"
)

// checkAccept tests whether the program accepts every weight at its minimum, maximum and default.
// It tries as many of these values as the program can accept within [acceptTime].
func checkAccept(ctx context.Context, c *checker) error {
	n, left, begun := 0, 0, time.Now()
	err := c.checked.forVectors(ctx, func(use useProcess) error {
		for i, w := range c.checked.about.Weights {
			for _, v := range []float64{w.Snap(w.Min), w.Snap(w.Max), w.Default} {
				if time.Since(begun) > acceptTime {
					left++
					continue
				}
				vector := c.checked.about.Weights.Default()
				vector[i] = v
				if err := use(vector, func(i *instance) error { return c.checked.begin(ctx, i, vector) }); err != nil {
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
	text := fmt.Sprintf("%d values of weights", n)
	if left > 0 {
		text += fmt.Sprintf("; not the other %d, because they would take more than %v", left, acceptTime)
	}
	return c.conclude(ctx, "accept", err, "%s", text)
}

// checkOptions reports what is wrong in the options that a program declares. It reports nothing if
// they are right.
func checkOptions(_ context.Context, c *checker) error {
	if len(c.checked.about.Mistakes) > 0 {
		c.report("options", Warn, "%s; such an option cannot be a weight", strings.Join(c.checked.about.Mistakes, "; "))
	}
	return nil
}

// These durations limit the tests of slow programs, so that a check ends after about a minute. The
// tests "repeat" and "memory" play as many games as fit into their time. They estimate the time of
// a game from the games of the test "legal". A test is left out if a single game takes longer than
// its time.
const (
	acceptTime  = 5 * time.Second  // after this time, the test "accept" tries no further value
	legalTime   = 20 * time.Second // after this time, the test "legal" begins no further game
	repeatTime  = 10 * time.Second // planned time of the games in the test "repeat"
	memoryTime  = 5 * time.Second  // planned time of the games between the two games that the test "memory" compares
	speedTime   = 5 * time.Second  // if a game takes longer, the test "speed" plays no further one
	slowStart   = 20 * time.Second // if the first games take longer, with the start of their processes, the test "speed" plays no further ones
	varietyTime = 5 * time.Second  // after this time, the test "variety" plays no further game
	effectTime  = 15 * time.Second // planned time of the answers or games in the test "effect", by the median time of a move or the mean time of a game
)

// tooLong reports whether a single game takes longer than the given time. If it does, tooLong adds a
// warning that the test was left out.
func (c *checker) tooLong(id string, most time.Duration) bool {
	if c.perGame <= most {
		return false
	}
	c.report(id, Warn, "not tested, because a game takes %v; the test needs games of at most %v: set a smaller limit to test it", c.perGame.Round(time.Second), most)
	return true
}

// affordable returns how many of the wanted games the program can play within the time limit, but
// at least 1.
func (c *checker) affordable(limit time.Duration, wanted int) int {
	if c.perGame <= 0 {
		return wanted
	}
	return max(1, min(wanted, int(limit/c.perGame)))
}

// checkLegal plays games and reports how many of them the program lost by a forfeit, for example by
// an illegal move.
func checkLegal(ctx context.Context, c *checker) error {
	begun := time.Now()
	records, err := c.checked.playWithin(ctx, c.checked.about.Weights.Default(), 0, c.checked.options.Games, legalTime)
	c.played = records
	for _, r := range records {
		if r.Forfeit != nil {
			c.lost++
			continue
		}
		c.plies += r.Plies
		c.games++
		c.endings[r.Outcome] = true
	}
	if len(records) > 0 {
		c.perGame = time.Since(begun) / time.Duration(len(records))
	}
	first := firstForfeit(records)
	c.unplayable = first != nil && first.Kind == engines.ForfeitStalled
	if err == nil && c.games > 0 && c.plies == 0 && c.checked.about.Role != protocol.Arena { // an arena need not count plies
		err, c.unplayable = engines.ErrOverAtStart, true
	}
	if err == nil && first != nil {
		untested := ""
		if c.games == 0 {
			untested = "; tests that need finished games were left out"
		}
		err = fmt.Errorf("%d of %d games lost by failing; the first (%s): %s (%s)%s", c.lost, len(records), first.Kind, first.Reason, c.describeLost(records), untested)
	}
	text := counted(len(records), "game") + ", all moves legal"
	if len(records) < c.checked.options.Games {
		text += fmt.Sprintf("; not the %d of --games, because they would take more than %v", c.checked.options.Games, legalTime)
	}
	if err := c.conclude(ctx, "legal", err, "%s", text); err != nil {
		return err
	}
	if c.checked.about.Role == protocol.Agent {
		checkLimit(c, first)
	}
	return nil
}

// describeLost describes the first game that ended with a forfeit. The text contains the game's
// number and seed and, if the moves can be replayed, the position in which the program failed.
func (c *checker) describeLost(records []engines.Record) string {
	n := slices.IndexFunc(records, func(r engines.Record) bool { return r.Forfeit != nil })
	text := fmt.Sprintf("game %d, seed %d", n+1, GameSeed(c.checked.seed(uint64(n))))
	g, err := c.replay(records[n], uint64(n))
	if err != nil {
		return text
	}
	return text + ", position " + protocol.Printable(g.String())
}

// replay plays the moves of a recorded game again and returns the last position. number is the
// argument of [checkedProgram.seed] with which the game was played.
func (c *checker) replay(r engines.Record, number uint64) (engines.Game, error) {
	g, err := c.checked.engine.NewGame(max(c.checked.options.Seats, 1), c.checked.seed(number))
	if err != nil {
		return nil, err
	}
	for _, m := range r.Moves() {
		if err := g.Apply(m); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// counted returns a number with its noun, such as "1 game" or "2 games".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// checkRepeat tests whether the program is deterministic: it plays games twice in the same
// process and compares them. It reports nothing if one of the games ends with a forfeit.
func checkRepeat(ctx context.Context, c *checker) error {
	if c.tooLong("repeat", repeatTime) {
		return nil
	}
	games := c.affordable(repeatTime/2, 4)
	c.checked.programs.pool.quitIdle()
	var played [2][]engines.Record
	var err error
	for i := range played {
		if played[i], err = c.checked.play(ctx, c.checked.about.Weights.Default(), 100, games); err != nil {
			break
		}
		if firstForfeit(played[i]) != nil { // only finished games can be compared
			return nil
		}
	}
	if err == nil && !slices.Equal(gameTexts(played[0]), gameTexts(played[1])) {
		c.unrepeatable = true
		culprit := "it"
		if rules := c.unrepeatableRules(ctx, games); rules != "" {
			culprit = fmt.Sprintf("the program %s with the rules of the game, whose games between random players differ too,", rules)
		}
		err = fmt.Errorf("the same games have %s the second time: %s is not deterministic; %s", differing(played[0], played[1]), culprit, c.checked.firstDifference(played, 100))
	}
	return c.conclude(ctx, "repeat", err, "%s again in the same process: the same %s", counted(games, "game"), c.comparedPart(played[0]))
}

// unrepeatableRules tests whether the rules of the checked program's game are deterministic, if
// another program implements them. It plays the given number of games between random players twice.
// If the repeated games differ, it returns the name of the program with the rules, otherwise "".
func (c *checker) unrepeatableRules(ctx context.Context, games int) string {
	table, _ := c.checked.engine.(*Table)
	if table == nil || c.checked.about.Role != protocol.Agent {
		return ""
	}
	rules, ok := table.game.(*ruleGame)
	if !ok {
		return ""
	}
	worker, err := c.checked.newWorker()
	if err != nil {
		return ""
	}
	defer func() { _ = engines.Close(worker) }()
	random := slices.Repeat([]engines.Agent{{Name: "random", Player: "random"}}, max(c.checked.options.Seats, 1))
	var played [2][]engines.Record
	for i := range played {
		for g := range games {
			r, err := worker.Play(ctx, random, c.checked.seed(100+uint64(g)))
			if err != nil {
				return ""
			}
			played[i] = append(played[i], r.Clone())
		}
	}
	if slices.Equal(gameTexts(played[0]), gameTexts(played[1])) {
		return ""
	}
	return rules.game.program.config.Name
}

// comparedPart returns the name of the data by which games are compared: "moves", or "results" if a
// program that plays whole games sends no moves.
func (c *checker) comparedPart(records []engines.Record) string {
	if c.checked.about.Role == protocol.Arena && !slices.ContainsFunc(records, func(r engines.Record) bool { return r.Written() != nil }) {
		return "results"
	}
	return "moves"
}

// checkMemory tests whether earlier games change later ones. It plays a game in a new process, and
// again in a process that has played games with other weights. It reports nothing if one of the
// games ends with a forfeit.
func checkMemory(ctx context.Context, c *checker) error {
	if c.tooLong("memory", memoryTime) {
		return nil
	}
	defaults := c.checked.about.Weights.Default()
	alone, err := c.checked.playFresh(ctx, defaults, 200, 1)
	var between, after []engines.Record
	if err == nil {
		other := c.checked.about.Weights.Default()
		for i, w := range c.checked.about.Weights {
			if other[i] = w.Snap(w.Max); other[i] == w.Default {
				other[i] = w.Snap(w.Min)
			}
		}
		if between, err = c.checked.playFresh(ctx, other, 300, c.affordable(memoryTime, 3)); err == nil {
			after, err = c.checked.play(ctx, defaults, 200, 1)
		}
	}
	if err == nil && firstForfeit(slices.Concat(alone, between, after)) != nil {
		return nil
	}
	if err == nil && !slices.Equal(gameTexts(alone), gameTexts(after)) {
		err = c.memoryError(ctx, alone, after)
	}
	return c.conclude(ctx, "memory", err, "a game alone and after others: the same %s", c.comparedPart(alone))
}

// memoryError returns the error for a program that plays a game differently after other games.
// alone contains the game as played in a new process, and after contains it as played after other
// games. To find the cause, memoryError plays the game in one more new process. If this game equals
// alone, the program keeps data from game to game, and the error advises a restart before each
// game. Otherwise the program is not deterministic. The extra game is not played if the test
// "repeat" has already found that games differ.
func (c *checker) memoryError(ctx context.Context, alone, after []engines.Record) error {
	what := differing(alone, after)
	if c.unrepeatable {
		return fmt.Errorf("a game has %s after other games, as the test repeat shows already", what)
	}
	again, err := c.checked.playFresh(ctx, c.checked.about.Weights.Default(), 200, 1)
	switch {
	case err != nil:
		return err
	case slices.Equal(gameTexts(alone), gameTexts(again)):
		return fmt.Errorf("a game has %s after other games; set restart: game", what)
	}
	return fmt.Errorf("a game has %s in another process: it is not deterministic; it may depend on hashes with a random seed, as of Python (PYTHONHASHSEED), on the time or on addresses in memory", differing(alone, again))
}

// checkChance tests whether the program correctly declares that its game has chance, such as dice
// or hidden cards, or that it has none. It plays games to find out. If the program declares
// nothing, the finding states whether the game has chance. The games take at most [chanceTime], or
// twice that if the program declares nothing.
func checkChance(ctx context.Context, c *checker) error {
	limited, cancel := context.WithTimeout(ctx, chanceTime)
	defer cancel()
	seats := max(c.checked.options.Seats, 1)
	has, declared := c.checked.about.Chance.Known()
	err := c.repeatStarts(limited, seats)
	if err == nil {
		err = engines.CheckChance(limited, c.checked.engine, seats)
	}
	if err == nil && !declared {
		var effect engines.SeedEffect
		effect, err = engines.FindChance(ctx, c.checked.engine, seats)
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

// startedTwice is the number of seeds that [checker.repeatStarts] tests. It starts two games with
// each seed. Their start positions must be the same.
const startedTwice = 4

// repeatStarts starts games twice with the same seed, if the program implements the rules of a game.
// It returns an error if the two start positions differ.
func (c *checker) repeatStarts(ctx context.Context, seats int) error {
	table, _ := c.checked.engine.(*Table)
	if table == nil {
		return nil
	}
	rules, ok := table.game.(*ruleGame)
	if !ok {
		return nil
	}
	start := func(seed uint64) (string, error) {
		s := newRuleSession(c.checked.programs, c.checked.program) // without the positions of earlier sessions
		defer s.close()
		s.setContext(ctx)
		g, err := rules.playedIn(s).NewGame(seats, seed)
		if err != nil {
			return "", err
		}
		return g.String(), nil
	}
	for seed := range uint64(startedTwice) {
		first, err := start(seed)
		if err != nil {
			return err
		}
		second, err := start(seed)
		if err != nil {
			return err
		}
		if first != second {
			return fmt.Errorf("two games with the same seed have the start positions %q and %q; choose the start by the seed of \"start\" alone",
				protocol.Printable(first), protocol.Printable(second))
		}
	}
	return nil
}

// leastResults is the smallest number of games after which the test variety may warn that all games
// have the same result.
const leastResults = 20

// checkVariety tests whether the games of a program that plays whole games differ from seed to
// seed, and whether their results do. Lanista makes no random moves at the start of such a game, so
// only the program can make the games differ.
func checkVariety(ctx context.Context, c *checker) error { return c.variety(ctx, varietyTime) }

// variety performs the test "variety": it tests whether the games of equal agents differ from seed
// to seed. It plays games for at most the given time. If it cannot finish, it compares the results
// of the games of the test "legal" instead. If these are too few, it reports nothing.
func (c *checker) variety(ctx context.Context, limit time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	alike, played, err := deals.Alike(limited, c.checked.engine, deals.VarietyOptions{
		Seats: max(c.checked.options.Seats, 1), Agent: engines.Agent{Name: "default", Weights: c.checked.about.Weights.Default()}, Seed: c.checked.options.Seed,
	})
	sameResult := len(c.endings) == 1
	var result engines.Outcome
	for result = range c.endings {
		break
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil && alike:
		err = fmt.Errorf("%d games with different seeds are the same game, so that a thousand games are one observation; use the seed in them", played)
	case err == nil && limited.Err() != nil && sameResult && c.games > 1:
		c.report("variety", Warn, "not tested to the end within %v, at %v a game; all %d games of the test legal, with different seeds, have the same places or scores: %v; check that the games use the seed",
			limit, c.perGame.Round(time.Millisecond), c.games, result)
		return nil
	case err == nil && (limited.Err() != nil && len(c.endings) < 2 || limited.Err() == nil && played < 2):
		return nil
	case err == nil && c.games >= leastResults && sameResult:
		c.report("variety", Warn, "games with different seeds differ, but all %d games have the same places or scores: %v", c.games, result)
		return nil
	}
	return c.conclude(ctx, "variety", err, "games with different seeds differ")
}

// scoredGames is the largest number of finished games whose results are requested from the program.
const scoredGames = 4

// checkScore compares the results of finished games that the program computes with the results by
// the rules. It requests the results of up to scoredGames games that an earlier test has played. It
// reports nothing for a program whose protocol has no results.
func checkScore(ctx context.Context, c *checker) error {
	if _, computes := protocol.Open(c.checked.program.config.Protocol, protocol.Options{}).(protocol.Scorer); !computes {
		return nil
	}
	asked, differ := 0, ""
	w := c.checked.about.Weights.Default()
	err := c.checked.withProcess(ctx, w, func(i *instance) error {
		scorer := i.session.(protocol.Scorer)
		for n, r := range c.played {
			if asked == scoredGames {
				break
			}
			if r.Forfeit != nil || r.Ending != engines.ByRules {
				continue
			}
			text, err := c.scoreOf(ctx, i, scorer, w, r, uint64(n))
			if err != nil || text == "" {
				return err
			}
			asked++
			if by := r.Outcome; !sameResult(text, by) && differ == "" {
				differ = fmt.Sprintf("it counts %s where the rules give %s", protocol.Printable(text), formatResult(by))
			}
		}
		return nil
	})
	switch {
	case err == nil && asked == 0:
		return ctx.Err()
	case err == nil && differ != "" && ctx.Err() == nil:
		c.report("score", Warn, "%s; it may stop too early: all stones that stand at the end count as alive", differ)
		return nil
	}
	return c.conclude(ctx, "score", err, "%s as by the rules", counted(asked, "result"))
}

// scoreOf returns the result that the program computes for the finished game in record r, such as
// "B+3.5", or "" if it computes none. For this it begins a game in process i and sends the last
// position of r. number is the argument of [checkedProgram.seed] with which the game was played.
func (c *checker) scoreOf(ctx context.Context, i *instance, scorer protocol.Scorer, w engines.Weights, r engines.Record, number uint64) (string, error) {
	g, err := c.replay(r, number)
	if err != nil {
		return "", err
	}
	game, err := c.checked.game(w, 0)
	if err != nil {
		return "", err
	}
	if err := i.session.Begin(ctx, game); err != nil {
		return "", err
	}
	return scorer.Score(ctx, engines.View(g, 0))
}

// resultError is the largest difference between points that count as equal. GNU Go rounds the
// points of a result to one decimal.
const resultError = 0.051

// sameResult compares a result in the form of GTP, such as "B+3.5" or "0", with an outcome. It
// reports whether they have the same winner and, if the game counts points, equal differences up to
// resultError.
func sameResult(text string, o engines.Outcome) bool {
	side, margin, _ := strings.Cut(strings.TrimSpace(text), "+")
	winner := map[string]int{"B": 0, "W": 1}
	seat, won := winner[strings.ToUpper(side)]
	if !won || o.Drawn() {
		return !won && o.Drawn()
	}
	if o.Place(seat) != 1 {
		return false
	}
	mine, scored := o.Score(seat)
	other, _ := o.Score(1 - seat)
	points, err := strconv.ParseFloat(margin, 64)
	return err != nil || !scored || math.Abs(points-(mine-other)) <= resultError
}

// formatResult returns an outcome in the form of GTP, such as "B+3.5" or "0".
func formatResult(o engines.Outcome) string {
	if o.Drawn() {
		return "0"
	}
	for seat, side := range []string{"B", "W"} {
		mine, scored := o.Score(seat)
		other, _ := o.Score(1 - seat)
		switch {
		case o.Place(seat) != 1:
		case scored:
			return fmt.Sprintf("%s+%.6g", side, mine-other)
		default:
			return side + "+"
		}
	}
	return ""
}

// checkUnknown tests the program's answer to an unknown request, such as a later version of the
// protocol ludus may send. The program must answer it and otherwise ignore it. Other protocols have
// no such requests and are not tested.
func checkUnknown(ctx context.Context, c *checker) error {
	detail := c.checked.program.config.Protocol + " has no such requests"
	err := c.checked.withProcess(ctx, c.checked.about.Weights.Default(), func(i *instance) error {
		l, ok := i.session.(*protocol.Ludus)
		if !ok {
			return nil
		}
		detail = "a request that it does not know is answered"
		return l.Unknown(ctx)
	})
	return c.conclude(ctx, "unknown", err, "%s", detail)
}

// checkFence tests whether the program, on request, confirms that it has completed all earlier
// requests.
func checkFence(ctx context.Context, c *checker) error {
	err := c.checked.withProcess(ctx, c.checked.about.Weights.Default(), func(i *instance) error { return i.session.Sync(ctx) })
	return c.conclude(ctx, "fence", err, "it reports when it has completed all requests")
}

// checkEnd tests whether processes of the program exit: one after the request to quit, another
// after the end of its input. After the request the exit status should be 0.
func checkEnd(ctx context.Context, c *checker) error {
	var late []string
	failed := "" // the exit status after the request, if it is not 0
	quit := c.checked.program.config.Timeouts.Quit
	for _, way := range []string{"quit", "the end of its input"} {
		i, err := c.checked.programs.start(ctx, c.checked.program, c.checked.about.Weights.Default())
		if err != nil {
			return c.conclude(ctx, "end", err, "")
		}
		if way == "quit" {
			i.session.Quit()
			if !i.process.WaitExit(quit) {
				late = append(late, way)
			} else if ended, ok := errors.AsType[*process.EndedError](i.process.Ended()); ok && ended.Status != "exit status 0" {
				failed = ended.Error()
			}
			i.process.End(0)
		} else if !i.process.End(quit) {
			late = append(late, way)
		}
		c.checked.programs.pool.forget(i)
	}
	if late != nil {
		c.report("end", Warn, "it still runs %v after %s, and is killed then", quit, strings.Join(late, " and "))
		return nil
	}
	if failed != "" {
		c.report("end", Warn, "it ends on request, but fails: %s", failed)
		return nil
	}
	c.report("end", Pass, "it ends on request and with its input")
	return nil
}

// checkNoise reports lines of the program's output that were not answers, and answers that came
// twice or late. It first ends all idle processes, because their lines are counted when they end.
func checkNoise(c *checker) {
	c.checked.programs.pool.quitIdle()
	s := c.checked.programs.Stray(c.checked.program.config.Name)
	switch {
	case s.Lines > 0:
		c.report("noise", Warn, "%d lines that are not answers, the first: %q; write such lines to standard error", s.Lines, s.First)
	case s.Late > 0:
		c.report("noise", Warn, "%d answers came twice or late", s.Late)
	default:
		c.report("noise", Pass, "none")
	}
}
