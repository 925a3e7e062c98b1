package workers

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// What there is of every game, pairings and records, is sent in a compact form: games
// of a millisecond are many. Numbers are varints, but for seeds and scores, which are
// their 64 bits, little end first.

// pairings are those of a task.
type pairings []tournament.Pairing

// The parts of a pairing that most have not, as bits.
const (
	isApart = 1 << iota
	hasOpponents
	hasFirst
)

// compact is the compact form: their number, and of each its bits, agents, seed, games,
// opponents and first seat.
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
		out = appendPlaces(append(out, bits), one.Agents)
		out = binary.LittleEndian.AppendUint64(out, one.Seed)
		out = binary.AppendUvarint(out, uint64(one.Games))
		if bits&hasOpponents != 0 {
			out = appendPlaces(out, one.Opponents)
		}
		if bits&hasFirst != 0 {
			out = binary.AppendUvarint(out, uint64(one.First))
		}
	}
	return out
}

// appendPlaces appends places in a field.
func appendPlaces(out []byte, list []int) []byte {
	out = append(out, byte(len(list)))
	for _, at := range list {
		out = binary.AppendUvarint(out, uint64(at))
	}
	return out
}

// MarshalJSON writes the compact form as base64.
func (p pairings) MarshalJSON() ([]byte, error) {
	data := p.compact()
	out := make([]byte, 0, base64.StdEncoding.EncodedLen(len(data))+2)
	return append(base64.StdEncoding.AppendEncode(append(out, '"'), data), '"'), nil
}

// leastPairing is the least that a pairing takes in bytes.
const leastPairing = 11

// UnmarshalJSON reads what MarshalJSON wrote.
func (p *pairings) UnmarshalJSON(text []byte) error {
	var data []byte
	err := json.Unmarshal(text, &data)
	if err == nil {
		*p, err = readPairings(data)
	}
	return err
}

// readPairings reads the compact form of pairings. It refuses those of tables that no
// game has.
func readPairings(data []byte) (pairings, error) {
	r := reader{data: data}
	n := r.number(maxPairings)
	p := make(pairings, 0, min(n, len(data)/leastPairing))
	for range n {
		bits := r.byte()
		one := tournament.Pairing{Apart: bits&isApart != 0, Agents: r.places(), Seed: r.bits(), Games: r.number(maxOrders)}
		if bits&hasOpponents != 0 {
			one.Opponents = r.places()
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

var errCompact = errors.New("games in a form that cannot be read")

// reader reads a compact form. After a mistake it is broken and reads zeros.
type reader struct {
	data   []byte
	broken bool
}

// end returns an error if something could not be read, or if anything is left.
func (r *reader) end() error {
	if r.broken || len(r.data) > 0 {
		return errCompact
	}
	return nil
}

// cut takes so many bytes.
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

// bits are the 64 bits of a number.
func (r *reader) bits() uint64 {
	if b := r.cut(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// number is a whole number of at most so much.
func (r *reader) number(most int) int {
	v, n := binary.Uvarint(r.data)
	if n <= 0 || v > uint64(most) {
		r.broken = true
		return 0
	}
	r.cut(n)
	return int(v)
}

// move is a move.
func (r *reader) move() engines.Move {
	v, n := binary.Varint(r.data)
	if n <= 0 || v < math.MinInt32 || v > math.MaxInt32 {
		r.broken = true
		return 0
	}
	r.cut(n)
	return engines.Move(v)
}

func (r *reader) text() string { return string(r.cut(r.number(len(r.data)))) }

// places are places in a field, of no more agents than have a seat.
func (r *reader) places() []int {
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
