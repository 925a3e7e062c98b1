package strict

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Document is a mapping read from YAML or JSON, whose parts know where they
// came from.
type Document struct {
	root   *yaml.Node
	origin map[*yaml.Node]string // the source of every part
}

// Parse reads one document: JSON where the text is valid JSON, otherwise YAML.
// Source names it in errors.
func Parse(data []byte, source string) (*Document, error) {
	root, err := parse(data, source)
	if err != nil {
		return nil, err
	}
	d := newDocument(root, source)
	if root.Kind != yaml.MappingNode {
		return nil, d.errorf(root, "", "a mapping is needed at the top, not %s", describe(root))
	}
	var mistakes []*Error
	d.check(root, "", &mistakes)
	return d, together(mistakes)
}

func newDocument(root *yaml.Node, source string) *Document {
	d := &Document{root: root, origin: make(map[*yaml.Node]string)}
	d.mark(root, source)
	return d
}

// mark notes the source of a part and of all within it.
func (d *Document) mark(n *yaml.Node, source string) {
	d.origin[n] = source
	for _, c := range n.Content {
		d.mark(c, source)
	}
}

// errorf makes the mistake of one part of the document.
func (d *Document) errorf(n *yaml.Node, path, format string, args ...any) *Error {
	return &Error{Source: d.origin[n], Line: n.Line, Key: path, Err: fmt.Errorf(format, args...)}
}

// parse reads the tree of a text.
func parse(data []byte, source string) (*yaml.Node, error) {
	if json.Valid(data) {
		return parseJSON(data)
	}
	fail := func(line int, text string) error {
		return &Error{Source: source, Line: line, Err: errors.New(text)}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc, second yaml.Node
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, fail(0, "the file is empty")
	case err != nil:
		return nil, fail(syntax(err, data))
	}
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		const text = "a second document; one is allowed"
		if err != nil || len(second.Content) == 0 {
			return nil, fail(syntax(cmp.Or(err, errors.New(text)), data))
		}
		return nil, fail(second.Content[0].Line, text)
	}
	return doc.Content[0], nil
}

// syntax splits the library's "yaml: line 3: did not find ..." into line and
// text. Of a tab before a key, and of a bracket that is not closed, it would name the line
// before.
func syntax(err error, data []byte) (line int, text string) {
	text = strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, tail, ok := strings.Cut(rest, ": "); ok {
			if at, err := strconv.Atoi(number); err == nil {
				line, text = at, tail
			}
		}
	}
	lines := strings.Split(string(data), "\n")
	if open := opening(text); open != "" && line > 0 && line < len(lines) && strings.Contains(lines[line], open) {
		return line + 1, text
	}
	if !strings.Contains(text, "cannot start any token") && !strings.Contains(text, "tab character") {
		return line, text
	}
	for i, content := range lines {
		if strings.HasPrefix(strings.TrimLeft(content, " "), "\t") {
			return i + 1, "a tab cannot indent a line; use spaces"
		}
	}
	return line, text
}

// opening is the bracket whose partner an error misses, "" of another error.
func opening(text string) string {
	switch text {
	case "did not find expected ',' or ']'":
		return "["
	case "did not find expected ',' or '}'":
		return "{"
	}
	return ""
}

// check refuses what no document may have: a key given twice, a key that is no
// plain name, an anchor, an alias, a merge key.
func (d *Document) check(n *yaml.Node, path string, mistakes *[]*Error) {
	refuse := func(at *yaml.Node, path, format string, args ...any) {
		*mistakes = append(*mistakes, d.errorf(at, path, format, args...))
	}
	if n.Anchor != "" {
		refuse(n, path, "anchors are not supported; write the value out where it is needed")
	}
	switch n.Kind {
	case yaml.AliasNode:
		refuse(n, path, "aliases are not supported; write the value out")
	case yaml.SequenceNode:
		for i, c := range n.Content {
			d.check(c, item(path, i), mistakes)
		}
	case yaml.MappingNode:
		first := make(map[string]int, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			at := Join(path, key.Value)
			switch line, twice := first[key.Value]; {
			case key.Kind != yaml.ScalarNode:
				refuse(key, path, "a key must be a plain name, not %s", describe(key))
			case key.ShortTag() == "!!merge":
				refuse(key, at, "merge keys are not supported; write the values out")
			case twice:
				refuse(key, at, "given twice%s", since(line))
			}
			first[key.Value] = key.Line
			d.check(n.Content[i+1], at, mistakes)
		}
	}
}

// since says where a key stood first; an override has no lines.
func since(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf(" (first on line %d)", line)
}
