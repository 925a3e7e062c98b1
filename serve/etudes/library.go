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

// These errors are returned by the methods of a [Library], which gives access to etude sets (lists
// of labelled positions).
var (
	ErrUnknown  = errors.New("unknown etude set")
	ErrReadOnly = errors.New("the server stores no ratings; start it with --etudes FOLDER")
	ErrChanged  = errors.New("the set has changed since it was loaded")
	ErrInvalid  = errors.New("cannot be used")
)

// Library gives access to the etude sets of games, which are lists of labelled positions. Several
// goroutines may use it.
type Library struct {
	games engines.Registry
	dir   *os.Root // nil if ratings are not stored
	mu    sync.Mutex
}

// NewLibrary returns a library of etude sets (lists of labelled positions): the sets that are
// embedded with games and the sets in the folder dir. Ratings are stored in this folder. If dir is
// "", the library has no folder and stores no ratings. The caller must call Close.
func NewLibrary(games engines.Registry, dir string) (*Library, error) {
	s := &Library{games: games}
	if dir == "" {
		return s, nil
	}
	var err error
	s.dir, err = os.OpenRoot(dir)
	return s, err
}

func (s *Library) Close() error {
	if s.dir == nil {
		return nil
	}
	return s.dir.Close()
}

// Saves reports whether the library can store ratings.
func (s *Library) Saves() bool { return s.dir != nil }

// Etude is a labelled position of an etude set, with the user's rating of the position.
type Etude struct {
	training.Etude
	Rated *Rating // nil if the etude is not rated
}

// Rating is a user's rating of a position: the seat that the user expects to win, and a comment.
type Rating struct {
	Winner  int // seat, from 0
	Comment string
}

// Set is an etude set, a list of labelled positions, with the user's ratings of them.
type Set struct {
	Name    string
	Engine  engines.Engine
	Shipped bool   // the set ships with its game
	Tag     string // identifies the contents of the file of ratings
	Etudes  []Etude
}

func (s Set) Rated() int {
	n := 0
	for _, e := range s.Etudes {
		if e.Rated != nil {
			n++
		}
	}
	return n
}

// namePattern returns the regular expression that the names of etude sets (lists of labelled
// positions) must match.
var namePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)
})

// List returns the names of all etude sets (lists of labelled positions), the embedded ones first.
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
		if ok && f.Type().IsRegular() && namePattern().MatchString(name) && !slices.Contains(list, name) && s.gameOf(name) != nil {
			list = append(list, name)
		}
	}
	return list, nil
}

// gameOf returns the game to which the etude set with the given name belongs. The name of the set
// is that of the game, or begins with it and a hyphen. If it begins with the names of several
// games, such as risk and risk-classic, the longest counts. gameOf returns nil if there is no such
// game.
func (s *Library) gameOf(name string) (game engines.Engine) {
	longest := 0
	for _, e := range s.games {
		if begin := e.Spec().Name + "-"; len(begin) > longest && strings.HasPrefix(name+"-", begin) {
			game, longest = e, len(begin)
		}
	}
	return game
}

// shipped returns the game and the text of the etude set with the given name that is embedded in
// the program. Both are nil if there is none.
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

// saved returns the contents of the file with the ratings of a set, or nil if the file does not
// exist.
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

func unknownSet(name string) error { return fmt.Errorf("%w %q", ErrUnknown, name) }

// invalid returns an [ErrInvalid] that names the file of an etude set and the mistake in it, err.
func invalid(name string, err error) error {
	return fmt.Errorf("the file %s.csv %w: %w", name, ErrInvalid, err)
}

// Open reads an etude set, a list of labelled positions, with its ratings. It returns ErrUnknown if
// there is no set with this name. If the file of the set or of its ratings has a mistake or cannot
// be read, Open returns ErrInvalid and a set without etudes.
func (s *Library) Open(name string) (Set, error) {
	if !namePattern().MatchString(name) {
		return Set{}, unknownSet(name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	set, _, err := s.open(name)
	return set, err
}

// open reads an etude set, a list of labelled positions. It also returns the contents of the file
// with users' ratings of the set. The caller must hold the lock.
func (s *Library) open(name string) (Set, []byte, error) {
	game, text := s.shipped(name)
	set := Set{Name: name, Engine: game, Shipped: game != nil}
	if game == nil {
		if set.Engine = s.gameOf(name); set.Engine == nil {
			return Set{}, nil, unknownSet(name)
		}
	}
	kept, err := s.saved(name)
	if err != nil {
		return set, nil, invalid(name, err)
	}
	if set.Tag = tagOf(kept); game == nil {
		if text = kept; kept == nil {
			return Set{}, nil, unknownSet(name)
		}
	}
	list, err := training.ReadEtudes(set.Engine, bytes.NewReader(text))
	if err != nil {
		return set, nil, invalid(name, err)
	}
	rated, err := ratings(set.Engine, kept)
	if err != nil {
		return set, nil, invalid(name, err)
	}
	for _, e := range list {
		out := Etude{Etude: e}
		if r, ok := rated[e.Position]; ok {
			out.Rated = &r
		}
		set.Etudes = append(set.Etudes, out)
	}
	return set, kept, nil
}

// ratings parses the contents of a file of ratings. The keys of the returned map are positions.
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

// tagOf returns a hash of a file's contents, by which clients detect changes.
func tagOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
