package pairwise

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Form names the snapshots of a strategy.
type Form struct {
	Name    string
	Version int
	// Oldest is the oldest version that is read, 0 for none but Version. A method
	// that is restored from an older one is told so, see [Follower].
	Oldest int
	// Formerly are names that the strategy has had; their snapshots are read.
	Formerly []string
}

// envelope is a snapshot: whose state it is, in which version of its form.
type envelope struct {
	Strategy string          `json:"strategy"`
	Version  int             `json:"version"`
	State    json.RawMessage `json:"state"`
	// Ahead are rounds that have been proposed and not yet learned from, of a method
	// that is restored by its state; they are made of what was known before.
	Ahead []Proposal `json:"ahead,omitempty"`
}

// packed is the scores of a round, a byte each, in steps of the finest score that
// a pair can have.
type packed []byte

// learned is the state of a strategy that is restored by learning again.
type learned struct {
	Scores []packed  `json:"scores"`
	Centre []float64 `json:"centre"`
}

// Snapshot is the state after the last round as versioned JSON: that of the method
// if it is small, the scores of all rounds if not.
func (d *Driver[M]) Snapshot() ([]byte, error) {
	var (
		state any = learned{d.entries, d.centre(d.method)}
		ahead []Proposal
	)
	if m, ok := any(d.method).(Saver); ok {
		state = m.Save(d.progress)
		if d.Ahead() > 0 {
			ahead = d.queue
		}
	}
	return d.form.seal(state, d.version, ahead)
}

// Restore takes up a snapshot. What it refuses changes nothing.
func (d *Driver[M]) Restore(snapshot []byte) error {
	e, err := d.form.open(snapshot)
	if err != nil {
		return fmt.Errorf("%s: snapshot: %w", d.form.Name, err)
	}
	if m, ok := any(d.method).(Saver); ok {
		err := d.checkAhead(e.Ahead)
		var progress Progress
		if err == nil {
			progress, err = m.Load(func(state any) error { return strict(e.State, state) })
		}
		if err != nil {
			return fmt.Errorf("%s: snapshot: %w", d.form.Name, err)
		}
		d.progress, d.queue, d.version = progress, e.Ahead, e.Version
		return nil
	}
	again := Driver[M]{form: d.form, setup: d.setup, build: d.build, version: e.Version}
	if err := again.relearn(e.State); err != nil {
		return fmt.Errorf("%s: snapshot: %w", d.form.Name, err)
	}
	*d = again
	return nil
}

// checkAhead refuses rounds ahead that are not of this problem.
func (d *Driver[M]) checkAhead(rounds []Proposal) error {
	if len(rounds) > d.Ahead() {
		return fmt.Errorf("it was written with %d rounds ahead, and at most %d are allowed here", len(rounds), d.Ahead())
	}
	for _, p := range rounds {
		for _, w := range p.Points {
			if err := d.setup.Problem.Space.Check(w); err != nil {
				return fmt.Errorf("a round ahead: %w", err)
			}
		}
		for _, pair := range p.Pairs {
			if n := len(p.Points); min(pair.A, pair.B) < 0 || max(pair.A, pair.B) >= n {
				return fmt.Errorf("a round ahead pairs the points %d and %d of %d", pair.A, pair.B, n)
			}
		}
	}
	return nil
}

// relearn builds the method and lets it learn all rounds of a snapshot.
func (d *Driver[M]) relearn(raw json.RawMessage) error {
	var state learned
	if err := strict(raw, &state); err != nil {
		return err
	}
	var err error
	if d.method, err = d.build(); err != nil {
		return err
	}
	if m, ok := any(d.method).(Follower); ok {
		m.Follow(d.version)
	}
	for round, entry := range state.Scores {
		scores, err := d.setup.seating.read(entry)
		if err == nil {
			err = d.Learn(scores)
		}
		if err != nil {
			return fmt.Errorf("round %d: it is not of this problem with these options: %w", round+1, err)
		}
	}
	if here := d.centre(d.method); !slices.Equal(state.Centre, here) {
		return fmt.Errorf("it led to %v, here it leads to %v: it is not of this problem with these options", state.Centre, here)
	}
	return nil
}

// centre is where learning has led a method.
func (d *Driver[M]) centre(m M) []float64 {
	if c, ok := any(m).(Centred); ok {
		return c.Centre()
	}
	return m.Best().Weights
}

// seal writes a state as a snapshot of a version.
func (f Form) seal(state any, version int, ahead []Proposal) ([]byte, error) {
	raw, err := json.Marshal(state)
	if err != nil {
		return nil, fmt.Errorf("%s: snapshot: %w", f.Name, err)
	}
	return json.Marshal(envelope{f.Name, version, raw, ahead})
}

// open reads a snapshot. It refuses those of another
// strategy and of a version that it does not read.
func (f Form) open(snapshot []byte) (envelope, error) {
	var e envelope
	if err := json.Unmarshal(snapshot, &e); err != nil {
		return e, err
	}
	oldest := f.Version
	if f.Oldest > 0 {
		oldest = f.Oldest
	}
	switch {
	case e.Strategy != f.Name && !slices.Contains(f.Formerly, e.Strategy):
		return e, fmt.Errorf("it is of strategy %q", e.Strategy)
	case e.Version > f.Version:
		return e, fmt.Errorf("it has version %d, this program knows up to %d", e.Version, f.Version)
	case e.Version < oldest:
		return e, fmt.Errorf("it has version %d, which this program no longer reads", e.Version)
	}
	return e, nil
}

// strict decodes JSON and refuses keys that v does not know.
func strict(raw json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
