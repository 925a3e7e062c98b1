package workers

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// What there is of every game and agent is sent in a compact form: games of a
// millisecond are many, and rounds of them are short. Numbers are varints, but for seeds,
// weights and scores, which are their 64 bits, little end first.

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

// leastPairing is the least that a pairing takes in bytes.
const leastPairing = 11

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

// Field lists the agents that pairings name by their place.
type Field []engines.Agent

// compact is the compact form: their number, and of each its name, player and weights, and
// as JSON what else there is of it.
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

// leastAgent is the least that an agent takes in bytes.
const leastAgent = 4

// readField reads the compact form of a field. It refuses weights that are no finite
// numbers.
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

// finite is a finite number.
func (r *reader) finite() float64 {
	x := math.Float64frombits(r.bits())
	if math.IsNaN(x) || math.IsInf(x, 0) {
		r.broken = true
		return 0
	}
	return x
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
