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

var _ training.Archive = (*engine)(nil)

// longestLine is the length of a line, in bytes, that an archive may have.
const longestLine = 1 << 20

// ReadArchive reads positions with known outcomes: games in PGN, or a position to a line
// in FEN or EPD with the result behind it, as sets of positions for tuning have it:
// c9 "1-0"; or 1/2-1/2 or [0.5], the last being White's points. Of a game the positions
// in check and those before a capture or a promotion are left out, in which the
// evaluation of the position itself says little. So are games without a result.
func (e *engine) ReadArchive(_ string, r io.Reader, each func(training.Sample) error) error {
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
	quiet []quiet // of the game in PGN that is being read
}

// quiet is a position without immediate captures, and its line in the archive.
type quiet struct {
	board.Position
	line int
}

// move keeps the position before a move if it is quiet.
func (a *archive) move(g *game, m board.Move, line int) {
	now := &g.at
	if now.InCheck() || now.At(m.To()) != 0 || m.Promotion() != board.NoKind || now.At(m.From()).Kind() == board.Pawn && m.To() == now.Passant {
		return
	}
	a.quiet = append(a.quiet, quiet{*now, line})
}

// end passes on the positions of a game that has a result.
func (a *archive) end(p *pgn) error {
	result := p.tags["Result"]
	if p.ended != "" && p.ended != "*" {
		result = p.ended
	}
	outcome, known := resultIn(result)
	if known && len(a.quiet) > 0 {
		for i := range a.quiet {
			j := training.Sample{
				Position: &game{table: p.table, start: a.quiet[i].Position, at: a.quiet[i].Position},
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

// position reads a line of an EPD file, which does not name its game.
func (a *archive) position(text string, number int) error {
	if text == "" || text[0] == '#' || text[0] == '%' {
		return nil
	}
	words := strings.Fields(text)
	const fields = 4
	if !isPosition(text) || len(words) <= fields {
		return errors.New("want a FEN and a result behind it")
	}
	outcome, ok := resultIn(strings.Join(words[fields:], " "))
	if !ok {
		return errors.New(`there is no result behind the position: want c9 "1-0", 1/2-1/2 or [0.5]`)
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

// results lists the ways to write a result, with the places of White and Black.
var results = []struct {
	text         string
	white, black int
}{
	{"1/2-1/2", 1, 1}, {"1-0", 1, 2}, {"0-1", 2, 1}, {"[1.0]", 1, 2}, {"[0.5]", 1, 1}, {"[0.0]", 2, 1}, {"[1]", 1, 2}, {"[0]", 2, 1},
}

// resultIn finds the result in the text behind a position: the first one written.
func resultIn(text string) (o engines.Outcome, ok bool) {
	first := len(text)
	for _, r := range results {
		if at := strings.Index(text, r.text); at >= 0 && at < first {
			first, o, ok = at, engines.Places(r.white, r.black), true
		}
	}
	return o, ok
}
