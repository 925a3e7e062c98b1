package chess

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/engines/training"
)

// longestLine is the maximum length, in bytes, of a line in a file of games or positions. A longer
// line is an error.
const longestLine = 1 << 20

// These are the names of the file formats that ReadArchive can read: games (PGN), and files with
// one position per line (EPD).
const (
	formatPGN = "pgn"
	formatEPD = "epd"
)

// readArchive reads positions with known outcomes from a file and calls visit for each. The file
// contains games in PGN, or one position per line with its result or score (see labelledPosition).
// Games and positions without a known result are left out.
//
// A game is read up to its first null move, because the rules have none. The positions of a game
// are left out if their evaluation is unreliable: if the side to move is in check, or if the next
// move is a capture or a promotion. With f.All set, they are included. In a file of positions,
// finished positions and those with the score of a mate are left out.
func readArchive(t *table, f training.SampleFile, r io.Reader, visit func(training.Sample) error) error {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 1<<16), longestLine)
	a := &archive{table: &table{chess960: t.chess960, maxPlies: allPlies}, visit: visit, file: f, names: make(training.Games)}
	var games *pgn // nil in a file of positions
	number, begun := 0, false
	for in.Scan() {
		number++
		text := strings.TrimPrefix(in.Text(), "\ufeff")
		trimmed := strings.TrimSpace(text)
		if !begun {
			switch {
			case trimmed == "" || isComment(trimmed):
				continue
			case f.Format == formatPGN || f.Format == "" && trimmed[0] == '[':
				a.table.recorded = true
				games = newPGN(a.table, a, allPlies)
			case f.Format == "" && !isPosition(trimmed):
				return training.ErrNotArchive
			}
			if games != nil && f.Fields.ByScore {
				return withLine(number, errors.New("games in PGN have results and no scores; set target: result"))
			}
			begun = true
		}
		var err error
		if games != nil {
			err = games.line(text, number)
		} else if err = a.position(trimmed, number); err != nil {
			err = withLine(number, err)
		}
		if err != nil {
			return err
		}
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return withLine(number+1, fmt.Errorf("longer than %d bytes", longestLine))
	case err != nil:
		return err
	case !begun:
		return training.ErrNotArchive
	case games == nil:
		return nil
	}
	return games.finish()
}

// isPosition reports whether a line begins with a position in FEN. It only checks that the first
// word contains seven slashes.
func isPosition(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return strings.Count(first, "/") == 7
}

// isComment reports whether a line of a file of positions is a comment. The line must not be empty.
func isComment(line string) bool { return strings.ContainsRune("#%;", rune(line[0])) }

// archive is the state of readArchive while it reads a file of games or positions.
type archive struct {
	table *table
	visit func(training.Sample) error
	games int
	read  []readPosition // of the game in PGN that is being read

	file  training.SampleFile
	names training.Games // the games that positions name
}

// readPosition is a position of a game and the number of its line in the file.
type readPosition struct {
	board.Position
	line int
}

// move stores the position before the move m of a game. The method end passes it to a.visit after
// the game. line is the number of the line that contains m. Unless all positions are requested, move
// skips positions in check and positions in which m is a capture or a promotion.
func (a *archive) move(g *game, m board.Move, line int) {
	now := &g.at
	if !a.file.All && (now.InCheck() || now.At(m.To()) != 0 || m.Promotion() != board.NoKind || now.At(m.From()).Kind() == board.Pawn && m.To() == now.Passant) {
		return
	}
	a.read = append(a.read, readPosition{*now, line})
}

// nullMove reports that the game is read up to its first null move. It returns nil.
func (a *archive) nullMove(line int) error {
	a.omit(line, training.NullMove)
	return nil
}

// omit passes the line of an ignored position to the receiver of the file's omissions, if there is
// one.
func (a *archive) omit(line int, reason training.Omission) {
	if a.file.Omitted != nil {
		a.file.Omitted(line, reason)
	}
}

// end passes the stored positions of a game to a.visit, each with the result of the game. It drops
// the positions of a game without a result.
func (a *archive) end(p *pgn) error {
	result := p.tags["Result"]
	if p.ended != "" && p.ended != "*" {
		result = p.ended
	}
	outcome, known := resultIn(result)
	switch {
	case !known:
		for i := range a.read {
			a.omit(a.read[i].line, training.NoResult)
		}
	case len(a.read) > 0:
		for i := range a.read {
			j := training.Sample{
				Position: &game{table: p.table, start: a.read[i].Position, at: a.read[i].Position},
				Outcome:  outcome, Game: a.games, Line: a.read[i].line,
			}
			if err := a.visit(j); err != nil {
				return withLine(j.Line, err)
			}
		}
		a.games++
	}
	a.read = a.read[:0]
	return nil
}

// position reads one line of a file of positions and passes the position with its result or score
// to a.visit. It skips comments, positions in which the game is over, unknown results, and scores
// that mean a mate.
func (a *archive) position(text string, number int) error {
	if text == "" || isComment(text) {
		return nil
	}
	if strings.ContainsRune(text, '\r') {
		return training.CarriageReturn(text)
	}
	l, err := splitLabel(text)
	if err != nil {
		return err
	}
	at, err := a.table.parseFEN(l.position)
	if err != nil {
		return err
	}
	g := newGame(a.table, &at)
	if g.Over() {
		a.omit(number, training.GameOver)
		return nil
	}
	j := training.Sample{Position: g, Game: training.NoGame, Line: number}
	var known bool
	if j.Outcome, known, err = l.outcome(a.file.Fields, g); err != nil || !known {
		if err == nil && !a.file.Fields.ByScore { // a position without a score is a mate, and is not reported
			a.omit(number, training.NoResult)
		}
		return err
	}
	if a.file.Fields.Game != "" {
		name, ok := l.operation(a.file.Fields.Game)
		if !ok || name == "" {
			return fmt.Errorf("there is no operation %q with the game of the position", a.file.Fields.Game)
		}
		j.Game = a.names.Number(name)
	}
	return a.visit(j)
}
