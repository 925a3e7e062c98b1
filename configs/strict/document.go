package strict

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/keys"
)

// Document is a mapping that was read from YAML or JSON. It stores the source and the line of
// each of its parts.
type Document struct {
	root     *yaml.Node
	origin   map[*yaml.Node]string // source of every part
	repeated []*Error              // duplicate keys
}

// Parse parses one document: as JSON if it is valid JSON, otherwise as YAML. source is its name
// in errors.
func Parse(data []byte, source string) (*Document, error) {
	d, err := ParseRepeated(data, source)
	if err == nil {
		err = d.Repeated()
	}
	return d, err
}

// ParseRepeated parses a document like [Parse], but accepts duplicate keys, so that other mistakes
// in the document can be found too. The first value of such a key is used. The caller must report
// the error of [Document.Repeated].
func ParseRepeated(data []byte, source string) (*Document, error) {
	root, err := parse(data, source)
	if err != nil {
		return nil, err
	}
	d := newDocument(root, source)
	if root.Kind != yaml.MappingNode {
		return nil, d.errorf(root, "", "a mapping is needed at the top, not %s", kindOf(root))
	}
	var mistakes []*Error
	d.check(root, "", &mistakes)
	if mistakes != nil {
		return d, joinMistakes(slices.Concat(mistakes, d.repeated))
	}
	return d, nil
}

// Repeated returns the duplicate keys of the document as one error, or nil if it has none.
func (d *Document) Repeated() error { return joinMistakes(d.repeated) }

func newDocument(root *yaml.Node, source string) *Document {
	d := &Document{root: root, origin: make(map[*yaml.Node]string)}
	d.mark(root, source)
	return d
}

// mark stores the source, such as the name of a file, for a YAML node and all nodes within it.
func (d *Document) mark(n *yaml.Node, source string) {
	d.origin[n] = source
	for _, c := range n.Content {
		d.mark(c, source)
	}
}

func (d *Document) errorf(n *yaml.Node, path, format string, args ...any) *Error {
	return &Error{Source: d.origin[n], Line: n.Line, Key: path, Err: fmt.Errorf(format, args...)}
}

// check finds constructs that no document may contain: keys that are not plain names, anchors,
// aliases and merge keys. It appends a mistake for each of them to mistakes. It adds duplicate keys
// to d.repeated, because the caller decides whether they are mistakes.
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
			at := keys.Join(path, key.Value)
			line, twice := first[key.Value]
			switch {
			case key.Kind != yaml.ScalarNode:
				refuse(key, path, "a key must be a plain name, not %s", kindOf(key))
			case key.ShortTag() == "!!merge":
				refuse(key, at, "merge keys are not supported; write the values out")
			case twice:
				d.repeated = append(d.repeated, &Error{Source: d.origin[key], Line: key.Line, Key: at, Err: duplicateKey(line)})
			}
			if !twice {
				first[key.Value] = key.Line
			}
			d.check(n.Content[i+1], at, mistakes)
		}
	}
}

// duplicateKey is the error of a key that occurs earlier in the same mapping. Its value is the line
// of the first occurrence, or 0 for a value from the command line, which has no lines.
type duplicateKey int

// Error returns the message with the line of the first occurrence.
func (line duplicateKey) Error() string {
	if line == 0 {
		return "duplicate key"
	}
	return fmt.Sprintf("duplicate key (first on line %d)", int(line))
}

// Locate adds file and line to mistakes that another package found in a section of the document.
// err contains the mistakes as [keys.KeyError] values, and under is the path of the section. A
// mistake about a key that the document lacks gets the line of the enclosing section.
func (d *Document) Locate(under string, err error) error {
	var mistakes []*Error
	for _, e := range keys.All(err) {
		mistakes = append(mistakes, d.place(keys.Join(under, e.Path), e.Err))
	}
	return joinMistakes(mistakes)
}

// place returns a mistake about a key together with the line of this key in the document. If the
// document lacks the key, the line is that of the nearest enclosing section.
func (d *Document) place(path string, mistake error) *Error {
	for at := path; at != ""; at = Parent(at) {
		if n := d.find(at); n != nil {
			return &Error{Source: d.origin[n], Line: n.Line, Key: path, Err: mistake, decoded: true}
		}
	}
	return &Error{Source: d.origin[d.root], Line: d.root.Line, Key: path, Err: mistake, decoded: true}
}

// Has reports whether the document has a value at a path.
func (d *Document) Has(path string) bool { return d.find(path) != nil }

// Text returns the scalar at a path as written in the document. ok is false if there is none.
func (d *Document) Text(path string) (text string, ok bool) {
	n := d.find(path)
	if n == nil || n.Kind != yaml.ScalarNode {
		return "", false
	}
	return n.Value, true
}

// Where returns the file and the line of the value at a path, such as "my.yaml:4". plain is true
// for a scalar or a list and false for a mapping. ok is false if there is no value at the path.
func (d *Document) Where(path string) (where string, plain, ok bool) {
	n := d.find(path)
	if n == nil {
		return "", false, false
	}
	e := Error{Source: d.origin[n], Line: n.Line}
	return e.Where(), n.Kind != yaml.MappingNode, true
}

// Source returns the source of the value at a path, such as the name of the file that contains
// it. It returns "" if there is no such value.
func (d *Document) Source(path string) string { return d.origin[d.find(path)] }

// Value is a scalar or a list of scalars in a document, with its path. Text is the scalar without
// quotes ("\"\"" for an empty one), or the list in flow form.
type Value struct{ Path, Text string }

// Values returns all scalars, lists of scalars and empty mappings in the document, in its order.
func (d *Document) Values() []Value {
	var list []Value
	var look func(n *yaml.Node, path string)
	look = func(n *yaml.Node, path string) {
		switch {
		case n.Kind == yaml.MappingNode && len(n.Content) > 0:
			for i := 0; i+1 < len(n.Content); i += 2 {
				look(n.Content[i+1], keys.Join(path, n.Content[i].Value))
			}
		case n.Kind == yaml.SequenceNode && slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return c.Kind != yaml.ScalarNode }):
			for i, c := range n.Content {
				look(c, item(path, i))
			}
		default:
			list = append(list, Value{path, flow(n)})
		}
	}
	look(d.root, "")
	return list
}

func flow(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode {
		if n.Value == "" {
			return `""`
		}
		return n.Value
	}
	parts := make([]string, len(n.Content))
	for i, c := range n.Content {
		parts[i] = flow(c)
	}
	if n.Kind == yaml.MappingNode {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// Keys returns the keys of the mapping at a path, in the order of the document.
func (d *Document) Keys(path string) []string {
	n := d.find(path)
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	keys := make([]string, 0, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		keys = append(keys, n.Content[i].Value)
	}
	return keys
}

// find returns the YAML node at a path, or nil if there is none. The path of a list item ends
// with its index, as in key[0].
func (d *Document) find(path string) *yaml.Node {
	n := d.root
	for path != "" && n != nil {
		n, path = step(n, path)
	}
	return n
}
