package othello

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// problem is a position with the known worth of some of its moves, as a line of
// an OBF file holds it: "BOARD X; A2:+38; C7:+36; % comment". Collections of
// endgames are kept in this format.
type problem struct {
	game   *game
	scores []moveScore // in the order of the line
}

// moveScore is a move and the final disc difference it leads to, for the side
// to move.
type moveScore struct {
	move  engines.Move
	score int
}

// parseOBF reads one line of an OBF file. It refuses moves that are not legal.
// Errors name the field.
func parseOBF(line string) (problem, error) {
	text, _, _ := strings.Cut(line, "%")
	head, tail, _ := strings.Cut(text, ";")
	g, err := parseBoard(strings.TrimSpace(head))
	if err != nil {
		return problem{}, err
	}
	p := problem{game: g}
	for i, field := range strings.Split(tail, ";") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		s, err := parseMoveScore(field)
		if err != nil {
			return problem{}, fmt.Errorf("field %d after the side to move: %w", i+1, err)
		}
		if !g.allows(s.move) {
			return problem{}, fmt.Errorf("field %d after the side to move: %s is not legal", i+1, g.FormatMove(s.move))
		}
		p.scores = append(p.scores, s)
	}
	return p, nil
}

func parseMoveScore(field string) (moveScore, error) {
	move, score, ok := strings.Cut(field, ":")
	if !ok {
		return moveScore{}, fmt.Errorf("%q is not MOVE:SCORE", field)
	}
	m, err := parseMove(move)
	if err != nil {
		return moveScore{}, err
	}
	v, err := strconv.Atoi(strings.TrimSpace(score))
	if err != nil || v < -64 || v > 64 {
		return moveScore{}, fmt.Errorf("%q is not a score from -64 to +64", score)
	}
	return moveScore{m, v}, nil
}
