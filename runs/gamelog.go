package runs

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// gameLog writes the games of a run to a file, either as one JSON object per line or as PGN. A
// nil log writes nothing.
type gameLog struct {
	engine engines.Engine
	event  string // name of the event that all games belong to
	pgn    bool
	file   *os.File
	stream bool         // file is a stream of the process, such as standard output
	out    bytes.Buffer // games that the next call of flush writes to the file
	failed bool         // nothing more is written, because of an error that was returned before

	mu       sync.Mutex          // protects the fields below
	held     map[int]*heldResult // results that are not in the file yet, by their index
	released []int               // indices of held results that may be written once they are stored
}

// heldResult is the result of a pairing whose games are not yet in the file of games. A pairing is
// the games of two or more agents from one start.
type heldResult struct {
	phase  tuning.Phase
	field  []engines.Agent
	result tournament.Result
	stored bool // the store has the pairing
}

// checkGamesFile returns an error if the file of games cannot be created or written at path. It
// changes neither the file nor its folder. It returns nil for an empty path.
func checkGamesFile(path string) error {
	switch path {
	case "":
		return nil
	case "-":
		return mistakef("--games-file -: standard output has the output of the verb; name a file, or /dev/stdout to mix both")
	}
	info, err := os.Stat(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // a pipe has one reader, who would see its end
	}
	if err := files.CheckDatabase(path); err != nil {
		return mistakef("--games-file %s: %w", path, err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return mistakef("--games-file: %w", err)
	}
	err = file.Close()
	if missing {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// newGameLog opens a file for the games of the run, and makes r record their moves. It appends to
// an existing file if goesOn is true, and otherwise empties it. If path is "", it returns nil. path
// may also name a stream of the process, such as /dev/stdout.
func newGameLog(r *Resolved, path string, goesOn bool) (*gameLog, error) {
	if path == "" {
		return nil, nil
	}
	if err := canLog(r, path); err != nil {
		return nil, err
	}
	r.moves = true
	how := os.O_TRUNC
	if goesOn {
		how = os.O_APPEND
	}
	file := files.OpenStream(path)
	stream := file != nil
	if !stream {
		var err error
		if file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|how, 0o666); err != nil {
			return nil, err
		}
	}
	event := fmt.Sprintf("Lanista, seed %d", r.Config.Seed) // nothing that another run of it would not have
	return &gameLog{
		engine: r.Engine, event: event, pgn: isPGN(path), file: file, stream: stream, held: make(map[int]*heldResult),
	}, nil
}

// truncate removes an incomplete game from the end of the file, which a killed process may have
// left. It returns the number of whole games.
func (l *gameLog) truncate() (games int, err error) {
	info, err := l.file.Stat()
	if err != nil || !info.Mode().IsRegular() || l.stream {
		return 0, err
	}
	games, size, err := wholeGames(l.file.Name(), l.pgn)
	if err == nil && size < info.Size() {
		err = os.Truncate(l.file.Name(), size)
	}
	return games, err
}

// wholeGames returns the number of whole games at the beginning of a file of games, and their size
// in bytes. pgn is true for a file in PGN, in which a game ends with an empty line after its moves.
// In other files each game is a line.
func wholeGames(path string, pgn bool) (games int, size int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = file.Close() }()
	moves, read := false, int64(0) // whether moves of a game have been read; bytes
	for lines := bufio.NewReader(file); ; {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return games, size, nil
		}
		if err != nil {
			return 0, 0, err
		}
		read += int64(len(line))
		empty := strings.TrimSpace(line) == ""
		switch {
		case !pgn || moves && empty:
			moves, size = false, read
			if pgn || strings.HasPrefix(line, `{"`) {
				games++
			}
		case !empty && !strings.HasPrefix(line, "["):
			moves = true
		}
	}
}

func isPGN(path string) bool { return strings.EqualFold(filepath.Ext(path), ".pgn") }

