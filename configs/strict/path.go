package strict

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Join appends a key to a path of keys. Either may be empty; a key of the form
// "[2]" is an item of the list at the path.
func Join(path, key string) string {
	switch {
	case path == "":
		return key
	case key == "" || key[0] == '[':
		return path + key
	}
	return path + "." + key
}

func item(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// Has reports whether the document says anything at a path.
func (d *Document) Has(path string) bool { return d.find(path) != nil }

// Text returns the scalar at a path as it was written; ok is false where there
// is none.
func (d *Document) Text(path string) (text string, ok bool) {
	n := d.find(path)
	if n == nil || n.Kind != yaml.ScalarNode {
		return "", false
	}
	return n.Value, true
}

// Where says where the part at a path comes from, "my.yaml:4"; ok is false where the
// document says nothing there. Plain is whether it is a plain value or a list of them.
func (d *Document) Where(path string) (where string, plain, ok bool) {
	n := d.find(path)
	if n == nil {
		return "", false, false
	}
	e := Error{Source: d.origin[n], Line: n.Line}
	return e.Where(), n.Kind != yaml.MappingNode, true
}

// Source returns the name of the text that the part at a path was read from, such as the
// path of a file, or "" if the document says nothing there.
func (d *Document) Source(path string) string { return d.origin[d.find(path)] }

// Parent is the path of what a part stands in, "" for the whole document.
func Parent(path string) string { return path[:max(strings.LastIndexAny(path, ".["), 0)] }

// Value is a plain value of a document, or a list of nothing else, as flow YAML.
type Value struct{ Path, Text string }

// Values lists the values of the document, in its order.
func (d *Document) Values() []Value {
	var list []Value
	var look func(n *yaml.Node, path string)
	look = func(n *yaml.Node, path string) {
		switch {
		case n.Kind == yaml.MappingNode && len(n.Content) > 0:
			for i := 0; i+1 < len(n.Content); i += 2 {
				look(n.Content[i+1], Join(path, n.Content[i].Value))
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

// flow writes a part in one line.
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

// Keys lists the keys of the mapping at a path, in the order of the document.
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

// find returns the part at a path of keys, nil if there is none. List items are
// written key[0].
func (d *Document) find(path string) *yaml.Node {
	n := d.root
	for path != "" && n != nil {
		n, path = step(n, path)
	}
	return n
}

// step follows the first key or index of a path. A key may have dots in it: the
// longest that the mapping has is taken.
func step(n *yaml.Node, path string) (next *yaml.Node, rest string) {
	if index, rest, ok := cutIndex(path); ok {
		if n.Kind != yaml.SequenceNode || index >= len(n.Content) {
			return nil, ""
		}
		return n.Content[index], strings.TrimPrefix(rest, ".")
	}
	for end := len(path); end > 0; end = strings.LastIndexAny(path[:end], ".[") {
		if c := child(n, path[:end]); c != nil {
			return c, strings.TrimPrefix(path[end:], ".")
		}
	}
	return nil, ""
}

// cutIndex splits "[3].name" into 3 and ".name".
func cutIndex(path string) (index int, rest string, ok bool) {
	inside, rest, found := strings.Cut(path, "]")
	digits, bracket := strings.CutPrefix(inside, "[")
	index, err := strconv.Atoi(digits)
	return index, rest, found && bracket && err == nil && index >= 0
}

// child returns the value of a key, nil if the part has no such key.
func child(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}
