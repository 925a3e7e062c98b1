package static

import (
	"bytes"
	"io/fs"
	"path"
	"testing"
)

func TestCommentsAreNotSent(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a(); // stays\n  // goes\nb();\n":            "a(); // stays\n\nb();\n",
		"/** goes */\nlet a = \"//\";\n":              "\nlet a = \"//\";\n",
		"/** goes\n *  too */\na();":                  "\n\na();",
		"/* goes */ .a { b: c; }\n/* and\n */ d {}\n": " .a { b: c; }\n\n d {}\n",
		"/** never ends\na();":                        "\n\n",
	} {
		if got := string(uncommented([]byte(text))); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

// No line of a multi-line string begins like a comment, because it would be removed.
func TestNoTextHasLinesLikeComments(t *testing.T) {
	t.Parallel()
	err := fs.WalkDir(files, "js", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".js" {
			return err
		}
		text, err := files.ReadFile(name)
		if open := bytes.Count(uncommented(text), []byte("`")); open%2 != 0 {
			t.Errorf("%s: a text in grave accents is cut", name)
		}
		for i, line := range bytes.Split(uncommented(text), []byte("\n")) {
			if bytes.Count(line, []byte("`"))%2 != 0 {
				t.Errorf("%s:%d: a text of several lines", name, i+1)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
