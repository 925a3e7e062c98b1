package gamefile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lanista/lanista/keys"
)

// Game is a finished game in a file of results. Its slices are valid until the next call of Read.
type Game struct {
	// Line is the line in which the game begins, counted from 1.
	Line int
	// Players contains the numbers of the players, which are indices in [Reader.Names]. In a game
	// of two seats, the first element is the player in the first seat.
	Players []int
	// Places contains the place of each player, in the order of Players. Place 1 is the best, and
	// tied players have equal places.
	Places []int
	// Cluster is the number of the group of games from the same start, counted from 1. It is 0
	// for a game without a group, and [Unnamed] if the file has such groups without naming them.
	Cluster int
	// Round is a hash of the tag Round of a PGN file, without the number after its last dot. It is 0
	// if the game has no such tag.
	Round uint64
	// Position is a hash of the tag FEN of a PGN file. It is 0 for the standard start position.
	Position uint64
	// Start is a hash of the start of the game: of the FEN if the game has one, otherwise of the
	// first four plies. It is 0 for a game without a FEN that has fewer plies.
	Start uint64
	// Content is a hash of the start, the players by seat, the moves and the result. A game that
	// was played again with the same moves has the same hash. It is 0 if the moves are unknown.
	Content uint64
	// Period is the name of the rating period; "" means none.
	Period string

	moves uint64 // hash of the start and of the moves alone; 0 if it is unknown
}

// Unnamed is the value of [Game.Cluster] in a file that does not state which games have the same
// start.
const Unnamed = -1

// Reader reads the games in a file of results one after another.
type Reader interface {
	// Name returns the name of the file.
	Name() string
	// Read returns the next finished game, or io.EOF at the end of the file.
	Read() (Game, error)
	// Names returns the names of the players in the games that have been read, by player number.
	Names() []string
	// Unfinished returns how many of the games read so far have no result.
	// Read leaves them out.
	Unfinished() int
	// Damaged returns how many of the games read so far cannot be used although the rest of the file
	// can, and the error of the first. Read leaves them out. They are games of a search, games of the
	// player "?" in PGN, and a last game of PGN or JSON lines that is not complete.
	Damaged() (games int, first error)
	// Ranked reports whether the format allows games with more than two seats.
	Ranked() bool
	// Deals reports whether games from the same start can be recognized. This holds for every PGN
	// file, and for a CSV file with the column pair.
	Deals() bool
	// Seated reports whether the file states which player of every game of two had the first seat.
	// If it does not, the order of [Game.Players] means nothing.
	Seated() bool
}

// source contains the fields and methods that the readers of all formats share.
type source struct {
	file       string
	players    players
	deals      deals
	unfinished int
	damaged    int   // games that cannot be used, such as a last game that is not complete
	damage     error // of the first such game
}

// Name returns the name of the file.
func (s *source) Name() string { return s.file }

// Names returns the names of the players in the games that have been read.
func (s *source) Names() []string { return s.players.names }

// Unfinished returns how many of the games read so far have no result.
func (s *source) Unfinished() int { return s.unfinished }

// Damaged returns how many of the games read so far cannot be used, and the error of the first.
func (s *source) Damaged() (games int, first error) { return s.damaged, s.damage }

// leaveOut counts a game that cannot be used, with the reason.
func (s *source) leaveOut(reason error) {
	if s.damaged++; s.damage == nil {
		s.damage = reason
	}
}

func (s *source) errorf(line int, field, format string, args ...any) error {
	return &Error{s.file, line, field, fmt.Errorf(format, args...)}
}

// Error is a mistake in a file of games, with its line number.
type Error struct {
	File  string
	Line  int    // from 1
	Field string // the column or the tag; "" for the whole line
	Err   error
}

// Error returns the message in the form "file:line: field: cause".
func (e *Error) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("%s: %v", e.Where(), e.Err)
	}
	return fmt.Sprintf("%s: %s: %v", e.Where(), e.Field, e.Err)
}

// Where returns the file and the line of the mistake as "file:line".
func (e *Error) Where() string { return fmt.Sprintf("%s:%d", e.File, e.Line) }

// Unwrap returns the cause of the error.
func (e *Error) Unwrap() error { return e.Err }

const bufferSize = 1 << 18

// storeHeader is the text at the beginning of every SQLite database. Files with it are stores of
// runs, not files of games.
const storeHeader = "SQLite format 3\x00"

// errStore is the error for a file that is a store of runs instead of a file of games.
var errStore = errors.New("this is a store of runs and no file of games; the verb runs lists them, and the flag --games-file writes the games of a run to a file")

