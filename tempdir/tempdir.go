package tempdir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// unlockedName is the prefix of a folder's name while the folder is being created or removed. lockFile
// is the name of a file in every folder, which is locked while the folder is in use.
const (
	unlockedName = "lanista-new-"
	lockFile     = "lock"
)

// spareFiles is the number of files that a process must still be able to open when it calls New.
// The files are needed while the folder is in use and to remove the folder.
const spareFiles = 12

// creationTime is the time without a change after which a folder with the prefix unlockedName
// counts as left over from a killed process. It is much longer than the creation of a folder takes.
const creationTime = time.Hour

// Folder is a folder for temporary files.
type Folder struct {
	Path string
	// Lock is the open lock file, nil on systems without file locks. The folder stays locked until
	// this process and all processes that inherit the file have ended, or until Remove.
	Lock *os.File
}

// New creates a folder in the folder that TMPDIR names. Only this user can read it. Its name begins
// with prefix. New first removes the folders with this prefix whose processes have ended. It also
// removes old folders whose creation or removal was interrupted. New returns an error and creates
// nothing if the process cannot open the files that Remove needs.
func New(prefix string) (Folder, error) {
	if err := CanOpen(spareFiles); err != nil {
		return Folder{}, err
	}
	sweep(prefix)
	made, err := os.MkdirTemp("", unlockedName)
	if err != nil {
		return Folder{}, fmt.Errorf("no folder for temporary files, which TMPDIR names: %w", err)
	}
	lock, err := locked(filepath.Join(made, lockFile), os.O_CREATE|os.O_RDWR|os.O_EXCL)
	if err != nil {
		return Folder{}, errors.Join(err, os.RemoveAll(made))
	}
	dir, name := filepath.Split(made)
	f := Folder{Path: filepath.Join(dir, prefix+strings.TrimPrefix(name, unlockedName)), Lock: lock}
	if err := os.Rename(made, f.Path); err != nil { // sweep ignores the folder until it has this name
		f.Path = made
		return Folder{}, errors.Join(err, f.Remove())
	}
	return f, nil
}

// CanOpen returns an error if the process cannot open n more files.
func CanOpen(n int) error {
	for range n {
		f, err := os.Open(os.DevNull)
		if err != nil {
			return fmt.Errorf("too few files can be open (ulimit -n): %w", errors.Unwrap(err))
		}
		defer f.Close()
	}
	return nil
}

// Remove deletes the folder and releases its lock.
func (f Folder) Remove() error {
	err := remove(f.Path)
	if f.Lock != nil {
		_ = f.Lock.Close() // an error means that Remove was called before
	}
	return err
}

// sweep removes the folders with the given prefix whose lock is free: no process uses them any
// more. It also removes folders whose creation or removal was not finished within creationTime. It
// ignores errors.
func sweep(prefix string) {
	for path, changed := range folders(unlockedName) {
		if time.Since(changed) > creationTime {
			_ = os.RemoveAll(path)
		}
	}
	for path := range folders(prefix) {
		lock, err := locked(filepath.Join(path, lockFile), os.O_RDWR)
		if err != nil || lock == nil {
			continue
		}
		_ = remove(path)
		_ = lock.Close()
	}
}

// remove deletes a folder. It first gives the folder the prefix unlockedName: if the process is killed
// after the lock file is deleted, sweep removes the rest.
func remove(path string) error {
	dir, name := filepath.Split(path)
	if leaving := filepath.Join(dir, unlockedName+name); os.Rename(path, leaving) == nil {
		path = leaving
	}
	return os.RemoveAll(path)
}

// folders returns the paths of the temporary folders with a prefix, and when they changed.
func folders(prefix string) map[string]time.Time {
	list, _ := os.ReadDir(os.TempDir()) // after an error, list contains the entries read before it
	found := make(map[string]time.Time)
	for _, entry := range list {
		if !strings.HasPrefix(entry.Name(), prefix) || !entry.IsDir() {
			continue
		}
		if info, err := entry.Info(); err == nil {
			found[filepath.Join(os.TempDir(), entry.Name())] = info.ModTime()
		}
	}
	return found
}
