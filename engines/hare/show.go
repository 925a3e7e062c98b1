package hare

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.Illustrator   = (*engine)(nil)
	_ show.SceneProvider = (*engine)(nil)
	_ show.Editor        = (*engine)(nil)
	_ show.Guided        = (*engine)(nil)
	_ show.Levels        = (*engine)(nil)
	_ show.EventReporter = (*table)(nil)
	_ show.MoveDescriber = (*table)(nil)
)

// Levels returns the built-in opponents for people, from easy to best.
func (e *engine) Levels() []show.Level { return levels() }

// Draw returns a drawing of the position for a terminal.
func (e *engine) Draw(p engines.Position) string {
	t, err := tableOf(p)
	if err != nil {
		return err.Error()
	}
	return draw(t)
}

// scene is the JSON object that describes a picture of a position.
type scene struct {
	Players []scenePlayer `json:"players"` // by seat
	Deck    string        `json:"deck"`    // the setting
}

type scenePlayer struct {
	Square   int    `json:"square"`
	Carrots  int32  `json:"carrots"`
	Lettuces int    `json:"lettuces"`
	State    string `json:"state"` // of the next turn: free, waits, eats or chooses
	Rank     int    `json:"rank"`  // in the race, from 1
	Place    int    `json:"place"` // of a player who has finished, from 1; 0 on the track
	// FinishAtMost is the largest number of carrots with which the player may enter the finish.
	// The player must not have any lettuces then.
	FinishAtMost int `json:"finish_at_most"`
}

// Scene returns the data for a picture of the position: the square, carrots, lettuces, next turn
// and rank of every player.
func (e *engine) Scene(g engines.Game) (any, error) {
	t, err := tableOf(g)
	if err != nil {
		return nil, err
	}
	s := &t.state
	out := scene{Players: make([]scenePlayer, s.seats), Deck: e.settings["deck"]}
	for i := range s.seats {
		out.Players[i] = scenePlayer{
			Square: int(s.square[i]), Carrots: s.carrots[i], Lettuces: int(s.lettuces[i]), State: nextTurn(t, i),
			Rank: s.rank(i), Place: int(s.place[i]), FinishAtMost: 10 * (int(s.finished) + 1),
		}
	}
	return out, nil
}

