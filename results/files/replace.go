//go:build !windows

package files

import "github.com/google/renameio/v2"

// replace atomically replaces the contents of a file.
func replace(path string, data []byte) error { return renameio.WriteFile(path, data, 0o644) }
