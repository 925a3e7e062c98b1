package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/lanista/lanista/engines"
)

// MatchRecord is a game of a person as a file keeps it, finished or not: all that
// it needs to be gone on with, or played again. Seats are numbered from 1.
type MatchRecord struct {
	Engine   string           `json:"engine"`
	Settings engines.Settings `json:"settings,omitempty"`
	Seats    int              `json:"seats"`
	Person   int              `json:"person"`
	Agent    string           `json:"agent"` // by the name of a source
	MoveTime string           `json:"movetime,omitempty"`
	Seed     uint64           `json:"seed,string"`
	Moves    []string         `json:"moves"`
	Position string           `json:"position"`         // after the moves
	Places   []int            `json:"places,omitempty"` // by seat, once the game is over
}

// Record is the game so far.
func (m *Match) Record() MatchRecord {
	r := MatchRecord{
		Engine: m.options.Engine, Settings: m.options.Settings, Seats: m.seats, Person: m.Person + 1, Agent: m.options.Agent,
		Seed: m.Seed, Moves: []string{}, Position: m.Seen(m.Person).String(),
	}
	if m.options.MoveTime > 0 {
		r.MoveTime = m.options.MoveTime.String()
	}
	for _, move := range m.moves {
		r.Moves = append(r.Moves, m.game.FormatMove(move))
	}
	if m.game.Over() {
		for seat := range m.seats {
			r.Places = append(r.Places, m.game.Outcome().Place(seat))
		}
	}
	return r
}

// maxMatch is how long a file with a game may be.
const maxMatch = 1 << 20

// readMatch reads what was written of a game as JSON.
func readMatch(from io.Reader) (MatchRecord, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxMatch+1))
	if err != nil {
		return MatchRecord{}, mistake(err)
	}
	if len(data) > maxMatch {
		return MatchRecord{}, mistakef("longer than %d bytes", maxMatch)
	}
	var r MatchRecord
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var other *json.SyntaxError
	switch err := d.Decode(&r); {
	case errors.As(err, &other):
		return r, mistakef("not a game that play has written")
	case err != nil:
		return r, mistakef("not a game that play has written: %w", err)
	}
	return r, nil
}

// Resume goes on with a game. It refuses one whose moves do not lead to its
// position, for then the rules or the settings are not those that it was played by.
// A game with the programs of a config needs config, the file of it: what is in
// the record starts nothing. Of another game config is "" or the game's name.
func (c Catalog) Resume(ctx context.Context, r MatchRecord, config, store string) (*Match, error) {
	switch {
	case IsConfig(r.Engine) && config == "":
		return nil, mistakef("the game was played with the programs of %s: give the config that says how to start them", r.Engine)
	case !IsConfig(r.Engine) && IsConfig(config):
		return nil, mistakef("the game is one of %s, and needs no config", r.Engine)
	case IsConfig(config):
		r.Engine = config
	case config != "" && config != r.Engine:
		return nil, mistakef("the game is one of %s, not of %s", r.Engine, config)
	}
	o := MatchOptions{Engine: r.Engine, Settings: r.Settings, Seats: r.Seats, Person: r.Person - 1, Agent: r.Agent, Store: store, Seed: r.Seed}
	if r.MoveTime != "" {
		var err error
		if o.MoveTime, err = time.ParseDuration(r.MoveTime); err != nil || o.MoveTime <= 0 {
			return nil, mistakef("movetime %q is not a time", r.MoveTime)
		}
	}
	m, err := c.Match(ctx, o)
	if err != nil {
		return nil, err
	}
	for i, text := range r.Moves {
		if err := m.Make(text); err != nil {
			_ = m.Close()
			return nil, mistakef("move %d of the game: %w", i+1, err)
		}
	}
	if at := m.Seen(m.Person).String(); r.Position != "" && at != r.Position {
		_ = m.Close()
		return nil, mistake(fmt.Errorf("the moves lead to %s, and the file says %s", at, r.Position))
	}
	return m, nil
}

// ResumeFile goes on with the game that a file keeps.
func (c Catalog) ResumeFile(ctx context.Context, file, config, store string) (*Match, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, mistake(err)
	}
	defer func() { _ = f.Close() }()
	r, err := readMatch(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	m, err := c.Resume(ctx, r, config, store)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return m, nil
}
