package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/lanista/lanista/engines"
)

// Record is the JSON form of a session, finished or not. It contains everything that is needed to
// continue or replay the session.
type Record struct {
	Engine   string           `json:"engine"` // name of the game, or path of the config with its programs
	Settings engines.Settings `json:"settings,omitempty"`
	Seats    int              `json:"seats"`
	Person   int              `json:"person"`             // seat of the person, from 1
	Others   []int            `json:"others,omitempty"`   // seats of other people at the same terminal, from 1
	Agent    string           `json:"agent"`              // source of the agent that plays the other seats
	MoveTime string           `json:"movetime,omitempty"` // time per move of the agent, such as 2s
	Seed     uint64           `json:"seed,string"`
	Start    string           `json:"start,omitempty"` // position at the beginning; "" for the normal start of the game
	Moves    []string         `json:"moves"`
	Position string           `json:"position"`           // position after the moves, as the person sees it
	Places   []int            `json:"places,omitempty"`   // places by seat, from 1, if the game is over
	Resigned int              `json:"resigned,omitempty"` // seat whose agent has resigned, from 1; 0 for none
}

// NewRecord returns the JSON form of a session. person is the seat of the human player, counted
// from 0. The caller must set the fields Engine and Agent, and Others if several people play.
func NewRecord(s *Session, person int) Record {
	r := Record{
		Settings: s.options.Settings, Seats: s.Seats(), Person: person + 1, Seed: s.options.Seed,
		Start: s.options.Position, Moves: []string{}, Position: s.View(person).String(),
	}
	if s.options.MoveTime > 0 {
		r.MoveTime = s.options.MoveTime.String()
	}
	g := s.start.Clone()
	for _, m := range s.moves {
		r.Moves = append(r.Moves, g.FormatMove(m))
		_ = g.Apply(m) // it was legal when it was made
	}
	if s.Over() {
		for seat := range s.Seats() {
			r.Places = append(r.Places, s.Outcome().Place(seat))
		}
	}
	return r
}

// maxRecord is the largest accepted size of a record in bytes.
const maxRecord = 1 << 20

// ReadRecord decodes a session from its JSON form. It accepts at most [maxRecord] bytes, no unknown keys
// and nothing after the record.
func ReadRecord(from io.Reader) (Record, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxRecord+1))
	if err != nil {
		return Record{}, err
	}
	if len(data) > maxRecord {
		return Record{}, fmt.Errorf("longer than %d bytes", maxRecord)
	}
	var r Record
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var malformed *json.SyntaxError
	switch err := d.Decode(&r); {
	case errors.As(err, &malformed):
		return r, errors.New("not a game that play has written")
	case err != nil:
		return r, fmt.Errorf("not a game that play has written: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return r, errors.New("not a game that play has written: there is text after it")
	}
	return r, nil
}

// Replay makes the moves of the record in a new session. The session must have the settings, seats,
// start position and seed of the record. Replay returns an error if the moves do not lead to the
// recorded position, for example because the rules have changed.
func (r Record) Replay(s *Session) error {
	for i, text := range r.Moves {
		if _, err := s.Play(text); err != nil {
			return fmt.Errorf("move %d of the game: %w", i+1, err)
		}
	}
	if err := s.CheckSeat(r.Person - 1); err != nil {
		return err
	}
	if at := s.View(r.Person - 1).String(); r.Position != "" && at != r.Position {
		return fmt.Errorf("the moves lead to %s, but the file has %s", at, r.Position)
	}
	return nil
}
