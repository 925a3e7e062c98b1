package riskclassic

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
)

// A position is written as parts that are separated by semicolons:
//
//	CELLS ; SEAT PHASE [; KEY VALUES]...
//
// A cell is the letter of its owner and its units, by the number of the territory; N is the
// neutral army of two players, - a free territory. The phase is "claim", "deploy 1", "trade 5",
// "place 5" (units left to place), "attack", "occupy 8 5 3" (conquered from 8, territory 5, three
// dice) or "fortify". The words "again" (after an elimination), "captured" (a card is due) and
// "gifted" (the two units of a card were given) may follow. Keys are "seats 4" if the letters do
// not show it, "traded 3" (sets), "hand A 3 17 42", "discard 1 2", "reserve A 20" and "out D B"
// (eliminated seats in order).
//
// The text does not contain the round. A parsed position is in round 1.

// These are limits of a position that is parsed from text. They bound the memory for a list of moves,
// because there is a move for every number of units that can be placed or moved. The list has at most
// about four million moves, if units can move between all territories. Games with the default number
// of rounds stay below the limits. In a game of many hundred rounds, in which all seats keep trading
// cards, the units may exceed them. The text of such a position is not read. The number of traded
// sets exceeds its limit only in a game that begins from a text with nearly this number.
const (
	maxUnits  = 100_000                  // on the map
	maxLeft   = 25_000                   // to place in a turn
	maxTraded = maxRounds * maxSeats / 3 // sets of three cards; a seat draws at most one card a round
)

func formatPosition(g *game) string {
	s := &g.state
	var out strings.Builder
	var digits [20]byte
	seen := int8(2)
	for x, p := range s.owner {
		if x > 0 {
			out.WriteByte(' ')
		}
		if p == nobody {
			out.WriteByte('-')
			continue
		}
		if p != neutral {
			seen = max(seen, p+1)
		}
		out.WriteString(seatName(p))
		out.Write(strconv.AppendInt(digits[:0], int64(s.units[x]), 10))
	}
	fmt.Fprintf(&out, " ; %s %s", seatName(s.turn), phaseNames[s.phase])
	seen = max(seen, s.turn+1)
	switch s.phase {
	case deploy, trade, place:
		fmt.Fprintf(&out, " %d", s.left)
	case occupy:
		fmt.Fprintf(&out, " %d %d %d", s.from, s.to, s.dice)
	}
	for _, f := range []struct {
		on   bool
		word string
	}{{s.again, " again"}, {s.captured, " captured"}, {s.gifted, " gifted"}} {
		if f.on {
			out.WriteString(f.word)
		}
	}
	if seen < s.seats {
		fmt.Fprintf(&out, " ; seats %d", s.seats)
	}
	if s.traded > 0 {
		fmt.Fprintf(&out, " ; traded %d", s.traded)
	}
	for p, hand := range s.hand {
		if hand != 0 {
			fmt.Fprintf(&out, " ; hand %s%s", seatName(int8(p)), hand.text())
		}
	}
	if s.discard != 0 {
		out.WriteString(" ; discard" + s.discard.text())
	}
	for p, n := range s.reserve {
		if n > 0 {
			fmt.Fprintf(&out, " ; reserve %s %d", seatName(int8(p)), n)
		}
	}
	if gone := g.eliminated(); len(gone) > 0 {
		out.WriteString(" ; out")
		for _, p := range gone {
			out.WriteString(" " + seatName(p))
		}
	}
	return out.String()
}

// text returns the numbers of the cards, each preceded by a space.
func (d deck) text() string {
	var out strings.Builder
	for ; d != 0; d &= d - 1 {
		fmt.Fprintf(&out, " %d", d.first())
	}
	return out.String()
}

// eliminated returns the seats without territories in the order of their elimination.
func (g *game) eliminated() []int8 {
	var gone []int8
	for p := range g.state.seats {
		if g.gone[p] > 0 {
			gone = append(gone, p)
		}
	}
	slices.SortStableFunc(gone, func(a, b int8) int { return g.gone[b] - g.gone[a] })
	return gone
}

// parseGame parses the text of a position.
func parseGame(t table, position string, seed uint64) (*game, error) {
	parts := strings.Split(position, ";")
	if len(parts) < 2 {
		return nil, fmt.Errorf("the %q between the territories and the seat to move is missing", ";")
	}
	g := &game{table: t, round: 1, pcg: engines.PCG(engines.Seed(seed, engines.Purpose("classic risk")))}
	g.state.seats = 2
	if err := g.readCells(strings.Fields(parts[0])); err != nil {
		return nil, err
	}
	var out []int8
	var known []string // the keys so far
	for _, part := range parts[2:] {
		words := strings.Fields(part)
		if len(words) < 2 {
			return nil, fmt.Errorf("%q is not a word and its values, such as traded 3", strings.TrimSpace(part))
		}
		key := words[0]
		if key == "hand" || key == "reserve" { // once for each seat
			key += " " + words[1]
		}
		if slices.Contains(known, key) {
			return nil, fmt.Errorf("%s occurs twice", key)
		}
		known = append(known, key)
		gone, err := g.readKey(words[0], words[1:])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", words[0], err)
		}
		out = append(out, gone...)
	}
	if err := g.readPhase(strings.Fields(parts[1])); err != nil {
		return nil, err
	}
	return g, g.readOut(out)
}

