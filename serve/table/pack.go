package table

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/lanista/lanista/engines"
)

// maxPacked is the size of an unpacked table.
const maxPacked = 1 << 20

var errDamaged = errors.New("the state is damaged")

// pack writes a table: its texts with their lengths, the numbers and the moves as
// varints, deflated.
func (t *Table) pack() ([]byte, error) {
	var b []byte
	text := func(s string) {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	s := &t.setup
	text(s.Engine)
	text(t.engine.Spec().Version)
	b = binary.AppendUvarint(b, uint64(len(s.Settings)))
	for _, name := range slices.Sorted(maps.Keys(s.Settings)) {
		text(name)
		text(s.Settings[name])
	}
	b = binary.AppendUvarint(b, uint64(s.Seats))
	text(s.Position)
	open := uint64(0)
	if s.Seed != nil {
		open = 1
	}
	b = binary.AppendUvarint(b, open)
	b = binary.LittleEndian.AppendUint64(b, t.seed)
	b = binary.AppendUvarint(b, uint64(t.takebacks))
	b = binary.AppendUvarint(b, uint64(len(t.moves)))
	for _, m := range t.moves {
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

// deflaters are used again: one is a megabyte, which is most of what a command would
// otherwise leave to be collected.
var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // fails for levels that there are not
	return w
}}

// unpack reads what pack wrote and plays the moves.
func (r *Room) unpack(ctx context.Context, packed []byte) (*Table, error) {
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxPacked+1))
	if err != nil || len(plain) > maxPacked {
		return nil, &Error{BadState, "state", errDamaged}
	}
	u := &unpacking{rest: plain}
	t := &Table{}
	version := t.unpack(u)
	moves := u.moves()
	if u.failed || len(u.rest) > 0 {
		return nil, &Error{BadState, "state", errDamaged}
	}
	if t.engine, err = r.Engine(ctx, t.setup.Engine, t.setup.Settings); err != nil {
		return nil, err
	}
	if now := t.engine.Spec().Version; now != version {
		return nil, refuse(BadState, "state", "%s: the table is of the rules %q, this program plays %q; the game can go on from its position", t.setup.Engine, version, now)
	}
	if err := t.begin(ctx, r); err != nil {
		return nil, err
	}
	if err := t.replay(moves); err != nil {
		return nil, refuse(BadState, "state", "the state cannot be played again: %w", err)
	}
	return t, nil
}

// unpack takes all but the moves from an unpacked table, and returns the version of
// the rules it was played by.
func (t *Table) unpack(u *unpacking) (version string) {
	s := &t.setup
	s.Engine = u.text()
	version = u.text()
	if n := u.number(maxSettings); n > 0 && !u.failed {
		s.Settings = make(engines.Settings, n)
		for range n {
			name := u.text()
			s.Settings[name] = u.text()
		}
	}
	s.Seats = u.number(engines.MaxSeats)
	s.Position = u.text()
	open := u.number(1)
	t.seed = u.fixed()
	if open == 1 {
		s.Seed = &t.seed
	}
	t.takebacks = u.number(1 << 40)
	return version
}

// unpacking reads the parts of a table; after a failure it reads nothing more.
type unpacking struct {
	rest   []byte
	failed bool
}

// number reads a number of at most so much.
func (u *unpacking) number(most uint64) int {
	v, n := binary.Uvarint(u.rest)
	if n <= 0 || v > most {
		u.failed, u.rest = true, nil
		return 0
	}
	u.rest = u.rest[n:]
	return int(v)
}

func (u *unpacking) text() string {
	n := u.number(maxPacked)
	if n > len(u.rest) {
		u.failed, u.rest = true, nil
		return ""
	}
	s := string(u.rest[:n])
	u.rest = u.rest[n:]
	return s
}

func (u *unpacking) fixed() uint64 {
	if len(u.rest) < 8 {
		u.failed, u.rest = true, nil
		return 0
	}
	v := binary.LittleEndian.Uint64(u.rest)
	u.rest = u.rest[8:]
	return v
}

func (u *unpacking) moves() []engines.Move {
	out := make([]engines.Move, 0, min(u.number(MaxPlies), MaxPlies))
	for range cap(out) {
		v, n := binary.Varint(u.rest)
		if n <= 0 {
			u.failed = true
			return nil
		}
		u.rest = u.rest[n:]
		out = append(out, engines.Move(v))
	}
	return out
}
