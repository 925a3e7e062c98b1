package workers

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/lanista/lanista/engines"
)

// version is the version of the message format. Messages of other versions are rejected.
const version = 5

// These constants limit the sizes of received messages and of their parts.
const (
	maxPairings = 1 << 16  // pairings of a task
	maxOrders   = 1 << 12  // seat orders of a pairing
	maxField    = 1 << 20  // agents of a header
	maxHeader   = 64 << 20 // bytes of a header
	maxPlies    = 1 << 24  // plies of a game
	maxText     = 1 << 12  // bytes of a text for people
	maxName     = 256      // bytes of a name
	maxPrograms = 64       // programs of a game, or of a worker
	maxWeights  = 1 << 12  // weights that an external program declares
	maxExcept   = 1 << 10  // workers that must not play a task
)

// Header contains what all tasks of a batch (one schedule of a run) share: the game, its settings
// and the agents. A task names its header by a digest.
type Header struct {
	V   int    `json:"v"`
	Run string `json:"run"`
	// Game names the game and its settings. Openings and Moves are the options with which
	// games are played; see [engines.ArenaOptions].
	Game     engines.EngineRef `json:"game"`
	Openings engines.Openings  `json:"openings,omitzero"`
	Moves    bool              `json:"moves,omitempty"`
	// Field contains the agents that pairings name by their index.
	Field Field `json:"-"`
}

// encode returns the header as a line of JSON without the agents, followed by the agents in
// binary form. The agents have most of the bytes and would be slow to decode from JSON.
func (h *Header) encode() []byte {
	return append(append(encode(h), '\n'), h.Field.compact()...)
}

// task is a message that makes a worker play pairings of a batch: those with the indices From to
// To-1.
type task struct {
	V       int    `json:"v"`       // version of the message format
	Run     string `json:"run"`     // token of the run's ID
	Batch   string `json:"batch"`   // token of the batch
	Session string `json:"session"` // the call of Execute that waits for the result
	Attempt int    `json:"attempt"` // number of the publication, as in entry
	From    int    `json:"from"`
	To      int    `json:"to"`
	Build   Build  `json:"build"`
	Game    string `json:"game"`
	Header  string `json:"header"` // digest of the header
	// HeaderData is the encoded header if it is small. It is nil if the header is stored on the
	// server.
	HeaderData []byte `json:"what,omitempty"`
	// Check marks a further execution of a task, whose result is compared with an earlier one.
	// Except contains the IDs of the workers that must not play it.
	Check  bool     `json:"check,omitempty"`
	Except []string `json:"except,omitempty"`
	// Packed is the binary form of Pairings.
	Packed   []byte   `json:"pairings"`
	Pairings pairings `json:"-"`
}

// result is a message with which a worker returns the results of a task's pairings.
type result struct {
	V     int    `json:"v"`
	Run   string `json:"run"`
	Batch string `json:"batch"`
	From  int    `json:"from"` // From, To and Check are those of the task
	To    int    `json:"to"`
	Check bool   `json:"check,omitempty"`
	// Pairings is a digest of the header and of the pairings that were played.
	Pairings string `json:"pairings"`
	Build    Build  `json:"build"`
	Worker   string `json:"worker"`
	// Task is the number of tasks that the worker has played so far, this one included.
	Task int `json:"task"`
	// Results contains the game records of every pairing; see [records.compact].
	Results []byte `json:"results"`
	// Evidence describes how programs failed in forfeited games: in as many of them as the server
	// accepts in a message. It is not part of Results, because it differs between workers.
	Evidence []gameEvidence `json:"evidence,omitempty"`
	// Slots states which slot, a goroutine of the worker, played which pairings. It contains two
	// varints for each group of consecutive pairings: the slot and the number of pairings. It is
	// empty if slot 0 played all.
	Slots []byte `json:"slots,omitempty"`
	// Errors contains the errors of pairings that failed, by their index in the batch.
	Errors map[int]string `json:"errors,omitempty"`
	// Refused is the reason why the worker cannot play the task at all. It is "" if the worker
	// has played it.
	Refused string  `json:"refused,omitempty"`
	Games   int     `json:"games"`
	Ms      float64 `json:"ms"`     // the time that slots were busy with the task
	Digest  string  `json:"digest"` // digest of Results
}

// control is a message to all workers. It states that a batch (a schedule of games), a run or a
// session is over, or that a worker is excluded.
type control struct {
	V int `json:"v"`
	// Run and Batch name the tasks that workers must cancel. An empty Batch means all batches of
	// the run.
	Run   string `json:"run,omitempty"`
	Batch string `json:"batch,omitempty"`
	// Session is the call of Execute that is over, as in task. Workers start no more tasks of this
	// session.
	Session string `json:"session,omitempty"`
	// Excluded is the ID of a worker that must play no more, because its results were wrong.
	// Reason is a text for its user.
	Excluded string `json:"excluded,omitempty"`
	Reason   string `json:"reason,omitempty"`
}

