package othello

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/training"
)

// These constants describe the files of a WTHOR database, in which the French Othello federation
// publishes games. A file has a header of wthorHeader bytes, and then wthorGame bytes for each
// game. The next three constants are offsets in the header, and the last three are offsets in a
// game.
const (
	wthorHeader = 16
	wthorCount  = 4  // number of games, 4 bytes, the lowest first
	wthorSize   = 12 // squares in a row of the board; 0 means 8
	wthorDepth  = 14 // empty squares at which the theoretical score was computed; 0 means never

	wthorGame   = 68
	wthorScore  = 6 // Black's discs at the end, the empty squares counted for the winner
	wthorTheory = 7 // Black's discs after perfect play from the depth of the header on
	wthorMoves  = 8
)

// theoretical is the name of the field with the theoretical score of a game: the result of perfect
// play from some late position on. By default the final score is used.
const theoretical = "theoretical"

// wthor reads a WTHOR database, the binary format of the French Othello federation, and passes its
// positions to a.visit. Sample.Line is the number of the game in the file.
func (a *archive) wthor(f training.SampleFields, r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<16)
	var header [wthorHeader]byte
	if n, err := io.ReadFull(in, header[:]); err != nil {
		return &training.LineError{Line: 1, Err: fmt.Errorf("%d bytes are no WTHOR database, whose header has %d", n, wthorHeader)}
	}
	if size := header[wthorSize]; size != 0 && size != 8 {
		return &training.LineError{Line: 1, Err: fmt.Errorf("a WTHOR database of boards of %d x %[1]d; only 8 x 8 is possible", size)}
	}
	depth := int(header[wthorDepth])
	perfect, err := byTheory(f, depth)
	if err != nil {
		return err
	}
	count := int(binary.LittleEndian.Uint32(header[wthorCount:]))
	var record [wthorGame]byte
	for {
		n, err := io.ReadFull(in, record[:])
		switch {
		case errors.Is(err, io.EOF) && (count == 0 || count == a.games):
			return nil
		case errors.Is(err, io.EOF):
			return &training.LineError{Line: a.games, Err: fmt.Errorf("the file ends after %d games; its header announces %d", a.games, count)}
		case errors.Is(err, io.ErrUnexpectedEOF):
			err = fmt.Errorf("the file ends after %d of the %d bytes of a game", n, wthorGame)
		case err == nil:
			err = a.wthorGame(record[:], perfect, depth)
		}
		if err != nil {
			return &training.LineError{Line: a.games + 1, Err: fmt.Errorf("game %d: %w", a.games+1, err)}
		}
		if err := a.flush(a.games); err != nil {
			return &training.LineError{Line: a.games, Err: fmt.Errorf("game %d: %w", a.games, err)}
		}
	}
}

func byTheory(f training.SampleFields, depth int) (bool, error) {
	name, key := f.Result, "result"
	if f.ByScore {
		name, key = f.Score, "score"
	}
	switch {
	case name == "" || name == "score":
		return false, nil
	case name != theoretical:
		return false, fmt.Errorf("columns.%s: a game of a WTHOR database has no field %q; it has score and %s", key, name, theoretical)
	case depth == 0:
		return false, &training.LineError{Line: 1, Err: errors.New("the header has the depth 0, so that the file has no theoretical scores; use the field score")}
	}
	return true, nil
}

// wthorGame adds the positions of a game to a.list. If the record contains an illegal move, only
// the positions before it are added. If perfect is true, positions with at least depth empty
// squares have the theoretical score, and all others the final score.
func (a *archive) wthorGame(record []byte, perfect bool, depth int) error {
	black, theory := int(record[wthorScore]), int(record[wthorTheory])
	if black > 64 || perfect && theory > 64 {
		return fmt.Errorf("the result is %d discs of Black, and %d in theory; a board has 64 squares", black, theory)
	}
	played := wthorPositions(record[wthorMoves:])
	a.add(played, 2*black-64)
	if !perfect {
		return nil
	}
	for i := range a.list {
		if g, ok := a.list[i].Position.(*game); ok && g.empties() >= depth {
			a.list[i].Outcome = outcomeOf(2*theory - 64)
		}
	}
	return nil
}

// wthorPositions plays the moves of a game and returns the position before each move. A move is
// stored as 10 times the row plus the column, both from 1. Passes are not stored, and the positions
// before them are left out.
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
