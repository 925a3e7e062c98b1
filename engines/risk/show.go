package risk

import (
	"encoding/json"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/internal/sketch"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.Illustrator   = (*engine)(nil)
	_ show.SceneProvider = (*engine)(nil)
	_ show.Editor        = (*engine)(nil)
	_ show.Guided        = (*engine)(nil)
	_ show.Levels        = (*engine)(nil)
	_ show.EventReporter = (*game)(nil)
	_ show.MoveDescriber = (*game)(nil)
	_ show.Reporter      = (*game)(nil)
)

// Levels returns the built-in opponents for people, from easy to best.
func (e *engine) Levels() []show.Level { return levels() }

// Draw returns a drawing of the position for a terminal, as a table or a map.
func (e *engine) Draw(p engines.Position) string {
	t, err := gameOf(p)
	if err != nil {
		return err.Error()
	}
	return draw(t)
}

// Paint returns a picture of the position: every territory in the colour of its owner, with its
// units.
func (e *engine) Paint(p engines.Position) (image.Image, error) {
	t, err := gameOf(p)
	if err != nil {
		return nil, err
	}
	return sketchOf(t).Picture(), nil
}

// Layout returns the shapes of the territories for pictures.
func (e *engine) Layout() any { return layoutOf(&e.table) }

// scene is the JSON object that describes a picture of a position.
type scene struct {
	Cells []sketch.Cell `json:"cells"` // by territory
	Phase string        `json:"phase"` // draft, attack or over
	Left  int           `json:"left"`  // units to place, or attacks left
	Round int           `json:"round"` // from 1
	Map   string        `json:"map"`
	Rows  int           `json:"rows"` // of a grid, otherwise 0
	Cols  int           `json:"cols"`
}

// Scene returns the data for a picture of the position: the owners, the units and the phase of the
// turn.
func (e *engine) Scene(g engines.Game) (any, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	s, b := &t.state, t.table.board
	out := scene{Cells: make([]sketch.Cell, b.n), Phase: "attack", Left: int(s.left), Round: t.round, Map: b.name, Rows: b.rows, Cols: b.cols}
	for x := range out.Cells {
		out.Cells[x] = sketch.Cell{Owner: int(s.owner[x]), Units: int(s.cells[x].units)}
	}
	switch {
	case t.over:
		out.Phase, out.Left = "over", 0
	case t.draft > 0:
		out.Phase, out.Left = "draft", int(t.draft)
	}
	return out, nil
}

// Tools returns the tools of the position editor: one for each owner of a territory, and those that
// change the number of units.
func (e *engine) Tools() []show.Tool { return sketch.Tools("A", "B", "C", "D", "E", "F") }

// Edit applies one action of the position editor: it changes the owner or the units of a territory.
// It returns the new scene and its position as text. A position that is not in the attack phase is
// reset to the beginning of the turn.
func (e *engine) Edit(text []byte, by show.Edit) (show.Edited, error) {
	var s scene
	if err := json.Unmarshal(text, &s); err != nil || len(s.Cells) == 0 || s.Cols*s.Rows != 0 && s.Cols*s.Rows != len(s.Cells) ||
		slices.ContainsFunc(s.Cells, func(c sketch.Cell) bool { return c.Owner < 0 || c.Owner >= maxSeats }) {
		return show.Edited{}, fmt.Errorf("the scene is not a map of Risk")
	}
	if err := sketch.Edit(s.Cells, by, maxSeats); err != nil {
		return show.Edited{}, err
	}
	if s.Phase != "attack" {
		s.Phase, s.Left = "draft", 0
		for _, c := range s.Cells {
			if c.Owner == by.Turn {
				s.Left++
			}
		}
	}
	return show.Edited{Scene: s, Position: s.position(by.Turn)}, nil
}

// position returns an edited position as text. turn is the seat to move.
func (s scene) position(turn int) string {
	var b strings.Builder
	for x, c := range s.Cells {
		if x > 0 {
			b.WriteByte(' ')
			if s.Cols > 0 && x%s.Cols == 0 {
				b.WriteString("/ ")
			}
		}
		fmt.Fprintf(&b, "%s%d", seatName(int8(c.Owner)), c.Units)
	}
	fmt.Fprintf(&b, " ; %s ", seatName(int8(max(0, min(turn, maxSeats-1)))))
	if s.Phase == "attack" {
		fmt.Fprintf(&b, "attack %d", s.Left)
	} else {
		b.WriteString("draft")
	}
	return b.String()
}

// Guide returns the explanation of Risk for people: the rules, the moves and the notation.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: `In a turn you place one new unit for every territory that you own, and then make up to three
attacks. An attack sends an army from a territory to a neighbour. Each throw of the dice costs
one side a unit, until no defender or only one attacker is left. A winning army moves in. A
player who owns every territory wins. After the last round the number of territories decides.`,
		Moves: `4+3     place 3 units on territory 4
8-5x4   attack territory 5 from 8 with an army of 4 (at least 2)
stop    end the turn`,
		Position: `The territories row by row, rows separated by /, each with its owner's letter and its units;
then the player to move and the phase, with the attacks left or the units to place. Maps other
than a grid list the territories by number, without rows.
  A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3`,
		Seats: strings.Split("ABCDEF", ""),
		Picture: `4:B3 is territory 4, which B (seat 2) owns with 3 units; * marks a territory where you can
place units or from which you can attack. Dotted lines on a map join neighbours.`,
	}
}

// fought is the result of the last attack, which [game.LastEvent] describes.
type fought struct {
	army, held int32 // before the attack
	left, kept int32 // what remains of the army and of the defenders after the attack
}

// LastEvent describes the battle of the last move. It returns "" if the move was no attack.
func (g *game) LastEvent() string {
	switch b := g.last; {
	case b.army == 0:
		return ""
	case b.kept == 0:
		return fmt.Sprintf("%d against %d: won with %d", b.army, b.held, b.left)
	default:
		return fmt.Sprintf("%d against %d: lost, %d of the defenders left", b.army, b.held, b.kept)
	}
}

// DescribeMove describes a move in words, such as "Peru attacks Brazil with 4".
func (g *game) DescribeMove(m engines.Move) string {
	name := g.table.board.label
	if g.table.board.names == nil {
		name = func(x int) string { return "territory " + strconv.Itoa(x) }
	}
	switch {
	case m == stop:
		return "ends the attacks"
	case m > 0:
		from, to, army := attackOf(m)
		return fmt.Sprintf("%s attacks %s with %d", name(from), name(to), army)
	}
	x, units := placementOf(m)
	return fmt.Sprintf("%s +%d", name(x), units)
}

// Status describes the position in one line: the number of territories of every seat and, in the
// draft phase, the number of units that are left to place.
func (g *game) Status() string {
	s := &g.state
	parts := make([]string, s.seats)
	for p := range s.seats {
		parts[p] = fmt.Sprintf("%s %d", seatName(p), s.count[p])
	}
	text := strings.Join(parts, ", ") + " territories"
	switch {
	case g.over || g.draft == 0:
		return text
	case g.draft == 1:
		return "1 unit to place; " + text
	}
	return fmt.Sprintf("%d units to place; %s", g.draft, text)
}
