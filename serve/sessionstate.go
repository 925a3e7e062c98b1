package serve

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"io"
	"sync"

	"github.com/lanista/lanista/engines"
)

// maxPacked is the largest size in bytes of a decompressed session state.
const maxPacked = 1 << 20

// sessionState contains all data that is needed to restore a game session.
type sessionState struct {
	Setup     sessionSetup // setup without its moves
	Version   string       // version of the game's rules
	Seed      uint64
	Takebacks int
	Moves     []byte // moves as varints, set by pack
}

// pack encodes a session state and the moves of its game as compressed JSON.
func (s sessionState) pack(moves []engines.Move) ([]byte, error) {
	for _, m := range moves {
		s.Moves = binary.AppendVarint(s.Moves, int64(m))
	}
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&out)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// deflaters is a pool of compressors, which are large and therefore reused.
var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // fails only for unknown levels
	return w
}}

// unpackState decodes data that pack encoded.
func unpackState(packed []byte) (s sessionState, moves []engines.Move, err error) {
	damaged := refuse(codeBadState, "state", "the state is damaged")
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxPacked+1))
	if err != nil || len(text) > maxPacked || json.Unmarshal(text, &s) != nil {
		return s, nil, damaged
	}
	for rest := s.Moves; len(rest) > 0; {
		v, n := binary.Varint(rest)
		if n <= 0 {
			return s, nil, damaged
		}
		moves, rest = append(moves, engines.Move(v)), rest[n:]
	}
	return s, moves, nil
}
