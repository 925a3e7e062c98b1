package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/internal/panics"
)

// Test tests one of the requirements that package engines states for games.
type Test struct {
	Name  string
	Doc   string // the requirement, as a sentence about a correct game
	check func(*probe) error
}

// ErrEndless is returned for a game that does not end within a limit of plies. Later tests would
// fail for the same reason.
var ErrEndless = errors.New("the game has not ended")

// Tests returns all tests, in the order in which they should be passed. Fix the first failure
// first, because a game that fails an early test often fails later ones for the same reason.
func Tests() []Test { return slices.Clone(tests) }

var tests = []Test{
	{"spec", "Spec describes the game", checkSpec},
	{"settings", "With accepts the values that the settings allow and no others", checkSettings},
	{"seats", "NewGame accepts the numbers of seats of the Spec and no others", checkSeats},
	{"notation", "the texts of positions and moves are read back as the same position and move", checkNotation},
	{"moves", "Apply makes legal moves; it returns an error for others and changes nothing", checkMoves},
	{"clone", "clones are independent of the game", checkClones},
	{"history", "the moves of a history lead to its position", checkHistory},
	{"ends", "games end with an outcome for every seat", checkEnds},
	{"seeds", "one seed always deals the same game", checkSeeds},
	{"chance", "the game has chance as Spec declares", checkChance},
	{"views", "views contain nothing that is hidden from a seat", checkViews},
	{"evaluation", "the evaluation is the sum of the features times the weights", checkEvaluation},
	{"scenes", "scenes depend on the position alone", checkScenes},
	{"events", "events depend on the moves alone", checkEvents},
	{"agents", "NewPlayer returns an error for impossible weights and settings", checkAgents},
	{"players", "players choose legal moves and repeat their games", checkPlayers},
	{"weights", "the moves of a player depend on its own weights", checkWeights},
	{"move values", "evaluated moves are legal and sorted, the best first", checkMoveValues},
	{"life", "players are started and ended once a game, and closed once", checkLife},
	{"records", "the moves of a record lead to its outcome", checkRecords},
	{"goroutines", "games in several goroutines are the same as one after the other", checkGoroutines},
}

// Check runs all [Tests] on an engine. It returns the joined errors, each with the name of its
// test, or nil if there are none. A test plays at most the given number of random games for every
// number of seats, and at least 1. If ctx ends first, its error is among the errors. A test that
// returns [ErrEndless] is the last one; its error has the name of the test "ends".
func Check(ctx context.Context, e engines.Engine, games int) error {
	var broken []error
	for _, t := range tests {
		_, err := t.Run(ctx, e, games)
		if errors.Is(err, ErrEndless) {
			broken = append(broken, fmt.Errorf("ends: %w", err))
			break
		}
		if err != nil {
			broken = append(broken, fmt.Errorf("%s: %w", t.Name, err))
		}
	}
	return errors.Join(broken...)
}

// Run runs one test on an engine. It plays at most the given number of random games for every number
// of seats, and at least 1. The notes describe findings that are not mistakes. A panic of the engine is
// returned as an error with the position in which it happened.
func (t Test) Run(ctx context.Context, e engines.Engine, games int) (notes []string, err error) {
	p := &probe{ctx: ctx, engine: e, games: max(games, 1)}
	defer func() {
		notes = p.notes
		if cause := recover(); cause != nil {
			err = panics.Error(cause)
			if text := p.at.text(); text != "" {
				err = fmt.Errorf("%w (%s)", err, text)
			}
		}
	}()
	p.spec = e.Spec()
	p.spec.Weights, p.spec.Settings = slices.Clone(p.spec.Weights), slices.Clone(p.spec.Settings)
	return nil, t.check(p)
}

// blockedAfter is the time after which Watch reports that a test has not ended.
const blockedAfter = 5 * time.Second

// Watch calls report if the test has not ended after some seconds, because a method of the game may
// never return. The caller must call stop when the test has ended.
func (t Test) Watch(report func(text string)) (stop func() bool) {
	return time.AfterFunc(blockedAfter, func() {
		report(fmt.Sprintf("the test %q of the game has not ended after %v; if it never ends, a method of the game does not return", t.Name, blockedAfter))
	}).Stop
}

// probe is the argument of every test. It contains the engine under test and the data that the
// tests need, such as the number of games.
type probe struct {
	ctx    context.Context
	engine engines.Engine
	spec   engines.Spec
	games  int
	at     place // position of the present game; the zero value between games
	notes  []string
}

func (p *probe) note(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// hosted reports whether the engine plays whole games itself and has no positions that can be
// tested: it implements engines.ArenaFactory, and NewGame returns an error.
func (p *probe) hosted() bool {
	if _, ok := engines.As[engines.ArenaFactory](p.engine); !ok {
		return false
	}
	_, err := p.engine.NewGame(p.spec.MinSeats, 1)
	return err != nil
}
