package gamefile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Game is a finished game. Its slices are valid until the next one is read.
type Game struct {
	// Line is where it begins in the file, from 1.
	Line int
	// Players are numbers of names. Of two, the first sat in the first seat.
	Players []int
	// Places are those of the players, 1 for the best; players who tie share one.
	Places []int
	// Cluster numbers the games of one deal from 1. 0 is a game by itself. It is
	// [Unnamed] where the file shows deals without naming them: [Pairs] finds those.
	Cluster int
	// Round is a hash of the tag Round of a PGN file, 0 where it is absent.
	Round uint64
	// Position is a hash of the tag FEN of a PGN file, 0 for the usual start position.
	Position uint64
	// Start is Position, or without a FEN a hash of the first four plies; 0 where there are
	// fewer.
	Start uint64
	// Content is a hash of the start, the players by seat, the moves and the result, equal
	// for games that were played again. It is 0 where the moves are not known.
	Content uint64
	// Period is the rating period, "" where none is given.
	Period string
}

// Unnamed is the Cluster of a game whose deal has no name in the file.
const Unnamed = -1

// Reader reads games.
type Reader interface {
	// Name is that of the file.
	Name() string
	// Read returns the next game, or io.EOF at the end.
	Read() (Game, error)
	// Names are those of the players who came so far, by number.
	Names() []string
	// Unfinished is the number of games left out so far for having no result.
	Unfinished() int
	// Ranked reports whether games may have more than two seats.
	Ranked() bool
	// Deals reports whether the file shows which games are one deal: PGN always does, CSV
	// by the column pair.
	Deals() bool
}

// Error is a mistake in a file.
type Error struct {
	File  string
	Line  int    // from 1
	Field string // the column or the tag; empty for the whole line
	Err   error
}

// Error writes file:line: field: what is wrong.
func (e *Error) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("%s: %v", e.Where(), e.Err)
	}
	return fmt.Sprintf("%s: %s: %v", e.Where(), e.Field, e.Err)
}

// Where is file:line.
func (e *Error) Where() string { return fmt.Sprintf("%s:%d", e.File, e.Line) }

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// bufferSize is how much of a file is read at a time.
const bufferSize = 1 << 18

// Open returns a reader of a file with a name. The name decides what the file is
// if it ends in .csv or .pgn; otherwise the first character does, which in PGN is a
// bracket.
func Open(r io.Reader, name string) (Reader, error) {
	b := bufio.NewReaderSize(r, bufferSize)
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv":
		return newCSV(b, name)
	case ".pgn":
		return NewPGN(b, name), nil
	}
	head, _ := b.Peek(4096) // an error comes again when the file is read
	if bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(head, byteOrderMark)), []byte("[")) {
		return NewPGN(b, name), nil
	}
	return newCSV(b, name)
}

// byteOrderMark begins some files that are written on Windows.
var byteOrderMark = []byte("\ufeff")

// players numbers names as they come.
type players struct {
	numbers map[string]int
	names   []string
}

// number is that of a name, a new one if need be. A name that is not UTF-8 is read as
// ISO 8859-1, in which the standard of PGN has its names.
func (p *players) number(name []byte) int {
	if !utf8.Valid(name) {
		name = fromLatin1(name)
	}
	if n, ok := p.numbers[string(name)]; ok {
		return n
	}
	if p.numbers == nil {
		p.numbers = make(map[string]int)
	}
	n := len(p.names)
	p.names = append(p.names, string(name))
	p.numbers[p.names[n]] = n
	return n
}

// fromLatin1 is a text of ISO 8859-1 in UTF-8.
func fromLatin1(text []byte) []byte {
	var out []byte
	for _, c := range text {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// deals numbers clusters by the name of a deal and who played it.
type deals struct {
	numbers map[string]int
	count   int
	key     []byte
	sorted  []int
}

// number is that of a deal among players; 0 for no name.
func (d *deals) number(deal []byte, among []int) int {
	if len(deal) == 0 {
		return 0
	}
	d.sorted = append(d.sorted[:0], among...)
	slices.Sort(d.sorted)
	d.key = append(append(d.key[:0], deal...), 0)
	for _, p := range d.sorted {
		d.key = binary.AppendUvarint(d.key, uint64(p))
	}
	if n, ok := d.numbers[string(d.key)]; ok {
		return n
	}
	if d.numbers == nil {
		d.numbers = make(map[string]int)
	}
	n := d.next()
	d.numbers[string(d.key)] = n
	return n
}

// next is the number of a new cluster.
func (d *deals) next() int {
	d.count++
	return d.count
}
