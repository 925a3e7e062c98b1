package external

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// Finding is the result of one test in the check of a program.
type Finding struct {
	ID      string  `json:"id"`
	Verdict Verdict `json:"verdict"`
	Detail  string  `json:"detail"`
}

// Verdict states whether a test of a program was passed.
type Verdict string

// These are the possible results of one test in the check of a program.
const (
	Pass Verdict = "pass"
	Warn Verdict = "warn" // the program can be tuned nevertheless
	Fail Verdict = "fail"
)

// CheckResult is the result of a check that tests whether a program, or a game written in Go, can
// be tuned.
type CheckResult struct {
	Program  string          `json:"program,omitempty"`  // "" for a game in Go
	Protocol string          `json:"protocol,omitempty"` // "" for a game in Go
	Name     string          `json:"name"`               // as the program or the game declares it
	Verdict  Verdict         `json:"verdict"`
	Checks   []Finding       `json:"checks"`
	Weights  []CheckedWeight `json:"weights"`
	// PerSecond is the number of games per second of all workers together, or 0 if no game was
	// finished.
	PerSecond float64 `json:"games_per_second" doc:"in the games of the check"`
}

// CheckedWeight describes a weight of the program that was checked, as the program declares it.
type CheckedWeight struct {
	Name    string  `json:"name"`
	Min     float64 `json:"min" doc:"smallest value"`
	Max     float64 `json:"max" doc:"largest value"`
	Default float64 `json:"default" doc:"start value"`
	Kind    string  `json:"kind"`
}

// DefaultCheckGames is the default number of games of a check. For a program it is the total number
// of games, and for a game in Go the number of games of each test.
const DefaultCheckGames = 20

// CheckOptions are the options of [Programs.Check].
type CheckOptions struct {
	Games   int    // games to play; 0 means DefaultCheckGames
	Workers int    // goroutines for the measurement of speed; 0 means 1
	Seats   int    // seats of a game
	Seed    uint64 // seed of the games
	Budget  int    // number of games whose duration is estimated; 0 means no estimate
	// Openings are the random moves at the beginning of the games. A program that plays whole
	// games by itself ignores them.
	Openings engines.Openings
	// Notify, if not nil, is called with every finding as soon as its test has ended.
	Notify func(Finding)
}

// Check tests whether a program can be tuned, which means that strategies can search for better
// values of its weights. e is the game that the program plays, or the [Table] at which it is a
// player. Faults of the program are findings in the result. Check returns an error only if ctx
// ends.
func (ps *Programs) Check(ctx context.Context, e engines.Engine, name string, o CheckOptions) (CheckResult, error) {
	if o.Games == 0 {
		o.Games = DefaultCheckGames
	}
	o.Workers = max(o.Workers, 1)
	c := &checker{
		checked: checkedProgram{options: o, programs: ps, program: ps.byName[name], engine: e},
		endings: make(map[engines.Outcome]bool),
	}
	c.result = CheckResult{Program: name, Protocol: c.checked.program.config.Protocol, Verdict: Pass, Weights: []CheckedWeight{}}
	if !c.start(ctx) {
		return c.result, ctx.Err()
	}
	chooses := c.checked.about.Role == protocol.Agent
	weighted := c.checked.about.Role != protocol.Rules // rules have no weights
	for _, test := range []struct {
		plays   bool // skipped if no games can be played
		applies bool
		run     func(context.Context, *checker) error
	}{
		{false, true, checkOptions},
		{false, weighted, checkAccept},
		{false, chooses, checkFirstAnswer},
		{true, true, checkLegal},
		{true, true, checkRepeat},
		{true, true, checkMemory},
		{true, !chooses, checkChance},
		{true, c.checked.about.Role == protocol.Arena, checkVariety},
		{true, weighted, checkEffect},
		{true, weighted, checkScale},
		{true, chooses, checkScore},
		{false, true, checkUnknown},
		{false, true, checkFence},
		{false, true, checkEnd},
		{true, true, checkSpeed},
	} {
		if !test.applies || test.plays && c.unplayable {
			continue
		}
		if err := test.run(ctx, c); err != nil {
			return c.result, err
		}
	}
	checkNoise(c)
	return c.result, nil
}

