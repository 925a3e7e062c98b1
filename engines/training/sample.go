package training

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Sample is a position from a game, with the game's known or expected outcome.
type Sample struct {
	Position engines.Position
	Outcome  engines.Outcome
	// Game is the number of the game from which the position comes, from 0. It is NoGame if the
	// file does not name games. The positions of one game of an [Archive] follow each
	// other.
	Game int
	Line int // of the file, from 1
}

// NoGame is the value of [Sample.Game] if the position's game is unknown.
const NoGame = -1

// ErrNotArchive is returned by [Archive].ReadArchive for a file in an unknown format.
var ErrNotArchive = errors.New("not a file of games or positions in a format that this game reads")

// Archive is implemented by engines that read file formats of their own, with games or with
// positions whose outcome is known.
type Archive interface {
	// ArchiveFormats returns the file formats that ReadArchive reads.
	ArchiveFormats() []ArchiveFormat
	// ReadArchive reads a file and calls visit for every position, so that large files need little
	// memory. The format is f.Format. If that is empty, it follows from the name or from the first
	// line of the file. ReadArchive stops at the first error of visit. Errors are *[LineError]s,
	// or [ErrNotArchive] before the first call of visit.
	ReadArchive(f SampleFile, r io.Reader, visit func(Sample) error) error
}

// ArchiveFormat is a file format, specific to one game, that an [Archive] can read.
type ArchiveFormat struct {
	Name    string   // lower case, such as pgn
	Endings []string // of file names, such as .pgn, that select the format
}

// SampleFile describes a file of positions with known outcomes.
type SampleFile struct {
	Name string // of the file; its ending may select the format
	// Format is one of [SampleFormats]. If it is empty, the format follows from the name and the
	// first line of the file.
	Format string
	// Fields names the fields of the file's records: columns of a table, keys of JSON lines, or
	// operations of an EPD.
	Fields SampleFields
	// All requests all positions of every game. Otherwise positions with an unreliable evaluation
	// are omitted from archives of games, such as those before a capture.
	All bool
	// Omitted, if not nil, is called with the line and the reason for every record of a table, of JSON
	// lines or of etudes that [ReadSamples] ignores, for every position of an [Archive] that is ignored
	// because its game is over or has no result, and for every game of an Archive that is read up to a
	// null move or is ignored for its board.
	Omitted func(line int, reason Omission)
}

// Omission is a reason to ignore positions with a known outcome.
type Omission string

// These are the reasons to ignore records of positions. A record is, for example, a line of a file.
// For NullMove it is the part of a game from its first null move on, and for OtherBoard a whole
// game.
const (
	GameOver   Omission = "the game is over"
	NoResult   Omission = "the game has no result"
	NullMove   Omission = "the rules have no null move (--)"
	OtherBoard Omission = "the board has another size"
)

// omit calls f.Omitted, if it is not nil, for a record that is ignored.
func (f SampleFile) omit(line int, reason Omission) {
	if f.Omitted != nil {
		f.Omitted(line, reason)
	}
}

// These are the file formats of positions with known outcomes that can be read for every game.
const (
	formatTable  = "csv"
	formatLines  = "jsonl"
	formatEtudes = "etudes"
)

// SampleFormats returns the names of the file formats that [ReadSamples] can read for a game.
func SampleFormats(e engines.Engine) []string {
	names := []string{formatTable, formatLines, formatEtudes}
	if a, ok := engines.As[Archive](e); ok {
		for _, f := range a.ArchiveFormats() {
			names = append(names, f.Name)
		}
	}
	return names
}

