package othello

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/training"
)

// readArchive reads positions with known outcomes from a WTHOR database (.wtb) or a text.
// A line of a text is a transcript of a whole game, a game in GGF, or a position of an
// OBF file with scores of moves; each scored move adds the position after it. A % begins
// a comment.
func readArchive(name string, r io.Reader, each func(training.Sample) error) error {
	a := &archive{each: each}
	if strings.HasSuffix(strings.ToLower(name), ".wtb") {
		return a.wthor(r)
	}
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 1<<16), longestLine)
	number := 0
	for in.Scan() {
		number++
		text := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		if !strings.HasPrefix(text, "(;") {
			text, _, _ = strings.Cut(text, "%")
			text = strings.TrimSpace(text)
		}
		if text == "" {
			continue
		}
		err := a.line(text)
		if errors.Is(err, training.ErrNotArchive) {
			if a.games == 0 {
				return err
			}
			err = errors.New("the line is neither a transcript, nor a GGF game, nor a line of an OBF file")
		}
		if err == nil {
			err = a.hand(number)
		}
		if err != nil {
			return &training.LineError{Line: number, Err: err}
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return &training.LineError{Line: number + 1, Err: fmt.Errorf("longer than %d bytes", longestLine)}
	}
	return in.Err()
}

// longestLine is the greatest length of a line of an archive in bytes.
const longestLine = 1 << 20

// archive is the state of reading an archive.
type archive struct {
	each  func(training.Sample) error
	list  []training.Sample // positions read and not yet passed to each
	games int
}

// hand passes the positions read from a line to the caller.
func (a *archive) hand(line int) error {
	for _, j := range a.list {
		j.Line = line
		if err := a.each(j); err != nil {
			return err
		}
	}
	a.list = a.list[:0]
	return nil
}

// line reads one line.
func (a *archive) line(text string) error {
	switch {
	case strings.HasPrefix(text, "(;"):
		end, err := parseGGF(text)
		if err != nil {
			return err
		}
		return a.game(end)
	case isTranscript(text):
		end, err := replay(text)
		if err != nil {
			return err
		}
		return a.game(end)
	case strings.Contains(text, ":"):
		p, err := parseOBF(text)
		if err != nil {
			return err
		}
		return a.problem(p)
	}
	return training.ErrNotArchive
}

// game adds the positions of a finished game.
func (a *archive) game(end *game) error {
	if !end.over {
		return fmt.Errorf("the game is not over after %d plies", end.history.plies)
	}
	var played []*game
	at := newGame(end.history.own, end.history.opp, end.history.turn)
	for _, m := range end.Played() {
		before := *at
		played = append(played, &before)
		if err := at.Apply(m); err != nil {
			return err
		}
	}
	a.add(played, end.score())
	return nil
}

// add adds the positions of a game with Black's final disc difference.
func (a *archive) add(played []*game, score int) {
	for _, g := range played {
		if !g.over {
			a.list = append(a.list, training.Sample{Position: g, Outcome: outcomeOf(score), Game: a.games})
		}
	}
	a.games++
}

// problem adds a position with its best score, and the positions after its scored moves
// with theirs.
func (a *archive) problem(p problem) error {
	if len(p.scores) == 0 {
		return errors.New("no move has a score")
	}
	sign := 1
	if p.game.turn != seatBlack {
		sign = -1
	}
	best := -64
	var after []training.Sample
	for _, s := range p.scores {
		best = max(best, s.score)
		g := *p.game
		if err := g.Apply(s.move); err != nil {
			return err
		}
		if !g.over {
			after = append(after, training.Sample{Position: &g, Outcome: outcomeOf(sign * s.score), Game: a.games})
		}
	}
	a.list = append(a.list, training.Sample{Position: p.game, Outcome: outcomeOf(sign * best), Game: a.games})
	a.list = append(a.list, after...)
	a.games++
	return nil
}

// outcomeOf returns the outcome of a game that Black won by score discs.
func outcomeOf(score int) engines.Outcome {
	return engines.ByScore(32+float64(score)/2, 32-float64(score)/2)
}

// The layout of a WTHOR database.
const (
	wthorHeader = 16
	wthorGame   = 68
	wthorScore  = 6 // Black's discs, the empty squares counted for the winner
	wthorMoves  = 8
)

// wthor reads a WTHOR database: a header, then 68 bytes per game. It reads an unfinished
// game, or one with an illegal move, up to that point; its positions get the stored score.
func (a *archive) wthor(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if len(data) < wthorHeader || (len(data)-wthorHeader)%wthorGame != 0 {
		return fmt.Errorf("%d bytes are not a WTHOR database, which has a header of %d bytes and %d per game", len(data), wthorHeader, wthorGame)
	}
	if size := data[12]; size != 0 && size != 8 {
		return fmt.Errorf("the WTHOR database has boards of %d x %[1]d; only 8 x 8 is supported", size)
	}
	for rest := data[wthorHeader:]; len(rest) > 0; rest = rest[wthorGame:] {
		black := int(rest[wthorScore])
		if black > 64 {
			return fmt.Errorf("game %d: %d discs", a.games+1, black)
		}
		a.add(wthorPositions(rest[wthorMoves:wthorGame]), 2*black-64)
		if err := a.hand(a.games); err != nil {
			return fmt.Errorf("game %d: %w", a.games, err)
		}
	}
	return nil
}

// wthorPositions plays the moves of a game and returns the positions before each. A move
// is stored as 10 times the row plus the column, both counted from 1. Passes are not
// stored.
func wthorPositions(moves []byte) (played []*game) {
	g := newGame(board.StartOwn, board.StartOpp, seatBlack)
	for _, m := range moves {
		if g.moves == 0 && !g.over {
			if err := g.Apply(pass); err != nil {
				return played
			}
		}
		row, column := int(m)/10-1, int(m)%10-1
		if row < 0 || row > 7 || column < 0 || column > 7 || g.over {
			return played
		}
		before := *g
		if err := g.Apply(engines.Move(8*row + column)); err != nil {
			return played
		}
		played = append(played, &before)
	}
	return played
}
