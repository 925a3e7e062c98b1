package serve

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/lanista/lanista/results"
)

// shelf holds the store open for reading. The file may come, go and be replaced
// by another while the server runs.
type shelf struct {
	path string

	mu   sync.Mutex
	held *held
}

// held is a store in use; the last user of one that was replaced closes it.
type held struct {
	store *results.Store
	file  os.FileInfo
	users int // of requests, and one for the shelf
}

func newShelf(path string) *shelf { return &shelf{path: path} }

// look opens the store if it is there, and refuses a file that is none or too
// new.
func (s *shelf) look() error {
	_, release, err := s.openNow()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		release()
	}
	return err
}

// young is how long a store may take to be made: it is read without locks, and may
// look broken meanwhile.
const young = 2 * time.Second

// open is openNow, but for a file that has just come and cannot be read yet: it
// counts as not there.
func (s *shelf) open() (store *results.Store, release func(), err error) {
	store, release, err = s.openNow()
	if err != nil {
		if file, statErr := os.Stat(s.path); statErr == nil && time.Since(file.ModTime()) < young {
			err = fs.ErrNotExist
		}
	}
	return store, release, err
}

// openNow returns the store as the file is now. The caller calls release when it is
// done with it. The error of a file that is not there, or empty, is fs.ErrNotExist.
func (s *shelf) openNow() (store *results.Store, release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := os.Stat(s.path)
	if s.held != nil && (err != nil || !os.SameFile(file, s.held.file) || s.stale(file)) {
		s.drop(s.held)
		s.held = nil
	}
	if err != nil {
		return nil, nil, err
	}
	if s.held == nil {
		store, err := results.OpenReadOnly(s.path)
		if errors.Is(err, results.ErrEmpty) {
			err = fs.ErrNotExist // yet
		}
		if err != nil {
			return nil, nil, err
		}
		s.held = &held{store, file, 1}
	}
	h := s.held
	h.users++
	return h.store, sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.drop(h)
	}), nil
}

// stale reports whether a store that was opened as one that does not change has
// changed, or is being written.
func (s *shelf) stale(now os.FileInfo) bool {
	if s.held.store.Live() {
		return false
	}
	log, err := os.Stat(s.path + "-wal")
	return err == nil && log.Size() > 0 || !now.ModTime().Equal(s.held.file.ModTime())
}

// drop gives back one use of a store. The lock is held.
func (s *shelf) drop(h *held) {
	if h.users--; h.users == 0 {
		_ = h.store.Close() // it was only read
	}
}

func (s *shelf) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held != nil {
		s.drop(s.held)
		s.held = nil
	}
	return nil
}

// read runs f on the store as it is now.
func (s *Server) read(f func(*results.Store) error) error {
	store, release, err := s.shelf.open()
	if err != nil {
		return err
	}
	defer release()
	return f(store)
}
