package external

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// Finding is what one test of a program has found.
type Finding struct {
	ID      string  `json:"id"`
	Verdict Verdict `json:"verdict"`
	Detail  string  `json:"detail"`
}

// Verdict is what a test comes to.
type Verdict string

// The verdicts.
const (
	Pass Verdict = "pass"
	Warn Verdict = "warn" // it can be tuned all the same
	Fail Verdict = "fail"
)

// Checked says whether a program can be tuned.
type Checked struct {
	Program  string          `json:"program"`
	Protocol string          `json:"protocol"`
	Name     string          `json:"name"` // that it gives itself
	Verdict  Verdict         `json:"verdict"`
	Checks   []Finding       `json:"checks"`
	Weights  []CheckedWeight `json:"weights"`
	// PerSecond is the number of games on all workers, 0 where none could be played.
	PerSecond float64 `json:"games_per_second"`
}

// CheckedWeight is a weight as the program declares it.
type CheckedWeight struct {
	Name    string  `json:"name"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Default float64 `json:"default"`
	Kind    string  `json:"kind"`
}

// CheckOptions say how much is tried.
type CheckOptions struct {
	Games   int // that are played; the default is 20
	Workers int // for the speed; the default is 1
	Seats   int // at the table
	Seed    uint64
	Budget  int // games of which the time is told; 0 is none
	// Openings are those of the games, but for a program that plays whole games.
	Openings engines.Openings
	// Told, when not nil, is told every finding as it is there.
	Told func(Finding)
}

// Check tries whether a program can be tuned. e is its game, or the table whose
// player it is. What the program does wrong is in the result; an error is ctx's.
func (ps *Programs) Check(ctx context.Context, e engines.Engine, name string, o CheckOptions) (Checked, error) {
	if o.Games == 0 {
		o.Games = 20
	}
	o.Workers = max(o.Workers, 1)
	t := &trial{CheckOptions: o, programs: ps, program: ps.list[name], engine: e}
	t.out = Checked{Program: name, Protocol: t.program.Protocol, Verdict: Pass, Weights: []CheckedWeight{}}
	if !t.start(ctx) {
		return t.out, ctx.Err()
	}
	weighed := t.about.Role != driver.Rules // rules have no weights
	for _, test := range []struct {
		plays bool // which a program that does not answer cannot
		fits  bool
		try   func(context.Context) error
	}{
		{false, weighed, t.accept},
		{false, t.about.Role == driver.Agent, t.answer},
		{true, true, t.legal},
		{true, true, t.repeat},
		{true, true, t.memory},
		{true, t.about.Role != driver.Agent, t.chance},
		{true, weighed, t.effect},
		{false, true, t.unknown},
		{false, true, t.fence},
		{false, true, t.end},
		{true, true, t.speed},
	} {
		if !test.fits || test.plays && t.hangs {
			continue
		}
		if err := test.try(ctx); err != nil {
			return t.out, err
		}
	}
	t.noise()
	return t.out, nil
}

// trial is a program being tried.
type trial struct {
	CheckOptions
	programs *Programs
	program  *program
	engine   engines.Engine
	about    driver.Description
	out      Checked
	thoughts []thought     // of the games played so far
	ready    time.Duration // from the start of a process to the end of the handshake
	plies    int
	games    int
	hangs    bool // it has not answered: whatever plays would take hours
}

// say enters a finding.
func (t *trial) say(id string, v Verdict, format string, args ...any) {
	f := Finding{id, v, fmt.Sprintf(format, args...)}
	t.out.Checks = append(t.out.Checks, f)
	if v == Fail || v == Warn && t.out.Verdict == Pass {
		t.out.Verdict = v
	}
	if t.Told != nil {
		t.Told(f)
	}
}

// judge enters a failure, or a success. An error of ctx ends the trial.
func (t *trial) judge(ctx context.Context, id string, err error, format string, args ...any) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		t.say(id, Fail, "%v", err)
	default:
		t.say(id, Pass, format, args...)
	}
	return nil
}

// start does the handshake in a fresh process.
func (t *trial) start(ctx context.Context) bool {
	begun := time.Now()
	r, d, err := t.programs.open(ctx, t.program, t.program.Weights.Default())
	t.ready = time.Since(begun)
	if err != nil {
		t.say("start", Fail, "%v", err)
		return false
	}
	t.programs.giveBack(r)
	if t.about, err = t.programs.Description(ctx, t.program.Name); err != nil {
		t.say("start", Fail, "%v", err)
		return false
	}
	t.out.Name = d.Name
	for _, w := range t.about.Weights {
		t.out.Weights = append(t.out.Weights, CheckedWeight{w.Name, w.Min, w.Max, w.Default, w.Kind.String()})
	}
	named := strings.TrimSpace(driver.Printable(d.Name + " " + d.Version))
	t.say("start", Pass, "%s, protocol %s, ready after %v; %s", named, t.program.Protocol, t.ready.Round(time.Millisecond), declares(t.about))
	return true
}

// declares lists the weights that a program has, or the options that could be weights.
func declares(d driver.Description) string {
	space := d.Weights
	if len(space) == 0 {
		space = d.Offers
	}
	if len(space) == 0 {
		return "no weights"
	}
	names := make([]string, len(space))
	for i, w := range space {
		names[i] = w.Name
	}
	list := strings.Join(names, ", ")
	switch {
	case len(d.Weights) == 0:
		return fmt.Sprintf("no weights; %d options could be weights: %s", len(space), list)
	case len(space) == 1:
		return "1 weight: " + list
	}
	return fmt.Sprintf("%d weights: %s", len(space), list)
}

// noise tells what the processes have said that was no answer.
func (t *trial) noise() {
	t.programs.endIdle()
	h := t.programs.Heard(t.program.Name)
	switch {
	case h.Noise > 0:
		t.say("noise", Warn, "%d lines that are no replies, the first: %q; write such things to stderr", h.Noise, h.First)
	case h.Late > 0:
		t.say("noise", Warn, "%d answers came twice or late", h.Late)
	default:
		t.say("noise", Pass, "none")
	}
}

// legal plays games.
func (t *trial) legal(ctx context.Context) error {
	records, err := t.play(ctx, t.about.Weights.Default(), 0, t.Games)
	lost := 0
	var first *engines.Forfeit
	for _, r := range records {
		t.plies += r.Plies
		if r.Forfeit != nil {
			lost++
			if first == nil {
				first = r.Forfeit
			}
		}
	}
	t.games = len(records)
	t.hangs = first != nil && first.Kind == engines.ForfeitStalled
	if err == nil && first != nil {
		err = fmt.Errorf("%d of %d games lost by failing; the first (%s): %s", lost, len(records), first.Kind, first.Reason)
	}
	if err := t.judge(ctx, "legal", err, "%d games, all moves legal", len(records)); err != nil {
		return err
	}
	if t.about.Role == driver.Agent {
		t.limit(first)
	}
	return nil
}

// repeat plays some games twice in the same process.
func (t *trial) repeat(ctx context.Context) error {
	const games = 4
	t.programs.endIdle()
	var texts [2][]string
	var err error
	for i := range texts {
		var records []engines.Record
		if records, err = t.play(ctx, t.about.Weights.Default(), 100, games); err != nil {
			break
		}
		texts[i] = stories(records)
	}
	if err == nil && !slices.Equal(texts[0], texts[1]) {
		err = errors.New("it plays otherwise when it plays the same games again: it is not deterministic")
	}
	return t.judge(ctx, "repeat", err, "%d games again in the same process: the same moves", games)
}

// memory plays a game alone in a fresh process, and after others.
func (t *trial) memory(ctx context.Context) error {
	alone, err := t.fresh(func() ([]engines.Record, error) { return t.play(ctx, t.about.Weights.Default(), 200, 1) })
	var after []engines.Record
	if err == nil {
		after, err = t.fresh(func() ([]engines.Record, error) {
			other := t.about.Weights.Default()
			for i, w := range t.about.Weights {
				if other[i] = w.Snap(w.Max); other[i] == w.Default {
					other[i] = w.Snap(w.Min)
				}
			}
			if _, err := t.play(ctx, other, 300, 3); err != nil {
				return nil, err
			}
			return t.play(ctx, t.about.Weights.Default(), 200, 1)
		})
	}
	if err == nil && !slices.Equal(stories(alone), stories(after)) {
		err = errors.New("it plays otherwise after other games; set restart: game")
	}
	return t.judge(ctx, "memory", err, "a game alone and after others: the same moves")
}

// fresh does something with processes that have not played before.
func (t *trial) fresh(f func() ([]engines.Record, error)) ([]engines.Record, error) {
	t.programs.endIdle()
	return f()
}
