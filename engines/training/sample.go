package training

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Sample is a position with the known or expected outcome of its game.
type Sample struct {
	Position engines.Position
	Outcome  engines.Outcome
	// Game numbers the game of the position, from 0, or is NoGame if the file does not
	// name the games of its positions. The positions of
	// one game of an [Archive] follow each other.
	Game int
	Line int // of the file, from 1
}

// NoGame is the value of [Sample.Game] for an unknown game.
const NoGame = -1

// ErrNotArchive is returned by an [Archive] for a file in an unknown format.
var ErrNotArchive = errors.New("not a file of games or positions that this game knows")

// Archive is implemented by engines that read files of games or of positions with
// known values in formats of their own.
type Archive interface {
	// ArchiveFormats returns the formats that ReadArchive reads.
	ArchiveFormats() []ArchiveFormat
	// ReadArchive reads a file and calls each with every position, so that large files need
	// little memory. The format is f.Format, or follows from the name or from the first line if
	// f.Format is empty. An error of each ends the reading. An error is a *[LineError], or
	// [ErrNotArchive] before the first call of each.
	ReadArchive(f SampleFile, r io.Reader, each func(Sample) error) error
}

// ArchiveFormat is a format that an [Archive] reads.
type ArchiveFormat struct {
	Name    string   // lower case, such as pgn
	Endings []string // of file names, such as .pgn, that select the format
}

// SampleFile describes a file of positions with known outcomes.
type SampleFile struct {
	Name string // of the file; its ending may select the format
	// Format is one of [SampleFormats], or empty if the name and the first line of the file
	// decide.
	Format string
	// Fields names the parts of a record: columns of a table, keys of JSON lines, operations of
	// an EPD.
	Fields SampleFields
	// All requests all positions of a game. Otherwise an archive of games leaves out positions
	// whose evaluation says little, such as those before a capture.
	All bool
}

// The formats that every game can read.
const (
	formatTable  = "csv"
	formatLines  = "jsonl"
	formatEtudes = "etudes"
)

// SampleFormats returns the names of the formats that [ReadSamples] reads for a game.
func SampleFormats(e engines.Engine) []string {
	names := []string{formatTable, formatLines, formatEtudes}
	if a, ok := engines.As[Archive](e); ok {
		for _, f := range a.ArchiveFormats() {
			names = append(names, f.Name)
		}
	}
	return names
}

// ReadSamples reads a file of positions with known outcomes and calls each with every position.
// The file is one of these:
//
//   - csv: a table whose header names the fields of f.Fields;
//   - jsonl: JSON lines, objects with these fields;
//   - a format of the game ([Archive]);
//   - etudes ([ReadEtudes]), in whose outcomes the winner is first and all others tie.
//
// ReadSamples returns an error of each with its line.
func ReadSamples(e engines.Engine, f SampleFile, r io.ReadSeeker, each func(Sample) error) error {
	if known := SampleFormats(e); f.Format != "" && !slices.Contains(known, f.Format) {
		return fmt.Errorf("unknown format %q (have %s)", f.Format, strings.Join(known, ", "))
	}
	archive, _ := engines.As[Archive](e)
	switch format := formatOf(archive, f); {
	case format == formatLines:
		return readJSONLines(e, f.Fields, r, each)
	case format == formatEtudes:
		return readEtudeSamples(e, r, each)
	case format != "" && format != formatTable: // of the archive
		f.Format = format
		err := archive.ReadArchive(f, r, each)
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
		return readJSONLines(e, f.Fields, r, each)
	}
	table, err := newSampleTable(e, f.Fields, f.Format == formatTable, line, text)
	if err == nil && table == nil && archive != nil {
		if err := archive.ReadArchive(f, r, each); !errors.Is(err, ErrNotArchive) {
			return err
		}
		_, err = r.Seek(0, io.SeekStart)
	}
	if err == nil && table == nil && f.Fields.named() { // the error states what the header lacks
		table, err = newSampleTable(e, f.Fields, true, line, text)
	}
	switch {
	case err != nil:
		return err
	case table != nil:
		return table.read(r, each)
	}
	return readEtudeSamples(e, r, each)
}

// formatOf returns the format of a file as f or its name states it, or "". The ending .csv
// decides nothing, because etudes have it too.
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

// readEtudeSamples reads a file of etudes.
func readEtudeSamples(e engines.Engine, r io.Reader, each func(Sample) error) error {
	begun := false
	err := eachEtude(e, r, func(x Etude, g engines.Game) error {
		begun = true
		return each(Sample{Position: g, Outcome: engines.Winner(g.Seats(), x.Winner), Game: NoGame, Line: x.Line})
	})
	if at := (*LineError)(nil); errors.As(err, &at) && !begun {
		err = &LineError{at.Line, fmt.Errorf("%w (a table needs a header with the columns %s and %s)", at.Err, defaultPosition, defaultResult)}
	}
	return err
}
