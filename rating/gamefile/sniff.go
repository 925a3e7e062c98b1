package gamefile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// RatingsOnlyError is the error for a file that should contain games but contains a table of
// ratings.
type RatingsOnlyError struct {
	// Program is the name of the program that writes such tables.
	Program string
}

// Error returns the message.
func (e *RatingsOnlyError) Error() string {
	return fmt.Sprintf("this is a table of ratings by %s, which contains no games", e.Program)
}

// readPrinted reads the results in a file that is neither PGN nor a CSV file of games: the output
// or the settings of another program. If the file contains a table of ratings and no results, the
// error is a [RatingsOnlyError]. If it contains neither, the error is the one for a CSV file with a
// wrong header.
func readPrinted(b *bufio.Reader, name string) (*logs, error) {
	p := &logs{source: source{file: name}}
	if head, _ := b.Peek(64); bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) {
		text, err := io.ReadAll(b)
		if err != nil {
			return nil, err
		}
		return p, p.readFastchess(text)
	}
	log, table, elo := &matchLog{out: p}, &headToHead{out: p}, &bayesElo{out: p}
	var ratings tableHeader
	head := ""
	for number := 1; ; number++ {
		line, err := b.ReadString('\n')
		if line == "" && err == io.EOF {
			break
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		line = prompt().ReplaceAllString(strings.TrimRight(line, "\r\n"), "")
		if head == "" {
			head = line
		}
		for _, format := range []func(int, string) (bool, error){log.line, table.line, elo.line} {
			known, err := format(number, line)
			if err != nil {
				return nil, err
			}
			if known {
				break
			}
		}
		if ratings.program == "" {
			ratings = headerOf(line, number)
		}
	}
	switch {
	case log.found() || elo.games > 0 || len(table.met) > 0:
		return p, log.finish()
	case ratings.program != "":
		return nil, &Error{File: name, Line: ratings.line, Err: &RatingsOnlyError{ratings.program}}
	}
	if _, err := newCSV(strings.NewReader(head+"\n"), name); err != nil {
		return nil, err
	}
	return nil, errors.New("no results were found") // the first line is a header of CSV after a prompt
}

// formatOf returns the file name extension of the format in which a file of games begins, or "" for
// the output of another program.
func formatOf(head []byte) string {
	text := bytes.TrimSpace(bytes.TrimPrefix(head, byteOrderMark))
	separator, empty := csvSeparator(head)
	switch {
	case bytes.HasPrefix(text, []byte("[")):
		return ".pgn"
	case bytes.HasPrefix(text, []byte(`{"phase":`)):
		return ".jsonl"
	case separator != 0 || empty: // the CSV reader reports an empty file
		return ".csv"
	}
	return ""
}

// csvSeparator returns the character between the columns in the header of a CSV file: a comma, a
// semicolon or a tab. It returns 0 if the header contains no known column name. empty is true if
// the text has no header.
func csvSeparator(head []byte) (separator rune, empty bool) {
	for line := range bytes.Lines(bytes.TrimPrefix(head, byteOrderMark)) {
		text := strings.TrimSpace(string(line))
		if text == "" || text[0] == '#' {
			continue
		}
		for _, separator := range ",;\t" {
			for name := range strings.SplitSeq(text, string(separator)) {
				if _, ok := columnNames[strings.ToLower(strings.Trim(name, ` "`))]; ok {
					return separator, false
				}
			}
		}
		return 0, false
	}
	return 0, true
}