// checker runs the tests of one program. A test is a function that reports its findings to the
// checker. It returns an error only if the context has ended.
type checker struct {
	checked      checkedProgram
	result       CheckResult
	played       []engines.Record // of the test "legal", by the number of its seed
	ready        time.Duration    // from the start of a process to the end of the handshake
	plies        int
	games        int           // number of games that ended without a forfeit of the program
	lost         int           // number of games that the program lost by failing
	perGame      time.Duration // the mean duration of a game
	unrepeatable bool          // repeated games differ even within one process
	// unplayable reports whether tests that play games are left out, because the program does not
	// answer, so that games would take hours, or because its game has no moves.
	unplayable bool
	// endings contains the outcomes of the games that ended without a forfeit of the program.
	endings map[engines.Outcome]bool
}

// report adds a finding to the result of the check and passes it to the callback Notify of the
// options.
func (c *checker) report(id string, v Verdict, format string, args ...any) {
	f := Finding{id, v, fmt.Sprintf(format, args...)}
	c.result.Checks = append(c.result.Checks, f)
	if v == Fail || v == Warn && c.result.Verdict == Pass {
		c.result.Verdict = v
	}
	if c.checked.options.Notify != nil {
		c.checked.options.Notify(f)
	}
}

// conclude adds the finding of a test to the result of the check. The finding is a failure if err
// is not nil, otherwise a success with the formatted text. Some failures keep all later tests from
// playing games: a game that did not end, an answer that did not come in time, and an error in the
// test "legal" before any game. If ctx has ended, conclude adds nothing and returns the error of
// ctx. Otherwise it returns nil.
func (c *checker) conclude(ctx context.Context, id string, err error, format string, args ...any) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, protocol.ErrSilent) || errors.Is(err, errEndless) || err != nil && id == "legal" && c.games+c.lost == 0:
		c.unplayable = true
		c.report(id, Fail, "%v; no further test plays games", err)
	case err != nil:
		c.report(id, Fail, "%v", err)
	default:
		c.report(id, Pass, format, args...)
	}
	return nil
}

// start starts a process of the program and waits for its handshake. It reports whether the
// program was ready.
func (c *checker) start(ctx context.Context) bool {
	begun := time.Now()
	i, d, err := c.checked.programs.pool.open(ctx, c.checked.program, c.checked.program.config.Weights.Default())
	c.ready = time.Since(begun)
	if err != nil {
		c.report("start", Fail, "%v", err)
		return false
	}
	c.checked.programs.pool.release(i)
	if c.checked.about, err = c.checked.programs.Description(ctx, c.checked.program.config.Name); err != nil {
		c.report("start", Fail, "%v", err)
		return false
	}
	c.result.Name = d.Name
	for _, w := range c.checked.about.Weights {
		c.result.Weights = append(c.result.Weights, CheckedWeight{w.Name, w.Min, w.Max, w.Default, w.Kind.String()})
	}
	name := strings.TrimSpace(protocol.Printable(d.Name + " " + d.Version))
	c.report("start", Pass, "%s, protocol %s, ready after %v; %s", name, c.checked.program.config.Protocol, c.ready.Round(time.Millisecond), listWeights(c.checked.about))
	return true
}

// listWeights returns the names of the program's weights as text. If it has none, the text lists
// the options that could be weights.
func listWeights(d protocol.Description) string {
	space := d.Weights
	if len(space) == 0 {
		space = d.Offers
	}
	if len(space) == 0 {
		return "no weights"
	}
	var names []string
	for _, w := range space {
		if len(d.Weights) > 0 || protocol.Tunable(w) {
			names = append(names, w.Name)
		}
	}
	list := strings.Join(names, ", ")
	switch {
	case len(names) == 0:
		return "no weights"
	case len(d.Weights) == 0:
		return fmt.Sprintf("no weights; %s could be weights: %s", counted(len(names), "option"), list)
	}
	return counted(len(space), "weight") + ": " + list
}
