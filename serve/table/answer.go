package table

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// Answer is a table as whoever sits at it may see it.
type Answer struct {
	OK        bool              `json:"ok"`
	State     string            `json:"state" doc:"the table, sealed: send it back with the next command"`
	Engine    string            `json:"engine"`
	Settings  map[string]string `json:"settings" doc:"the settings that were asked for"`
	Seats     int               `json:"seats"`
	Position  string            `json:"position" doc:"as the seat to move sees it"`
	Turn      int               `json:"turn" doc:"the seat to move, from 0"`
	Ply       int               `json:"ply" doc:"moves made at this table"`
	Over      bool              `json:"over"`
	Places    []int             `json:"places" doc:"a place for every seat, from 1, once the game is over"`
	Scores    []float64         `json:"scores,omitempty" doc:"points by seat, where the game counts them, once it is over"`
	Moves     []string          `json:"moves" doc:"the legal moves of the seat to move"`
	Scene     any               `json:"scene" doc:"what a page draws of the position"`
	Status    string            `json:"status" doc:"how the game stands, in words; empty where it does not say"`
	Played    []Played          `json:"played" doc:"what this command has made happen"`
	Takebacks int               `json:"takebacks" doc:"how often moves were taken back"`
	Record    *Record           `json:"record" doc:"the whole game, once it is over; a new table of it plays it again"`
	Thought   *Thought          `json:"thought,omitempty" doc:"only of a best move"`
}

// textScene is the scene of a game that has none of its own.
type textScene struct {
	Text string `json:"text" doc:"the position as lines of text"`
}

// Scene is what a page draws of a position: the game's own scene if it has one,
// otherwise its drawing in text.
func Scene(e engines.Engine, g engines.Game) (any, error) {
	if s, ok := e.(show.SceneProvider); ok {
		return s.Scene(g)
	}
	return textScene{show.Illustrate(e, engines.View(g, g.Turn()))}, nil
}

// Layout is the constant part of a game's scenes; empty where there is none.
func Layout(e engines.Engine) any {
	if s, ok := e.(show.SceneProvider); ok {
		return s.Layout()
	}
	return struct{}{}
}

// Answer is the table after a command that made these moves.
func (t *Table) Answer(s *Sealer, played []Played) (*Answer, error) {
	state, err := s.Seal(t)
	if err != nil {
		return nil, err
	}
	seen := t.Seen()
	a := &Answer{
		OK: true, State: state, Engine: t.setup.Engine, Settings: map[string]string{}, Seats: t.game.Seats(),
		Position: seen.String(), Turn: t.game.Turn(), Ply: len(t.moves), Over: t.game.Over(), Moves: legal(seen),
		Status: show.Status(t.game), Played: played, Takebacks: t.takebacks,
	}
	for name, value := range t.setup.Settings {
		a.Settings[name] = value
	}
	if a.Played == nil {
		a.Played = []Played{}
	}
	if a.Scene, err = Scene(t.engine, t.game); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	if a.Over {
		a.Places, a.Scores = Result(t.game.Outcome())
	}
	a.Record, err = t.record()
	return a, err
}

// Result is an outcome's places, and its scores where there are any.
func Result(o engines.Outcome) (places []int, scores []float64) {
	for seat := range o.Seats() {
		places = append(places, o.Place(seat))
		if v, ok := o.Score(seat); ok {
			scores = append(scores, v)
		}
	}
	return places, scores
}
