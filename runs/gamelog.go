package runs

import (
	"bufio"
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
	"time"

	"github.com/lanista/lanista/engines"
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
	out    *bufio.Writer
	failed bool // an error was returned before and must not be returned again
	// held has the results that are new in the store and not yet in the file, by their index.
	held map[int]heldResult
}

// heldResult is the result of a pairing of a tournament or a verification with its agents.
type heldResult struct {
	phase  tuning.Phase
	field  []engines.Agent
	result tournament.Result
}

// checkGamesFile returns an error if the file of games cannot be created or written at path. It
// changes neither the file nor its folder. It returns nil for an empty path.
func checkGamesFile(path string) error {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // a pipe has one reader, who would see its end
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

// newGameLog opens a file for the games of the run, and makes r record the moves of games. If
// goesOn is true, it appends to the file.
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
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|how, 0o666)
	if err != nil {
		return nil, err
	}
	event := fmt.Sprintf("Lanista, seed %d", r.Config.Seed) // nothing that another run of it would not have
	return &gameLog{
		engine: r.Engine, event: event, pgn: isPGN(path), file: file, out: bufio.NewWriter(file), held: make(map[int]heldResult),
	}, nil
}

// truncate removes an incomplete game from the end of the file. The file ends with one if the
// process was killed while it wrote the game. truncate returns the number of whole games.
func (l *gameLog) truncate() (games int, err error) {
	info, err := l.file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0, err
	}
	games, size, err := wholeGames(l.file.Name(), l.pgn)
	if err == nil && size < info.Size() {
		err = os.Truncate(l.file.Name(), size)
	}
	return games, err
}

// wholeGames returns the number of whole games at the beginning of a file of games, and their size in
// bytes. A game in PGN ends with an empty line after its moves, and any other game with its line.
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

// canLog returns an error if the file is PGN and the game has no PGN notation.
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

// add writes the games of a pairing's result. field holds the agents by their index.
func (l *gameLog) add(phase tuning.Phase, round int, field []engines.Agent, r tournament.Result) error {
	if l == nil {
		return nil
	}
	for i := range r.Games {
		w := written{Phase: phase, Round: round, Pairing: r.Index + 1, Game: i + 1, record: r.Games[i]}
		if err := w.fill(l.engine, field, r.Pairing); err != nil {
			return fmt.Errorf("%s: %w", l.file.Name(), err)
		}
		var err error
		if l.pgn {
			err = w.writePGN(l.out, l.event, time.Now())
		} else {
			err = json.NewEncoder(l.out).Encode(w)
		}
		if err != nil {
			return l.fail(err)
		}
	}
	if err := l.out.Flush(); err != nil {
		return l.fail(err)
	}
	return nil
}

// hold notes a pairing's result that is new in the store. Its games are written by release, or by
// releaseAll if the run stops before. field holds the agents by their index.
func (l *gameLog) hold(phase tuning.Phase, field []engines.Agent, r tournament.Result) {
	if l != nil {
		l.held[r.Index] = heldResult{phase, field, r}
	}
}

// release writes the games of a held result. It ignores a result that is not held, because an
// earlier part of the run has played its games.
func (l *gameLog) release(r tournament.Result) error {
	if l == nil {
		return nil
	}
	h, ok := l.held[r.Index]
	if !ok {
		return nil
	}
	delete(l.held, r.Index)
	return l.add(h.phase, 0, h.field, h.result)
}

// releaseAll writes the games of all held results, in the order of their indices.
func (l *gameLog) releaseAll() error {
	if l == nil || l.failed {
		return nil
	}
	for _, i := range slices.Sorted(maps.Keys(l.held)) {
		if err := l.release(l.held[i].result); err != nil {
			return err
		}
	}
	return nil
}

// drop forgets the held results. The store drops their pairings, which do not count.
func (l *gameLog) drop() {
	if l != nil {
		clear(l.held)
	}
}

// fail returns err with the name of the file in front. After a call, close does not return an error
// again.
func (l *gameLog) fail(err error) error {
	l.failed = true
	return fmt.Errorf("%s: %w", l.file.Name(), err)
}

// close closes the file. It does not repeat an error that add has returned.
func (l *gameLog) close() error {
	if l == nil {
		return nil
	}
	if l.failed {
		return l.file.Close()
	}
	return errors.Join(l.out.Flush(), l.file.Close())
}
