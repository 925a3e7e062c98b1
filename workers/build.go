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
	"sync"

	"github.com/lanista/lanista/engines"
)

// Build says which program plays: only workers of the same one play for a run.
type Build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	// Executable is the linker's name of the program's file, or the digest of the file,
	// where version and revision do not say which program it is: one that was built
	// from a changed tree.
	Executable string `json:"executable,omitempty"`
	// Rules is the digest of what the game does, see [Rules].
	Rules string `json:"rules,omitempty"`
}

// String is the build in a few words.
func (b Build) String() string {
	text := b.Version
	for _, part := range []struct{ name, digest string }{{"", b.Revision}, {"executable ", b.Executable}, {"rules ", b.Rules}} {
		if part.digest != "" {
			text += ", " + part.name + part.digest[:min(8, len(part.digest))]
		}
	}
	return text
}

// ownExecutable names the file of this program, "" if it cannot be read.
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

// executable is a digest of what tells the file of a program from others: the build id
// that Go's linker has written into it, which has the digest of its contents at its
// end, and all of the file where there is none.
func executable(f *os.File) (string, error) {
	h := sha256.New()
	if id := goBuildID(f); id != nil {
		h.Write(id)
	} else if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// goBuildID is the note with the build id of an ELF file, nil if it has none.
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

// ThisBuild is the build of this program by what is known of its version. A program
// that was built from a changed tree, or from nobody knows what, is known by its file.
func ThisBuild(version, revision string, modified bool) Build {
	b := Build{Version: version, Revision: revision}
	if unknown := version == "(devel)" || version == ""; modified || unknown && revision == "" {
		b.Executable = ownExecutable()
	}
	return b
}

// Rules returns a function that gives the digest of what a game does, "" for one
// that is not there or that has nothing to show: a fixed self-play at the default
// settings, with chance, legal moves, evaluations and the moves of the game's own
// player in it. Two builds or machines that disagree about a game differ in it. Its
// results are kept.
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

// The fixed self-play: so many deals of so many random plies, before every
// selfPlayEvery-th of which the game's own player is asked.
const (
	selfPlayDeals = 2
	selfPlayPlies = 24
	selfPlayEvery = 12
)

// selfPlay is the digest of a game by its self-play.
func selfPlay(games engines.Registry, name string) string {
	e, err := games.Find(name)
	if err != nil {
		return ""
	}
	if _, host := e.(engines.ArenaFactory); host {
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

// selfPlayed writes what happens in one deal.
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
		if ev, ok := e.(engines.Evaluator); ok {
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
