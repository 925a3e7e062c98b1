package training

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Etude is a labelled position: the seat that a good judge calls the winner.
type Etude struct {
	Position string // in the game's notation
	Winner   int    // seat, from 0
	Line     int    // where it stood in its file, from 1; 0 if nowhere
	Comment  string
}

// EtudeFiles is implemented by engines that ship sets of etudes, as files named
// NAME.csv that ReadEtudes reads.
type EtudeFiles interface {
	EtudeFiles() fs.FS
}

// EtudeMaker is implemented by engines that make etudes of their own, by play.
type EtudeMaker interface {
	// MakeEtudes makes different etudes. A longer set of the same seed begins
	// with the shorter one.
	MakeEtudes(ctx context.Context, o EtudeOptions) ([]Etude, error)
}

// EtudeOptions say how etudes are made. Count is needed.
type EtudeOptions struct {
	Count int    // etudes to make, at least 1
	Seed  uint64 // of everything
	// Seats is the number of seats. The default value is the fewest that the
	// game has.
	Seats int
	// Games is the number of games that label a position, odd for two seats. The
	// default value is 5.
	Games int
	// Label is the settings of the players of those games, over those that the
	// game itself chooses.
	Label engines.Settings
	// Workers is the number of goroutines. The default value is 1. It changes no
	// etude.
	Workers int
	// Progress, when set, is called after every etude, by one goroutine at a time.
	Progress func(done, total int)
}

// maxEtudeLine is the length of a line, in bytes, that a file of etudes may have.
const maxEtudeLine = 1 << 16

// ReadEtudes reads labelled positions of a game, one to a line: the position, a
// semicolon, and the number of the seat that is judged to be winning, from 1.
// What follows a # is a comment; blank lines are allowed, lines may end in CR LF.
// Errors name the line and what is wrong with it.
func ReadEtudes(e engines.Engine, r io.Reader) ([]Etude, error) {
	var out []Etude
	err := eachEtude(e, r, func(x Etude, _ engines.Game) error {
		out = append(out, x)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// eachEtude reads what ReadEtudes reads and calls each with one etude after the other, and
// with its position. An error of each is returned with its line.
func eachEtude(e engines.Engine, r io.Reader, each func(Etude, engines.Game) error) error {
	lines := bufio.NewReaderSize(r, maxEtudeLine)
	for number := 1; ; number++ {
		line, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return &LineError{number, fmt.Errorf("longer than %d bytes", maxEtudeLine)}
		case err != nil && !errors.Is(err, io.EOF):
			return &LineError{number, err}
		case err != nil && len(line) == 0:
			return nil
		}
		text := string(line)
		if number == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		text, comment, _ := strings.Cut(text, "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		etude, g, err := parseEtude(e, text)
		if err == nil {
			etude.Line, etude.Comment = number, strings.TrimSpace(comment)
			err = each(etude, g)
		}
		if err != nil {
			return &LineError{number, err}
		}
	}
}

// parseEtude reads a line without its comment.
func parseEtude(e engines.Engine, text string) (Etude, engines.Game, error) {
	at := strings.LastIndexByte(text, ';')
	if at < 0 {
		return Etude{}, nil, fmt.Errorf("%.40q is not a position and a winner with a semicolon between them", text)
	}
	position, label := strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+1:])
	g, err := e.ParseGame(position, 0)
	if err != nil {
		return Etude{}, nil, err
	}
	winner, err := strconv.Atoi(label)
	if err != nil || winner < 1 || winner > g.Seats() {
		return Etude{}, nil, fmt.Errorf("winner: %.20q is not a seat from 1 to %d", label, g.Seats())
	}
	return Etude{Position: position, Winner: winner - 1}, g, nil
}

// WriteEtudes writes what ReadEtudes reads, comments behind a #. It refuses an
// etude that ReadEtudes would refuse.
func WriteEtudes(e engines.Engine, w io.Writer, etudes []Etude) error {
	out := bufio.NewWriter(w)
	for i, x := range etudes {
		line := fmt.Sprintf("%s;%d", strings.TrimSpace(x.Position), x.Winner+1)
		if strings.ContainsAny(line, "#\r\n") {
			return fmt.Errorf("etude %d: a position of several lines or with a #", i+1)
		}
		if _, _, err := parseEtude(e, line); err != nil {
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
