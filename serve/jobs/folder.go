package jobs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The name of a queue's folder begins with folderName, or with unlockedName while the folder is
// being created. The folder contains the file lockFile, which is locked while the folder is in
// use.
const (
	folderName   = "lanista-jobs-"
	unlockedName = "lanista-new-"
	lockFile     = "lock"
)

// newFolder creates a folder that only this user can read. The folder stays locked until this
// process and all processes that inherit the lock have ended. The returned lock is nil on systems
// without file locks.
func newFolder() (path string, lock *os.File, err error) {
	sweep()
	made, err := os.MkdirTemp("", unlockedName)
	if err != nil {
		return "", nil, fmt.Errorf("no folder for temporary files, which TMPDIR names: %w", err)
	}
	lock, err = locked(filepath.Join(made, lockFile), os.O_CREATE|os.O_RDWR|os.O_EXCL)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(made))
	}
	dir, name := filepath.Split(made)
	path = filepath.Join(dir, folderName+strings.TrimPrefix(name, unlockedName))
	if err := os.Rename(made, path); err != nil { // sweep ignores the folder until it has this name
		return "", nil, errors.Join(err, os.RemoveAll(made))
	}
	return path, lock, nil
}

// sweep removes the folders of servers that were killed, if none of their processes is running.
// It ignores errors.
func sweep() {
	left, err := filepath.Glob(filepath.Join(os.TempDir(), folderName+"*"))
	if err != nil {
		return
	}
	for _, path := range left {
		if info, err := os.Lstat(path); err != nil || !info.IsDir() {
			continue
		}
		lock, err := locked(filepath.Join(path, lockFile), os.O_RDWR)
		if err != nil || lock == nil {
			continue
		}
		_ = os.RemoveAll(path)
		_ = lock.Close()
	}
}
