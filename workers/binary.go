package workers

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// Pairings, agents and records are sent in a compact binary form, because JSON would take a
// noticeable share of the time of short games. Integers are varints. Seeds, weights and
// scores are 64 bits in little-endian order. A text is its length and its bytes.

// pairings contains the pairings of a task: sets of agents, each with the seed from which all its
// games start. The agents are indices in the header's list Field.
type pairings []tournament.Pairing

// These flags mark the optional parts of an encoded pairing of agents, which most pairings lack.
const (
	isApart = 1 << iota
	hasOpponents
	hasFirst
)

// compact encodes the pairings in binary form. The form contains the number of pairings, and for
// each its flags, agents, seed, number of seat orders, opponents and first seat.
func (p pairings) compact() []byte {
	out := binary.AppendUvarint(make([]byte, 0, 16*len(p)+4), uint64(len(p)))
	for i := range p {
		one := &p[i]
		var bits byte
		if one.Apart {
			bits |= isApart
		}
		if len(one.Opponents) > 0 {
			bits |= hasOpponents
		}
		if one.First != 0 {
			bits |= hasFirst
		}
		out = appendIndices(append(out, bits), one.Agents)
		out = binary.LittleEndian.AppendUint64(out, one.Seed)
		out = binary.AppendUvarint(out, uint64(one.Games))
		if bits&hasOpponents != 0 {
			out = appendIndices(out, one.Opponents)
		}
		if bits&hasFirst != 0 {
			out = binary.AppendUvarint(out, uint64(one.First))
		}
	}
	return out
}

func appendIndices(out []byte, list []int) []byte {
	out = append(out, byte(len(list)))
	for _, at := range list {
		out = binary.AppendUvarint(out, uint64(at))
	}
	return out
}

// leastPairing is the smallest encoded size of a pairing in bytes. It limits the memory that a
// false number of pairings in a message can reserve.
const leastPairing = 11

// readPairings decodes what [pairings.compact] encoded. It returns an error for invalid data,
// such as a number of seats that no game has.
func readPairings(data []byte) (pairings, error) {
	r := reader{data: data}
	n := r.number(maxPairings)
	p := make(pairings, 0, min(n, len(data)/leastPairing))
	for range n {
		bits := r.byte()
		one := tournament.Pairing{Apart: bits&isApart != 0, Agents: r.indices(), Seed: r.bits(), Games: r.number(maxOrders)}
		if bits&hasOpponents != 0 {
			one.Opponents = r.indices()
			r.broken = r.broken || len(one.Opponents) == 0
		}
		if bits&hasFirst != 0 {
			one.First = r.number(engines.MaxSeats)
		}
		if r.broken || bits >= hasFirst<<1 {
			return nil, errCompact
		}
		p = append(p, one)
	}
	return p, r.end()
}

// Field is a list of agents, to which pairings refer by index.
type Field []engines.Agent

// compact encodes the agents in binary form. The form contains the number of agents, and for each
// its name, player and weights, and its settings and time limit as JSON.
func (f Field) compact() []byte {
	out := binary.AppendUvarint(nil, uint64(len(f)))
	for i := range f {
		a := &f[i]
		out = appendText(appendText(out, a.Name), a.Player)
		out = binary.AppendUvarint(out, uint64(len(a.Weights)))
		for _, w := range a.Weights {
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(w))
		}
		rest := ""
		if len(a.Settings) > 0 || a.Limit != (engines.Limit{}) {
			rest = string(encode(engines.Agent{Settings: a.Settings, Limit: a.Limit}))
		}
		out = appendText(out, rest)
	}
	return out
}

// leastAgent is the smallest encoded size of an agent in bytes. It limits the memory that a false
// number of agents in a message can reserve.
const leastAgent = 4

