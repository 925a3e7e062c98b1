package static

import (
	"bytes"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
)

func TestCommentsAreNotSent(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a(); // stays\n  // goes\nb();\n":            "a(); // stays\n\nb();\n",
		"/** goes */\nlet a = \"//\";\n":              "\nlet a = \"//\";\n",
		"/** goes\n *  too */\na();":                  "\n\na();",
		"/* goes */ .a { b: c; }\n/* and\n */ d {}\n": " .a { b: c; }\n\n d {}\n",
		"if (a) {\n  b();\n}\n":                       "if (a) {\nb();\n}\n",
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

// A style sheet keeps its meaning: nothing but white space and comments goes.
func TestCompact(t *testing.T) {
	t.Parallel()
	const text = "/* goes */\n.a > b:hover, c::before { margin: 0 4px; content: \"○ \"; }\n@media (max-width: 700px) { d { width: calc(1px + 2px); } }\n"
	const want = ".a > b:hover,c::before{margin:0 4px;content:\"○ \";}@media (max-width:700px){d{width:calc(1px + 2px);}}"
	if got := string(compact([]byte(text))); got != want {
		t.Errorf("%q", got)
	}
}

// No text in a style sheet contains a separator, around which white space would be removed.
func TestNoTextOfAStyleSheetHasSeparators(t *testing.T) {
	t.Parallel()
	quoted := regexp.MustCompile(`"[^"]*"`)
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".css" || strings.HasPrefix(name, "vendor/") {
			return err
		}
		text, err := files.ReadFile(name)
		for _, s := range quoted.FindAllString(string(text), -1) {
			if around.MatchString(s) {
				t.Errorf("%s has the text %s", name, s)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
