package ludus

import (
	"context"
	"strconv"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// Begin begins a game.
func (s *Session) Begin(ctx context.Context, g driver.Game) error {
	s.limit = g.Limit
	s.request("new")
	s.field("game")
	s.out = appendText(s.out, g.Game)
	s.field("settings")
	s.out = appendSettings(s.out, g.Settings)
	s.field("seat")
	s.out = strconv.AppendInt(s.out, int64(g.Seat), 10)
	s.field("seats")
	s.out = strconv.AppendInt(s.out, int64(g.Seats), 10)
	s.field("seed")
	s.out = strconv.AppendUint(s.out, g.Seed, 10)
	s.field("weights")
	s.out = appendWeights(s.out, g.Space, g.Weights)
	s.field("limit")
	s.out = appendLimit(s.out, g.Limit)
	_, err := s.ask(ctx, s.Timeouts.Reply)
	return err
}

// Choose asks for a move.
func (s *Session) Choose(ctx context.Context, t driver.Turn) (driver.Choice, error) {
	s.request("move")
	s.field("seat")
	s.out = strconv.AppendInt(s.out, int64(t.Seat), 10)
	s.field("ply")
	s.out = strconv.AppendInt(s.out, int64(t.Ply), 10)
	s.field("position")
	s.out = appendText(s.out, t.Position.String())
	if s.wants.Legal {
		s.field("legal")
		s.text = t.Position.Moves(s.text[:0])
		s.moves(t.Position, s.text)
	}
	if h, ok := t.Position.(engines.History); ok && s.wants.Moves {
		s.field("moves")
		s.moves(t.Position, h.Played())
	}
	if t.Left != nil {
		s.field("clock")
		s.out = append(s.out, `{"left_ms":`...)
		s.out = appendInts(s.out, milliseconds(t.Left))
		s.out = append(s.out, `,"inc_ms":`...)
		s.out = appendInts(s.out, milliseconds(t.Add))
		s.out = append(s.out, '}')
	}
	within := s.Timeouts.Move
	if s.limit.Timed() {
		within = 0 // ctx ends in time
	}
	line, err := s.ask(ctx, within)
	if err != nil {
		return driver.Choice{}, err
	}
	return readChoice(line)
}

// moves writes a list of moves.
func (s *Session) moves(p engines.Position, list []engines.Move) {
	s.out = append(s.out, '[')
	for i, m := range list {
		if i > 0 {
			s.out = append(s.out, ',')
		}
		s.out = appendText(s.out, p.FormatMove(m))
	}
	s.out = append(s.out, ']')
}

func milliseconds(list []time.Duration) []int64 {
	out := make([]int64, len(list))
	for i, d := range list {
		out[i] = d.Milliseconds()
	}
	return out
}

// readChoice reads the answer to a request for a move.
func readChoice(line []byte) (driver.Choice, error) {
	var r struct {
		Move   *string  `json:"move"`
		Resign bool     `json:"resign"`
		Score  *float64 `json:"score"`
		Nodes  *float64 `json:"nodes"`
	}
	if err := decode(line, &r); err != nil {
		return driver.Choice{}, err
	}
	c := driver.Choice{Resign: r.Resign}
	if r.Score != nil && *r.Score >= -1 && *r.Score <= 1 { // any other is none that the protocol has
		c.Score = r.Score
	}
	if r.Nodes != nil && *r.Nodes >= 0 && *r.Nodes < 1<<53 {
		c.Nodes = uint64(*r.Nodes)
	}
	switch {
	case r.Resign:
		return c, nil
	case r.Move == nil:
		return c, driver.Malformed("an answer without a move: %s", driver.Printable(string(line)))
	}
	c.Move = *r.Move
	return c, nil
}

// End tells how the game ended, where that is wanted.
func (s *Session) End(ctx context.Context, o engines.Outcome, why string) error {
	if !s.wants.End {
		return nil
	}
	s.request("end")
	s.field("places")
	s.out = append(s.out, '[')
	for seat := range o.Seats() {
		if seat > 0 {
			s.out = append(s.out, ',')
		}
		s.out = strconv.AppendInt(s.out, int64(o.Place(seat)), 10)
	}
	s.out = append(s.out, ']')
	s.field("why")
	s.out = appendText(s.out, why)
	_, err := s.ask(ctx, s.Timeouts.Reply)
	return err
}