// readField decodes what [Field.compact] encoded. It returns an error for invalid data, such as
// weights that are not finite.
func readField(data []byte) (Field, error) {
	r := reader{data: data}
	n := r.number(maxField)
	f := make(Field, 0, min(n, len(data)/leastAgent))
	for range n {
		a := engines.Agent{Name: r.text(), Player: r.text()}
		if n := r.number(len(r.data) / 8); n > 0 {
			a.Weights = make(engines.Weights, n)
		}
		for i := range a.Weights {
			a.Weights[i] = r.finite()
		}
		if rest := r.text(); rest != "" {
			var more engines.Agent
			if err := json.Unmarshal([]byte(rest), &more); err != nil {
				return nil, err
			}
			a.Settings, a.Limit = more.Settings, more.Limit
		}
		if r.broken {
			return nil, errCompact
		}
		f = append(f, a)
	}
	return f, r.end()
}

var errCompact = errors.New("invalid binary data in a message")

// reader decodes the binary form of pairings, agents and game records. After an error the field
// broken is set, and all methods return zeros.
type reader struct {
	data   []byte
	broken bool
}

// end returns an error if the data was invalid or some of it has not been read.
func (r *reader) end() error {
	if r.broken || len(r.data) > 0 {
		return errCompact
	}
	return nil
}

// cut reads the next n bytes.
func (r *reader) cut(n int) []byte {
	if r.broken || n > len(r.data) {
		r.broken = true
		return nil
	}
	out := r.data[:n]
	r.data = r.data[n:]
	return out
}

func (r *reader) byte() byte {
	if b := r.cut(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) bits() uint64 {
	if b := r.cut(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// finite reads a floating-point number. NaN and infinities are errors.
func (r *reader) finite() float64 {
	x := math.Float64frombits(r.bits())
	if math.IsNaN(x) || math.IsInf(x, 0) {
		r.broken = true
		return 0
	}
	return x
}

// number reads an integer in the range from 0 to limit.
func (r *reader) number(limit int) int {
	v, n := binary.Uvarint(r.data)
	if r.broken || n <= 0 || v > uint64(limit) {
		r.broken = true
		return 0
	}
	r.cut(n)
	return int(v)
}

func (r *reader) move() engines.Move {
	v, n := binary.Varint(r.data)
	if r.broken || n <= 0 || v < math.MinInt32 || v > math.MaxInt32 {
		r.broken = true
		return 0
	}
	r.cut(n)
	return engines.Move(v)
}

func (r *reader) text() string { return string(r.cut(r.number(len(r.data)))) }

func (r *reader) indices() []int {
	n := int(r.byte())
	if n > engines.MaxSeats {
		r.broken = true
		return nil
	}
	out := make([]int, n)
	for i := range out {
		out[i] = r.number(maxField)
	}
	return out
}

// compactSlots encodes which slot of a worker, a goroutine that plays games, has played each
// pairing of a task. slots contains the number of the slot for each pairing. If it is 0 for all,
// compactSlots returns nil.
func compactSlots(slots []int32) []byte {
	var out []byte
	for from := 0; from < len(slots); {
		to := from + 1
		for to < len(slots) && slots[to] == slots[from] {
			to++
		}
		if from == 0 && to == len(slots) && slots[0] == 0 {
			return nil
		}
		out = binary.AppendUvarint(binary.AppendUvarint(out, uint64(slots[from])), uint64(to-from))
		from = to
	}
	return out
}

// slots returns the number of the slot that played each of the n pairings of a task. A slot is a
// goroutine of the worker. slots returns nil if slot 0 played all pairings, or if the message does
// not describe n pairings.
func (r *result) slots(n int) []int {
	if r == nil {
		return nil
	}
	out := make([]int, 0, n)
	for in := (reader{data: r.Slots}); len(in.data) > 0; {
		slot, count := in.number(maxSlots), in.number(n-len(out))
		if count == 0 { // as it is after an error
			return nil
		}
		for range count {
			out = append(out, slot)
		}
	}
	if len(out) != n {
		return nil
	}
	return out
}
