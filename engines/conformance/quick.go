package conformance

import (
	"context"
	"errors"
	"fmt"
	"path"
	"reflect"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
)

const quickTime = 200 * time.Millisecond

// quickGames is the number of games that each test of Quick plays with each number of seats.
const quickGames = 2

// quickTests lists the tests that Quick runs. They detect mistakes that make the results of games
// wrong. Tests with the clearest errors come first.
var quickTests = []Test{
	{"spec", "", checkRanges},
	{"seats", "", checkSeatsDealt},
	{"ends", "", checkEnds},
	{"clone", "", checkClones},
	{"moves", "", checkLegalMoves},
	{"notation", "", checkNotation},
	{"seeds", "", checkSeeds},
	{"evaluation", "", checkEvaluation},
	{"players", "", checkOwnPlayers},
	{"weights", "", checkOwnWeights},
	{"chance", "", checkDeclaredChance},
}

// Quick tests an engine for at most a fifth of a second. It returns the first mistake that it
// finds, as one sentence that names the test. Runs call it before they begin. It is only a part
// of [Check], which may find mistakes that Quick does not find.
//
// Quick returns nil for an engine of this module, which has tests of its own. It also returns nil
// if the engine's settings allow no game with the default number of seats, because the run itself
// returns that error. It calls report if a test blocks; see [Test.Watch].
func Quick(ctx context.Context, e engines.Engine, report func(text string)) error {
	if shipped(e) {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, quickTime)
	defer cancel()
	stop := Test{Name: "seats"}.Watch(report)
	err := startError(e)
	stop()
	if err != nil {
		return nil
	}
	for _, t := range quickTests {
		stop := t.Watch(report)
		_, err := t.Run(limited, e, quickGames)
		stop()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case limited.Err() != nil && (err == nil || errors.Is(err, limited.Err())):
			return nil
		case err != nil:
			return fmt.Errorf("the game breaks the contract of engines: %s: %v; type check %s to see all mistakes, or use enginetest.Run in a Go test", t.Name, err, e.Spec().Name)
		}
	}
	return nil
}

// startError tests whether a game with the default number of seats can be started. It returns the
// error of NewGame. It ignores a panic, which the tests report.
func startError(e engines.Engine) (err error) {
	defer func() { _ = recover() }()
	_, err = e.NewGame(e.Spec().DefaultSeats(), 1)
	return err
}

// shipped reports whether an engine, or the engine that it wraps, belongs to this module. Engines
// made by package solo do not count, because users write their games. Engines of this package are
// test cases and do not count either.
func shipped(e engines.Engine) bool {
	for {
		w, ok := e.(engines.Wrapper)
		if !ok {
			break
		}
		e = w.Unwrap()
	}
	if e == nil { // of a wrapper that has no engine to return
		return false
	}
	kind := reflect.TypeOf(e)
	for kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	contract, own := reflect.TypeFor[engines.Spec]().PkgPath(), reflect.TypeFor[Test]().PkgPath()
	pkg := kind.PkgPath()
	return strings.HasPrefix(pkg, contract+"/") && pkg != own && path.Base(pkg) != "solo"
}

func checkOwnPlayers(p *probe) error {
	if p.hosted() {
		return nil
	}
	return playTwice(p, engines.Agent{}, p.spec.DefaultSeats())
}

// checkDeclaredChance is like [checkChance], but tests only games with the default number of seats
// and adds no notes.
func checkDeclaredChance(p *probe) error {
	return engines.CheckChance(p.ctx, p.engine, p.spec.DefaultSeats())
}
