package hare

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.SceneProvider = (*engine)(nil)
	_ show.EventReporter = (*table)(nil)
)

// scene is what a drawing of the track shows.
type scene struct {
	Players []scenePlayer `json:"players"` // by seat
	Deck    string        `json:"deck"`    // the setting
}

type scenePlayer struct {
	Square   int    `json:"square"`
	Carrots  int32  `json:"carrots"`
	Lettuces int    `json:"lettuces"`
	State    string `json:"state"` // what the next turn is spoken for: free, waits, eats or chooses
	Rank     int    `json:"rank"`  // in the race, from 1
	Place    int    `json:"place"` // of a player who has finished, from 1; 0 on the track
	// FinishAtMost is the number of carrots with which the player may enter the
	// finish, if without lettuces.
	FinishAtMost int `json:"finish_at_most"`
}

// Scene is what every player has, and where.
func (e *engine) Scene(g engines.Game) (any, error) {
	t, err := tableOf(g)
	if err != nil {
		return nil, err
	}
	s := &t.state
	out := scene{Players: make([]scenePlayer, s.seats), Deck: e.settings["deck"]}
	for i := range s.seats {
		out.Players[i] = scenePlayer{
			Square: int(s.square[i]), Carrots: s.carrots[i], Lettuces: int(s.lettuces[i]), State: t.spoken(i),
			Rank: s.rank(i), Place: int(s.place[i]), FinishAtMost: 10 * (int(s.finished) + 1),
		}
	}
	return out, nil
}

// spoken says what a player's next turn is spoken for.
func (t *table) spoken(i uint8) string {
	switch {
	case t.state.flag[i] == choosing:
		return "chooses"
	case t.state.eats(t.board, i):
		return "eats"
	case t.state.flag[i] == pending:
		return "waits"
	}
	return "free"
}

// layout is the track: a letter for every square, as the setting board has them.
type layout struct {
	Squares string `json:"squares"`
}

// Layout is the kinds of the squares, from the start to the finish.
func (e *engine) Layout() any {
	letters := make([]byte, len(e.board.kinds))
	for i, k := range e.board.kinds {
		letters[i] = byte(k)
	}
	return layout{string(letters)}
}

// LastEvent is the card that the last move drew.
func (t *table) LastEvent() string {
	if c := t.drawn; c != noCard {
		return "card: " + c.String()
	}
	return ""
}