func (g *game) readCells(cells []string) error {
	s := &g.state
	if len(cells) != territories {
		return fmt.Errorf("%d territories; the map has %d", len(cells), territories)
	}
	total := 0
	for x, text := range cells {
		s.owner[x] = nobody
		if text == "-" {
			continue
		}
		_, letter := utf8.DecodeRuneInString(text)
		p, err := parseOwner(text[:letter])
		if err != nil {
			return fmt.Errorf("territory %d, %q: %w", x, text, err)
		}
		n, err := parseNumber(text[letter:], "number of units", 1, maxUnits)
		if err != nil {
			return fmt.Errorf("territory %d, %q: %w", x, text, err)
		}
		if total += n; total > maxUnits {
			return fmt.Errorf("more than %d units", maxUnits)
		}
		if p != neutral {
			s.seats = max(s.seats, p+1)
		}
		s.units[x] = int32(n)
		s.give(x, p)
	}
	return nil
}

// parseOwner parses the owner of a territory: A to F for a seat, or N for the neutral army.
func parseOwner(text string) (int8, error) {
	if text == "N" {
		return neutral, nil
	}
	if len(text) != 1 || text[0] < 'A' || text[0] >= 'A'+maxSeats {
		return 0, fmt.Errorf("%q is not a seat, A to F, or N", text)
	}
	return int8(text[0] - 'A'), nil
}

func (g *game) seat(text string) (int8, error) {
	p, err := parseOwner(text)
	if err == nil && p != neutral {
		g.state.seats = max(g.state.seats, p+1)
	}
	return p, err
}

// readKey parses one part of a position's text: a key such as "hand" with its values. For the key
// "out", it returns the listed seats, which were eliminated in this order.
func (g *game) readKey(key string, values []string) (out []int8, err error) {
	s := &g.state
	switch key {
	case "seats", "traded":
		if len(values) != 1 {
			return nil, fmt.Errorf("one number is needed")
		}
		most := maxSeats
		if key == "traded" {
			most = maxTraded
		}
		n, err := parseNumber(values[0], "number", 1, most)
		if key == "seats" {
			s.seats = max(s.seats, int8(n))
		} else {
			s.traded = int32(n)
		}
		return nil, err
	case "hand", "reserve":
		p, err := g.seat(values[0])
		if err != nil {
			return nil, err
		}
		if key == "reserve" {
			if len(values) != 2 {
				return nil, fmt.Errorf("one number of units is needed")
			}
			n, err := parseNumber(values[1], "number of units", 0, maxUnits)
			s.reserve[p] = int32(n)
			return nil, err
		}
		if p == neutral {
			return nil, fmt.Errorf("the neutral army has no cards")
		}
		return nil, g.readCards(&s.hand[p], values[1:])
	case "discard":
		return nil, g.readCards(&s.discard, values)
	case "out":
		for _, word := range values {
			p, err := g.seat(word)
			if err != nil || p == neutral || slices.Contains(out, p) {
				return nil, fmt.Errorf("%q is not a seat, or is listed twice", word)
			}
			out = append(out, p)
		}
		return out, nil
	}
	return nil, fmt.Errorf("unknown word; known are seats, traded, hand, discard, reserve and out")
}

func (g *game) readCards(to *deck, values []string) error {
	s := &g.state
	for _, word := range values {
		card, err := parseNumber(word, "card", 0, cards-1)
		if err != nil {
			return err
		}
		used := s.discard
		for _, hand := range s.hand {
			used |= hand
		}
		if used>>card&1 == 1 {
			return fmt.Errorf("card %d occurs twice", card)
		}
		*to |= 1 << card
	}
	return nil
}