// canLog returns an error if games cannot be written to a file with the extension of path. .pgn
// requires a game with PGN notation, and extensions of other formats, such as .csv, are errors. Any
// other extension means one JSON object per line.
func canLog(r *Resolved, path string) error {
	if !isPGN(path) {
		if ext := strings.ToLower(filepath.Ext(path)); slices.Contains([]string{".csv", ".tsv", ".epd", ".fen", ".sgf", ".xml", ".yaml", ".yml", ".db"}, ext) {
			return mistakef("--games-file %s: games cannot be written as %s; a name that ends in .pgn is PGN, and one that ends in .jsonl has one JSON object per line", path, ext[1:])
		}
		return nil
	}
	g, err := r.Engine.NewGame(r.Seats, r.Config.Seed)
	if err != nil {
		return mistakef("--games-file %s: %w", path, err)
	}
	if _, ok := g.(sanWriter); !ok {
		return mistakef("--games-file %s: the games of %s cannot be written as PGN; with another ending the file has one JSON object a line", path, r.Engine.Spec().Name)
	}
	return nil
}

// add formats the games of a pairing's result for the next call of flush. field holds the agents by
// their index.
func (l *gameLog) add(phase tuning.Phase, round int, field []engines.Agent, r tournament.Result) error {
	if l == nil {
		return nil
	}
	for i := range r.Games {
		w := written{Phase: phase, Round: round, Pairing: r.Index + 1, Game: i + 1, record: r.Games[i]}
		err := w.fill(l.engine, field, r.Pairing)
		switch {
		case err != nil:
		case l.pgn:
			err = w.writePGN(&l.out, l.event, time.Now())
		default:
			err = json.NewEncoder(&l.out).Encode(w)
		}
		if err != nil {
			return l.fail(err)
		}
	}
	return nil
}

func (l *gameLog) flush() error {
	if l == nil || l.failed {
		return nil
	}
	if _, err := l.out.WriteTo(l.file); err != nil {
		return &gamesFileError{l.fail(err)}
	}
	return nil
}

// gamesFileError is an error of writing the file of games, such as a full disk. See [Unwritten].
type gamesFileError struct{ err error }

func (e *gamesFileError) Error() string { return e.err.Error() }

func (e *gamesFileError) Unwrap() error { return e.err }

// hold keeps the new result of a pairing until its games can be written to the file. This requires
// that the result is stored and that release was called for it. field contains the agents by their
// index.
func (l *gameLog) hold(phase tuning.Phase, field []engines.Agent, r tournament.Result) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held[r.Index] = &heldResult{phase: phase, field: field, result: r}
}

// release allows the log to write the games of a held result as soon as the result is stored. Games
// are written in the order of the calls. release does nothing for a result that is not held, for
// example because its games were written before the run was resumed.
func (l *gameLog) release(r tournament.Result) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[r.Index] != nil {
		l.released = append(l.released, r.Index)
	}
}

// prepare formats games that can be written to the file as soon as list is stored. These are the
// games of all released results, in order, up to the first result that is neither stored nor in
// list. The caller must then store list and call flush.
func (l *gameLog) prepare(list []tournament.Result) error {
	if l == nil || l.failed {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range list {
		l.held[r.Index].stored = true
	}
	for len(l.released) > 0 && l.held[l.released[0]].stored {
		i := l.released[0]
		l.released = l.released[1:]
		if err := l.addHeld(i); err != nil {
			return err
		}
	}
	return nil
}

func (l *gameLog) addHeld(i int) error {
	h := l.held[i]
	delete(l.held, i)
	return l.add(h.phase, 0, h.field, h.result)
}

// writeRest writes the games of all results that are still held, in the order of the schedule. It
// leaves out results that the store does not have.
func (l *gameLog) writeRest() error {
	if l == nil || l.failed {
		return nil
	}
	for _, i := range slices.Sorted(maps.Keys(l.held)) {
		if !l.held[i].stored {
			continue
		}
		if err := l.addHeld(i); err != nil {
			return err
		}
	}
	return l.flush()
}

// stop marks the log as failed, so that nothing more is written. It is called if results could not
// be stored.
func (l *gameLog) stop() {
	if l != nil {
		l.failed = true
	}
}

// drop removes all held results. It is called when a sequential test has ended a tournament,
// because the remaining pairings do not count.
func (l *gameLog) drop() {
	if l != nil {
		clear(l.held)
	}
}

// fail returns err with the name of the file in front. It also marks the log as failed, so that
// nothing more is written.
func (l *gameLog) fail(err error) error {
	l.failed = true
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", l.file.Name(), err)
}

func (l *gameLog) close() error {
	if l == nil {
		return nil
	}
	return l.file.Close()
}
