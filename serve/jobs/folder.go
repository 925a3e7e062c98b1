package jobs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// folderName begins the name of every queue's folder, unlockedName that of one that is
// being made, and lockFile is the file in it that says that it is in use.
const (
	folderName   = "lanista-jobs-"
	unlockedName = "lanista-new-"
	lockFile     = "lock"
)

// newFolder makes a private folder, and locks it as long as this process or one that it
// hands the lock to is there. The lock is nil where the system has none.
func newFolder() (path string, lock *os.File, err error) {
	sweep()
	made, err := os.MkdirTemp("", unlockedName)
	if err != nil {
		return "", nil, err
	}
	lock, err = locked(filepath.Join(made, lockFile), os.O_CREATE|os.O_RDWR|os.O_EXCL)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(made))
	}
	dir, name := filepath.Split(made)
	path = filepath.Join(dir, folderName+strings.TrimPrefix(name, unlockedName))
	if err := os.Rename(made, path); err != nil { // only now others look at it
		return "", nil, errors.Join(err, os.RemoveAll(made))
	}
	return path, lock, nil
}

// sweep removes what servers left that were killed, once the runs that they had started
// are over, too. What cannot be removed stays: it is nobody's fault here.
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
