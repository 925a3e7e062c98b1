package pages

import (
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// overlay describes information that a user can switch on and off over a game board, such as the
// value of every square.
type overlay struct {
	ID, Name string
	Rated    bool   // it shows what an agent computes, such as values of moves; the page requests it while the overlay is on
	Legend   string // meaning of what is drawn
}

// overlays maps the name of a game to the overlays of its board: information that a user can have
// drawn over it.
var overlays = map[string][]overlay{
	"risk": {
		{"security", "border security", true, "Adjacent enemy units (BST), BST per own unit (BSR); its share of all BSR (NBSR), + what the agent places, alone on a narrow screen."},
		{"threat", "threat", false, "Enemy units on adjacent territories."},
		{"continents", "continents", false, "The name of the continent."},
		{"values", "value of every attack", true, "The best attack from the territory, or on it once you have chosen another."},
	},
	"risk-classic": {
		{"threat", "threat", false, "Units of other players on adjacent territories."},
		{"continents", "continents", false, "The name of the continent."},
		{"values", "value of every attack", true, "The best attack from the territory or, once it is chosen, on its neighbours. Higher is better."},
	},
	"hare": {{"values", "value of every move", true, "In place of the price: the value of the move. Higher is better for the player to move."}},
	"othello": {
		{"values", "value of every move", true, "Higher is better for the side to move; in a solved position the final difference in discs. The best move has a ring."},
		{"flips", "discs turned by a move", false, "The number of discs; point at a square to see which."},
		{"squares", "square values", true, "The agent's weight of the square, in its lower corner."},
		{"frontier", "frontier discs", false, "◦ marks a disc next to an empty square."},
		{"stable", "stable discs", false, "● marks a disc that can never be turned."},
	},
	"minesweeper": {
		{"certain", "certain mines and safe cells", true, "✕ is certainly a mine, · is certainly none."},
		{"probability", "probability of a mine", true, "In per cent; the darker, the likelier."},
		{"guess", "score as a guess", true, "The agent's score of the cell if it is played in the hope of a mine."},
		{"click", "score as a safe click", true, "The agent's score of the cell if it is played to open cells."},
		{"score", "score of the agent", true, "The larger of both scores; the agent plays the cell with the highest."},
	},
	"2048":  {{"values", "value of every slide", true, "On the buttons: the score that the agent expects."}},
	"chess": {{"values", "value of every move", true, "The best value of a move of the piece; once it is chosen, of its move to the square. In hundredths of a pawn, for the side to move."}},
}

// Board describes the board of a game for the page on which the game is played.
type Board struct {
	Overlays []overlay
	Flips    bool        // the board can be turned to the other side
	Slides   bool        // arrow keys make moves
	Seats    []string    // names of all seats up to the game's maximum
	Tools    []show.Tool // tools for setting up a position, without the one that empties the board
	Clears   bool        // a tool empties the board
	Edits    bool        // the game has an editor of positions
	Numbers  []string    // names of the numbers that can be set for every seat
}

// NewBoard returns the data with which the page of a game draws the board. It contains the names of
// the seats and, if the game has them, the tools of the editor and the overlays.
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
	b.Flips, b.Slides = Flips(spec.Name), spec.Name == "2048"
	editor, ok := engines.As[show.Editor](e)
	if !ok {
		return b
	}
	b.Edits = true
	for _, t := range editor.Tools() {
		if t.ID == show.ClearTool {
			b.Clears = true
			continue
		}
		b.Tools = append(b.Tools, t)
	}
	if spec.Name == "hare" {
		b.Numbers = []string{"square", "carrots", "lettuces"}
	}
	return b
}

// Flips reports whether a user can turn the board of a game to see it from the opposite side.
func Flips(game string) bool { return slices.Contains([]string{"chess", "go", "othello"}, game) }

// key is a keyboard shortcut with a description of its effect.
type key struct{ Key, Words string }

// Keys returns the keyboard shortcuts of the page on which a user plays the game of the board.
func (b Board) Keys() []key {
	keys := []key{
		{"n", "new game"},
		{"u", "take back your last move, or a new game"},
		{"h", "show the move that the agent would play"},
		{"Enter", "let the agent move for you"},
		{"p", "start or stop play by agents"},
		{"a", "analysis: you move for all sides"},
	}
	if b.Flips {
		keys = append(keys, key{"f", "turn the board"})
	}
	keys = append(keys, key{"t", "open or close the panel Thinking"}, key{"o", "next overlay"})
	if b.Slides {
		keys = append(keys, key{"ArrowUp", "and the other arrow keys: slide the tiles"})
	} else {
		keys = append(keys, key{"ArrowLeft", "previous position"}, key{"ArrowRight", "next position"})
	}
	return append(keys, key{"Escape", "clear the selection, or leave the game"}, key{"?", "list of keys"})
}

// Keys returns the keyboard shortcuts of the page that replays a stored game.
func (r Replay) Keys() []key {
	keys := []key{
		{"Home", "start of the game"},
		{"ArrowLeft", "previous move"},
		{"ArrowRight", "next move"},
		{"End", "end of the game"},
		{"p", "start or stop the replay"},
	}
	if r.Flips {
		keys = append(keys, key{"f", "turn the board"})
	}
	return append(keys, key{"?", "list of keys"})
}

// Keys returns the keyboard shortcuts of the page of an etude set, a list of labelled positions.
func (EtudeSet) Keys() []key {
	return []key{
		{"1", "and further numbers: choose the winner"}, {"Enter", "save the rating"}, {"s", "next etude"}, {"ArrowLeft", "previous etude"}, {"ArrowRight", "next etude"}, {"?", "list of keys"},
	}
}
