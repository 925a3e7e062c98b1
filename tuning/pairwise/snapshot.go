package pairwise

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// SnapshotFormat identifies the snapshots of a strategy by name and version. A snapshot with
// another name or version is refused.
type SnapshotFormat struct {
	Strategy string
	Version  int
}

// envelope is the JSON document of a snapshot.
type envelope struct {
	Strategy string          `json:"strategy"`
	Version  int             `json:"version"`
	State    json.RawMessage `json:"state"`
	// Ahead contains proposed rounds that have no results yet. They are stored only for a method
	// that implements [Saver], since they depend on earlier states of the method.
	Ahead []Proposal `json:"ahead,omitempty"`
}

// packed contains the scores of a round for a snapshot. Each byte is a score from 0 to 1 as a
// number of equal steps; see scoreSteps.
type packed []byte

// learned is the snapshot of a method that does not implement [Saver]. Such a method is restored by
// learning from all scores again.
type learned struct {
	Scores []packed  `json:"scores"` // of every round
	Centre []float64 `json:"centre"` // see Driver.centre
}

// Snapshot returns the state after the last finished round as JSON, with the strategy's name and a
// version number. For a method that implements [Saver], the state is the return value of Save. For
// any other method it is the scores of all rounds, from which Restore makes the method learn again.
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
	return d.format.seal(state, ahead)
}

// Restore replaces the state of the strategy by a snapshot that Snapshot returned. If it returns
// an error, the state is unchanged.
func (d *Driver[M]) Restore(snapshot []byte) error {
	e, err := d.format.open(snapshot)
	if err != nil {
		return fmt.Errorf("%s: snapshot: %w", d.format.Strategy, err)
	}
	if m, ok := any(d.method).(Saver); ok {
		err := d.checkAhead(e.Ahead)
		var progress Progress
		if err == nil {
			progress, err = m.Load(func(state any) error { return strict(e.State, state) })
		}
		if err != nil {
			return fmt.Errorf("%s: snapshot: %w", d.format.Strategy, err)
		}
		d.progress, d.queue = progress, e.Ahead
		return nil
	}
	again := Driver[M]{format: d.format, setup: d.setup, build: d.build}
	if err := again.relearn(e.State); err != nil {
		return fmt.Errorf("%s: snapshot: %w", d.format.Strategy, err)
	}
	*d = again
	return nil
}

// checkAhead returns an error if the unfinished rounds of a snapshot do not belong to this
// problem.
func (d *Driver[M]) checkAhead(rounds []Proposal) error {
	if len(rounds) > d.Ahead() {
		return fmt.Errorf("it has %d rounds ahead; at most %d are accepted", len(rounds), d.Ahead())
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

// relearn creates a new method and passes it the scores of all rounds of a snapshot. It returns an
// error if the centre of the method's search then differs from the centre in the snapshot.
func (d *Driver[M]) relearn(raw json.RawMessage) error {
	var state learned
	if err := strict(raw, &state); err != nil {
		return err
	}
	var err error
	if d.method, err = d.build(); err != nil {
		return err
	}
	for round, entry := range state.Scores {
		scores, err := d.setup.seating.decode(entry)
		if err == nil {
			err = d.Learn(scores)
		}
		if err != nil {
			return fmt.Errorf("round %d: it belongs to another problem or other options: %w", round+1, err)
		}
	}
	if here := d.centre(d.method); !slices.Equal(state.Centre, here) {
		return fmt.Errorf("its games lead to %v instead of %v: it belongs to another problem or other options", here, state.Centre)
	}
	return nil
}

// centre returns the centre of the method's search, or its best weights if it is not [Centred].
func (d *Driver[M]) centre(m M) []float64 {
	if c, ok := any(m).(Centred); ok {
		return c.Centre()
	}
	return m.Best().Weights
}

// seal returns a snapshot as JSON, made from the state of a method and its unfinished rounds.
func (f SnapshotFormat) seal(state any, ahead []Proposal) ([]byte, error) {
	raw, err := json.Marshal(state)
	if err != nil {
		return nil, fmt.Errorf("%s: snapshot: %w", f.Strategy, err)
	}
	return json.Marshal(envelope{f.Strategy, f.Version, raw, ahead})
}

// open decodes a snapshot. It returns an error for a snapshot of another strategy or version.
func (f SnapshotFormat) open(snapshot []byte) (envelope, error) {
	var e envelope
	if err := json.Unmarshal(snapshot, &e); err != nil {
		return e, err
	}
	switch {
	case e.Strategy != f.Strategy:
		return e, fmt.Errorf("it belongs to strategy %q", e.Strategy)
	case e.Version != f.Version:
		return e, fmt.Errorf("it has version %d; this program reads version %d", e.Version, f.Version)
	}
	return e, nil
}

// strict decodes JSON into v. It returns an error for unknown keys.
func strict(raw json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
