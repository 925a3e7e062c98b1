//go:build !unix

package results

import "os"

// processAlive reports whether a process of this machine exists.
func processAlive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
