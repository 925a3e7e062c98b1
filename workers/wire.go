package workers

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/lanista/lanista/engines"
)

// version is that of the messages. A newer one is refused.
const version = 4

// The bounds of what is taken from a message.
const (
	maxPairings = 1 << 16  // of a task
	maxOrders   = 1 << 12  // seat orders of a pairing
	maxField    = 1 << 20  // agents of a header
	maxHeader   = 64 << 20 // bytes of a header
	maxPlies    = 1 << 24  // of a game
	maxText     = 1 << 12  // bytes of a text that people read
	maxName     = 256      // bytes of a name
	maxPrograms = 64       // of a game, or of a worker
	maxWeights  = 1 << 12  // of a program
)

// Header is what all tasks of a batch have in common. It is stored once and named
// by its digest.
type Header struct {
	V   int    `json:"v"`
	Run string `json:"run"`
	// Game is the game under its settings; the rest is how its games are played,
	// see [tournament.Job].
	Game     engines.EngineRef `json:"game"`
	Openings engines.Openings  `json:"openings,omitzero"`
	Margin   time.Duration     `json:"margin,omitempty"`
	Moves    bool              `json:"moves,omitempty"`
	// Field lists the agents that pairings name by their place. It follows the rest.
	Field Field `json:"-"`
}

// encode writes the rest as JSON, and in a line of its own the compact form of the field,
// which most of the bytes are: reading it as a text in JSON takes longer than all else that
// is done for a short round.
func (h *Header) encode() []byte {
	return append(append(encode(h), '\n'), h.Field.compact()...)
}

// task is a stretch of consecutive pairings of a batch, From to To-1.
type task struct {
	V       int    `json:"v"`
	Run     string `json:"run"`
	Batch   string `json:"batch"`
	Session string `json:"session"` // of the process that waits for the result
	Attempt int    `json:"attempt"`
	From    int    `json:"from"`
	To      int    `json:"to"`
	Build   Build  `json:"build"`
	Game    string `json:"game"`
	Header  string `json:"header"` // digest
	// What is the header itself where it is small: nobody needs to ask for it.
	What []byte `json:"what,omitempty"`
	// Check asks for a second result of a task, and Another for one from another worker
	// than who has the task, if it can be had.
	Check   bool `json:"check,omitempty"`
	Another bool `json:"another,omitempty"`
	// Packed is the compact form of the pairings.
	Packed   []byte   `json:"pairings"`
	Pairings pairings `json:"-"`
}

// result is what came of a task.
type result struct {
	V     int    `json:"v"`
	Run   string `json:"run"`
	Batch string `json:"batch"`
	From  int    `json:"from"`
	To    int    `json:"to"`
	Check bool   `json:"check,omitempty"`
	// Pairings is the digest of the header and the pairings that were played.
	Pairings string `json:"pairings"`
	Build    Build  `json:"build"`
	Worker   string `json:"worker"`
	// Results has the records of every pairing, see [records.compact].
	Results []byte `json:"results"`
	// Errors says why pairings failed, by their place in the batch.
	Errors map[int]string `json:"errors,omitempty"`
	// Refused says why the worker cannot play the task at all.
	Refused string  `json:"refused,omitempty"`
	Games   int     `json:"games"`
	Ms      float64 `json:"ms"`     // the time that it took, in milliseconds
	Digest  string  `json:"digest"` // of Results
}

// digest is the name of some bytes.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// digestOf is the digest of packed pairings among the agents of a header.
func digestOf(header string, packed []byte) string {
	return digest(append([]byte(header), packed...))
}

// digest is that of what the task has to be played.
func (t task) digest() string { return digestOf(t.Header, t.Packed) }

// encode writes what the types of this package always can.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("workers: %v", err)) // an infinite number, which no engine gives
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// errNewer and errOlder say that a message is of another version of the program.
var (
	errNewer = errors.New("a message of a newer version of the program")
	errOlder = errors.New("a message of an older version of the program")
)

// message is what can be decoded: it says which version it is.
type message interface{ versioned() int }

func (h *Header) versioned() int  { return h.V }
func (t *task) versioned() int    { return t.V }
func (r *result) versioned() int  { return r.V }
func (a *alive) versioned() int   { return a.V }
func (c *control) versioned() int { return c.V }

