package hare

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// maxLine is the length of a line, in bytes, that a file of etudes may have.
const maxLine = 1 << 12

// ReadEtudes reads labelled positions, one to a line: the fields of a position
// (see ParsePosition) and one more, the number of the player judged to be
// winning, from 1 in the order written. What follows a # is a comment; blank
// lines are allowed, lines may end in CR LF. Errors name the line and the field.
func (e *Engine) ReadEtudes(r io.Reader) ([]engines.Etude, error) {
	var out []engines.Etude
	lines := bufio.NewReaderSize(r, maxLine)
	for number := 1; ; number++ {
		line, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("etudes: line %d: longer than %d bytes", number, maxLine)
		case err != nil && !errors.Is(err, io.EOF):
			return nil, fmt.Errorf("etudes: line %d: %w", number, err)
		case err != nil && len(line) == 0:
			return out, nil
		}
		text := string(line)
		if number == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		etude, ok, bad := e.parseEtude(text)
		if bad != nil {
			return nil, fmt.Errorf("etudes: line %d: %w", number, bad)
		}
		if ok {
			etude.Line = number
			out = append(out, etude)
		}
	}
}

// parseEtude reads a line; ok is false for one without fields.
func (e *Engine) parseEtude(line string) (etude engines.Etude, ok bool, err error) {
	text, comment, _ := strings.Cut(line, "#")
	if text = strings.TrimSpace(text); text == "" {
		return etude, false, nil
	}
	fields := strings.Split(text, ";")
	players := len(fields) / fieldsPerPlayer
	if len(fields)%fieldsPerPlayer != 1 || players < MinSeats || players > MaxSeats {
		return etude, false, fmt.Errorf("%d fields, not 4 for each of %d to %d players and the winner", len(fields), MinSeats, MaxSeats)
	}
	last := len(fields) - 1
	if _, err := parseFields(e.board, fields[:last]); err != nil {
		return etude, false, err
	}
	winner, err := strconv.Atoi(strings.TrimSpace(fields[last]))
	if err != nil || winner < 1 || winner > players {
		return etude, false, fmt.Errorf("field %d (winner): %.20q is not a player from 1 to %d", len(fields), fields[last], players)
	}
	for i := range fields[:last] {
		fields[i] = strings.TrimSpace(fields[i])
	}
	etude = engines.Etude{Position: strings.Join(fields[:last], ";"), Winner: winner - 1, Comment: strings.TrimSpace(comment)}
	return etude, true, nil
}

// WriteEtudes writes what ReadEtudes reads, comments behind a #. It refuses an
// etude that ReadEtudes would refuse.
func (e *Engine) WriteEtudes(w io.Writer, etudes []engines.Etude) error {
	out := bufio.NewWriter(w)
	for i, x := range etudes {
		read, ok, err := e.parseEtude(fmt.Sprintf("%s;%d", x.Position, x.Winner+1))
		if err == nil && !ok {
			err = errors.New("no position")
		}
		if err != nil {
			return fmt.Errorf("etudes: etude %d: %w", i+1, err)
		}
		line := fmt.Sprintf("%s;%d", read.Position, x.Winner+1)
		if x.Comment != "" {
			line += " # " + strings.Join(strings.Fields(x.Comment), " ")
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return fmt.Errorf("etudes: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("etudes: %w", err)
	}
	return nil
}
