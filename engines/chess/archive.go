package chess

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/engines/training"
)

// longestLine is the largest length of a line of an archive in bytes.
const longestLine = 1 << 20

// readArchive reads positions with known outcomes and calls each with every one of them.
// The archive is either PGN, or has one position per line: a FEN or EPD, followed by the
// result as c9 "1-0"; or 1/2-1/2 or [0.5], the last in points of White. readArchive omits
// games without a result, positions in check, and positions whose next move is a capture
// or a promotion, because the static evaluation of these positions is unreliable.
func readArchive(r io.Reader, each func(training.Sample) error) error {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 1<<16), longestLine)
	a := &archive{table: &table{maxPlies: allPlies}, each: each}
	var games *pgn // nil in a file of positions
	number, begun := 0, false
	for in.Scan() {
		number++
		text := strings.TrimPrefix(in.Text(), "\ufeff")
		trimmed := strings.TrimSpace(text)
		if !begun {
			switch {
			case trimmed == "" || trimmed[0] == '#' || trimmed[0] == '%':
				continue
			case trimmed[0] == '[':
				games = newPGN(a.table, a, allPlies)
			case !isPosition(trimmed):
				return training.ErrNotArchive
			}
			begun = true
		}
		var err error
		if games != nil {
			err = games.line(text, number)
		} else if err = a.position(trimmed, number); err != nil {
			err = at(number, err)
		}
		if err != nil {
			return err
		}
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return at(number+1, fmt.Errorf("longer than %d bytes", longestLine))
	case err != nil:
		return err
	case !begun:
		return training.ErrNotArchive
	case games == nil:
		return nil
	}
	return games.finish()
}

// isPosition reports whether a line begins like a FEN.
func isPosition(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return strings.Count(first, "/") == 7
}

// archive is the state of reading an archive.
type archive struct {
	table *table
	each  func(training.Sample) error
	games int
	quiet []quiet // of the PGN game that is being read
}

// quiet is a position without immediate captures, and its line in the archive.
type quiet struct {
	at   board.Position
	line int
}

// move stores the position before a move if it is quiet.
func (a *archive) move(g *game, m board.Move, line int) {
	now := &g.at
	if now.InCheck() || now.At(m.To()) != 0 || m.Promotion() != board.NoKind || now.At(m.From()).Kind() == board.Pawn && m.To() == now.Passant {
		return
	}
	a.quiet = append(a.quiet, quiet{*now, line})
}

// end passes the stored positions on if the game has a result.
func (a *archive) end(p *pgn) error {
	result := p.tags["Result"]
	if p.ended != "" && p.ended != "*" {
		result = p.ended
	}
	outcome, known := resultIn(result)
	if known && len(a.quiet) > 0 {
		for i := range a.quiet {
			j := training.Sample{
				Position: &game{table: p.table, start: a.quiet[i].at, at: a.quiet[i].at},
				Outcome:  outcome, Game: a.games, Line: a.quiet[i].line,
			}
			if err := a.each(j); err != nil {
				return at(j.Line, err)
			}
		}
		a.games++
	}
	a.quiet = a.quiet[:0]
	return nil
}

// position reads a line with a position and a result. It belongs to no known game.
func (a *archive) position(text string, number int) error {
	if text == "" || text[0] == '#' || text[0] == '%' {
		return nil
	}
	words := strings.Fields(text)
	const fields = 4
	if !isPosition(text) || len(words) <= fields {
		return errors.New("the line must be a FEN followed by a result")
	}
	outcome, ok := resultIn(strings.Join(words[fields:], " "))
	if !ok {
		return errors.New(`no result after the position; write it as c9 "1-0", 1/2-1/2 or [0.5]`)
	}
	at, err := parseFEN(words[:fields])
	if err != nil {
		return err
	}
	g := newGame(a.table, &at)
	if g.Over() {
		return nil
	}
	return a.each(training.Sample{Position: g, Outcome: outcome, Game: training.NoGame, Line: number})
}

// results lists the accepted spellings of a result, with the places of White and Black.
var results = []struct {
	text         string
	white, black int
}{
	{"1/2-1/2", 1, 1}, {"1-0", 1, 2}, {"0-1", 2, 1}, {"[1.0]", 1, 2}, {"[0.5]", 1, 1}, {"[0.0]", 2, 1}, {"[1]", 1, 2}, {"[0]", 2, 1},
}

// resultIn returns the first result in a text.
func resultIn(text string) (o engines.Outcome, ok bool) {
	first := len(text)
	for _, r := range results {
		if at := strings.Index(text, r.text); at >= 0 && at < first {
			first, o, ok = at, engines.Places(r.white, r.black), true
		}
	}
	return o, ok
}
