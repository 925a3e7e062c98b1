package duel

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// envelope is a snapshot: whose state it is, in which version of its form.
type envelope struct {
	Strategy string          `json:"strategy"`
	Version  int             `json:"version"`
	State    json.RawMessage `json:"state"`
}

// Seal writes a strategy's state as a snapshot.
func Seal(strategy string, version int, state any) ([]byte, error) {
	raw, err := json.Marshal(state)
	if err != nil {
		return nil, fmt.Errorf("%s: snapshot: %w", strategy, err)
	}
	return json.Marshal(envelope{strategy, version, raw})
}

// Open reads a snapshot that Seal wrote into state. It refuses a snapshot of
// another strategy, of another version, or with keys that state does not know.
func Open(snapshot []byte, strategy string, version int, state any) error {
	var e envelope
	if err := json.Unmarshal(snapshot, &e); err != nil {
		return fmt.Errorf("%s: snapshot: %w", strategy, err)
	}
	switch {
	case e.Strategy != strategy:
		return fmt.Errorf("%s: the snapshot is of strategy %q", strategy, e.Strategy)
	case e.Version > version:
		return fmt.Errorf("%s: the snapshot has version %d, this program knows up to %d", strategy, e.Version, version)
	case e.Version != version:
		return fmt.Errorf("%s: the snapshot has version %d, which this program no longer reads", strategy, e.Version)
	}
	d := json.NewDecoder(bytes.NewReader(e.State))
	d.DisallowUnknownFields()
	if err := d.Decode(state); err != nil {
		return fmt.Errorf("%s: snapshot: %w", strategy, err)
	}
	return nil
}
