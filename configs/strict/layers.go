package strict

import (
	"errors"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Over lays d over a weaker document: mappings merge key by key, anything else
// is replaced. Named lists the sections whose key "name" says what their other
// keys mean: one of another name replaces the weaker one whole.
func (d *Document) Over(weak *Document, named ...string) *Document {
	out := &Document{origin: make(map[*yaml.Node]string, len(weak.origin)+len(d.origin))}
	for _, from := range []*Document{weak, d} {
		for n, source := range from.origin {
			out.origin[n] = source
		}
	}
	out.root = out.merge(weak.root, d.root, "", named)
	return out
}

func (d *Document) merge(weak, strong *yaml.Node, path string, named []string) *yaml.Node {
	if weak.Kind != yaml.MappingNode || strong.Kind != yaml.MappingNode {
		return strong
	}
	if slices.Contains(named, path) {
		a, b := child(weak, "name"), child(strong, "name")
		if a != nil && b != nil && a.Value != b.Value {
			return strong
		}
	}
	out := *strong
	out.Content = nil
	d.origin[&out] = d.origin[strong]
	for i := 0; i+1 < len(weak.Content); i += 2 {
		key, value := weak.Content[i], weak.Content[i+1]
		if s := child(strong, key.Value); s != nil {
			value = d.merge(value, s, Join(path, key.Value), named)
		}
		out.Content = append(out.Content, key, value)
	}
	for i := 0; i+1 < len(strong.Content); i += 2 {
		if child(weak, strong.Content[i].Value) == nil {
			out.Content = append(out.Content, strong.Content[i], strong.Content[i+1])
		}
	}
	return &out
}

// Override reads a layer of one value, of the form path=value. The value is
// YAML, so lists and mappings may be written in their flow form. The source of
// the layer is its flag, "--set path=value".
func Override(flag, text string) (*Document, error) {
	source := flag + " " + short(text, 80)
	path, value, ok := strings.Cut(text, "=")
	if !ok || path == "" {
		return nil, &Error{Source: source, Err: errors.New("path=value is needed")}
	}
	if slices.Contains(strings.Split(path, "."), "") {
		return nil, &Error{Source: source, Err: errors.New("the path has an empty key")}
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(value), &doc); err != nil {
		_, why := syntax(err, []byte(value))
		return nil, &Error{Source: source, Key: path, Err: errors.New("the value is not YAML: " + why)}
	}
	node := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}
	if len(doc.Content) == 1 {
		node = doc.Content[0]
	}
	keys := strings.Split(path, ".")
	slices.Reverse(keys)
	for _, key := range keys {
		name := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}
		node = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{name, node}}
	}
	unlined(node)
	d := newDocument(node, source)
	var mistakes []*Error
	d.check(node, "", &mistakes)
	return d, together(mistakes)
}

// unlined takes the lines from a part: an override has none.
func unlined(n *yaml.Node) {
	n.Line = 0
	for _, c := range n.Content {
		unlined(c)
	}
}
