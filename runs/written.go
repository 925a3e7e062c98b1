package runs

import (
	"fmt"
	"io"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// written is a game as one JSON object in a file of games.
type written struct {
	Phase   tuning.Phase     `json:"phase"`
	Round   int              `json:"round,omitempty"` // of a search
	Pairing int              `json:"pairing"`         // in its round, from 1
	Game    int              `json:"game"`            // of the pairing, from 1
	Seed    string           `json:"seed"`            // it may be more than JSON's numbers hold
	Agents  []writtenAgent   `json:"agents"`          // by seat
	Start   string           `json:"start,omitempty"`
	Opening int              `json:"opening"`         // the number of moves of the opening
	Moves   []string         `json:"moves,omitempty"` // from the start, where they are known
	Plies   int              `json:"plies"`
	Outcome engines.Outcome  `json:"outcome"`
	Ending  engines.Ending   `json:"ending"`
	Reason  string           `json:"reason,omitempty"` // why the game was over, in a word of the game
	Forfeit *engines.Forfeit `json:"forfeit,omitempty"`
	// Content is a hash that is equal for equal games. It is absent for games with chance. It is
	// a string in JSON because JSON numbers may lack the precision.
	Content uint64 `json:"content,omitempty,string"`

	record engines.Record
	san    []string
	black  bool
}

// writtenAgent is an agent of a game in a file of games.
type writtenAgent struct {
	Name     string                   `json:"name,omitempty"`
	Player   string                   `json:"player,omitempty"`
	Settings engines.Settings         `json:"settings,omitempty"`
	Weights  map[string]engines.Value `json:"weights,omitempty"`
}

// fill replays the game from its moves and fills in the fields.
func (w *written) fill(e engines.Engine, field []engines.Agent, p tournament.Pairing) error {
	r := w.record
	w.Seed, w.Plies, w.Outcome = strconv.FormatUint(p.Seed, 10), r.Plies, r.Outcome
	w.Ending, w.Reason, w.Forfeit, w.Content = r.Ending, r.Reason(), r.Forfeit, r.Content
	space := e.Spec().Weights
	for seat := range p.Seats() {
		a := field[p.Seat(w.Game-1, seat)]
		one := writtenAgent{Name: a.Name, Player: a.Player, Settings: a.Settings}
		if len(a.Weights) == len(space) && len(a.Weights) > 0 {
			one.Weights = space.Named(a.Weights)
		}
		w.Agents = append(w.Agents, one)
	}
	moves := r.Moves()
	if moves == nil {
		w.Moves = r.Written()
		return nil
	}
	dealt, err := e.NewGame(p.Seats(), p.Seed)
	if err != nil {
		return err
	}
	w.Start = dealt.String()
	w.Opening = len(moves) - r.Plies
	g := dealt
	if h, ok := dealt.(engines.History); ok {
		w.Start = h.Start()
		opening := h.Played()
		if len(opening) > 0 {
			if g, err = e.ParseGame(w.Start, p.Seed); err != nil {
				return err
			}
		}
		w.Opening += len(opening)
		moves = append(opening, moves...)
	}
	w.black = g.Turn() == 1
	for _, m := range moves {
		w.Moves = append(w.Moves, g.FormatMove(m))
		if a, ok := g.(sanWriter); ok {
			w.san = append(w.san, a.SAN(m))
		}
		if err := g.Apply(m); err != nil {
			return err
		}
	}
	return nil
}

// sanWriter is implemented by games whose moves have a Standard Algebraic Notation (SAN), as used
// in PGN files.
type sanWriter interface {
	// SAN returns the notation of a legal move in this position.
	SAN(m engines.Move) string
}

// standardStart is the start position of chess. PGN files omit it.
const standardStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// writePGN writes the game as PGN. The tag Pair identifies the deal: games of one deal have equal
// tags and other seats.
func (w *written) writePGN(to io.Writer, event string) error {
	result := "1/2-1/2"
	switch {
	case w.Outcome.Place(0) < w.Outcome.Place(1):
		result = "1-0"
	case w.Outcome.Place(0) > w.Outcome.Place(1):
		result = "0-1"
	}
	deal := strconv.Itoa(w.Pairing)
	if w.Phase == tuning.Search {
		deal = fmt.Sprintf("%d.%d", w.Round, w.Pairing)
	}
	tags := []gamefile.Tag{
		{Name: "Event", Value: event},
		{Name: "Site", Value: "?"},
		{Name: "Date", Value: "????.??.??"}, // nothing of the clock belongs to a result
		{Name: "Round", Value: deal + "." + strconv.Itoa(w.Game)},
		{Name: "White", Value: w.name(0)},
		{Name: "Black", Value: w.name(1)},
		{Name: "Result", Value: result},
	}
	if w.Start != "" && w.Start != standardStart {
		tags = append(tags, gamefile.Tag{Name: "SetUp", Value: "1"}, gamefile.Tag{Name: "FEN", Value: w.Start})
	}
	tags = append(
		tags,
		gamefile.Tag{Name: "Pair", Value: string(w.Phase) + " " + deal},
		gamefile.Tag{Name: "PlyCount", Value: strconv.Itoa(len(w.Moves))},
		gamefile.Tag{Name: "Termination", Value: w.termination()},
	)
	return gamefile.WritePGN(to, tags, gamefile.Moves{Text: w.san, Number: moveNumber(w.Start), Black: w.black, Comment: w.comment(), Result: result})
}

// name returns the name of the agent in a seat.
func (w *written) name(seat int) string {
	if name := w.Agents[seat].Name; name != "" {
		return name
	}
	return fmt.Sprintf("seat %d", seat+1)
}

// termination returns the value of the PGN tag Termination.
func (w *written) termination() string {
	switch w.Ending {
	case engines.Adjudicated, engines.MoveCap, engines.RoundCap:
		return "adjudication"
	case engines.Forfeited:
		switch w.Forfeit.Kind {
		case engines.ForfeitTimeout:
			return "time forfeit"
		case engines.ForfeitIllegal:
			return "rules infraction"
		}
		return "abandoned"
	}
	return "normal"
}

// comment returns a text on how the game ended.
func (w *written) comment() string {
	switch {
	case w.Forfeit != nil:
		return fmt.Sprintf("%s forfeits (%v): %s", w.name(w.Forfeit.Seat), w.Forfeit.Kind, w.Forfeit.Reason)
	case w.Reason != "" && w.Ending == engines.Adjudicated:
		return w.Ending.String() + ": " + w.Reason
	case w.Reason != "":
		return w.Reason
	case w.Ending != engines.ByRules:
		return w.Ending.String()
	}
	return ""
}

// moveNumber returns the move number of a chess position in FEN, its last field.
func moveNumber(fen string) int {
	number := 1
	for i := len(fen) - 1; i >= 0; i-- {
		if fen[i] == ' ' {
			if n, err := strconv.Atoi(fen[i+1:]); err == nil {
				number = n
			}
			break
		}
	}
	return number
}
