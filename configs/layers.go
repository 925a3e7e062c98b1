package configs

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// over lays d over a weaker document: mappings merge key by key, anything else
// is replaced. A strategy of another name replaces the weaker one whole, since
// its options mean nothing to it.
func (d *Document) over(weak *Document) *Document {
	out := &Document{origin: make(map[*yaml.Node]string)}
	for n, s := range weak.origin {
		out.origin[n] = s
	}
	for n, s := range d.origin {
		out.origin[n] = s
	}
	out.root = out.merge(weak.root, d.root, "")
	return out
}

func (d *Document) merge(weak, strong *yaml.Node, path string) *yaml.Node {
	if weak == nil || weak.Kind != yaml.MappingNode || strong.Kind != yaml.MappingNode {
		return strong
	}
	if path == "strategy" || path == "engine" {
		a, b := child(weak, "name"), child(strong, "name")
		if a != nil && b != nil && a.Value != b.Value {
			return strong
		}
	}
	out := *strong
	out.Content = nil
	d.origin[&out] = d.origin[strong]
	for i := 0; i < len(weak.Content); i += 2 {
		key := weak.Content[i]
		value := weak.Content[i+1]
		if s := child(strong, key.Value); s != nil {
			value = d.merge(value, s, join(path, key.Value))
		}
		out.Content = append(out.Content, key, value)
	}
	for i := 0; i < len(strong.Content); i += 2 {
		if child(weak, strong.Content[i].Value) == nil {
			out.Content = append(out.Content, strong.Content[i], strong.Content[i+1])
		}
	}
	return &out
}

// Set lays one override of the form path=value over the document. The value is
// read as YAML, so lists and mappings may be written in their flow form.
func (d *Document) Set(override string) (*Document, error) {
	source := "--set " + override
	path, text, ok := strings.Cut(override, "=")
	if !ok || path == "" {
		return nil, &Error{Source: source, Text: "path=value is needed"}
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil, &Error{Source: source, Key: path, Text: "the value is not YAML: " + strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	if len(doc.Content) == 1 {
		value = doc.Content[0]
	}
	keys := strings.Split(path, ".")
	for i := len(keys) - 1; i >= 0; i-- {
		if keys[i] == "" {
			return nil, &Error{Source: source, Text: "the path has an empty key"}
		}
		key := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: keys[i]}
		value = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{key, value}}
	}
	layer := &Document{root: value, origin: make(map[*yaml.Node]string)}
	layer.mark(value, source)
	return layer.over(d), nil
}
