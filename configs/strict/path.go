package strict

import (
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
