package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/lanista/lanista/results"
)

// storeHandle opens the store read-only and keeps it open between requests. It opens the file again
// after it was created, deleted or replaced.
type storeHandle struct {
	path string

	mu      sync.Mutex
	current *openStore // nil if none is open
}

// openStore counts the users of an open store. The store is closed when the handle and its last user
// have released it.
type openStore struct {
	store *results.Store
	file  os.FileInfo
	users int // requests that use it, plus one for the handle
}

func newStoreHandle(path string) *storeHandle { return &storeHandle{path: path} }

// check returns an error if the file exists and is not a store that this program can read.
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

// creationTime is the time that another process may need to create the store file. An unreadable
// file that was changed within this time counts as missing.
const creationTime = 2 * time.Second

// errNoStore is the error of a store whose file does not exist yet. It is an fs.ErrNotExist.
var errNoStore = fmt.Errorf("the store: %w", fs.ErrNotExist)

// open returns the current store. The caller must call release after use. The error is errNoStore
// if the file does not exist or is empty, or if it is unreadable and was changed within
// creationTime.
func (s *storeHandle) open() (store *results.Store, release func(), err error) {
	store, release, err = s.openNow()
	if err != nil {
		if file, statErr := os.Stat(s.path); statErr == nil && time.Since(file.ModTime()).Abs() < creationTime {
			err = errNoStore
		}
	}
	return store, release, err
}

// openNow returns the current store. Unlike open, it returns the original error for an unreadable
// file that was just changed. The caller must call release after use.
func (s *storeHandle) openNow() (store *results.Store, release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := os.Stat(s.path)
	if s.current != nil && (err != nil || !os.SameFile(file, s.current.file) || s.stale(file)) {
		s.drop(s.current)
		s.current = nil
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, errNoStore
	case err != nil:
		return nil, nil, err
	}
	if s.current == nil {
		store, err := results.OpenReadOnly(s.path)
		if errors.Is(err, results.ErrEmpty) || errors.Is(err, fs.ErrNotExist) {
			err = errNoStore
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

// stale reports whether the store must be opened again to show new data. This is so if its file has
// changed and was opened as immutable. SQLite does not detect changes of such a file.
func (s *storeHandle) stale(now os.FileInfo) bool {
	if s.current.store.Live() {
		return false
	}
	log, err := os.Stat(s.path + "-wal")
	return err == nil && log.Size() > 0 || !now.ModTime().Equal(s.current.file.ModTime())
}

// drop ends one use of an open store, and closes the store after the last one. The caller must hold
// the lock.
func (s *storeHandle) drop(h *openStore) {
	if h.users--; h.users == 0 {
		_ = h.store.Close() // it was only read
	}
}

func (s *storeHandle) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != nil {
		s.drop(s.current)
		s.current = nil
	}
}
