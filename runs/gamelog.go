package runs

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
	return &gameLog{engine: r.Engine, event: event, pgn: isPGN(path), file: file, out: bufio.NewWriter(file)}, nil
}

func isPGN(path string) bool { return strings.EqualFold(filepath.Ext(path), ".pgn") }

// canLog returns an error if the file is PGN and the game has no PGN notation.
func canLog(r *Resolved, path string) error {
	if !isPGN(path) {
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
