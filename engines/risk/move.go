package risk

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// These constants define the encoding of a move as an integer. The move stop, which ends the turn,
// is 0. An attack is positive: 7 bits for the source, 7 bits for the target, 17 bits for the army.
// The placement of units is the negative of a number with 7 bits for the territory, and the units
// above them.
const (
	stop      engines.Move = 0
	cellBits               = 7
	cellMask               = 1<<cellBits - 1
	armyShift              = 2 * cellBits
	maxArmy                = 1<<(31-armyShift) - 1
)

func attackMove(from, to int, army int32) engines.Move {
	return engines.Move(int32(from) | int32(to)<<cellBits | army<<armyShift)
}

func placeMove(x int, units int32) engines.Move {
	return engines.Move(-(int32(x) | units<<cellBits))
}

// attackOf decodes an attack: its source, its target and the number of attacking units (army).
func attackOf(m engines.Move) (from, to int, army int32) {
	return int(m & cellMask), int(m >> cellBits & cellMask), int32(m >> armyShift)
}

// placementOf decodes a placement of units: the territory and the number of units.
func placementOf(m engines.Move) (x int, units int32) {
	return int(-int64(m) & cellMask), int32(-int64(m) >> cellBits)
}

// formatMove returns a move as text: "stop", an attack such as "8-5x4" (from 8 on 5 with an army of
// 4), or a placement such as "4+3" (3 units on 4).
func formatMove(m engines.Move) string {
	switch {
	case m == stop:
		return "stop"
	case m > 0:
		from, to, army := attackOf(m)
		return fmt.Sprintf("%d-%dx%d", from, to, army)
	}
	x, units := placementOf(m)
	return fmt.Sprintf("%d+%d", x, units)
}

// parseMove parses a move in the format of formatMove, for a map of n territories. It checks the
// numbers of territories and units, but not whether the move is legal.
func parseMove(text string, n int) (engines.Move, error) {
	text = strings.TrimSpace(text)
	if text == "stop" {
		return stop, nil
	}
	if at, units, ok := strings.Cut(text, "+"); ok {
		x, err := parseCell(at, n)
		if err != nil {
			return 0, fmt.Errorf("move %q: %w", text, err)
		}
		k, err := parseCount(units, 1)
		if err != nil {
			return 0, fmt.Errorf("move %q: %w", text, err)
		}
		return placeMove(x, k), nil
	}
	source, rest, dash := strings.Cut(text, "-")
	target, units, cross := strings.Cut(rest, "x")
	if !dash || !cross {
		return 0, fmt.Errorf("move %q is not stop, an attack like 8-5x4 or a placement like 4+3", text)
	}
	from, err := parseCell(source, n)
	if err != nil {
		return 0, fmt.Errorf("move %q: %w", text, err)
	}
	to, err := parseCell(target, n)
	if err != nil {
		return 0, fmt.Errorf("move %q: %w", text, err)
	}
	army, err := parseCount(units, 2)
	if err != nil {
		return 0, fmt.Errorf("move %q: %w", text, err)
	}
	return attackMove(from, to, army), nil
}

func parseCell(text string, n int) (int, error) {
	if !digits(text) {
		return 0, fmt.Errorf("%q is not the number of a territory", text)
	}
	x, err := strconv.Atoi(text)
	if err != nil || x >= n {
		return 0, fmt.Errorf("territory %s is not within [0, %d]", text, n-1)
	}
	return x, nil
}

// parseCount parses a number of units. It returns an error if the number is less than least or
// greater than maxArmy.
func parseCount(text string, least int) (int32, error) {
	if !digits(text) {
		return 0, fmt.Errorf("%q is not a number of units", text)
	}
	switch k, err := strconv.Atoi(text); {
	case err != nil || k > maxArmy:
		return 0, fmt.Errorf("%s units are above the maximum %d", text, maxArmy)
	case k < least:
		return 0, fmt.Errorf("%s units are below the minimum %d", text, least)
	default:
		return int32(k), nil
	}
}

func digits(text string) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return text != ""
}
