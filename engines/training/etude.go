package training

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Etude is a position that is labelled with the seat that is expected to win.
type Etude struct {
	Position string // in the game's notation
	Winner   int    // the seat, from 0
	Line     int    // the line of its file, from 1; 0 if it is from no file
	Comment  string
}

// EtudeFiles is implemented by engines that ship sets of etudes, which are positions labelled with
// the expected winner.
type EtudeFiles interface {
	// EtudeFiles returns a file system with one file NAME.csv for every etude set; see
	// [ReadEtudes].
	EtudeFiles() fs.FS
}

// EtudeMaker is implemented by engines that can make etudes (labelled positions) by playing
// games.
type EtudeMaker interface {
	// MakeEtudes returns labelled positions that all differ. A longer set from the same seed
	// begins with the shorter one.
	MakeEtudes(ctx context.Context, o EtudeOptions) ([]Etude, error)
}

// EtudeOptions contains the options of EtudeMaker.MakeEtudes. Count must be set.
type EtudeOptions struct {
	Count int    // number of etudes, at least 1
	Seed  uint64 // of all games and labels
	// Seats is the number of seats in a game. The default value is the smallest number that the
	// game allows.
	Seats int
	// Games is the number of games whose results decide the label of a position. It is odd for
	// two seats. The default value is 5.
	Games int
	// Label contains settings for the players of the games that label positions. They take
	// precedence over the settings that the game would choose.
	Label engines.Settings
	// Workers is the number of goroutines that make etudes. The default value is 1. It does not
	// affect which etudes are made.
	Workers int
	// Progress, if not nil, is called after every etude (labelled position), by one goroutine at a
	// time.
	Progress func(done, total int)
}

// maxEtudeLine is the largest length of a line in a file of labelled positions, in bytes.
const maxEtudeLine = 1 << 16

// ReadEtudes reads a file of etudes (labelled positions) of a game. A line contains a position, a
// semicolon, and the number, from 1, of the seat that is expected to win. A # begins a comment.
// Blank lines are ignored, and lines may end with CR LF. An error is a *[LineError] for the first
// line that cannot be read; [CheckEtudes] finds all mistakes, and labels that cannot be right.
func ReadEtudes(e engines.Engine, r io.Reader) ([]Etude, error) {
	var out []Etude
	for x, wrong := range etudesOf(e, r) {
		if wrong != nil {
			return nil, wrong
		}
		out = append(out, x.etude)
	}
	return out, nil
}

// labelled is an etude with its position.
type labelled struct {
	etude Etude
	game  engines.Game
}

// etudesOf yields the etudes of a file in the format of [ReadEtudes], and an error in place of each
// line that cannot be read. An error of r, or a file that is compressed or text in UTF-16, ends the
// sequence.
func etudesOf(e engines.Engine, r io.Reader) iter.Seq2[labelled, *LineError] {
	return func(yield func(labelled, *LineError) bool) {
		lines := bufio.NewReaderSize(r, maxEtudeLine)
		head, err := lines.Peek(keys.TextHead)
		if err == nil || errors.Is(err, io.EOF) {
			err = keys.CheckText(head)
		}
		if err != nil {
			yield(labelled{}, &LineError{1, err})
			return
		}
		for number := 1; ; number++ {
			line, err := lines.ReadSlice('\n')
			if errors.Is(err, bufio.ErrBufferFull) {
				if !yield(labelled{}, &LineError{number, fmt.Errorf("longer than %d bytes", maxEtudeLine)}) {
					return
				}
				for errors.Is(err, bufio.ErrBufferFull) {
					_, err = lines.ReadSlice('\n')
				}
				line = nil
			}
			switch {
			case err != nil && !errors.Is(err, io.EOF):
				yield(labelled{}, &LineError{number, err})
				return
			case err != nil && len(line) == 0:
				return
			}
			text, comment := cutComment(number, line)
			if text == "" {
				continue
			}
			x, g, err := parseEtude(e, text)
			x.Line, x.Comment = number, comment
			var wrong *LineError
			if err != nil {
				wrong = &LineError{number, err}
			}
			if !yield(labelled{x, g}, wrong) {
				return
			}
		}
	}
}

// cutComment splits a line of a file of etudes into the text before the comment and the comment.
// It removes the blanks around both. number is the line's number in the file, from 1.
func cutComment(number int, line []byte) (text, comment string) {
	text = string(line)
	if number == 1 {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	text, comment, _ = strings.Cut(text, "#")
	return strings.TrimSpace(text), strings.TrimSpace(comment)
}

// parseEtude parses a line of a file of etudes (labelled positions), without its comment. The line
// contains a position, a semicolon and the seat of the expected winner.
func parseEtude(e engines.Engine, text string) (Etude, engines.Game, error) {
	at := strings.LastIndexByte(text, ';')
	switch {
	case strings.ContainsRune(text, '\r'):
		return Etude{}, nil, CarriageReturn(text)
	case at < 0:
		return Etude{}, nil, fmt.Errorf("%.40q is not a position and a winner with a semicolon between them", text)
	}
	position, label := strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+1:])
	if label == "" {
		return Etude{}, nil, errors.New("the line ends with a semicolon; the seat of the winner belongs there")
	}
	g, err := e.ParseGame(position, 0)
	if err != nil {
		if _, whole := e.ParseGame(text, 0); whole == nil {
			return Etude{}, nil, errors.New("the line is a position without a winner; a semicolon and the seat of the winner belong at its end")
		}
		if text[0] == '"' {
			return Etude{}, nil, fmt.Errorf("%.40q is in quotes; an etude is POSITION;SEAT without quotes", text)
		}
		return Etude{}, nil, err
	}
	winner, err := strconv.Atoi(label)
	if err != nil || winner < 1 || winner > g.Seats() {
		return Etude{}, nil, &seatError{label, g.Seats()}
	}
	return Etude{Position: position, Winner: winner - 1}, g, nil
}

// seatError reports that the label of an etude is not the number of a seat in its position.
type seatError struct {
	label string
	seats int // of the position
}

func (e *seatError) Error() string {
	return fmt.Sprintf("winner: %.20q is not a seat from 1 to %d", e.label, e.seats)
}

// CarriageReturn returns an error about a carriage return inside the given line.
func CarriageReturn(line string) error {
	return fmt.Errorf("%.40q has a carriage return in the line; lines end with LF or CR LF", line)
}

// WriteEtudes writes etudes with their comments in the format of [ReadEtudes]. It returns an
// error for an etude that ReadEtudes could not read. The error for a winner counts seats from 0, as
// [Etude] does.
func WriteEtudes(e engines.Engine, w io.Writer, etudes []Etude) error {
	out := bufio.NewWriter(w)
	for i, x := range etudes {
		line := fmt.Sprintf("%s;%d", strings.TrimSpace(x.Position), x.Winner+1)
		if strings.ContainsAny(line, "#\r\n") {
			return fmt.Errorf("etude %d: a position of several lines or with a #", i+1)
		}
		_, _, err := parseEtude(e, line)
		if wrong, ok := errors.AsType[*seatError](err); ok {
			err = fmt.Errorf("winner: %d is not a seat from 0 to %d", x.Winner, wrong.seats-1)
		}
		if err != nil {
			return fmt.Errorf("etude %d: %w", i+1, err)
		}
		if x.Comment != "" {
			line += " # " + strings.Join(strings.Fields(x.Comment), " ")
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return out.Flush()
}
