package static

import "bytes"

// uncommented is a script or a style without its comments that have lines of their own:
// they are for those who read the source, and a sixth of it. Their lines stay, empty, so
// that what a browser says of a line is true of the source. Texts of several lines in
// which a line begins like a comment are not written in scripts (comments_test.go).
func uncommented(text []byte) []byte {
	out := make([]byte, 0, len(text))
	inside := false // a comment of several lines
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
