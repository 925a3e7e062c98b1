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
}

// Entry is the scores of a round, a byte each, in steps of the finest score that
// a pair can have.
type Entry []byte

// learned is the state of a strategy that is restored by learning again.
type learned struct {
	Scores []Entry   `json:"scores"`
	Centre []float64 `json:"centre"`
}

// Snapshot is the state after the last round as versioned JSON: that of the method
// if it is small, the scores of all rounds if not.
func (d *Driver[M]) Snapshot() ([]byte, error) {
	var state any = learned{d.entries, d.centre(d.method)}
	if m, ok := any(d.method).(Saver); ok {
		state = m.Save(d.progress)
	}
	return d.form.seal(state, d.version)
}

// Restore takes up a snapshot. What it refuses changes nothing.
func (d *Driver[M]) Restore(snapshot []byte) error {
	raw, version, err := d.form.open(snapshot)
	if err != nil {
		return fmt.Errorf("%s: snapshot: %w", d.form.Name, err)
	}
	if m, ok := any(d.method).(Saver); ok {
		progress, err := m.Load(func(state any) error { return strict(raw, state) })
		if err != nil {
			return fmt.Errorf("%s: snapshot: %w", d.form.Name, err)
		}
		d.progress, d.next, d.version = progress, nil, version
		return nil
	}
	again := Driver[M]{form: d.form, setup: d.setup, build: d.build, version: version}
	if err := again.relearn(raw); err != nil {
		return fmt.Errorf("%s: snapshot: %w", d.form.Name, err)
	}
	*d = again
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
func (f Form) seal(state any, version int) ([]byte, error) {
	raw, err := json.Marshal(state)
	if err != nil {
		return nil, fmt.Errorf("%s: snapshot: %w", f.Name, err)
	}
	return json.Marshal(envelope{f.Name, version, raw})
}

// open reads the state of a snapshot and its version. It refuses those of another
// strategy and of a version that it does not read.
func (f Form) open(snapshot []byte) (json.RawMessage, int, error) {
	var e envelope
	if err := json.Unmarshal(snapshot, &e); err != nil {
		return nil, 0, err
	}
	oldest := f.Version
	if f.Oldest > 0 {
		oldest = f.Oldest
	}
	switch {
	case e.Strategy != f.Name && !slices.Contains(f.Formerly, e.Strategy):
		return nil, 0, fmt.Errorf("it is of strategy %q", e.Strategy)
	case e.Version > f.Version:
		return nil, 0, fmt.Errorf("it has version %d, this program knows up to %d", e.Version, f.Version)
	case e.Version < oldest:
		return nil, 0, fmt.Errorf("it has version %d, which this program no longer reads", e.Version)
	}
	return e.State, e.Version, nil
}

// strict decodes JSON and refuses keys that v does not know.
func strict(raw json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
