package runs

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// tolerances returns, by the name of the program, how many games it may lose by failing before the
// run stops. The key "" stands for the program of agents that name none.
func tolerances(r *Resolved) map[string]tournament.Tolerance {
	if r.Programs == nil {
		return nil
	}
	out := make(map[string]tournament.Tolerance)
	for name, c := range r.Config.Programs {
		t := tournament.Tolerance{Program: name, Row: failuresRow, Share: failuresShare}
		if c.Failures.Row != nil {
			t.Row = *c.Failures.Row
		}
		if c.Failures.Share != nil {
			t.Share = *c.Failures.Share
		}
		if t.Row == 0 && c.Failures.Share == nil {
			t.Share = 0 // row: 0 alone switches it off
		}
		out[name] = t
	}
	for _, main := range []string{r.Config.Engine.Name, r.Config.Engine.Player} {
		if t, ok := out[main]; ok {
			out[""] = t
		}
	}
	return out
}

// irreproducible returns phrases for everything besides config and seed that influences the
// results, such as "limit clock". It returns nil if there is nothing.
func irreproducible(r *Resolved, field ...[]engines.Agent) []string {
	if r.Programs == nil {
		return nil
	}
	var why []string
	add := func(text string) {
		if !slices.Contains(why, text) {
			why = append(why, text)
		}
	}
	for _, kind := range timeLimits(r, field...) {
		add("limit " + kind)
	}
	for _, name := range r.Programs.Started() {
		if d := r.Programs.Known(name); !d.Deterministic {
			add(name + " does not declare that it is deterministic")
		}
	}
	return why
}

// timeLimits returns the kinds of the time limits, such as "clock", that the config or an agent sets
// for the moves of programs.
func timeLimits(r *Resolved, field ...[]engines.Agent) []string {
	if r.Programs == nil {
		return nil
	}
	var kinds []string
	add := func(text string) {
		if l, err := engines.ParseLimit(text); err == nil && l.Timed() {
			kind, _, _ := strings.Cut(l.String(), " ")
			kinds = append(kinds, kind)
		}
	}
	add(string(r.Config.Engine.Settings["limit"]))
	for _, agents := range field {
		for _, a := range agents {
			add(a.Settings["limit"])
		}
	}
	return kinds
}

// warnPrograms passes warnings about the programs in the config to the event handler of a tuning run
// or a tournament, before the programs play.
func warnPrograms(r *Resolved, o Options, field ...[]engines.Agent) {
	if why := irreproducible(r, field...); why != nil {
		o.warn("not reproducible: %s", strings.Join(why, "; "))
	}
	if cores := runtime.GOMAXPROCS(0); o.NewExecutor == nil && o.Workers > cores && len(timeLimits(r, field...)) > 0 {
		o.warn("warning: %d games are played at once, more than the cores (%d): engines with a limit of time share them and may lose on time; use --workers %d", o.Workers, cores, cores)
	}
	for _, note := range fewVectorsNote(r) {
		o.warn("warning: %s", note)
	}
}

// fewVectors is the smallest number of different weight vectors for which [fewVectorsNote] gives no
// warning.
const fewVectors = 20

// fewVectorsNote returns a warning if a search over a program's weights has only few different
// vectors. This happens if all free weights are choices or integers in small ranges.
func fewVectorsNote(r *Resolved) []string {
	if r.Programs == nil || r.Kind != results.Evolve {
		return nil
	}
	vectors, free := 1.0, r.Space.Free()
	for _, i := range free {
		switch w := r.Space[i]; {
		case w.Kind.Has(engines.Choices):
			vectors *= float64(len(w.Candidates()))
		case w.Kind.Has(engines.Integer):
			vectors *= w.Max - w.Min + 1
		default:
			return nil
		}
	}
	if len(free) == 0 || vectors >= fewVectors {
		return nil
	}
	return []string{fmt.Sprintf("the free weights have only %.0f different vectors: many pairings will be between equal ones", vectors)}
}

// closeTraced closes r and calls warn if a trace of its programs is incomplete.
func closeTraced(r *Resolved, warn func(format string, arguments ...any)) {
	r.Close()
	if !r.owner {
		return
	}
	if err := r.Programs.TraceError(); err != nil {
		warn("warning: the trace is incomplete: %v", err)
	}
}

// closePrograms stops the programs that the run has started. It warns about programs that crashed
// or stalled in games, which were then played again, and about programs that printed unknown lines.
func closePrograms(r *Resolved, o Options) {
	if !r.owner {
		return
	}
	_ = r.Programs.Close()
	for _, name := range slices.Sorted(maps.Keys(r.Config.Programs)) {
		if again := r.Programs.Repeated(name); again.Games > 0 {
			text := fmt.Sprintf("warning: %s crashed or stalled in %s, played once more (first failure: %s)", name, plural(again.Games, "game", "games"), again.First)
			for i, line := range again.Input {
				if i == 0 {
					text += "\n  its last input before that; --trace FOLDER writes the input and output of all games:"
				}
				text += "\n    " + line
			}
			o.warn("%s", text)
		}
		stray := r.Programs.Stray(name)
		if stray.Lines > 0 {
			o.warn("warning: %s printed %d lines that are not answers (first: %q); write such lines to standard error", name, stray.Lines, stray.First[0])
		}
	}
}

// processes returns the largest number of external processes that run at the same time. A program
// that chooses moves needs one process for each worker and seat. A program that plays whole games
// needs one for each worker.
func processes(r *Resolved, workers int) int {
	if r.Programs == nil {
		return 0
	}
	n := 0
	for _, name := range r.Programs.Started() {
		if r.Programs.Known(name).Role == protocol.Agent {
			n += workers * r.Seats
		} else if name == r.Config.Engine.Name {
			n += workers
		}
	}
	return n
}
