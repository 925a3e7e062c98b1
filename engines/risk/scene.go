package risk

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.SceneProvider = (*engine)(nil)
	_ show.EventReporter = (*game)(nil)
)

// scene contains the data of a drawing of a position.
type scene struct {
	Cells []sceneCell `json:"cells"` // by territory
	Phase string      `json:"phase"` // draft, attack or over
	Left  int         `json:"left"`  // units to place, or attacks left
	Round int         `json:"round"` // from 1
	Map   string      `json:"map"`
	Rows  int         `json:"rows"` // of a grid, otherwise 0
	Cols  int         `json:"cols"`
}

type sceneCell struct {
	Owner int `json:"owner"` // a seat
	Units int `json:"units"`
}

// Scene returns the owners, the units and the phase.
func (e *engine) Scene(g engines.Game) (any, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	s, b := &t.state, t.board
	out := scene{Cells: make([]sceneCell, b.n), Phase: "attack", Left: int(s.left), Round: t.round, Map: b.name, Rows: b.rows, Cols: b.cols}
	for x := range out.Cells {
		out.Cells[x] = sceneCell{int(s.owner[x]), int(s.cells[x].units)}
	}
	switch {
	case t.over:
		out.Phase, out.Left = "over", 0
	case t.draft > 0:
		out.Phase, out.Left = "draft", int(t.draft)
	}
	return out, nil
}

// fought is the result of an attack.
type fought struct {
	army, held int32 // before it
	left, kept int32 // after it: of the army and of the defenders
}

// LastEvent returns the result of the battle of the last move, or "" if the move was no attack.
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

var _ show.MoveDescriber = (*game)(nil)

// DescribeMove names the territories of a move.
func (g *game) DescribeMove(m engines.Move) string {
	name := g.board.label
	if g.board.names == nil {
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
