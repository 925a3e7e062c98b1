package pages

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// overlay is additional information that can be drawn over a board.
type overlay struct {
	ID, Name string
	Rated    bool // it shows an agent's values of the moves
}

// overlays contains the overlays by game.
var overlays = map[string][]overlay{
	"risk": {
		{"security", "border security", true},
		{"threat", "threat: adjacent enemy units", false},
		{"continents", "continents", false},
		{"values", "value of every attack", true},
	},
	"hare": {{"values", "value of every move", true}},
	"othello": {
		{"values", "value of every move", true},
		{"flips", "discs turned by a move", false},
		{"squares", "square values", true},
		{"frontier", "frontier discs", false},
		{"stable", "stable discs", false},
	},
	"minesweeper": {
		{"certain", "certain mines and safe cells", true},
		{"probability", "probability of a mine", true},
		{"guess", "score as a guess", true},
		{"click", "score as a safe click", true},
		{"score", "score of the agent", true},
	},
	"2048":  {{"values", "value of every slide", true}},
	"chess": {{"values", "value of every move", true}},
}

// Board contains what the page of a game needs to know about its board.
type Board struct {
	Overlays []overlay
	Flips    bool        // the board can be turned to the other side
	Seats    []string    // names of all seats up to the game's maximum
	Tools    []show.Tool // tools for setting up a position
	Clears   bool        // a tool empties the board
	Edits    bool        // the game has an editor of positions
	Numbers  []string    // names of the numbers that can be set for every seat
}

// NewBoard returns the Board of a game.
func NewBoard(e engines.Engine) Board {
	spec := e.Spec()
	b := Board{Overlays: overlays[spec.Name]}
	named := show.GuideTo(e).Seats
	for i := range spec.MaxSeats {
		name := seat(i)
		if i < len(named) {
			name = named[i]
		}
		b.Seats = append(b.Seats, name)
	}
	b.Flips = len(named) == 2
	editor, ok := engines.As[show.Editor](e)
	if !ok {
		return b
	}
	b.Edits = true
	for _, t := range editor.Tools() {
		if b.Clears = t.ID == show.ClearTool; !b.Clears {
			b.Tools = append(b.Tools, t)
		}
	}
	if spec.Name == "hare" {
		b.Numbers = []string{"square", "carrots", "lettuces"}
	}
	return b
}

// key is a key of the keyboard and a description of what it does.
type key struct{ Key, Words string }

// Keys returns the keys of the page of a game.
func (b Board) Keys() []key {
	keys := []key{
		{"n", "new game"},
		{"u", "take back your last move"},
		{"h", "show the move that the agent would play"},
		{"Enter", "let the agent move for you"},
		{"p", "start or stop play by agents"},
		{"a", "analysis: you move for all sides"},
	}
	if b.Flips {
		keys = append(keys, key{"f", "turn the board"})
	}
	return append(keys, key{"t", "open or close the panel Thinking"}, key{"o", "next overlay"}, key{"ArrowLeft", "previous position"}, key{"ArrowRight", "next position"},
		key{"Escape", "clear the selection, or leave the game"}, key{"?", "list of keys"})
}

// Keys returns the keys of the page of a stored game.
func (Replay) Keys() []key {
	return []key{
		{"Home", "start of the game"},
		{"ArrowLeft", "previous move"},
		{"ArrowRight", "next move"},
		{"End", "end of the game"},
		{"p", "start or stop the replay"},
		{"f", "turn the board"},
		{"?", "list of keys"},
	}
}

// Keys returns the keys of the page of an etude set.
func (EtudeSet) Keys() []key {
	return []key{
		{"1", "and further numbers: choose the winner"}, {"Enter", "save the rating"}, {"s", "next etude"}, {"ArrowLeft", "previous etude"}, {"ArrowRight", "next etude"}, {"?", "list of keys"},
	}
}
