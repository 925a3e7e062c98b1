package ludus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// version is the version of the protocol.
const version = 1

// What a program may say between two answers that is none.
const (
	mostNoiseLines = 10_000
	mostNoiseBytes = 1 << 20
)

// Session is a conversation with one process.
type Session struct {
	driver.Options
	wants driver.Wants
	heard driver.Heard
	limit engines.Limit // of the present game

	id   int64  // of the last request
	out  []byte // the request being written
	told bool   // the program has said something
	text []engines.Move
}

var _ driver.Session = (*Session)(nil)

// New makes the session of a process that has been started and told nothing.
func New(o driver.Options) driver.Session { return &Session{Options: o} }

// Heard is what the program has said besides its answers.
func (s *Session) Heard() driver.Heard { return s.heard }

// request begins a request.
func (s *Session) request(do string) {
	s.id++
	s.out = append(s.out[:0], `{"id":`...)
	s.out = strconv.AppendInt(s.out, s.id, 10)
	s.out = append(s.out, `,"do":"`...)
	s.out = append(append(s.out, do...), '"')
}

// field begins the next field of the request.
func (s *Session) field(name string) {
	s.out = append(s.out, ',', '"')
	s.out = append(append(s.out, name...), '"', ':')
}

// ask ends the request, sends it, and returns the line that answers it, by a time
// from now; 0 is none, for a ctx that ends in time.
func (s *Session) ask(ctx context.Context, within time.Duration) ([]byte, error) {
	s.out = append(s.out, '}', '\n')
	var by time.Time
	if within > 0 {
		by = time.Now().Add(within)
	}
	if err := s.Process.Send(ctx, by, s.out); err != nil {
		return nil, driver.Blame(err, within)
	}
	return s.answer(ctx, by, within)
}

// answer reads lines up to the one that answers the last request.
func (s *Session) answer(ctx context.Context, by time.Time, within time.Duration) ([]byte, error) {
	noise, size := 0, 0
	for {
		line, err := s.Process.Line(ctx, by)
		if err != nil {
			return nil, driver.Blame(err, within)
		}
		if !s.told {
			s.told = true
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		if len(line) == 0 || line[0] != '{' {
			noise++
			size += len(line)
			s.noise(line)
			if noise > mostNoiseLines || size > mostNoiseBytes {
				return nil, driver.Malformed("more than %d lines or %d bytes that are not an answer", mostNoiseLines, mostNoiseBytes)
			}
			continue
		}
		late, err := s.check(line)
		if err != nil {
			return nil, err
		}
		if !late {
			return line, nil
		}
		s.heard.Late++
	}
}

// noise counts a line that is no answer.
func (s *Session) noise(line []byte) {
	s.heard.Noise++
	if len(s.heard.First) < 3 {
		s.heard.First = append(s.heard.First, driver.Printable(string(line)))
	}
}

// check reads the id and the error of an answer. It is late if it answers an
// earlier request.
func (s *Session) check(line []byte) (late bool, err error) {
	var r struct {
		ID    *float64 `json:"id"`
		Error *string  `json:"error"`
	}
	switch err := json.Unmarshal(line, &r); {
	case err != nil:
		return false, malformed(line, err)
	case r.ID == nil:
		return false, driver.Malformed("an answer without an id: %s", driver.Printable(string(line)))
	case *r.ID < float64(s.id):
		return true, nil
	case *r.ID > float64(s.id):
		return false, driver.Malformed("an answer to request %v, which has not been made (the last was %d)", *r.ID, s.id)
	case r.Error != nil:
		return false, driver.Failed(*r.Error)
	}
	return false, nil
}

// decode reads the fields of an answer.
func decode(line []byte, to any) error {
	if err := json.Unmarshal(line, to); err != nil {
		return malformed(line, err)
	}
	return nil
}

// malformed says what is wrong with a line that should be an answer.
func malformed(line []byte, err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return driver.Malformed("%q is %s, which it cannot be: %s", kind.Field, article(kind.Value), driver.Printable(string(line)))
	}
	return driver.Malformed("not an answer in JSON (%w): %s", err, driver.Printable(string(line)))
}

// article puts the article before the name of a JSON value.
func article(value string) string {
	switch value {
	case "object", "array":
		return "an " + value
	case "null":
		return value
	}
	return "a " + value
}

// Fence waits until the program has done all that it was asked.
func (s *Session) Fence(ctx context.Context) error {
	s.request("ping")
	_, err := s.ask(ctx, s.Timeouts.Reply)
	return err
}

// Unknown sends a request that the program cannot know.
func (s *Session) Unknown(ctx context.Context) error {
	s.request("whatever")
	_, err := s.ask(ctx, s.Timeouts.Reply)
	return err
}

// Quit asks the program to end.
func (s *Session) Quit() {
	s.request("quit")
	s.out = append(s.out, '}', '\n')
	_ = s.Process.Send(context.Background(), time.Now().Add(s.Timeouts.Quit), s.out)
}
