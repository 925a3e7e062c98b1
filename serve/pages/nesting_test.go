package pages

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A block, such as a form, is not within an element that may contain text and parts of a line only. A
// browser accepts it, but HTML does not allow it, and a paragraph ends before the block.
func TestBlocksAreNotWithinLines(t *testing.T) {
	t.Parallel()
	lines := []string{"span", "p", "button", "label", "h1", "h2", "h3", "em", "strong", "code", "summary"}
	blocks := []string{"form", "div", "section", "table", "ul", "ol", "dl", "pre", "p", "h1", "h2", "h3", "figure", "fieldset", "details", "aside"}
	tag := regexp.MustCompile(`<(/?)([a-z][a-z0-9]*)`)
	names, err := fs.Glob(files, "*.html")
	if err != nil || len(names) < 10 {
		t.Fatalf("%d templates, %v", len(names), err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		var open []string
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "{{define") {
				open = nil
			}
			for _, m := range tag.FindAllStringSubmatch(line, -1) {
				switch is := slices.Contains(lines, m[2]); {
				case m[1] == "" && len(open) > 0 && slices.Contains(blocks, m[2]):
					t.Errorf("%s:%d: <%s> within <%s>", name, i+1, m[2], open[len(open)-1])
				case m[1] == "" && is:
					open = append(open, m[2])
				case is && len(open) > 0 && open[len(open)-1] == m[2]:
					open = open[:len(open)-1]
				}
			}
		}
	}
}
