package riskclassic

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

// sketchOf returns the position as a map that can be drawn as text or as a picture.
func sketchOf(g *game) *sketch.Map {
	w, s := g.table.world, &g.state
	m := &sketch.Map{Size: [2]int{w.drawn.Width, w.drawn.Height}, Lanes: w.drawn.Lines}
	for x, t := range w.drawn.Territories {
		label := fmt.Sprintf("%d:-", x)
		if p := s.owner[x]; p != nobody {
			label = fmt.Sprintf("%d:%s%d", x, seatName(p), s.units[x])
		}
		if g.marked(x) {
			label += "*"
		}
		m.Territories = append(m.Territories, sketch.Territory{
			At: t.At, Shape: t.Shape, Label: label, Units: int(s.units[x]), Owner: int(s.owner[x]), Neighbours: t.Neighbours,
		})
	}
	return m
}

// marked reports whether the seat to move can put a unit on a territory or attack from it.
func (g *game) marked(x int) bool {
	s := &g.state
	switch {
	case g.over:
		return false
	case s.phase == claim || s.phase == deploy || s.phase == place:
		return g.places().has(x)
	}
	return s.phase == attack && s.own[s.turn].has(x) && s.units[x] > 1 && s.enemies(g.table.world, x) != 0
}

// namesPerLine is the number of names of territories in a line below a map.
const namesPerLine = 3

// Draw returns a drawing of the position for a terminal: the map, the names of the territories, the
// hands of cards and the phase of the turn.
func (e *engine) Draw(p engines.Position) string {
	g, err := gameOf(p)
	if err != nil {
		return err.Error()
	}
	var out strings.Builder
	out.WriteString(sketchOf(g).Text() + "\n")
	for x, name := range g.table.world.names {
		fmt.Fprintf(&out, "%3d %-21s", x, name)
		if x%namesPerLine == namesPerLine-1 {
			out.WriteByte('\n')
		}
	}
	out.WriteByte('\n')
	for q, hand := range g.state.hand {
		if hand != 0 {
			fmt.Fprintf(&out, "cards of %s: %s\n", seatName(int8(q)), strings.Join(g.cardNames(hand), ", "))
		}
	}
	fmt.Fprintf(&out, "round %d, %s\n", g.round, g.describePhase())
	return out.String()
}

// cardNames describes the cards of a hand, such as "17 Western Europe (artillery)".
func (g *game) cardNames(hand deck) (names []string) {
	for ; hand != 0; hand &= hand - 1 {
		names = append(names, g.cardName(hand.first()))
	}
	return names
}

func (g *game) cardName(card int) string {
	if card >= firstWild {
		return fmt.Sprintf("%d wild", card)
	}
	return fmt.Sprintf("%d %s (%s)", card, g.table.world.names[card], symbols[symbolOf(card)])
}

// describePhase describes what the seat to move may do next, such as "A may attack".
func (g *game) describePhase() string {
	s := &g.state
	who := seatName(s.turn)
	switch {
	case g.over:
		return "the game is over"
	case s.phase == claim:
		return who + " claims a free territory"
	case s.phase == deploy && s.deploysNeutral():
		return who + " places a neutral unit (N)"
	case s.phase == deploy:
		return fmt.Sprintf("%s deploys a unit, %d in reserve", who, s.reserve[s.turn])
	case s.phase == trade && g.mustTrade():
		return fmt.Sprintf("%s must trade cards; a set is worth %d units", who, setValue(s.traded))
	case s.phase == trade:
		return fmt.Sprintf("%s may trade cards; a set is worth %d units", who, setValue(s.traded))
	case s.phase == place:
		return fmt.Sprintf("%s places %s", who, countUnits(s.left))
	case s.phase == attack:
		return who + " may attack"
	case s.phase == occupy:
		return fmt.Sprintf("%s has taken %d from %d; up to %s may follow", who, s.to, s.from, countUnits(s.units[s.from]-1))
	}
	return who + " may move units between own territories"
}

func countUnits(n int32) string {
	if n == 1 {
		return "1 unit"
	}
	return fmt.Sprintf("%d units", n)
}

