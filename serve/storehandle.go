package serve

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/lanista/lanista/results"
)

// storeHandle keeps the store open for reading. The file may appear, disappear and be
// replaced while the server runs.
type storeHandle struct {
	path string

	mu      sync.Mutex
	current *openStore // nil if none is open
}

// openStore is a store in use. The last user of a store that was replaced closes it.
type openStore struct {
	store *results.Store
	file  os.FileInfo
	users int // the requests that use it, and the handle
}

func newStoreHandle(path string) *storeHandle { return &storeHandle{path: path} }

// check returns an error if the file is not a store that this program can read. A file
// that does not exist is no error.
func (s *storeHandle) check() error {
	_, release, err := s.openNow()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		release()
	}
	return err
}

// creationTime is the time in which another process may still create the store, which
// cannot be read until then.
const creationTime = 2 * time.Second

// open returns the store as the file is now. The caller calls release when it is done
// with it. The error of a file that does not exist, is empty or is just being created
// is fs.ErrNotExist.
func (s *storeHandle) open() (store *results.Store, release func(), err error) {
	store, release, err = s.openNow()
	if err != nil {
		if file, statErr := os.Stat(s.path); statErr == nil && time.Since(file.ModTime()) < creationTime {
			err = fs.ErrNotExist
		}
	}
	return store, release, err
}

// openNow is open for a file that is not being created.
func (s *storeHandle) openNow() (store *results.Store, release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := os.Stat(s.path)
	if s.current != nil && (err != nil || !os.SameFile(file, s.current.file) || s.stale(file)) {
		s.drop(s.current)
		s.current = nil
	}
	if err != nil {
		return nil, nil, err
	}
	if s.current == nil {
		store, err := results.OpenReadOnly(s.path)
		if errors.Is(err, results.ErrEmpty) {
			err = fs.ErrNotExist // yet
		}
		if err != nil {
			return nil, nil, err
		}
		s.current = &openStore{store, file, 1}
	}
	h := s.current
	h.users++
	return h.store, sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.drop(h)
	}), nil
}

// stale reports whether a store has changed that was opened as unchanging.
func (s *storeHandle) stale(now os.FileInfo) bool {
	if s.current.store.Live() {
		return false
	}
	log, err := os.Stat(s.path + "-wal")
	return err == nil && log.Size() > 0 || !now.ModTime().Equal(s.current.file.ModTime())
}

// drop ends one use of a store. The caller holds the lock.
func (s *storeHandle) drop(h *openStore) {
	if h.users--; h.users == 0 {
		_ = h.store.Close() // it was only read
	}
}

func (s *storeHandle) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != nil {
		s.drop(s.current)
		s.current = nil
	}
	return nil
}
