package othello

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Problem is a position with the known worth of some of its moves, as OBF files
// hold them: "BOARD X; A2:+38; C7:+36;".
type Problem struct {
	Game    *Game
	Scores  []MoveScore // in the order of the file
	Line    int         // where it stood in its file, from 1; 0 if nowhere
	Comment string      // what followed a '%'
}

// MoveScore is a move and the final disc difference it leads to, for the side
// to move.
type MoveScore struct {
	Move  engines.Move
	Score int
}

// Best returns the highest score and the moves that reach it.
func (p Problem) Best() (score int, moves []engines.Move) {
	for i, s := range p.Scores {
		if i == 0 || s.Score > score {
			score, moves = s.Score, nil
		}
		if s.Score == score {
			moves = append(moves, s.Move)
		}
	}
	return score, moves
}

// ReadOBF reads problems, one a line; blank lines and comments ('%' or '#' at
// the start) are skipped. Its errors name the line.
func ReadOBF(r io.Reader) ([]Problem, error) {
	var list []Problem
	sc := bufio.NewScanner(r)
	for line := 1; sc.Scan(); line++ {
		text := strings.TrimSpace(sc.Text())
		if text == "" || text[0] == '%' || text[0] == '#' {
			continue
		}
		p, err := ParseOBF(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		p.Line = line
		list = append(list, p)
	}
	return list, sc.Err()
}

// ParseOBF reads one line of an OBF file.
func ParseOBF(text string) (Problem, error) {
	var p Problem
	text, p.Comment, _ = strings.Cut(text, "%")
	p.Comment = strings.TrimSpace(p.Comment)
	head, tail, _ := strings.Cut(text, ";")
	g, err := parseBoard(strings.TrimSpace(head))
	if err != nil {
		return Problem{}, err
	}
	p.Game = g
	for i, field := range strings.Split(tail, ";") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		s, err := parseMoveScore(field)
		if err != nil {
			return Problem{}, fmt.Errorf("field %d after the side to move: %w", i+1, err)
		}
		if legal := s.Move == Pass && g.moves == 0 && !g.over || s.Move != Pass && g.moves>>uint(s.Move)&1 != 0; !legal {
			return Problem{}, fmt.Errorf("field %d after the side to move: %s is not legal", i+1, g.FormatMove(s.Move))
		}
		p.Scores = append(p.Scores, s)
	}
	return p, nil
}

func parseMoveScore(field string) (MoveScore, error) {
	move, score, ok := strings.Cut(field, ":")
	if !ok {
		return MoveScore{}, fmt.Errorf("%q is not MOVE:SCORE", field)
	}
	m, err := parseMove(move)
	if err != nil {
		return MoveScore{}, err
	}
	v, err := strconv.Atoi(strings.TrimSpace(score))
	if err != nil || v < -64 || v > 64 {
		return MoveScore{}, fmt.Errorf("%q is not a score from -64 to +64", score)
	}
	return MoveScore{m, v}, nil
}

// WriteOBF writes problems, one a line.
func WriteOBF(w io.Writer, problems []Problem) error {
	for _, p := range problems {
		if _, err := fmt.Fprintln(w, p); err != nil {
			return err
		}
	}
	return nil
}

// String is the problem as a line of an OBF file.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.Game.String())
	b.WriteByte(';')
	for _, s := range p.Scores {
		fmt.Fprintf(&b, " %s:%+d;", strings.ToUpper(p.Game.FormatMove(s.Move)), s.Score)
	}
	if p.Comment != "" {
		b.WriteString(" % " + p.Comment)
	}
	return b.String()
}
