package duel

import (
	"fmt"
	"math"
	"slices"
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
