package duel

import (
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Entry is the scores of a round's duels, a byte each, in the finest unit that
// the table has.
type Entry []byte

// Log is the scores of all rounds. A strategy that learns from all games keeps
// it as its state: everything else is a function of the problem, the options
// and the log, and playing the log again restores it.
type Log []Entry

// unit is the number of steps between the scores 0 and 1 of a duel.
func (t Table) unit() float64 { return float64(2 * (t.seats - 1) * t.Games()) }

// Entry writes scores down.
func (t Table) Entry(scores []float64) Entry {
	e := make(Entry, len(scores))
	for i, s := range scores {
		e[i] = byte(math.Round(s * t.unit()))
	}
	return e
}

// Score reads a score back.
func (t Table) Score(b byte) float64 { return float64(b) / t.unit() }

// Results makes results of a batch that have the scores of an entry, so that a
// strategy can be told again what it was told. The games are not those that were
// played: the first ones of a duel are won, the rest lost, but for one between.
func (t Table) Results(b tuning.Batch, e Entry) ([]tournament.Result, error) {
	if len(b.Pairings) != len(e) {
		return nil, fmt.Errorf("%d scores for %d pairings", len(e), len(b.Pairings))
	}
	full := 2 * (t.seats - 1) // a game won, in the unit of an entry
	results := make([]tournament.Result, len(e))
	for i, p := range b.Pairings {
		left := int(e[i])
		if i%2 == 1 { // the lone agent is B
			left = full*t.Games() - left
		}
		if left < 0 || left > full*t.Games() {
			return nil, fmt.Errorf("pairing %d: a score of %d in %d", i, e[i], full*t.Games())
		}
		r := tournament.Result{Index: i, Pairing: p, Games: make([]engines.Record, p.Games)}
		for g := range r.Games {
			halves := min(left, full)
			left -= halves
			r.Games[g] = engines.Record{Outcome: t.outcome(((t.place(i)-g)%t.seats+t.seats)%t.seats, halves)}
		}
		results[i] = r
	}
	return results, nil
}

// outcome has one seat ahead of half as many others as halves says, level with
// one more if it is odd, and behind the rest.
func (t Table) outcome(seat, halves int) engines.Outcome {
	places := make([]int, t.seats)
	for s := range places {
		if s == seat {
			continue
		}
		switch {
		case halves >= 2:
			places[s] = 1
			halves -= 2
		case halves == 1:
			halves = 0
		default:
			places[s] = -1
		}
	}
	return engines.Places(places...)
}

// logged is the state of a strategy that keeps a log, and where it had led.
type logged struct {
	Scores Log       `json:"scores"`
	Centre []float64 `json:"centre"`
}

// SealLog writes a log as a snapshot, with the point it has led to.
func SealLog(strategy string, version int, log Log, centre []float64) ([]byte, error) {
	return Seal(strategy, version, logged{log, centre})
}

// OpenLog reads what SealLog wrote.
func OpenLog(snapshot []byte, strategy string, version int) (Log, []float64, error) {
	var s logged
	if err := Open(snapshot, strategy, version, &s); err != nil {
		return nil, nil, err
	}
	return s.Scores, s.Centre, nil
}

// SameEnd refuses a log that has not led where it led when it was written: it
// belongs to another problem, to other options or to another program.
func SameEnd(want, got []float64) error {
	if !slices.Equal(want, got) {
		return fmt.Errorf("the snapshot led to %v, here it leads to %v: it is not of this problem with these options", want, got)
	}
	return nil
}