// nextTurn returns the state of player i in a picture: "chooses" if the player chooses whether to
// take or give ten carrots, "eats" or "waits" if a rule determines the next turn, and otherwise
// "free".
func nextTurn(t *table, i uint8) string {
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

// layout is the JSON object that describes the track in a picture. Squares contains the letter of
// each square, from the start to the finish, as in the setting board.
type layout struct {
	Squares string `json:"squares"`
}

// Layout returns the letters of all squares, from the start to the finish.
func (e *engine) Layout() any {
	letters := make([]byte, len(e.board.kinds))
	for i, k := range e.board.kinds {
		letters[i] = byte(k)
	}
	return layout{string(letters)}
}

// LastEvent returns the text of the card that was drawn in the last move, or "" if there was
// none.
func (t *table) LastEvent() string {
	if c := t.drawn; c != noCard {
		return "card: " + c.String()
	}
	return ""
}

// DescribeMove describes a move in words, such as "to 12, pays 10". A move to another square is
// described by the square and the carrots that the player pays or gets.
func (t *table) DescribeMove(m engines.Move) string {
	s := &t.state
	at := int(s.square[s.turn])
	switch {
	case m == moveTake:
		return "takes 10 carrots"
	case m == moveGive:
		return "gives 10 carrots"
	case m == moveZero && s.eats(t.board, s.turn):
		return "eats a lettuce"
	case m == moveZero && s.flag[s.turn] == choosing:
		return "takes and gives nothing"
	case m == moveZero && s.flag[s.turn] == free:
		return "goes back to the start"
	case m == moveZero:
		return "misses the turn"
	case m < 0:
		return fmt.Sprintf("back to %d, gets %d", at+int(m), -10*int(m))
	case at+int(m) == finish:
		return fmt.Sprintf("to the finish, pays %d", costOf(int(m)))
	}
	return fmt.Sprintf("to %d, pays %d", at+int(m), costOf(int(m)))
}

// Tools returns nil, because the position editor of this game has no tools. Users edit numbers.
func (e *engine) Tools() []show.Tool { return nil }

// Edit returns the scene with the numbers that the user has entered, and its position as text.
func (e *engine) Edit(text []byte, by show.Edit) (show.Edited, error) {
	var s scene
	if err := json.Unmarshal(text, &s); err != nil || len(s.Players) == 0 {
		return show.Edited{}, fmt.Errorf("the scene is not a track of Hare and Hedgehog")
	}
	if by.Tool != "" {
		return show.Edited{}, fmt.Errorf("there is no tool %q", by.Tool)
	}
	turn := max(0, min(by.Turn, len(s.Players)-1))
	position := e.editedText(s.Players, turn, true)
	if _, err := parsePosition(e.board, position); err != nil { // the places may be those before the edit
		position = e.editedText(s.Players, turn, false)
	}
	return show.Edited{Scene: s, Position: position}, nil
}

// editedText returns the text of an edited position. turn is the seat to move. If places is true,
// the text contains the places of players who have finished. Otherwise these places follow from the
// order of the players.
func (e *engine) editedText(players []scenePlayer, turn int, places bool) string {
	n := len(players)
	fields := make([]string, 0, fieldsPerPlayer*n)
	for k := range n {
		p := players[(turn+k)%n]
		flag := "f"
		switch {
		case p.State == "waits", p.State == "eats" && e.board.lettuces.has(p.Square):
			flag = "t"
		case p.State == "eats":
			flag = "e"
		case p.State == "chooses":
			flag = "c"
		case places && p.Square == finish && p.Place > 0:
			flag = strconv.Itoa(p.Place)
		}
		fields = append(fields, strconv.Itoa(p.Square), strconv.Itoa(int(p.Carrots)), strconv.Itoa(p.Lettuces), flag)
	}
	position := strings.Join(fields, ";")
	if turn > 0 {
		position += " @" + strconv.Itoa(turn+1)
	}
	return position
}

// onePays returns the ranks that a number square 1 pays as text, such as "1, 5 and 6". It returns
// "1" if the track has no such square.
func (e *engine) onePays() string {
	for i, k := range e.board.kinds {
		if k != numberOne {
			continue
		}
		var ranks []string
		for r := 1; r <= maxSeats; r++ {
			if e.board.pays[i]>>r&1 == 1 {
				ranks = append(ranks, strconv.Itoa(r))
			}
		}
		last := len(ranks) - 1
		return strings.Join(ranks[:last], ", ") + " and " + ranks[last]
	}
	return "1"
}

// startCarrots describes the carrots of a player at the start of the game, such as "68 carrots
// (five and six players: 98)".
func (e *engine) startCarrots() string {
	few, many := e.board.start[minSeats], e.board.start[maxSeats]
	if few == many {
		return fmt.Sprintf("%d carrots", few)
	}
	return fmt.Sprintf("%d carrots (five and six players: %d)", few, many)
}

// Guide returns the explanation of Hare and Hedgehog for people: the rules under the engine's
// settings, the moves and the notation.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: fmt.Sprintf(`A race over 64 squares, with %s at the start. A move
of n squares forward costs 1 + 2 + ... + n carrots. Going back to the next hedgehog (G) pays ten
carrots a square. On a carrot square (C) you may stay and take or give ten. On a lettuce (L) you
eat one of your three lettuces next turn and get ten carrots times your rank. A number square
also pays ten carrots times your rank, if your rank is its number when your turn begins (1 pays
the ranks %s). On a hare (H) you draw a card. You may enter 64 only without lettuces and
with at most 10 carrots as the first, 20 as the second, and so on. A player who cannot move
returns to the start.`, e.startCarrots(), e.onePays()),
		Moves: `5      five squares forward       1001   take ten carrots (on a carrot square)
-3     back to the hedgehog       1002   give ten back
0      eat a lettuce, miss a turn, take and give nothing, or go back to the start`,
		Position: `Square, carrots, lettuces and a flag for every player, the player to move first. The flag is t
for a player who eats a lettuce or misses the turn next, otherwise f. A player on square 64 has
finished; the flag may be the place, such as 1. @ and a seat may follow: the seat of the player
who is written first. Without it this seat is 1.
  45;26;2;f;29;19;0;f
  29;19;0;f;45;26;2;f @2`,
		Seats: strings.Split("ABCDEF", ""),
		Picture: `S start, F finish, H hare, C carrots, L lettuce, G hedgehog, 1 to 4 number squares; * is a
square that you can reach; A, B, ... are the players (A has seat 1).`,
	}
}
