package runs

import (
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// written is a game in a file of games, in the form of a JSON object.
type written struct {
	Phase   tuning.Phase     `json:"phase"`
	Round   int              `json:"round,omitempty"` // round of the search
	Pairing int              `json:"pairing"`         // number of the pairing in its round, from 1
	Game    int              `json:"game"`            // number of the game in the pairing, from 1
	Seed    string           `json:"seed"`            // seed as text, because it may exceed the precision of JSON numbers
	Agents  []writtenAgent   `json:"agents"`          // agents by seat
	Start   string           `json:"start,omitempty"`
	Opening int              `json:"opening"`        // number of moves in the opening
	Moves   []string         `json:"moves,omitzero"` // moves from the start; nil if they are unknown
	Plies   int              `json:"plies"`
	Outcome engines.Outcome  `json:"outcome"`
	Ending  engines.Ending   `json:"ending"`
	Reason  string           `json:"reason,omitempty"` // reason for the end of the game, in a word of the game
	Forfeit *engines.Forfeit `json:"forfeit,omitempty"`
	// Content is a hash that is equal for equal games. It is absent for games with chance. It is
	// a string in JSON because JSON numbers may lack the precision.
	Content uint64 `json:"content,omitempty,string"`

	record  engines.Record
	limits  []engines.Limit // limits by seat
	variant string          // value of the PGN tag Variant; "" for none
	san     []string
	black   bool
}

// writtenAgent is an agent as described in a file of games.
type writtenAgent struct {
	Name     string                   `json:"name,omitempty"`
	Player   string                   `json:"player,omitempty"`
	Settings engines.Settings         `json:"settings,omitempty"`
	Weights  map[string]engines.Value `json:"weights,omitempty"`
}

// fill sets the fields of w, a game in a file of games, except those that identify it. It replays
// the game to write its moves in the game's notation.
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
		w.limits = append(w.limits, limitIn(e, a))
	}
	moves := r.Moves()
	if moves == nil && (r.Plies > 0 || r.Written() != nil) {
		w.Moves = r.Written()
		return nil
	}
	dealt, err := e.NewGame(p.Seats(), p.Seed)
	if err != nil {
		if moves == nil { // a program plays the whole game and has sent no move
			return nil
		}
		return err
	}
	w.Start = dealt.String()
	if v, ok := dealt.(variantNamer); ok {
		w.variant = v.Variant()
	}
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
	w.Moves = make([]string, 0, len(moves)) // a game that ended before its first move has a list, too
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

// limitIn returns the limit on the moves of an agent. In a game with external programs it is the
// setting limit of the agent or else of the game. In other games it is the agent's field Limit.
func limitIn(e engines.Engine, a engines.Agent) engines.Limit {
	t, ok := e.(*external.Table)
	if !ok {
		return a.Limit
	}
	return t.LimitOf(a)
}

// variantNamer is implemented by games whose variants have a name in PGN files.
type variantNamer interface {
	// Variant returns the value of the tag Variant, or "" for the usual rules.
	Variant() string
}

// sanWriter is implemented by games whose moves have a Standard Algebraic Notation (SAN), as used
// in PGN files.
type sanWriter interface {
	// SAN returns the notation of a legal move in this position.
	SAN(m engines.Move) string
}
