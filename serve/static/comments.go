package static

import "bytes"

// uncommented returns a script or a style sheet without comments that have lines of their own,
// which make up a sixth of it. It leaves those lines empty, so that line numbers in error
// messages of a browser are those of the source. Scripts must not contain a multi-line string
// with a line that begins like a comment (see comments_test.go).
func uncommented(text []byte) []byte {
	out := make([]byte, 0, len(text))
	inside := false // a comment of several lines has begun
	for line := range bytes.Lines(text) {
		code := bytes.TrimSpace(line)
		switch {
		case inside:
			end := bytes.Index(line, []byte("*/"))
			if inside = end < 0; !inside && len(bytes.TrimSpace(line[end+2:])) > 0 {
				out = append(out, line[end+2:]...)
				continue
			}
		case bytes.HasPrefix(code, []byte("//")):
		case bytes.HasPrefix(code, []byte("/*")):
			end := bytes.Index(line, []byte("*/"))
			if inside = end < 0; !inside && len(bytes.TrimSpace(line[end+2:])) > 0 {
				out = append(out, line[end+2:]...)
				continue
			}
		default:
			out = append(out, line...)
			continue
		}
		out = append(out, '\n')
	}
	return out
}
