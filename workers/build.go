package workers

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
	"strings"
	"sync"

	"github.com/lanista/lanista/engines"
)

// Build identifies the version of a program. A run accepts only workers with the same build as
// its own process.
type Build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	// Executable is a digest that identifies the program's file. It is set if version and revision
	// do not identify the program, because it was built from a modified source tree. The digest is
	// that of the build ID that Go's linker writes into the file, or of the whole file if there is
	// no build ID.
	Executable string `json:"executable,omitempty"`
	// Rules is a digest of the behaviour of the game; see the function [Rules]. Processes with
	// different digests do not play for the same run.
	Rules string `json:"rules,omitempty"`
	// Processor names the kind of processor, as [elementary.Processor] does. It is set if the games of
	// the program may play differently on another kind.
	Processor string `json:"processor,omitempty"`
}

// String returns the build in short form, with the first digits of each digest.
func (b Build) String() string {
	text := b.Version
	for _, part := range []struct{ name, digest string }{{"", b.Revision}, {"executable ", b.Executable}, {"rules ", b.Rules}} {
		if part.digest != "" {
			text += ", " + part.name + part.digest[:min(8, len(part.digest))]
		}
	}
	if b.Processor != "" {
		text += ", on " + b.Processor
	}
	return text
}

// ownExecutable returns the digest of this program's file, or "" if it cannot be read.
var ownExecutable = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	id, err := executable(f)
	if err != nil {
		return ""
	}
	return id
})

// executable returns a digest of a program's file. It uses the build ID that Go's linker writes
// into the file, which depends on the contents. If there is no build ID, it uses the whole file.
func executable(f *os.File) (string, error) {
	h := sha256.New()
	if id := goBuildID(f); id != nil {
		h.Write(id)
	} else if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// goBuildID returns the note of an ELF file that contains the Go build ID, or nil if there is
// none.
func goBuildID(f io.ReaderAt) []byte {
	e, err := elf.NewFile(f)
	if err != nil {
		return nil
	}
	s := e.Section(".note.go.buildid")
	if s == nil {
		return nil
	}
	note, err := s.Data()
	if err != nil || bytes.Count(note, []byte("/")) != 3 { // action/action/content/content
		return nil
	}
	return note
}

// ThisBuild returns the build of this program. It includes a digest of the program's file if the
// source tree was modified or version and revision are unknown.
func ThisBuild(version, revision string, modified bool) Build {
	b := Build{Version: version, Revision: revision}
	if unknown := version == "" || strings.Contains(version, "devel"); modified || unknown && revision == "" {
		b.Executable = ownExecutable()
	}
	return b
}

// Rules returns a function that computes a digest of a game's behaviour, by the game's name. Builds
// in which a game behaves differently have different digests. The digest covers fixed games of
// random moves with the default settings. It contains their positions, legal moves and evaluations,
// and some choices of the game's own player. The digest is "" for unknown games and for games that
// need a program. The function caches digests and may be called from several goroutines.
func Rules(games engines.Registry) func(game string) string {
	var mu sync.Mutex
	known := make(map[string]string)
	return func(name string) string {
		mu.Lock()
		defer mu.Unlock()
		if _, ok := known[name]; !ok {
			known[name] = selfPlay(games, name)
		}
		return known[name]
	}
}

// These constants define the fixed games of random moves on which the digest of [Rules] is based.
const (
	selfPlayDeals = 2  // number of games
	selfPlayPlies = 24 // largest number of plies of a game
	selfPlayEvery = 12 // plies from one position in which the game's own player chooses a move to the next
)

// selfPlay returns a digest of fixed games of random moves. It covers their positions, legal moves
// and evaluations, and some choices of the game's own player.
func selfPlay(games engines.Registry, name string) string {
	e, err := games.Find(name)
	if err != nil {
		return ""
	}
	if _, host := engines.As[engines.ArenaFactory](e); host {
		return ""
	}
	h := fnv.New128a()
	spec := e.Spec()
	fmt.Fprintf(h, "%s %s\n", spec.Name, spec.Version)
	for deal := range uint64(selfPlayDeals) {
		if err := selfPlayed(h, e, engines.Seed(engines.Purpose("rules"), deal)); err != nil {
			fmt.Fprintf(h, "%v\n", err)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// selfPlayed plays one of the fixed games of random moves. It writes the positions, legal moves and
// evaluations, and some choices of the game's own player, to h. It returns a panic of the game as
// an error.
func selfPlayed(h io.Writer, e engines.Engine, seed uint64) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	g, err := e.NewGame(e.Spec().DefaultSeats(), seed)
	if err != nil {
		return err
	}
	player, err := e.NewPlayer(context.Background(), engines.Agent{})
	if err != nil {
		return err
	}
	defer func() { _ = engines.Close(player) }()
	if s, ok := player.(engines.Starter); ok {
		if err := s.Start(context.Background(), engines.Seating{Seats: g.Seats(), Seed: seed, From: engines.View(g, 0)}); err != nil {
			return err
		}
	}
	watcher, _ := player.(engines.Watcher)
	rng := engines.Rand(seed)
	var moves []engines.Move
	for ply := 0; ply < selfPlayPlies && !g.Over(); ply++ {
		moves = g.Moves(moves[:0])
		fmt.Fprintf(h, "%v %v\n", g, moves)
		if ev, ok := engines.AsHeuristic[engines.Evaluator](e); ok {
			worth, err := ev.Evaluate(g, nil)
			for _, v := range worth {
				fmt.Fprintf(h, "%x ", math.Float64bits(v))
			}
			fmt.Fprintf(h, "%v\n", err)
		}
		turn := g.Turn()
		if ply%selfPlayEvery == 0 && turn == 0 {
			move, err := player.Choose(context.Background(), engines.View(g, turn))
			fmt.Fprintf(h, "%v %v\n", move, err)
		}
		move := moves[rng.IntN(len(moves))]
		if err := g.Apply(move); err != nil {
			return err
		}
		if watcher != nil {
			watcher.Saw(turn, move)
		}
	}
	fmt.Fprintf(h, "%v\n", g)
	return nil
}
