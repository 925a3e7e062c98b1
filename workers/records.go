package workers

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
)

// records contains the game records of each pairing, or nil for a pairing that failed.
type records [][]engines.Record

// leastRecord is the smallest encoded size of a game record in bytes. It limits the memory that is
// reserved before the records in a message are decoded.
const leastRecord = 4

// These flags mark the parts of a game record that few records have.
const (
	isScored = 1 << iota
	hasReason
	hasForfeit
	hasMoves
	hasWritten
	hasContent
)

// compact encodes the game records in binary form. All workers that play the pairings must produce
// the same bytes, because results are compared by a digest of this form. It therefore leaves out
// times, such as [engines.Search], and the evidence of forfeits; see [records.evidence]. For each
// pairing the form contains the number of games plus 1, followed by the games, or 0 if the pairing
// failed.
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

// appendRecord appends the binary form of a game record: its flags, ending, outcome and number of
// plies, and the parts that the flags name.
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
	if reason := r.Reason(); reason != "" {
		out[at] |= hasReason
		out = appendText(out, reason)
	}
	if r.Forfeit != nil {
		out[at] |= hasForfeit
		forfeit := *r.Forfeit
		forfeit.Evidence = nil
		out = appendText(out, string(encode(forfeit)))
	}
	if moves := r.Moves(); len(moves) > 0 {
		out[at] |= hasMoves
		out = binary.AppendUvarint(out, uint64(len(moves)))
		for _, m := range moves {
			out = binary.AppendVarint(out, int64(m))
		}
	}
	if written := r.Written(); len(written) > 0 {
		out[at] |= hasWritten
		out = binary.AppendUvarint(out, uint64(len(written)))
		for _, m := range written {
			out = appendText(out, m)
		}
	}
	if r.Content != 0 {
		out[at] |= hasContent
		out = binary.LittleEndian.AppendUint64(out, r.Content)
	}
	return out
}

// gameEvidence describes how a program failed in a game that it forfeited.
type gameEvidence struct {
	Pairing  int               `json:"pairing"` // index in the task, from 0
	Game     int               `json:"game"`    // index in the pairing, from 0
	Evidence *engines.Evidence `json:"evidence"`
}

// evidence returns how programs failed in forfeited games. It returns as many of the first such
// games as fit into a JSON document of the given size in bytes.
func (r records) evidence(size int) []gameEvidence {
	var list []gameEvidence
	for i, games := range r {
		for g := range games {
			f := games[g].Forfeit
			if f == nil || f.Evidence == nil {
				continue
			}
			one := gameEvidence{i, g, f.Evidence}
			if size -= len(encode(one)) + len(",[]"); size < 0 {
				return list
			}
			list = append(list, one)
		}
	}
	return list
}

// add stores evidence in the records of its games. It returns an error for a game that does not exist
// or was not forfeited.
func (r records) add(list []gameEvidence) error {
	for _, e := range list {
		if e.Pairing < 0 || e.Pairing >= len(r) || e.Game < 0 || e.Game >= len(r[e.Pairing]) || r[e.Pairing][e.Game].Forfeit == nil {
			return errors.New("the evidence of a failure belongs to no forfeited game")
		}
		r[e.Pairing][e.Game].Forfeit.Evidence = e.Evidence
	}
	return nil
}

func appendText(out []byte, text string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(text))), text...)
}

// readRecords decodes the game records of the given pairings. It returns an error for values that
// no game has. [tournament.Jobs.Result] checks that the records belong to the right games.
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
			return nil, fmt.Errorf("a pairing has records of %d games; it has %d games", n-1, of[i].Played())
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

func (r *reader) record(to *engines.Record) error {
	bits := r.byte()
	to.Ending = engines.Ending(r.byte())
	to.Outcome = r.outcome(bits&isScored != 0)
	to.Plies = r.number(maxPlies)
	if bits&hasReason != 0 {
		if reason := r.text(); reason != "" {
			to.Detail().Reason = reason
		}
	}
	if bits&hasForfeit != 0 {
		if err := json.Unmarshal([]byte(r.text()), &to.Forfeit); err != nil {
			return fmt.Errorf("invalid forfeit: %w", err)
		}
	}
	if bits&hasMoves != 0 {
		r.moves(to, r.number(min(maxPlies, len(r.data))))
	}
	if bits&hasWritten != 0 {
		for range r.number(min(maxPlies, len(r.data))) {
			d := to.Detail()
			d.Written = append(d.Written, r.text())
		}
	}
	if bits&hasContent != 0 {
		to.Content = r.bits()
	}
	if r.broken || bits >= hasContent<<1 || to.Ending > engines.Resigned {
		return errCompact
	}
	return plausible(to)
}

func (r *reader) moves(to *engines.Record, n int) {
	if n == 0 {
		return
	}
	d := to.Detail()
	d.Moves = make([]engines.Move, n)
	for i := range d.Moves {
		d.Moves[i] = r.move()
	}
}

// outcome decodes the result of a game. It contains one value for each seat: a score if scored is
// true, otherwise the place in the ranking of the seats.
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
		scores[seat] = r.finite()
	}
	return engines.ByScore(scores[:n]...)
}

// plausible returns an error for a record that no game can have.
func plausible(r *engines.Record) error {
	switch f := r.Forfeit; {
	case (f != nil) != (r.Ending == engines.Forfeited):
		return fmt.Errorf("a record with the ending %v has or lacks a forfeit", r.Ending)
	case f != nil && (len(f.Reason) > 64*maxText || unprintable(f.Reason)):
		return errors.New("a forfeit has a reason that is too long or has control characters")
	}
	return nil
}
