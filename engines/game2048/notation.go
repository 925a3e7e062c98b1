package game2048

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// String returns the position as text, such as "2,4,.,./.,.,2,./.,.,.,./.,.,.,. 4 2". It has the
// rows from the top, separated by slashes, with commas between the tiles and a dot for an empty
// square. The score and the number of slides follow.
func (v *view) String() string {
	text := make([]byte, 0, 2*squares+16)
	for at := range squares {
		switch {
		case at == 0:
		case at%side == 0:
			text = append(text, '/')
		default:
			text = append(text, ',')
		}
		if exponent := v.board.square(at); exponent > 0 {
			text = strconv.AppendInt(text, 1<<exponent, 10)
		} else {
			text = append(text, '.')
		}
	}
	text = strconv.AppendInt(append(text, ' '), int64(v.score), 10)
	text = strconv.AppendInt(append(text, ' '), int64(v.made), 10)
	return string(text)
}

// mostNumber is the largest score and the largest number of slides that ParseGame accepts. It is
// far above the numbers in games, and a float64 represents it exactly.
const mostNumber = 1 << 50

// parseView parses a position in the format of String. The score and the number of slides may be
// missing and are then 0.
func parseView(text string) (view, error) {
	fields := strings.Fields(text)
	if len(fields) < 1 || len(fields) > 3 {
		return view{}, errors.New("a position has rows, score and slides, such as 2,4,.,./.,.,2,./.,.,.,./.,.,.,. 4 2")
	}
	var v view
	var err error
	if v.board, err = parseBoard(fields[0]); err != nil {
		return view{}, err
	}
	for i, to := range []*int{&v.score, &v.made}[:len(fields)-1] {
		if *to, err = strconv.Atoi(fields[1+i]); err != nil || *to < 0 || *to > mostNumber {
			return view{}, fmt.Errorf("%q is not a whole number within [0, %d]", fields[1+i], mostNumber)
		}
	}
	return v, nil
}

func parseBoard(text string) (board, error) {
	rows := strings.Split(text, "/")
	if len(rows) != side {
		return 0, fmt.Errorf("%d rows; a board has %d", len(rows), side)
	}
	var b board
	for r, line := range rows {
		tiles := strings.Split(line, ",")
		if len(tiles) != side {
			return 0, fmt.Errorf("row %d: %d squares; a row has %d", r+1, len(tiles), side)
		}
		for c, tile := range tiles {
			exponent, err := parseTile(tile)
			if err != nil {
				return 0, fmt.Errorf("row %d: %w", r+1, err)
			}
			b |= exponent << (4 * (side*r + c))
		}
	}
	if b == 0 {
		return 0, errors.New("the board has no tile")
	}
	return b, nil
}

// parseTile parses the text of a square. For a tile it returns the exponent, such as 3 for the text
// 8, and for a dot, an empty square, it returns 0.
func parseTile(text string) (board, error) {
	if text == "." {
		return 0, nil
	}
	v, err := strconv.ParseUint(text, 10, 32)
	if err != nil || bits.OnesCount64(v) != 1 || v < 2 || v > 1<<largest {
		return 0, fmt.Errorf("%q is not a tile: a power of two from 2 to %d, or a dot", text, 1<<largest)
	}
	return board(bits.TrailingZeros64(v)), nil
}