// Paint returns a picture of the position: every territory in the colour of its owner, with its
// units.
func (e *engine) Paint(p engines.Position) (image.Image, error) {
	g, err := gameOf(p)
	if err != nil {
		return nil, err
	}
	return sketchOf(g).Picture(), nil
}

// Layout returns the shapes of the territories for pictures.
func (e *engine) Layout() any { return theWorld().layout }

// scene is the JSON object that describes a picture of a position.
type scene struct {
	Cells  []sketch.Cell `json:"cells"` // by territory; owner 6 is the neutral army
	Phase  string        `json:"phase"` // claim, deploy, trade, place, attack, occupy, fortify or over
	Left   int           `json:"left"`  // units to place
	Round  int           `json:"round"` // from 1
	From   int           `json:"from"`  // of a conquest in the phase occupy
	To     int           `json:"to"`
	Text   string        `json:"status"` // the phase in words
	Hands  [][]card      `json:"hands"`  // by seat
	Traded int           `json:"traded"` // sets
	Worth  int           `json:"worth"`  // units for the next set
	More   string        `json:"more"`   // the rest of the position's text, from the phase on
}

type card struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// Scene returns the data for a picture of the position: the owners, the units, the cards and the
// phase of the turn.
func (e *engine) Scene(p engines.Game) (any, error) {
	g, err := gameOf(p)
	if err != nil {
		return nil, err
	}
	s := &g.state
	_, more, _ := strings.Cut(formatPosition(g), ";")
	out := scene{
		Phase: phaseNames[s.phase], Left: int(s.left), Round: g.round, From: int(s.from), To: int(s.to),
		Text: g.describePhase(), Traded: int(s.traded), Worth: int(setValue(s.traded)), More: strings.TrimSpace(more),
	}
	if g.over {
		out.Phase = "over"
	}
	for x := range s.owner {
		out.Cells = append(out.Cells, sketch.Cell{Owner: int(s.owner[x]), Units: int(s.units[x])})
	}
	for p := range s.seats {
		hand := []card{}
		for h := s.hand[p]; h != 0; h &= h - 1 {
			hand = append(hand, card{h.first(), g.cardName(h.first())})
		}
		out.Hands = append(out.Hands, hand)
	}
	return out, nil
}

// Tools returns the tools of the position editor: one for each owner of a territory, and those that
// change the number of units.
func (e *engine) Tools() []show.Tool { return sketch.Tools("A", "B", "C", "D", "E", "F", "neutral") }

// Edit applies one action of the position editor: it changes the owner or the units of a territory.
// It returns the new scene and its position as text. The new position is at the beginning of a
// turn, and the players have no cards. While some territories have no owner, the phase and the
// cards stay as they were. They also stay in the scene if the new position is not valid.
func (e *engine) Edit(text []byte, by show.Edit) (show.Edited, error) {
	var s scene
	if err := json.Unmarshal(text, &s); err != nil || len(s.Cells) != territories ||
		slices.ContainsFunc(s.Cells, func(c sketch.Cell) bool { return c.Owner < nobody || c.Owner > neutral }) {
		return show.Edited{}, fmt.Errorf("the scene is not a map of classic Risk")
	}
	if err := sketch.Edit(s.Cells, by, neutral+1); err != nil {
		return show.Edited{}, err
	}
	cells := make([]string, len(s.Cells))
	more := seatName(int8(max(0, min(by.Turn, maxSeats-1)))) + " place"
	for x, c := range s.Cells {
		if c.Owner >= 0 {
			cells[x] = seatName(int8(c.Owner)) + strconv.Itoa(c.Units)
		} else { // territories are still being claimed
			cells[x], more = "-", s.More
		}
	}
	out := show.Edited{Scene: s, Position: strings.Join(cells, " ") + " ; " + more}
	if g, err := parseGame(e.table(), out.Position, 0); err == nil {
		out.Scene, err = e.Scene(g)
		return out, err
	}
	return out, nil
}

