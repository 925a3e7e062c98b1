package strict

import (
	"bytes"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Remove returns the text of a document without the key at a path, and without the sections that
// would then be empty. If possible it keeps the rest of the text, including comments and line breaks.
// The path consists of keys separated by dots. If there is no such key, Remove returns the text.
func Remove(text []byte, path string) ([]byte, error) {
	if !plainPath.MatchString(path) {
		return nil, errPath
	}
	root, err := mapping(text)
	if err != nil {
		return nil, err
	}
	section, key := root, ""
	at := root
	for name := range strings.SplitSeq(path, ".") {
		next := child(at, name)
		if next == nil {
			return text, nil
		}
		if key == "" || len(at.Content) > 2 { // the innermost section that keeps another key
			section, key = at, name
		}
		at = next
	}
	i := 0
	for section.Content[i].Value != key {
		i += 2
	}
	out, ok := removeEntry(text, section, i)
	section.Content = append(section.Content[:i:i], section.Content[i+2:]...)
	if ok && means(out, root) {
		return out, nil
	}
	return encode(root)
}

// removeEntry removes an entry of a section from the text of a document. The key of the entry is
// the i-th node in the content of section. removeEntry returns false if it cannot find the end of
// the entry. Even if it returns true, the new text may be wrong, so the caller must check it.
func removeEntry(text []byte, section *yaml.Node, i int) ([]byte, bool) {
	from := offset(text, section.Content[i])
	to, ok := end(text, section.Content[i+1])
	if from < 0 || !ok {
		return nil, false
	}
	switch {
	case section.Style&yaml.FlowStyle == 0: // whole lines
		from = bytes.LastIndexByte(text[:from], '\n') + 1
		if rest := bytes.IndexByte(text[to:], '\n'); rest >= 0 {
			to += rest + 1
		} else {
			to = len(text)
		}
	case i+2 < len(section.Content):
		to = offset(text, section.Content[i+2])
	case i > 0:
		from, ok = end(text, section.Content[i-1])
	}
	return cut(text, from, to, ""), ok && to >= from
}

// end returns the index of the byte after the text of a YAML value. It returns false if it cannot
// find the end, as in a block style value that ends with a multi-line text.
func end(text []byte, n *yaml.Node) (int, bool) {
	if n.Kind != yaml.ScalarNode && n.Style&yaml.FlowStyle == 0 && len(n.Content) > 0 {
		return end(text, n.Content[len(n.Content)-1])
	}
	_, to, ok := extent(text, n)
	return to, ok
}

// means reports whether text is YAML with the same keys and values as the node root. Comments and
// layout do not count.
func means(text []byte, root *yaml.Node) bool {
	got, err := mapping(text)
	if err != nil {
		return false
	}
	var a, b any
	return got.Decode(&a) == nil && root.Decode(&b) == nil && reflect.DeepEqual(a, b)
}
