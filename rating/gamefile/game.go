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

// Game is a finished game. Its slices are valid until the next call of Read.
type Game struct {
	// Line is the line in which the game begins, from 1.
	Line int
	// Players contains the numbers of the players, which are indices in [Reader.Names]. In a
	// game of two seats the first player has the first seat.
	Players []int
	// Places contains the places of the players, 1 for the best. Tied players have equal
	// places.
	Places []int
	// Cluster is the number of the game's deal, from 1. It is 0 for a game without a deal, and
	// [Unnamed] if the file contains deals without naming them.
	Cluster int
	// Round is a hash of the tag Round of a PGN file, 0 if there is none.
	Round uint64
	// Position is a hash of the tag FEN of a PGN file, 0 for the standard start position.
	Position uint64
	// Start is Position, or without a FEN a hash of the first four plies; 0 if there are fewer.
	Start uint64
	// Content is a hash of start, players by seat, moves and result. It is equal for games that
	// were played again, and 0 if the moves are unknown.
	Content uint64
	// Period is the rating period, "" for none.
	Period string
}

// Unnamed is the Cluster of a game whose deal has no name in the file.
const Unnamed = -1

// Reader reads games.
type Reader interface {
	// Name returns the name of the file.
	Name() string
	// Read returns the next game, or io.EOF at the end.
	Read() (Game, error)
	// Names returns the names of the players read so far, by number.
	Names() []string
	// Unfinished returns the number of games read so far that had no result and were left out.
	Unfinished() int
	// Ranked reports whether games may have more than two seats.
	Ranked() bool
	// Deals reports whether the file contains deals: PGN files always do, CSV files if they
	// have the column pair.
	Deals() bool
}

// Error is an error in a file.
type Error struct {
	File  string
	Line  int    // from 1
	Field string // the column or the tag; "" for the whole line
	Err   error
}

// Error returns "file:line: field: cause".
func (e *Error) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("%s: %v", e.Where(), e.Err)
	}
	return fmt.Sprintf("%s: %s: %v", e.Where(), e.Field, e.Err)
}

// Where returns "file:line".
func (e *Error) Where() string { return fmt.Sprintf("%s:%d", e.File, e.Line) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// bufferSize is the size of the read buffer in bytes.
const bufferSize = 1 << 18

// Open returns a reader of a file. The name decides the format if it ends in .csv or .pgn.
// Otherwise the first character does: a PGN file begins with a bracket.
func Open(r io.Reader, name string) (Reader, error) {
	b := bufio.NewReaderSize(r, bufferSize)
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv":
		return newCSV(b, name)
	case ".pgn":
		return NewPGN(b, name), nil
	}
	head, _ := b.Peek(4096) // the reader reports the error again
	if bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(head, byteOrderMark)), []byte("[")) {
		return NewPGN(b, name), nil
	}
	return newCSV(b, name)
}

// byteOrderMark begins some files written on Windows.
var byteOrderMark = []byte("\ufeff")

// players numbers names in the order of their first appearance.
type players struct {
	numbers map[string]int
	names   []string
}

// number returns the number of a name, which is new if the name has not appeared before. A
// name that is not valid UTF-8 is read as ISO 8859-1, as the PGN standard specifies.
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

// fromLatin1 converts ISO 8859-1 to UTF-8.
func fromLatin1(text []byte) []byte {
	var out []byte
	for _, c := range text {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// deals numbers clusters by the name of the deal and its players.
type deals struct {
	numbers map[string]int
	count   int
	key     []byte
	sorted  []int
}

// number returns the number of a deal between the given players, or 0 for no name.
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

// next returns the number of a new cluster.
func (d *deals) next() int {
	d.count++
	return d.count
}
