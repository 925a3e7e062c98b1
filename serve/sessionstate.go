package serve

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/session"
)

// maxPacked is the largest size of an unpacked session state.
const maxPacked = 1 << 20

// sessionState is everything that a session is restored from.
type sessionState struct {
	setup     sessionSetup // as it was asked for, without moves
	version   string       // of the game's rules
	seed      uint64
	takebacks int
	moves     []engines.Move
}

// pack encodes a state: texts after their lengths, the numbers and the moves as varints,
// deflated.
func (s *sessionState) pack() ([]byte, error) {
	var b []byte
	text := func(s string) {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	text(s.setup.engine)
	text(s.version)
	b = binary.AppendUvarint(b, uint64(len(s.setup.settings)))
	for _, name := range slices.Sorted(maps.Keys(s.setup.settings)) {
		text(name)
		text(s.setup.settings[name])
	}
	b = binary.AppendUvarint(b, uint64(s.setup.seats))
	text(s.setup.position)
	known := uint64(0)
	if s.setup.seed != nil {
		known = 1
	}
	b = binary.AppendUvarint(b, known)
	b = binary.LittleEndian.AppendUint64(b, s.seed)
	b = binary.AppendUvarint(b, uint64(s.takebacks))
	b = binary.AppendUvarint(b, uint64(len(s.moves)))
	for _, m := range s.moves {
		b = binary.AppendVarint(b, int64(m))
	}
	var out bytes.Buffer
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&out)
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// deflaters are used again, because a deflater takes a megabyte.
var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // fails only for unknown levels
	return w
}}

// unpackState decodes the bytes that pack returned.
func unpackState(packed []byte) (*sessionState, error) {
	damaged := refuse(codeBadState, "state", "the state is damaged")
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxPacked+1))
	if err != nil || len(plain) > maxPacked {
		return nil, damaged
	}
	r := &stateReader{rest: plain}
	s := &sessionState{}
	s.setup.engine = r.text()
	s.version = r.text()
	if n := r.number(maxSettings); n > 0 && !r.failed {
		s.setup.settings = make(engines.Settings, n)
		for range n {
			name := r.text()
			s.setup.settings[name] = r.text()
		}
	}
	s.setup.seats = r.number(engines.MaxSeats)
	s.setup.position = r.text()
	known := r.number(1)
	s.seed = r.fixed()
	if known == 1 {
		s.setup.seed = &s.seed
	}
	s.takebacks = r.number(1 << 40)
	s.moves = r.moves()
	if r.failed || len(r.rest) > 0 {
		return nil, damaged
	}
	return s, nil
}

// stateReader decodes the parts of a state. After a failure it reads nothing more.
type stateReader struct {
	rest   []byte
	failed bool
}

// number reads a number of at most the given size.
func (r *stateReader) number(most uint64) int {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > most {
		r.failed, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

func (r *stateReader) text() string {
	n := r.number(maxPacked)
	if n > len(r.rest) {
		r.failed, r.rest = true, nil
		return ""
	}
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	return s
}

func (r *stateReader) fixed() uint64 {
	if len(r.rest) < 8 {
		r.failed, r.rest = true, nil
		return 0
	}
	v := binary.LittleEndian.Uint64(r.rest)
	r.rest = r.rest[8:]
	return v
}

func (r *stateReader) moves() []engines.Move {
	out := make([]engines.Move, 0, r.number(session.MaxMoves))
	for range cap(out) {
		v, n := binary.Varint(r.rest)
		if n <= 0 {
			r.failed = true
			return nil
		}
		r.rest = r.rest[n:]
		out = append(out, engines.Move(v))
	}
	return out
}
