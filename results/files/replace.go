//go:build !windows

package files

import "github.com/google/renameio/v2"

// replace makes data the contents of a file, whole or not at all.
func replace(path string, data []byte) error { return renameio.WriteFile(path, data, 0o644) }
