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

// quickTime is the largest duration of Quick.
const quickTime = 200 * time.Millisecond

// quickTests lists the tests of Quick: those for mistakes that make the results of games wrong.
// The tests with the clearest errors come first.
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
	{"chance", "", checkDeclaredChance},
}

// Quick tests an engine for at most a fifth of a second and returns the first mistake that it
// finds, as one sentence that names the test. It is a part of [Check] for use before a run; nil
// does not mean that Check finds no mistake.
//
// Quick returns nil for an engine of this module, which has tests of its own, and for an engine
// whose settings allow no game of the default number of seats, for which the run returns an
// error.
func Quick(ctx context.Context, e engines.Engine) error {
	if shipped(e) {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, quickTime)
	defer cancel()
	if err := dealt(e); err != nil {
		return nil
	}
	for _, t := range quickTests {
		_, err := t.Run(limited, e, 2)
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

// dealt returns the error of dealing a game of the default number of seats. A panic is nil,
// because the tests report it.
func dealt(e engines.Engine) (err error) {
	defer func() { _ = recover() }()
	_, err = e.NewGame(e.Spec().DefaultSeats(), 1)
	return err
}

// shipped reports whether an engine, or the engine that it wraps, is of this module. An engine of
// package solo is a user's.
func shipped(e engines.Engine) bool {
	for {
		w, ok := e.(engines.Wrapper)
		if !ok {
			break
		}
		e = w.Unwrap()
	}
	kind := reflect.TypeOf(e)
	for kind != nil && kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	if kind == nil {
		return false
	}
	contract := reflect.TypeFor[engines.Spec]().PkgPath()
	return strings.HasPrefix(kind.PkgPath(), contract+"/") && path.Base(kind.PkgPath()) != "solo"
}

// checkRanges checks the parts of a Spec that games depend on.
func checkRanges(p *probe) error {
	s := p.of
	if s.MinSeats < 1 || s.MaxSeats > engines.MaxSeats || s.MinSeats > s.MaxSeats {
		return fmt.Errorf("from %d to %d seats, not within 1 to %d", s.MinSeats, s.MaxSeats, engines.MaxSeats)
	}
	if err := s.Weights.Valid(); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	for _, setting := range s.Settings {
		if err := setting.Check(setting.Default); err != nil {
			return fmt.Errorf("the default of a setting: %w", err)
		}
	}
	return nil
}

// checkOwnPlayers checks that games between the engine's own players end without a forfeit.
func checkOwnPlayers(p *probe) error {
	if p.hosted() {
		return nil
	}
	return playTwice(p, engines.Agent{}, p.of.DefaultSeats())
}

// checkDeclaredChance checks the chance that the Spec declares.
func checkDeclaredChance(p *probe) error {
	return engines.CheckChance(p.ctx, p.engine, p.of.DefaultSeats())
}
