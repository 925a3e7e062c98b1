package riskclassic

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// These constants define the encoding of a move as an integer of 31 bits. The lowest three bits are
// the kind of the move. Above them are territories or cards, with six bits each, and then a number
// such as units or dice. The move stop, which ends a phase, is 0.
const (
	stop engines.Move = 0

	kindBits  = 3
	kindPlace = 1 // units on a territory
	kindRoll  = 2 // one throw of the dice, or throws to the end
	kindShift = 3 // units from a territory to another
	kindTrade = 4 // three cards

	cellBits = 6
	cellMask = 1<<cellBits - 1
	maxPlace = 1<<22 - 1
	maxShift = 1<<16 - 1

	toTheEnd = 0 // dice of a roll that goes on until one side is beaten
)

func kindOf(m engines.Move) int { return int(m) & (1<<kindBits - 1) }

func placeMove(x int, units int32) engines.Move {
	return engines.Move(kindPlace | int32(x)<<kindBits | units<<(kindBits+cellBits))
}

func placementOf(m engines.Move) (x int, units int32) {
	return int(m>>kindBits) & cellMask, int32(m >> (kindBits + cellBits))
}

func rollMove(from, to, dice int) engines.Move {
	return engines.Move(kindRoll | from<<kindBits | to<<(kindBits+cellBits) | dice<<(kindBits+2*cellBits))
}

func shiftMove(from, to int, units int32) engines.Move {
	return engines.Move(kindShift | int32(from)<<kindBits | int32(to)<<(kindBits+cellBits) | units<<(kindBits+2*cellBits))
}

// betweenOf decodes an attack or a movement of units from one territory to another. n is the number
// of dice of the attack, or of units of the movement.
func betweenOf(m engines.Move) (from, to int, n int32) {
	return int(m>>kindBits) & cellMask, int(m>>(kindBits+cellBits)) & cellMask, int32(m >> (kindBits + 2*cellBits))
}

// tradeMove encodes the trade of three cards. gift is 1, 2 or 3 if the territory on the first,
// second or third card receives two units, and otherwise 0.
func tradeMove(a, b, c, gift int) engines.Move {
	return engines.Move(kindTrade | a<<kindBits | b<<(kindBits+cellBits) | c<<(kindBits+2*cellBits) | gift<<(kindBits+3*cellBits))
}

func tradeOf(m engines.Move) (set [3]int, gift int) {
	for i := range set {
		set[i] = int(m>>(kindBits+i*cellBits)) & cellMask
	}
	return set, int(m >> (kindBits + 3*cellBits))
}

// formatMove returns a move as text:
//
//   - "stop"
//   - "4+3": 3 units on territory 4
//   - "8-5x2": one throw of an attack from 8 on 5 with two dice
//   - "8-5!": throws until one side is beaten
//   - "8>5x3": 3 units from 8 to 5
//   - "cards3,17,42*": a trade; the star marks the card whose territory receives two units
func formatMove(m engines.Move) string {
	switch kindOf(m) {
	case kindPlace:
		x, units := placementOf(m)
		return fmt.Sprintf("%d+%d", x, units)
	case kindRoll:
		from, to, dice := betweenOf(m)
		if dice == toTheEnd {
			return fmt.Sprintf("%d-%d!", from, to)
		}
		return fmt.Sprintf("%d-%dx%d", from, to, dice)
	case kindShift:
		from, to, units := betweenOf(m)
		return fmt.Sprintf("%d>%dx%d", from, to, units)
	case kindTrade:
		set, gift := tradeOf(m)
		words := make([]string, len(set))
		for i, card := range set {
			words[i] = strconv.Itoa(card)
			if gift == i+1 {
				words[i] += "*"
			}
		}
		return "cards" + strings.Join(words, ",")
	}
	return "stop"
}

// parseMove parses a move in the format of formatMove. The move may be illegal.
func parseMove(text string) (engines.Move, error) {
	text = strings.TrimSpace(text)
	m, err := parseAnyMove(text)
	if err != nil {
		return 0, fmt.Errorf("move %q: %w", text, err)
	}
	return m, nil
}

func parseAnyMove(text string) (engines.Move, error) {
	if text == "stop" {
		return stop, nil
	}
	if list, ok := strings.CutPrefix(text, "cards"); ok {
		return parseTrade(list)
	}
	if at, units, ok := strings.Cut(text, "+"); ok {
		x, err := parseNumber(at, "territory", 0, territories-1)
		if err != nil {
			return 0, err
		}
		k, err := parseNumber(units, "number of units", 1, maxPlace)
		return placeMove(x, int32(k)), err
	}
	mark := strings.IndexAny(text, "->")
	if mark < 0 {
		return 0, fmt.Errorf("it is not stop, cards like cards3,17,42, a placement like 4+3, an attack like 8-5x3 or 8-5!, or a movement like 8>5x3")
	}
	from, err := parseNumber(text[:mark], "territory", 0, territories-1)
	if err != nil {
		return 0, err
	}
	rest, end := strings.CutSuffix(text[mark+1:], "!")
	target, count, cross := strings.Cut(rest, "x")
	if end == cross || end && text[mark] == '>' {
		return 0, fmt.Errorf("an attack ends with x and dice, or with !; a movement ends with x and units")
	}
	to, err := parseNumber(target, "territory", 0, territories-1)
	switch {
	case err != nil:
		return 0, err
	case end:
		return rollMove(from, to, toTheEnd), nil
	case text[mark] == '>':
		k, err := parseNumber(count, "number of units", 1, maxShift)
		return shiftMove(from, to, int32(k)), err
	}
	dice, err := parseNumber(count, "number of dice", 1, attackDice)
	return rollMove(from, to, dice), err
}

func parseTrade(list string) (engines.Move, error) {
	words := strings.Split(list, ",")
	if len(words) != 3 {
		return 0, fmt.Errorf("%d cards; a set has 3", len(words))
	}
	var set [3]int
	gift := 0
	for i, word := range words {
		number, star := strings.CutSuffix(strings.TrimSpace(word), "*")
		if star && gift > 0 {
			return 0, fmt.Errorf("two cards have a star")
		}
		if star {
			gift = i + 1
		}
		var err error
		if set[i], err = parseNumber(number, "card", 0, cards-1); err != nil {
			return 0, err
		}
	}
	if set[0] >= set[1] || set[1] >= set[2] {
		return 0, fmt.Errorf("the cards are not in ascending order")
	}
	return tradeMove(set[0], set[1], set[2], gift), nil
}

// parseNumber parses a number without a sign in the range [least, most]. what is its name in
// errors.
func parseNumber(text, what string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || strings.ContainsAny(text, "+-") {
		return 0, fmt.Errorf("%q is not a %s", text, what)
	}
	if n < least || n > most {
		return 0, fmt.Errorf("%s %d is not within [%d, %d]", what, n, least, most)
	}
	return n, nil
}
