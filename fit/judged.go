package fit

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Judge returns what positions with known outcomes say. g names the evaluation
// and the seats; it needs no games.
func Judge(g Games, list []engines.Judged, o Options) (Data, error) {
	o = o.Complete()
	reader, err := newReader(g)
	if err != nil {
		return Data{}, err
	}
	d := Data{Lines: reader.lines()}
	rows := reader.empty()
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && list[to].Game == list[from].Game {
			to++
		}
		lines := make([]harvest, reader.lines())
		for _, j := range list[from:to] {
			if err := reader.judged(j, o.ByScore(), lines); err != nil {
				return Data{}, err
			}
		}
		for k, h := range lines {
			rows.join(h.rows)
			d.Target = append(d.Target, h.target...)
			for range h.target {
				d.Line = append(d.Line, int32(list[from].Game*len(lines)+k))
			}
		}
		from = to
	}
	d.Rows = rows
	return d, nil
}

// judged appends a position with a known outcome.
func (r *reader) judged(j engines.Judged, byScore bool, lines []harvest) error {
	if n := j.Position.Seats(); n != r.seats {
		return fmt.Errorf("line %d: a position of %d seats among those of %d", j.Line, n, r.seats)
	}
	targets, err := targetsOf(j.Outcome, byScore)
	if err == nil {
		err = r.read(j.Position, targets, lines)
	}
	if err != nil {
		return fmt.Errorf("line %d: %w", j.Line, err)
	}
	return nil
}