// readPhase parses the seat to move and the phase in a position's text. Details may follow, such as
// the number of units that are left to place.
func (g *game) readPhase(words []string) error {
	s := &g.state
	if len(words) < 2 {
		return fmt.Errorf("%q is not a seat and a phase, such as A attack", strings.Join(words, " "))
	}
	p, err := g.seat(words[0])
	if err != nil || p == neutral {
		return fmt.Errorf("%q is not the seat to move", words[0])
	}
	at := slices.Index(phaseNames[:], words[1])
	if at < 0 {
		return fmt.Errorf("unknown phase %q; one of %s", words[1], strings.Join(phaseNames[:], ", "))
	}
	s.turn, s.phase = p, phase(at)
	words = words[2:]
	for len(words) > 0 {
		last := words[len(words)-1]
		switch last {
		case "again":
			s.again = true
		case "captured":
			s.captured = true
		case "gifted":
			s.gifted = true
		default:
			return g.readLeft(words)
		}
		words = words[:len(words)-1]
	}
	return g.readLeft(nil)
}

// readLeft parses the numbers after the phase in a position's text, such as the number of units
// that are left to place. It then checks the whole position.
func (g *game) readLeft(words []string) error {
	s := &g.state
	free := s.claimed() != everything
	if free != (s.phase == claim) {
		return fmt.Errorf("in the phase claim, and in no other, territories are free (-)")
	}
	if !free && s.own[s.turn] == 0 {
		return fmt.Errorf("%s is to move but owns no territory", seatName(s.turn))
	}
	wanted := map[phase]int{deploy: 1, trade: 1, place: 1, occupy: 3}[s.phase]
	if s.phase == place && len(words) == 0 {
		words = []string{strconv.Itoa(int(s.income(g.table.world, s.turn)))}
	}
	if len(words) != wanted {
		return fmt.Errorf("the phase %s needs %d numbers, not %d", phaseNames[s.phase], wanted, len(words))
	}
	var n [3]int
	for i, word := range words {
		var err error
		if n[i], err = parseNumber(word, "number", 0, maxLeft); err != nil {
			return err
		}
	}
	switch s.phase {
	case claim:
		return s.checkReserves()
	case deploy:
		most := min(1, s.reserve[s.turn])
		if s.seats == 2 {
			most = min(2, s.reserve[s.turn]) + min(1, s.reserve[neutral])
		}
		if n[0] < 1 || n[0] > int(most) {
			return fmt.Errorf("%d units to deploy do not agree with the reserve", n[0])
		}
		s.left = int32(n[0])
		return s.checkReserves()
	case trade:
		if !s.hand[s.turn].hasSet() {
			return fmt.Errorf("%s has no set of cards to trade", seatName(s.turn))
		}
		if n[0] < 1 && !g.mustTrade() {
			return fmt.Errorf("%d units are below the minimum 1, unless a set must be traded", n[0])
		}
		s.left = int32(n[0])
	case place:
		if n[0] < 1 {
			return fmt.Errorf("%d units are below the minimum 1", n[0])
		}
		s.left = int32(n[0])
	case occupy:
		if n[0] >= territories || n[1] >= territories || !g.table.world.near[n[0]].has(n[1]) ||
			s.owner[n[0]] != s.turn || s.owner[n[1]] != s.turn || n[2] < 1 || n[2] > attackDice {
			return fmt.Errorf("the territories and dice of occupy are not those of a conquest")
		}
		s.from, s.to, s.dice = int8(n[0]), int8(n[1]), int8(n[2])
	}
	return nil
}

// checkReserves returns an error if the units in reserve do not fit the territories. A seat needs a
// unit for each territory that it will claim, and must have or claim a territory. The neutral army
// must have a territory if it has a reserve.
func (s *state) checkReserves() error {
	free := (everything &^ s.claimed()).size()
	for k := range s.seats {
		p := (s.turn + k) % s.seats
		claims := (free - int(k) + int(s.seats) - 1) / int(s.seats)
		switch {
		case int(s.reserve[p]) < claims:
			return fmt.Errorf("%s has %d units in reserve and is to claim %d territories", seatName(p), s.reserve[p], claims)
		case s.own[p] == 0 && claims == 0:
			return fmt.Errorf("%s has no territory and claims none", seatName(p))
		}
	}
	if s.reserve[neutral] > 0 && s.own[neutral] == 0 {
		return fmt.Errorf("the neutral army has units in reserve but no territory")
	}
	return nil
}

// readOut stores the order in which seats were eliminated. out contains the seats that the text of
// a position lists, the first eliminated one first. Other seats without a territory were eliminated
// before them. It is an error if a seat in out owns a territory.
func (g *game) readOut(out []int8) error {
	s := &g.state
	for _, p := range out {
		if s.own[p] != 0 {
			return fmt.Errorf("%s is out but owns territories", seatName(p))
		}
	}
	if s.phase == claim {
		return nil
	}
	var order []int8
	alive := 0
	for p := range s.seats {
		switch {
		case s.own[p] != 0:
			alive++
		case !slices.Contains(out, p):
			order = append(order, p)
		}
	}
	for i, p := range append(order, out...) {
		g.gone[p] = int(s.seats) - 1 - i
	}
	g.over = alive == 1
	return nil
}
