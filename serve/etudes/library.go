package etudes

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// The errors of a library.
var (
	ErrUnknown  = errors.New("there is no such set of etudes")
	ErrReadOnly = errors.New("ratings are not kept here: the server was started without --etudes DIR")
	ErrChanged  = errors.New("somebody else has changed the set meanwhile")
)

// Library holds the sets of some games. It may be used by several goroutines.
type Library struct {
	games engines.Registry
	dir   *os.Root // nil: nothing can be saved
	mu    sync.Mutex
}

// NewLibrary returns the sets that games ship and the files of a folder, in which
// ratings are stored; without a folder ("") none are. The caller must call Close.
func NewLibrary(games engines.Registry, dir string) (*Library, error) {
	s := &Library{games: games}
	if dir == "" {
		return s, nil
	}
	var err error
	s.dir, err = os.OpenRoot(dir)
	return s, err
}

// Close closes the folder.
func (s *Library) Close() error {
	if s.dir == nil {
		return nil
	}
	return s.dir.Close()
}

// Saves reports whether ratings are stored.
func (s *Library) Saves() bool { return s.dir != nil }

// Etude is a position of a set.
type Etude struct {
	Line     int // in the set's own file, from 1
	Position string
	Winner   int // the seat that it came labelled with, from 0
	Comment  string
	Rated    *Rating // what a person has said; nil if nobody has
}

// Rating is a person's rating of a position.
type Rating struct {
	Winner  int // seat, from 0
	Comment string
}

// Set is a set of etudes.
type Set struct {
	Name    string
	Engine  engines.Engine
	Shipped bool   // it comes with the game
	Tag     string // of the file of ratings as it is now
	Etudes  []Etude
}

// Rated returns the number of rated etudes.
func (s Set) Rated() int {
	n := 0
	for _, e := range s.Etudes {
		if e.Rated != nil {
			n++
		}
	}
	return n
}

// names matches the valid names of sets.
var names = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// List returns the names of the sets, those that ship first.
func (s *Library) List() ([]string, error) {
	var list []string
	for _, e := range s.games {
		sets, ok := engines.As[training.EtudeFiles](e)
		if !ok {
			continue
		}
		files, err := fs.Glob(sets.EtudeFiles(), "*.csv")
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			list = append(list, strings.TrimSuffix(f, ".csv"))
		}
	}
	if s.dir == nil {
		return list, nil
	}
	entries, err := fs.ReadDir(s.dir.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("the folder of etudes cannot be read: %w", errors.Unwrap(err))
	}
	for _, f := range entries {
		name, ok := strings.CutSuffix(f.Name(), ".csv")
		if ok && f.Type().IsRegular() && names.MatchString(name) && !slices.Contains(list, name) && s.gameOf(name) != nil {
			list = append(list, name)
		}
	}
	return list, nil
}

// gameOf returns the game of a set that does not ship, whose name begins with the name
// of the game; nil if there is none.
func (s *Library) gameOf(name string) engines.Engine {
	game, _, _ := strings.Cut(name, "-")
	e, err := s.games.Find(game)
	if err != nil {
		return nil
	}
	return e
}

// shipped returns the text of a set that ships with a game.
func (s *Library) shipped(name string) (engines.Engine, []byte) {
	for _, e := range s.games {
		if files, ok := engines.As[training.EtudeFiles](e); ok {
			if text, err := fs.ReadFile(files.EtudeFiles(), name+".csv"); err == nil {
				return e, text
			}
		}
	}
	return nil, nil
}

// saved returns the file of ratings of a set; nil if there is none.
func (s *Library) saved(name string) ([]byte, error) {
	if s.dir == nil {
		return nil, nil
	}
	text, err := s.dir.ReadFile(name + ".csv")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// Open returns a set.
func (s *Library) Open(name string) (Set, error) {
	if !names.MatchString(name) {
		return Set{}, ErrUnknown
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	set, _, err := s.open(name)
	return set, err
}

// open returns a set and the text of its file of ratings. The caller holds the lock.
func (s *Library) open(name string) (Set, []byte, error) {
	kept, err := s.saved(name)
	if err != nil {
		return Set{}, nil, fmt.Errorf("etudes %s: %w", name, err)
	}
	game, text := s.shipped(name)
	set := Set{Name: name, Engine: game, Shipped: game != nil, Tag: tagOf(kept)}
	if game == nil {
		if set.Engine, text = s.gameOf(name), kept; set.Engine == nil || kept == nil {
			return Set{}, nil, ErrUnknown
		}
	}
	list, err := training.ReadEtudes(set.Engine, bytes.NewReader(text))
	if err != nil {
		return Set{}, nil, fmt.Errorf("etudes %s: %w", name, err)
	}
	rated, err := ratings(set.Engine, kept)
	if err != nil {
		return Set{}, nil, fmt.Errorf("etudes %s: %w", name, err)
	}
	for _, e := range list {
		out := Etude{Line: e.Line, Position: e.Position, Winner: e.Winner, Comment: e.Comment}
		if r, ok := rated[e.Position]; ok {
			out.Rated = &r
		}
		set.Etudes = append(set.Etudes, out)
	}
	return set, kept, nil
}

// ratings parses a file of ratings, by position.
func ratings(e engines.Engine, text []byte) (map[string]Rating, error) {
	list, err := training.ReadEtudes(e, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	out := make(map[string]Rating, len(list))
	for _, r := range list {
		out[r.Position] = Rating{r.Winner, r.Comment}
	}
	return out, nil
}

// tagOf returns a tag that differs for every content of a file.
func tagOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
