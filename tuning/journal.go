package tuning

import (
	"context"
	"iter"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// Journal keeps what a verification has played, so that one that was stopped
// goes on where it was. Played is called by several goroutines.
type Journal interface {
	// Begin says who plays, before anybody does; the agents of all results are
	// places in this list.
	Begin(ctx context.Context, field []engines.Agent) error
	// Played returns what an earlier part of the same verification has finished
	// at a place of its schedule.
	Played(index int) (tournament.Result, bool)
	// Finished takes a result as soon as it is there, in any order.
	Finished(tournament.Result)
}

// play plays the next part of the schedule, takes from the journal what it
// knows, and counts the games. Like [tournament.Run] it yields the results in
// order.
func (v *verification) play(ctx context.Context, name string, part tournament.Pairings) iter.Seq2[tournament.Result, error] {
	from := v.begun
	v.begun += len(part)
	return func(yield func(tournament.Result, error) bool) {
		enter := func(r tournament.Result) bool {
			v.verdict.Games += len(r.Games)
			v.different.Add(v.contents.Add(r), &r)
			if v.Events.ResultFinished != nil {
				v.Events.ResultFinished(Verifying, r)
			}
			if v.Events.Progress != nil {
				v.Events.Progress(Progress{Phase: Verifying, Unit: "games", Done: int64(v.verdict.Games), Of: int64(v.Games)})
			}
			return yield(r, nil)
		}
		next := 0
		replay := func(to int) bool {
			for ; next < to; next++ {
				if r, ok := v.known(part, from, next); ok && !enter(r) {
					return false
				}
			}
			return true
		}
		for r, err := range tournament.Run(ctx, v.executor, v.field, part, v.options(name, part, from)) {
			if err != nil {
				yield(r, err)
				return
			}
			if !replay(r.Index) || !enter(r) {
				return
			}
			next = r.Index + 1
		}
		replay(len(part))
	}
}

// options says how a part is played that begins at a place of the schedule.
func (v *verification) options(name string, part tournament.Pairings, from int) tournament.Options {
	o := tournament.Options{Terms: v.Terms, Forfeits: &v.forfeits, Batch: name}
	if v.Journal != nil {
		o.Skip = func(i int) bool { _, ok := v.known(part, from, i); return ok }
		o.Finished = func(r tournament.Result) {
			r.Index += from
			v.Journal.Finished(r)
		}
	}
	return o
}

// known is what the journal has of the i-th pairing of a part, if it is that
// pairing.
func (v *verification) known(part tournament.Pairings, from, i int) (tournament.Result, bool) {
	if v.Journal == nil {
		return tournament.Result{}, false
	}
	r, ok := v.Journal.Played(from + i)
	if !ok || r.Pairing.Seed != part[i].Seed || len(r.Games) != part[i].Played() || !slices.Equal(r.Pairing.Agents, part[i].Agents) {
		return tournament.Result{}, false
	}
	r.Index, r.Pairing, r.Objective = i, part[i], v.Objective
	return r, true
}
