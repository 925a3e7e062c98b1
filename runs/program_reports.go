package runs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/tournament"
)

// tolerances returns, by player, the programs and how many games each may lose by failing.
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

// irreproducible returns, in words, what the run depends on besides config and seed; nil if
// it depends on nothing else.
func irreproducible(r *Resolved, field ...[]engines.Agent) []string {
	var why []string
	add := func(text string) {
		if !slices.Contains(why, text) {
			why = append(why, text)
		}
	}
	timed := func(text string) {
		if l, err := engines.ParseLimit(text); err == nil && l.Timed() {
			kind, _, _ := strings.Cut(l.String(), " ")
			add("limit " + kind)
		}
	}
	if r.Programs == nil {
		return nil
	}
	timed(string(r.Config.Engine.Settings["limit"]))
	for _, agents := range field {
		for _, a := range agents {
			timed(a.Settings["limit"])
		}
	}
	for _, name := range r.Programs.Started() {
		if d := r.Programs.Known(name); !d.Deterministic {
			add(name + " does not say that it is deterministic")
		}
	}
	return why
}

// warnPrograms reports to the events what the user should know of the programs before they
// play.
func warnPrograms(r *Resolved, o Options, field ...[]engines.Agent) {
	if why := irreproducible(r, field...); why != nil {
		o.warn("not reproducible: %s", strings.Join(why, "; "))
	}
	for _, note := range coarse(r) {
		o.warn("warning: %s", note)
	}
}

// fewValues is the number of values below which a weight is coarse.
const fewValues = 20

// coarse returns a sentence for every weight of a program that has so few values that many
// pairings will be between equal vectors.
func coarse(r *Resolved) []string {
	var out []string
	if r.Programs == nil {
		return nil
	}
	for _, w := range r.Space {
		if n := w.Max - w.Min + 1; w.Free() && w.Kind.Has(engines.Integer) && n < fewValues {
			out = append(out, fmt.Sprintf("%s has %.0f values: many duels will be between equal vectors", w.Name, n))
		}
	}
	return out
}

// warnStray stops the programs and warns of those that have printed lines that are not
// answers.
func warnStray(r *Resolved, o Options) {
	if !r.owner {
		return
	}
	_ = r.Programs.Close()
	for _, name := range slices.Sorted(maps.Keys(r.Config.Programs)) {
		h := r.Programs.Stray(name)
		if h.Lines > 0 {
			o.warn("warning: %s printed %d lines that are not answers (first: %q); write such lines to standard error", name, h.Lines, h.First[0])
		}
	}
}

// processes returns the largest number of processes that play at the same time: one for
// every worker, seat and program that chooses moves, and one for every worker of a program
// that plays the game by itself or has its rules.
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
