package fit

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Judge returns what positions with known outcomes say, which read hands out one after
// the other. g names the evaluation and the seats; it needs no games.
func Judge(g Games, read func(each func(engines.Judged) error) error, o Options) (Data, error) {
	reader, err := newReader(g)
	if err != nil {
		return Data{}, err
	}
	j := &judging{reader: reader, byScore: o.Complete().ByScore(), lines: make([]harvest, reader.lines())}
	j.data = Data{Rows: reader.empty(), Lines: reader.lines()}
	if err := read(j.add); err != nil {
		return Data{}, err
	}
	j.flush()
	return j.data, nil
}

// judging is positions with known outcomes being read.
type judging struct {
	reader  *reader
	byScore bool
	data    Data
	game    int       // being read
	lines   []harvest // of that game
}

// add appends a position.
func (j *judging) add(p engines.Judged) error {
	if p.Game != j.game {
		j.flush()
		j.game = p.Game
	}
	if n := p.Position.Seats(); n != j.reader.seats {
		return fmt.Errorf("a position of %d seats among those of %d", n, j.reader.seats)
	}
	targets, err := targetsOf(p.Outcome, j.byScore)
	if err != nil {
		return err
	}
	return j.reader.read(p.Position, noMove, targets, j.lines)
}

// flush puts the lines of a game into the data.
func (j *judging) flush() {
	for k := range j.lines {
		h := &j.lines[k]
		if h.rows == nil {
			continue
		}
		j.data.Rows.(growing).join(h.rows)
		j.data.Target = append(j.data.Target, h.target...)
		for range h.target {
			j.data.Line = append(j.data.Line, int32(j.game*len(j.lines)+k))
		}
		*h = harvest{}
	}
}
