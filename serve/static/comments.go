package static

import (
	"bytes"
	"regexp"
)

// uncommented returns a script or a style sheet without indentation and without comments that stand
// on lines of their own. Empty lines take the place of these comments, so that browsers report the
// line numbers of the source. Scripts must not contain multi-line strings (see comments_test.go).
func uncommented(text []byte) []byte {
	out := make([]byte, 0, len(text))
	inside := false // a comment of several lines has begun
	for line := range bytes.Lines(text) {
		code := bytes.TrimSpace(line)
		switch {
		case inside || bytes.HasPrefix(code, []byte("/*")):
			end := bytes.Index(line, []byte("*/"))
			if inside = end < 0; !inside && len(bytes.TrimSpace(line[end+2:])) > 0 {
				out = append(out, line[end+2:]...)
				continue
			}
		case bytes.HasPrefix(code, []byte("//")):
		default:
			out = append(out, bytes.TrimLeft(line, " \t")...)
			continue
		}
		out = append(out, '\n')
	}
	return out
}

// around matches white space that a style sheet does not need: around separators, and after the
// colon of a declaration.
var around = regexp.MustCompile(`\s*([{};,])\s*|(:) +`)

// compact returns a style sheet without comments and without white space around separators. Quoted
// texts in the style sheet must not contain separators.
func compact(text []byte) []byte {
	return around.ReplaceAll(bytes.TrimLeft(uncommented(text), "\n"), []byte("$1$2"))
}
