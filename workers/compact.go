package workers

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
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

// UnmarshalJSON reads what MarshalJSON wrote. It refuses pairings of tables that no
// game has.
func (p *pairings) UnmarshalJSON(text []byte) error {
	var data []byte
	if err := json.Unmarshal(text, &data); err != nil {
		return err
	}
	r := reader{data: data}
	n := r.number(maxPairings)
	*p = make(pairings, 0, min(n, len(data)/leastPairing))
	for range n {
		bits := r.byte()
		one := tournament.Pairing{Apart: bits&isApart != 0, Agents: r.places(), Seed: r.bits(), Games: r.number(maxOrders)}
		if bits&hasOpponents != 0 {
			one.Opponents = r.places()
		}
		if bits&hasFirst != 0 {
			one.First = r.number(engines.MaxSeats)
		}
		if r.broken || bits >= hasFirst<<1 {
			return errCompact
		}
		*p = append(*p, one)
	}
	return r.end()
}

// leastPairing is the least that a pairing takes in bytes, and leastRecord a record.
const (
	leastPairing = 11
	leastRecord  = 4
)

// The parts of a record that most have not, as bits.
const (
	isScored = 1 << iota
	hasReason
	hasForfeit
	hasMoves
	hasWritten
)

// compact is the compact form: of each pairing one more than the number of its games,
// 0 where it failed, and the games.
func (r records) compact() []byte {
	var out []byte
	for _, games := range r {
		if games == nil {
			out = append(out, 0)
			continue
		}
		out = binary.AppendUvarint(out, uint64(len(games))+1)
		for i := range games {
			out = appendRecord(out, &games[i])
		}
	}
	return out
}

// appendRecord appends the bits of a record, its ending, outcome and plies, and the
// parts that few have.
func appendRecord(out []byte, r *engines.Record) []byte {
	at := len(out)
	out = append(out, 0, byte(r.Ending), byte(r.Outcome.Seats()))
	for seat := range r.Outcome.Seats() {
		if score, scored := r.Outcome.Score(seat); scored {
			out[at] |= isScored
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(score))
		} else {
			out = append(out, byte(r.Outcome.Place(seat)))
		}
	}
	out = binary.AppendUvarint(out, uint64(r.Plies))
	if r.Reason != "" {
		out[at] |= hasReason
		out = appendText(out, r.Reason)
	}
	if r.Forfeit != nil {
		out[at] |= hasForfeit
		out = appendText(out, string(encode(r.Forfeit)))
	}
	if len(r.Moves) > 0 {
		out[at] |= hasMoves
		out = binary.AppendUvarint(out, uint64(len(r.Moves)))
		for _, m := range r.Moves {
			out = binary.AppendVarint(out, int64(m))
		}
	}
	if len(r.Written) > 0 {
		out[at] |= hasWritten
		out = binary.AppendUvarint(out, uint64(len(r.Written)))
		for _, m := range r.Written {
			out = appendText(out, m)
		}
	}
	return out
}

func appendText(out []byte, text string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(text))), text...)
}

// readRecords reads the records of pairings. It refuses what no game can leave;
// whether they are of the right games, [tournament.Jobs.Result] says.
func readRecords(data []byte, of pairings) (records, error) {
	most := 0
	for i := range of {
		most += of[i].Played()
	}
	all := make([]engines.Record, 0, min(most, len(data)/leastRecord))
	out := make(records, len(of))
	r := reader{data: data}
	for i := range of {
		n := r.number(math.MaxInt)
		switch {
		case n == 0:
			continue
		case n-1 != of[i].Played():
			return nil, fmt.Errorf("results of %d games, %d were to be played", n-1, of[i].Played())
		}
		from := len(all)
		for range n - 1 {
			all = append(all, engines.Record{})
			if err := r.record(&all[len(all)-1]); err != nil {
				return nil, err
			}
		}
		out[i] = all[from:len(all):len(all)]
	}
	return out, r.end()
}

// record reads a record.
func (r *reader) record(to *engines.Record) error {
	bits := r.byte()
	to.Ending = engines.Ending(r.byte())
	to.Outcome = r.outcome(bits&isScored != 0)
	to.Plies = r.number(maxPlies)
	if bits&hasReason != 0 {
		to.Reason = r.text()
	}
	if bits&hasForfeit != 0 {
		if err := json.Unmarshal([]byte(r.text()), &to.Forfeit); err != nil {
			return fmt.Errorf("a forfeit that cannot be read: %w", err)
		}
	}
	if bits&hasMoves != 0 {
		n := r.number(min(maxPlies, len(r.data)))
		to.Moves = make([]engines.Move, n)
		for i := range to.Moves {
			to.Moves[i] = r.move()
		}
	}
	if bits&hasWritten != 0 {
		n := r.number(min(maxPlies, len(r.data)))
		for range n {
			to.Written = append(to.Written, r.text())
		}
	}
	if r.broken || bits >= hasWritten<<1 || to.Ending > engines.Resigned {
		return errCompact
	}
	return plausible(to)
}

// outcome reads the places or the scores of the seats.
func (r *reader) outcome(scored bool) engines.Outcome {
	n := int(r.byte())
	if n > engines.MaxSeats {
		r.broken = true
		return engines.Outcome{}
	}
	if !scored {
		var places [engines.MaxSeats]int
		for seat := range n {
			places[seat] = int(r.byte())
		}
		return engines.Places(places[:n]...)
	}
	var scores [engines.MaxSeats]float64
	for seat := range n {
		scores[seat] = math.Float64frombits(r.bits())
		if math.IsNaN(scores[seat]) || math.IsInf(scores[seat], 0) {
			r.broken = true
			return engines.Outcome{}
		}
	}
	return engines.ByScore(scores[:n]...)
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
