package strict

import (
	"slices"

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