// digest returns the first 128 bits of the SHA-256 sum of data in hexadecimal digits.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// digestOf returns a digest that identifies the games of a task. header is the digest of the
// task's header, and packed contains the encoded pairings.
func digestOf(header string, packed []byte) string {
	return digest(append([]byte(header), packed...))
}

func (t task) digest() string { return digestOf(t.Header, t.Packed) }

// encode returns v as JSON. It panics if v cannot be encoded, which cannot happen for messages of
// this package.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("workers: %v", err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// errNewer and errOlder report a message of a newer or an older version of the program.
var (
	errNewer = errors.New("a message of a newer version of the program")
	errOlder = errors.New("a message of an older version of the program")
)

// message is implemented by all messages with a version. versioned returns this version.
type message interface{ versioned() int }

func (h *Header) versioned() int  { return h.V }
func (t *task) versioned() int    { return t.V }
func (r *result) versioned() int  { return r.V }
func (s *status) versioned() int  { return s.V }
func (c *control) versioned() int { return c.V }

// decode decodes a message from JSON. It returns [errNewer] or [errOlder] for another version,
// even if the message does not fit the type. It ignores unknown fields, so an optional field needs no
// new version.
func decode(data []byte, m message) error {
	err := json.Unmarshal(data, m) // sets the fields that fit, also if others do not
	switch v := m.versioned(); {
	case v > version:
		return fmt.Errorf("%w (format %d; this program has format %d)", errNewer, v, version)
	case v > 0 && v < version:
		return fmt.Errorf("%w (format %d; this program has format %d)", errOlder, v, version)
	case err != nil:
		return fmt.Errorf("invalid message: %w", err)
	case v != version:
		return errors.New("invalid message: no version")
	}
	return nil
}

// readHeader decodes and checks a header. It does not check the settings and weights of the
// agents, which depend on the game.
func readHeader(data []byte) (Header, error) {
	var h Header
	if len(data) > maxHeader {
		return h, fmt.Errorf("a header has %d bytes; the maximum is %d", len(data), maxHeader)
	}
	head, field, _ := bytes.Cut(data, []byte("\n"))
	if err := decode(head, &h); err != nil {
		return h, err
	}
	var err error
	if h.Field, err = readField(field); err != nil {
		return h, err
	}
	if err := checkPrograms(h.Game); err != nil {
		return h, err
	}
	return h, h.Openings.Validate()
}

func checkPrograms(game engines.EngineRef) error {
	if len(game.Programs) > maxPrograms {
		return fmt.Errorf("a header names %d programs; the maximum is %d", len(game.Programs), maxPrograms)
	}
	for _, p := range game.Programs {
		if !token(p.Name) || !token(p.Digest) || len(p.Weights) > maxWeights {
			return fmt.Errorf("a header names a program without a valid name or digest, or with more than %d weights", maxWeights)
		}
		for _, name := range p.Weights {
			if len(name) > maxName {
				return fmt.Errorf("a header names a weight of more than %d bytes", maxName)
			}
		}
	}
	return nil
}

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
		return t, errors.New("a task has no valid run, batch, session or header")
	case n < 1 || t.From < 0 || t.To-t.From != n:
		return t, fmt.Errorf("a task has %d pairings for the range %d to %d", n, t.From, t.To)
	}
	if len(t.Except) > maxExcept {
		return t, fmt.Errorf("a task excepts %d workers; the maximum is %d", len(t.Except), maxExcept)
	}
	for i := range t.Pairings {
		if t.Pairings[i].Games < 1 {
			return t, errors.New("a pairing has no seat order")
		}
	}
	return t, nil
}

func readResult(data []byte) (result, error) {
	var r result
	if err := decode(data, &r); err != nil {
		return r, err
	}
	switch {
	case !token(r.Run) || !token(r.Batch) || r.From < 0 || r.To <= r.From || r.To-r.From > maxPairings:
		return r, errors.New("a result does not name its task")
	case len(r.Worker) > maxName || len(r.Refused) > maxText:
		return r, errors.New("a result has too long texts")
	case unprintable(r.Worker) || unprintable(r.Refused):
		return r, errors.New("a result has control characters")
	case r.Ms < 0 || r.Games < 0 || r.Task < 0:
		return r, errors.New("a result has negative numbers")
	case r.Refused == "" && r.Digest != digest(r.Results):
		return r, errors.New("a result has a digest of other records")
	}
	for i, text := range r.Errors {
		if i < r.From || i >= r.To || len(text) > maxText || unprintable(text) {
			return r, errors.New("a result has an invalid error text or an error of another pairing")
		}
	}
	return r, nil
}

// isControl reports whether a character is a control character, which a terminal could interpret
// as a command. Line breaks and tabs are allowed.
func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

func unprintable(text string) bool { return strings.ContainsFunc(text, isControl) }

// cleanText replaces control characters in a text by question marks, and shortens it to maxText
// bytes. Receivers reject messages with control characters or longer texts.
func cleanText(text string) string {
	text = strings.Map(func(r rune) rune {
		if isControl(r) {
			return '?'
		}
		return r
	}, text)
	if len(text) > maxText {
		return strings.ToValidUTF8(text[:maxText-3], "") + "..." // without a part of a character
	}
	return text
}