// ReadSamples reads a file of positions with known outcomes and calls visit for every position. It
// ignores positions of games that are over. The file must have one of these formats:
//
//   - csv: a table whose header names the fields in f.Fields;
//   - jsonl: JSON lines, objects with these fields;
//   - a format of the game ([Archive]);
//   - etudes ([ReadEtudes]), which count as games that the labelled winner wins while all
//     others tie.
//
// ReadSamples stops at the first error of visit and returns it with the line number.
func ReadSamples(e engines.Engine, f SampleFile, r io.ReadSeeker, visit func(Sample) error) error {
	if known := SampleFormats(e); f.Format != "" && !slices.Contains(known, f.Format) {
		return fmt.Errorf("unknown format %q (have %s)", f.Format, strings.Join(known, ", "))
	}
	if err := checkText(r); err != nil {
		return err
	}
	archive, _ := engines.As[Archive](e)
	switch format := formatOf(archive, f); {
	case format == formatLines:
		return readJSONLines(e, f, r, visit)
	case format == formatEtudes:
		return readEtudeSamples(e, f, r, visit)
	case format != "" && format != formatTable: // of the archive
		f.Format = format
		err := archive.ReadArchive(f, r, visit)
		if errors.Is(err, ErrNotArchive) {
			return &LineError{1, fmt.Errorf("this is not a file of the format %s", format)}
		}
		return err
	}
	line, text, err := firstLine(r)
	if err == nil {
		_, err = r.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	if f.Format == "" && strings.HasPrefix(text, "{\"") {
		return readJSONLines(e, f, r, visit)
	}
	table, err := newSampleTable(e, f, f.Format == formatTable, line, text)
	if err == nil && table == nil && archive != nil {
		if err := archive.ReadArchive(f, r, visit); !errors.Is(err, ErrNotArchive) {
			return err
		}
		_, err = r.Seek(0, io.SeekStart)
	}
	if err == nil && table == nil && f.Fields.named() { // the error states what the header lacks
		table, err = newSampleTable(e, f, true, line, text)
	}
	switch {
	case err != nil:
		return err
	case table != nil:
		return table.read(r, visit)
	}
	return readEtudeSamples(e, f, r, visit)
}

// checkText returns an error if the file is compressed, is text in UTF-16 or is a JSON list. No
// reader accepts these. Otherwise checkText leaves r at the beginning of the file.
func checkText(r io.ReadSeeker) error {
	head := make([]byte, keys.TextHead)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if err := keys.CheckText(head[:n]); err != nil {
		return &LineError{1, err}
	}
	if keys.IsJSONList(head[:n]) {
		return &LineError{1, errors.New("a JSON list; write every object in a line of its own, without the brackets and commas of the list")}
	}
	_, err = r.Seek(0, io.SeekStart)
	return err
}

// formatOf returns the format that f states or that the end of the file's name implies, or "" if
// neither does. The name ending .csv implies no format, because tables and files of etudes both
// have it.
func formatOf(a Archive, f SampleFile) string {
	if f.Format != "" {
		return f.Format
	}
	switch ending := strings.ToLower(path.Ext(f.Name)); {
	case ending == ".jsonl" || ending == ".ndjson":
		return formatLines
	case ending == "" || a == nil:
		return ""
	default:
		for _, known := range a.ArchiveFormats() {
			if slices.Contains(known.Endings, ending) {
				return known.Name
			}
		}
	}
	return ""
}

func readEtudeSamples(e engines.Engine, f SampleFile, r io.Reader, visit func(Sample) error) error {
	begun := false
	for x, wrong := range etudesOf(e, r) {
		switch {
		case wrong != nil && !begun:
			return &LineError{wrong.Line, fmt.Errorf("%w (a table needs a header with the columns %s and %s; strategy.columns selects others)", wrong.Err, defaultPosition, defaultResult)}
		case wrong != nil:
			return wrong
		}
		begun = true
		if x.game.Over() {
			f.omit(x.etude.Line, GameOver)
			continue
		}
		if err := visit(Sample{Position: x.game, Outcome: engines.Winner(x.game.Seats(), x.etude.Winner), Game: NoGame, Line: x.etude.Line}); err != nil {
			return &LineError{x.etude.Line, err}
		}
	}
	return nil
}

// LineError is an error in one line of a file. It does not contain the name of the file, which
// the caller can add.
type LineError struct {
	Line int // counted from 1
	Err  error
}

// Error returns the line number and the cause.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }
