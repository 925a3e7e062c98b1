package ludus

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// Table is a game for an arena to play.
type Table struct {
	Settings engines.Settings
	Seats    []engines.Agent
	Space    engines.Space // of the agents' weights
	Seed     uint64        // below 2^53
	Content  bool          // the record gets the content of the game, if the program sends its moves
}

// Play has an arena play a whole game.
func (s *Session) Play(ctx context.Context, t Table) (engines.Record, error) {
	s.request("play")
	s.field("settings")
	s.out = appendSettings(s.out, t.Settings)
	s.field("seats")
	s.out = append(s.out, '[')
	for i, a := range t.Seats {
		if i > 0 {
			s.out = append(s.out, ',')
		}
		s.out = append(s.out, `{"name":`...)
		s.out = appendText(s.out, a.Name)
		if a.Player != "" {
			s.field("player")
			s.out = appendText(s.out, a.Player)
		}
		s.field("weights")
		s.out = appendWeights(s.out, t.Space, a.Weights)
		s.out = append(s.out, '}')
	}
	s.out = append(s.out, ']')
	s.field("seed")
	s.out = strconv.AppendUint(s.out, t.Seed, 10)
	line, err := s.ask(ctx, s.Timeouts.Move)
	if err != nil {
		return engines.Record{}, err
	}
	return readGame(line, len(t.Seats), t.Content)
}

// readGame reads what came of a game.
func readGame(line []byte, seats int, content bool) (engines.Record, error) {
	var r struct {
		Places  []*whole   `json:"places"`
		Scores  []*float64 `json:"scores"`
		Forfeit *whole     `json:"forfeit"`
		Why     string     `json:"why"`
		Plies   whole      `json:"plies"`
		Start   string     `json:"start"`
		Moves   []*string  `json:"moves"`
	}
	if err := decode(line, &r); err != nil {
		return engines.Record{}, err
	}
	given := 0
	for _, there := range []bool{r.Places != nil, r.Scores != nil, r.Forfeit != nil} {
		if there {
			given++
		}
	}
	if given != 1 {
		return engines.Record{}, driver.Malformed("a game ends with places, with scores or with a forfeit, one of them: %s", driver.Printable(string(line)))
	}
	var record engines.Record
	switch {
	case r.Forfeit != nil:
		if *r.Forfeit < 0 || int(*r.Forfeit) >= seats {
			return record, driver.Malformed("a forfeit of seat %d of %d", *r.Forfeit, seats)
		}
		record = engines.ForfeitRecord(seats, engines.Forfeit{Seat: int(*r.Forfeit), Kind: engines.ForfeitError, Reason: driver.Printable(r.Why)})
	default:
		var err error
		if record.Outcome, err = readOutcome(r.Places, r.Scores, seats); err != nil {
			return record, err
		}
		if why := driver.Printable(r.Why); why != "" {
			record.Detail().Reason = why
		}
	}
	record.Plies = int(min(max(r.Plies, 0), math.MaxInt32))
	for _, m := range r.Moves {
		if m == nil {
			return record, driver.Malformed("a move that is not a text: %s", driver.Printable(string(line)))
		}
		d := record.Detail()
		d.Written = append(d.Written, driver.Printable(*m))
	}
	if content && r.Moves != nil {
		record.Content = engines.WrittenContent(r.Start, record.Written(), record)
	}
	return record, nil
}

// readOutcome reads how a game ended: by scores where there are any, else by places.
func readOutcome(places []*whole, scores []*float64, seats int) (engines.Outcome, error) {
	if scores != nil {
		list, err := perSeat(scores, seats, "scores")
		if err != nil {
			return engines.Outcome{}, err
		}
		return engines.ByScore(list...), nil
	}
	list, err := perSeat(places, seats, "places")
	if err != nil {
		return engines.Outcome{}, err
	}
	order := make([]int, seats)
	for i, p := range list {
		if p < 1 || int(p) > seats {
			return engines.Outcome{}, driver.Malformed("place %d of %d seats", p, seats)
		}
		order[i] = int(p)
	}
	return engines.Places(order...), nil
}

// perSeat reads a list of a number for every seat.
func perSeat[T whole | float64](list []*T, seats int, what string) ([]T, error) {
	if len(list) != seats {
		return nil, driver.Malformed("%d %s for %d seats", len(list), what, seats)
	}
	out := make([]T, seats)
	for i, v := range list {
		if v == nil {
			return nil, driver.Malformed("no number among the %s of seat %d", what, i+1)
		}
		out[i] = *v
	}
	return out, nil
}

// Name says what the game was, for an error: who sat where, with what weights, on
// which seed.
func (t Table) Name() string {
	text := fmt.Sprintf("seed %d", t.Seed)
	for i, a := range t.Seats {
		text += fmt.Sprintf("; seat %d %s %s", i+1, a.Name, appendWeights(nil, t.Space, a.Weights))
	}
	return text
}