// longestLine is the maximum length of a line in bytes. It applies to all formats except PGN.
const longestLine = 16 << 20

// lineLimit reads from another reader and returns an [Error] if a line is longer than longestLine.
type lineLimit struct {
	in     io.Reader
	file   string
	line   int // number of complete lines
	length int // of the current line
}

// Read reads from the reader in. It returns an [Error] if a line is longer than longestLine.
func (l *lineLimit) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		if l.length += len(line); l.length > longestLine {
			return 0, &Error{File: l.file, Line: l.line + 1, Err: fmt.Errorf("longer than %d MB", longestLine>>20)}
		}
		if rest = after; ended {
			l.line, l.length = l.line+1, 0
		}
	}
	return n, err
}

// Open returns a reader for a file of games. A name that ends in .csv, .pgn or .jsonl determines
// the format. Otherwise the first 4096 bytes do. PGN begins with a bracket, CSV with the names of
// columns, and JSONL with {"phase":, the first key of the lines that --games-file writes. Any other
// file is read as the output of another program. A store of runs is an error.
func Open(r io.Reader, name string) (Reader, error) {
	b := bufio.NewReaderSize(r, bufferSize)
	limited := bufio.NewReaderSize(&lineLimit{in: b, file: name}, bufferSize)
	if start, _ := b.Peek(len(storeHeader)); string(start) == storeHeader {
		return nil, &Error{File: name, Line: 1, Err: errStore}
	}
	start, _ := b.Peek(keys.TextHead)
	if err := keys.CheckText(start); err != nil {
		return nil, &Error{File: name, Line: 1, Err: err}
	}
	if keys.IsJSONList(start) {
		return nil, &Error{File: name, Line: 1, Err: errors.New("a JSON list; PGN, CSV with a header, or the JSON lines of --games-file are needed")}
	}
	format := strings.ToLower(filepath.Ext(name))
	if format != ".csv" && format != ".pgn" && format != ".jsonl" {
		head, _ := b.Peek(4096) // the reader reports the error again
		format = formatOf(head)
	}
	switch format {
	case ".pgn":
		return &pgnFile{source: source{file: name}, text: text{in: b}}, nil
	case ".jsonl":
		return newJSONL(limited, name)
	case ".csv":
		return newCSV(limited, name)
	}
	return readPrinted(limited, name)
}

// byteOrderMark is the byte order mark of UTF-8, with which some programs on Windows begin a
// file.
var byteOrderMark = []byte("\ufeff")

// players assigns numbers to the names of players, in the order of their first appearance.
type players struct {
	numbers map[string]int
	names   []string
	recent  [256]int32 // the player found last by slot of the name, plus one
	latest  []int      // by player: the game that the player entered last
}

// enter records that a player takes part in a game. The number game is above 0 and identifies the
// game. enter returns false if the player already takes part in it.
func (p *players) enter(player, game int) bool {
	for len(p.latest) <= player {
		p.latest = append(p.latest, 0)
	}
	if p.latest[player] == game {
		return false
	}
	p.latest[player] = game
	return true
}

// slotOf returns a hash of a name, which must not be empty. It is the index of the name in the
// cache players.recent.
func slotOf(name []byte) int {
	n := len(name)
	return (n + 7*int(name[0]) + 31*int(name[n-1]) + 5*int(name[n/2])) & 255
}

// number returns the number of the player with the given name. A new name gets the next number. A
// name that is not valid UTF-8 is read as ISO 8859-1, as the PGN standard specifies.
func (p *players) number(name []byte) int {
	if len(name) == 0 {
		return p.find(name)
	}
	recent := &p.recent[slotOf(name)]
	if n := int(*recent) - 1; n >= 0 && p.names[n] == string(name) {
		return n
	}
	n := p.find(name)
	*recent = int32(n) + 1
	return n
}

// find returns the number of the player with the given name, without the cache of [players.number].
// A new name gets the next number.
func (p *players) find(name []byte) int {
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

func fromLatin1(text []byte) []byte {
	var out []byte
	for _, c := range text {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// deals numbers the groups of games from the same start. A group is identified by its players and
// by the name that the file gives to the start, such as the number of a pairing.
type deals struct {
	numbers map[string]int
	count   int
	key     []byte
	sorted  []int
}

// number returns the number, from 1, of a group of games from one start. deal is the name of the
// start in the file, and among contains the players. Games with the same start and players, in any
// order, have the same number. If deal is empty, the result is 0.
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

func (d *deals) next() int {
	d.count++
	return d.count
}