// decode reads a message. One of another version may not fit what is known, and is
// told from one that is broken.
func decode(data []byte, m message) error {
	err := json.Unmarshal(data, m)
	v := m.versioned()
	if err != nil {
		var head struct {
			V int `json:"v"`
		}
		if json.Unmarshal(data, &head) == nil {
			v = head.V
		}
	}
	switch {
	case v > version:
		return fmt.Errorf("%w (%d, this one knows %d)", errNewer, v, version)
	case v > 0 && v < version:
		return fmt.Errorf("%w (%d, this one knows %d)", errOlder, v, version)
	case err != nil:
		return fmt.Errorf("a message that cannot be read: %w", err)
	case v < 1:
		return errors.New("a message without a version")
	}
	return nil
}

// readHeader reads a header and checks it, but for the agents, whom the game
// judges.
func readHeader(data []byte) (Header, error) {
	var h Header
	if len(data) > maxHeader {
		return h, fmt.Errorf("a header of %d bytes, at most %d", len(data), maxHeader)
	}
	head, field, _ := bytes.Cut(data, []byte("\n"))
	if err := decode(head, &h); err != nil {
		return h, err
	}
	var err error
	if h.Field, err = readField(field); err != nil {
		return h, err
	}
	if h.Margin < 0 {
		return h, fmt.Errorf("a margin of %v", h.Margin)
	}
	if err := readGuests(h.Game); err != nil {
		return h, err
	}
	return h, h.Openings.Validate()
}

// readGuests checks the programs that a header names.
func readGuests(game engines.EngineRef) error {
	if len(game.Programs) > maxPrograms {
		return fmt.Errorf("a game with %d programs, at most %d", len(game.Programs), maxPrograms)
	}
	for _, p := range game.Programs {
		if !token(p.Name) || !token(p.Digest) || len(p.Weights) > maxWeights {
			return errors.New("a program without a name or a digest")
		}
		for _, name := range p.Weights {
			if len(name) > maxName {
				return errors.New("a program with weights whose names are too long")
			}
		}
	}
	return nil
}

// readTask reads a task and checks what can be known without its header.
func readTask(data []byte) (task, error) {
	var t task
	if err := decode(data, &t); err != nil {
		return t, err
	}
	var err error
	if t.Pairings, err = readPairings(t.Packed); err != nil {
		return t, err
	}
	n := len(t.Pairings)
	switch {
	case !token(t.Run) || !token(t.Batch) || !token(t.Session) || !token(t.Header):
		return t, errors.New("a task that lacks the name of its run, batch, session or header")
	case n < 1 || n > maxPairings || t.From < 0 || t.To-t.From != n:
		return t, fmt.Errorf("%d pairings from %d to %d", n, t.From, t.To)
	}
	for i := range t.Pairings {
		if orders := t.Pairings[i].Games; orders < 1 || orders > maxOrders {
			return t, fmt.Errorf("a pairing of %d seat orders, at most %d", orders, maxOrders)
		}
	}
	return t, nil
}

// readResult reads a result and checks what can be known without the task.
func readResult(data []byte) (result, error) {
	var r result
	if err := decode(data, &r); err != nil {
		return r, err
	}
	switch {
	case !token(r.Run) || !token(r.Batch) || r.From < 0 || r.To <= r.From || r.To-r.From > maxPairings:
		return r, errors.New("a result that does not name its task")
	case len(r.Worker) > maxName || len(r.Refused) > maxText || len(r.Errors) > r.To-r.From:
		return r, errors.New("a result with texts that are too long")
	case unprintable(r.Worker) || unprintable(r.Refused):
		return r, errors.New("a result with characters that nobody can read")
	case r.Ms < 0 || r.Games < 0:
		return r, errors.New("a result with numbers below 0")
	case r.Refused == "" && r.Digest != digest(r.Results):
		return r, errors.New("a result whose digest belongs to another task")
	}
	for i, text := range r.Errors {
		if i < r.From || i >= r.To || len(text) > maxText || unprintable(text) {
			return r, errors.New("a result with an error of something else")
		}
	}
	return r, nil
}

// commands reports whether a character does something to a terminal.
func commands(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

// unprintable reports whether a text has such characters.
func unprintable(text string) bool { return strings.ContainsFunc(text, commands) }

// cut makes a text fit to be sent and shown: without characters that do something to a
// terminal, and not too long.
func cut(text string) string {
	text = strings.Map(func(r rune) rune {
		if commands(r) {
			return '?'
		}
		return r
	}, text)
	if len(text) > maxText {
		return text[:maxText-3] + "..."
	}
	return text
}
