//go:build !windows

package files

import "github.com/google/renameio/v2"

func replace(path string, data []byte) error { return renameio.WriteFile(path, data, 0o644) }
