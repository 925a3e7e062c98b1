package configs

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Document is a YAML document that knows where each of its parts came from.
type Document struct {
	root   *yaml.Node
	origin map[*yaml.Node]string
}

// Error is a mistake in a config, with its place.
type Error struct {
	Source string // a file, a preset, or an override
	Line   int    // from 1; 0 where there is none
	Key    string // path of keys, "" for the whole document
	Text   string
}

func (e *Error) Error() string {
	out := "configs: "
	if e.Source != "" {
		out += e.Source + ":"
		if e.Line > 0 {
			out += strconv.Itoa(e.Line) + ":"
		}
		out += " "
	}
	if e.Key != "" {
		out += e.Key + ": "
	}
	return out + e.Text
}

func (d *Document) errorf(n *yaml.Node, path, format string, args ...any) error {
	e := &Error{Source: d.origin[n], Key: path, Text: fmt.Sprintf(format, args...)}
	if !strings.HasPrefix(e.Source, "--set") {
		e.Line = n.Line
	}
	return e
}

// Parse reads one YAML document. Source names it in errors.
func Parse(data []byte, source string) (*Document, error) {
	d := &Document{origin: make(map[*yaml.Node]string)}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, &Error{Source: source, Text: "the file is empty"}
	case err != nil:
		return nil, syntaxError(source, err)
	}
	var second yaml.Node
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		if err != nil || len(second.Content) == 0 {
			return nil, syntaxError(source, cmp.Or(err, errors.New("a second document; one is allowed")))
		}
		return nil, &Error{Source: source, Line: second.Content[0].Line, Text: "a second document; one is allowed"}
	}
	d.root = doc.Content[0]
	if d.root.Kind != yaml.MappingNode {
		return nil, &Error{Source: source, Line: d.root.Line, Text: "a mapping is needed at the top, not " + describe(d.root)}
	}
	d.mark(d.root, source)
	return d, d.unique(d.root, "")
}

// syntaxError turns the library's "yaml: line 3: ..." into ours.
func syntaxError(source string, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, tail, ok := strings.Cut(rest, ": "); ok {
			if v, err := strconv.Atoi(number); err == nil {
				line, text = v, tail
			}
		}
	}
	return &Error{Source: source, Line: line, Text: text}
}

func (d *Document) mark(n *yaml.Node, source string) {
	d.origin[n] = source
	for _, c := range n.Content {
		d.mark(c, source)
	}
}

// unique refuses a key given twice.
func (d *Document) unique(n *yaml.Node, path string) error {
	if n.Kind != yaml.MappingNode {
		for _, c := range n.Content {
			if err := d.unique(c, path); err != nil {
				return err
			}
		}
		return nil
	}
	seen := make(map[string]int)
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if line, ok := seen[key.Value]; ok {
			return d.errorf(key, join(path, key.Value), "given twice (first on line %d)", line)
		}
		seen[key.Value] = key.Line
		if err := d.unique(n.Content[i+1], join(path, key.Value)); err != nil {
			return err
		}
	}
	return nil
}

// Decode reads the part of the document at a path into out, a pointer, keeping
// what out holds where the document is silent. A missing path decodes nothing.
// Keys listed in except belong to somebody else and are passed over.
func (d *Document) Decode(path string, out any, except ...string) error {
	n := d.find(path)
	if n == nil {
		return nil
	}
	if len(except) > 0 && n.Kind == yaml.MappingNode {
		trimmed := *n
		trimmed.Content = nil
		for i := 0; i < len(n.Content); i += 2 {
			if !contains(except, n.Content[i].Value) {
				trimmed.Content = append(trimmed.Content, n.Content[i], n.Content[i+1])
			}
		}
		d.origin[&trimmed] = d.origin[n]
		n = &trimmed
	}
	return d.decode(n, reflect.ValueOf(out).Elem(), path)
}

// Locate adds file and line to an error that a room's own validation returned
// and that begins with a key, such as "mutation.rate: 1.5 is not within [0, 1]".
// Under is the path of the room's section.
func (d *Document) Locate(under string, err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	key, rest, ok := strings.Cut(text, ": ")
	if !ok || strings.ContainsAny(key, " ") {
		key, rest = "", text
	}
	path := join(under, key)
	if key == "" {
		path = under
	}
	for at := path; ; {
		if n := d.find(at); n != nil {
			return d.errorf(n, path, "%s", rest)
		}
		i := strings.LastIndexByte(at, '.')
		if i < 0 {
			return d.errorf(d.root, path, "%s", rest)
		}
		at = at[:i]
	}
}

// find returns the node at a path of keys, nil if there is none. List items are
// written key[0].
func (d *Document) find(path string) *yaml.Node {
	n := d.root
	if path == "" {
		return n
	}
	for _, key := range strings.Split(path, ".") {
		name, index := key, -1
		if i := strings.IndexByte(key, '['); i >= 0 && strings.HasSuffix(key, "]") {
			if v, err := strconv.Atoi(key[i+1 : len(key)-1]); err == nil {
				name, index = key[:i], v
			}
		}
		n = child(n, name)
		if n != nil && index >= 0 {
			if n.Kind != yaml.SequenceNode || index >= len(n.Content) {
				return nil
			}
			n = n.Content[index]
		}
		if n == nil {
			return nil
		}
	}
	return n
}

func child(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// Has reports whether the document says anything at a path.
func (d *Document) Has(path string) bool { return d.find(path) != nil }

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
