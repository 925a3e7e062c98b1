package files

import "os"

// OpenStream returns nil, because streams have no paths on Windows.
func OpenStream(string) *os.File { return nil }