// Guide returns the explanation of classic Risk for people.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: `A turn: trade a set of three cards if you like (you must with five), place units, attack as often
as you like, move units once, and draw a card if you took a territory. You receive a unit for
three territories, at least 3, and the bonus of every continent that is yours: Asia 7, North
America and Europe 5, Africa 3, South America and Australia 2. A set is three equal cards, three
different ones, or two with a wild card; it brings 4, 6, 8, 10, 12, 15 units and then 5 more each
time, and 2 on one own territory that its cards show. An attack throws up to three dice, one less
than the units of the territory at most; the defender throws two. The highest dice are compared,
then the second highest; a tie costs the attacker. Who takes a player's last territory takes its
cards. The last player left wins. Two players have a neutral army (N) between them.`,
		Moves: `cards3,17,42*   trade these cards; * marks the one whose territory gets 2 units
4+3             place 3 units on territory 4
8-5x3, 8-5!     attack 5 from 8: one throw with 3 dice, or to the end
8>5x3           move 3 units from 8 to 5: after a conquest, or at the end of a turn
stop            go on to the next part of the turn`,
		Position: `The 42 territories by number, each with its owner's letter and its units; then the player to move
and the phase: trade 5, place 5, attack, occupy 8 5 3 or fortify. Cards and more may follow, such
as "; hand A 3 17 42 ; traded 2". Save a game to see the form.`,
		Seats: strings.Split("ABCDEF", ""),
		Picture: `4:B3 is territory 4, which B (seat 2) owns with 3 units; N is neutral; * marks a territory where
you can place units or from which you can attack. Dotted lines join neighbours.`,
	}
}

// event is what happened in the last move, which [game.LastEvent] describes.
type event struct {
	army, held int32 // attackers without the unit that stays, and defenders, before an attack
	left, kept int32 // attackers and defenders after the attack
	throw      throw // of a single throw
	card       int   // drawn at the end of a turn
	drawn      bool
	units      int32 // for a set of cards
}

// LastEvent describes what happened in the last move: the dice of an attack, the units for cards,
// or the card that was drawn. It returns "" for other moves.
func (g *game) LastEvent() string {
	e := &g.last
	switch {
	case e.drawn:
		return "draws the card " + g.cardName(e.card)
	case e.units > 0:
		return fmt.Sprintf("receives %s", countUnits(e.units))
	case e.army == 0:
		return ""
	}
	dice := ""
	if e.throw.attack[0] > 0 {
		dice = fmt.Sprintf("dice %s : %s; ", diceText(e.throw.attack[:]), diceText(e.throw.defend[:]))
	}
	if e.kept == 0 {
		return dice + fmt.Sprintf("conquered, %d of %d left", e.left, e.army)
	}
	return dice + fmt.Sprintf("%d of %d left against %d of %d", e.left, e.army, e.kept, e.held)
}

func diceText(dice []int8) string {
	var words []string
	for _, d := range dice {
		if d > 0 {
			words = append(words, strconv.Itoa(int(d)))
		}
	}
	return strings.Join(words, " ")
}

// DescribeMove describes a move in words, such as "Peru attacks Brazil with 2 dice".
func (g *game) DescribeMove(m engines.Move) string {
	names := &g.table.world.names
	switch kindOf(m) {
	case kindPlace:
		x, units := placementOf(m)
		return fmt.Sprintf("%s +%d", names[x], units)
	case kindRoll:
		from, to, dice := betweenOf(m)
		if dice == toTheEnd {
			return fmt.Sprintf("%s attacks %s to the end", names[from], names[to])
		}
		return fmt.Sprintf("%s attacks %s with %d dice", names[from], names[to], dice)
	case kindShift:
		from, to, units := betweenOf(m)
		return fmt.Sprintf("%s to %s: %s", names[from], names[to], countUnits(units))
	case kindTrade:
		set, _ := tradeOf(m)
		var words []string
		for _, c := range set {
			words = append(words, g.cardName(c))
		}
		return "trades " + strings.Join(words, ", ")
	}
	return map[phase]string{
		trade: "keeps the cards", attack: "ends the attacks", occupy: "lets no more follow", fortify: "ends the turn",
	}[g.state.phase]
}

// Status describes the position in one line: the territories and units of every seat.
func (g *game) Status() string {
	s := &g.state
	var parts []string
	for p := range s.seats {
		parts = append(parts, fmt.Sprintf("%s %d territories, %s", seatName(p), s.own[p].size(), countUnits(s.army[p])))
	}
	return strings.Join(parts, "; ")
}
