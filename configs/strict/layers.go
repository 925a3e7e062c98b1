package strict

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/keys"
)

// Over returns d merged with the document weak. The result has the values of d, and the values of
// weak for the keys that d lacks. Mappings are merged key by key. Any other value of d replaces the
// value in weak.
//
// named lists sections in which the key "name" determines the meaning of the other keys. If the
// names in such a section differ, the section of d replaces the whole section of weak.
func (d *Document) Over(weak *Document, named ...string) *Document {
	out := &Document{
		origin:   make(map[*yaml.Node]string, len(weak.origin)+len(d.origin)),
		repeated: slices.Concat(weak.repeated, d.repeated),
	}
	for _, from := range []*Document{weak, d} {
		maps.Copy(out.origin, from.origin)
	}
	out.root = out.merge(weak.root, d.root, "", named)
	return out
}

// merge returns the YAML node strong with the values of the node weak for the keys that strong
// lacks. Mappings are merged key by key. Any other value of strong replaces the value in weak. path
// is the path of both nodes. If path is in named and both mappings have a key "name" with different
// values, the result is strong alone.
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
	if strong.Line == 0 { // an override; it has no line for the keys that it lacks
		out.Line, d.origin[&out] = weak.Line, d.origin[weak]
	}
	for i := 0; i+1 < len(weak.Content); i += 2 {
		key, value := weak.Content[i], weak.Content[i+1]
		if s := child(strong, key.Value); s != nil {
			value = d.merge(value, s, keys.Join(path, key.Value), named)
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

// Override converts an override, a flag value of the form path=value, to a document to be merged
// over d. The value is YAML; lists and mappings are written in flow form, such as [1, 2]. A value
// that begins with @ is a text. The path may lead through items of lists in d, such as
// agents[0].name. The new document then contains a copy of the whole list. The source of the new
// document is the flag with its value.
func (d *Document) Override(flag, text string) (*Document, error) {
	source := OverrideSource(flag, text)
	path, value, ok := strings.Cut(text, "=")
	if !ok || path == "" {
		return nil, &Error{Source: source, Err: errors.New("path=value is needed")}
	}
	steps := split(path)
	if slices.Contains(steps, "") {
		return nil, &Error{Source: source, Err: errors.New("the path has an empty key")}
	}
	var doc yaml.Node
	if strings.HasPrefix(value, "@") { // a file name, which YAML would require in quotes
		doc.Content = []*yaml.Node{{Kind: yaml.ScalarNode, Tag: "!!str", Value: value, Style: yaml.DoubleQuotedStyle}}
	} else if err := yaml.Unmarshal([]byte(value), &doc); err != nil {
		_, why := splitSyntaxError(err, []byte(value))
		return nil, &Error{Source: source, Key: path, Err: errors.New("the value is not YAML: " + why)}
	}
	node := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}
	if len(doc.Content) == 1 {
		node = doc.Content[0]
	}
	removeLines(node)
	layer := newDocument(node, source)
	var mistakes []*Error
	layer.check(node, path, &mistakes)
	if err := joinMistakes(slices.Concat(mistakes, layer.repeated)); err != nil {
		return nil, err
	}
	var err error
	if layer.root, err = layer.within(d, d.root, steps, ""); err != nil {
		return nil, &Error{Source: source, Key: path, Err: err}
	}
	return layer, nil
}

// OverrideSource returns the source that errors name for an override: the flag with its value, which
// is shortened in the middle if it has more than 80 bytes.
func OverrideSource(flag, text string) string { return flag + " " + short(text, 80) }

// within returns a YAML tree that contains only the value of the override d, at the path steps.
// weak is the document that d overrides. If the path leads into a list, the tree contains the whole
// list, with the other items copied from weak.
//
// The function calls itself for each step. path is the part of the path before steps, and at is the
// node of weak at path, or nil if weak has none.
func (d *Document) within(weak *Document, at *yaml.Node, steps []string, path string) (*yaml.Node, error) {
	if len(steps) == 0 {
		return d.root, nil
	}
	step, source := steps[0], d.origin[d.root]
	if step[0] != '[' {
		var below *yaml.Node
		if at != nil {
			below = child(at, step)
		}
		value, err := d.within(weak, below, steps[1:], keys.Join(path, step))
		if err != nil {
			return nil, err
		}
		name := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: step}
		out := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{name, value}}
		d.origin[name], d.origin[out] = source, source
		return out, nil
	}
	return d.inList(weak, at, steps, path)
}

// inList does the work of [Document.within] if the next step of the path is the index of a list
// item, such as [0]. It returns a copy of the list in which this item has the new value. It returns
// an error if the list or the item does not exist, or if the path leads into an item that is a
// scalar.
func (d *Document) inList(weak *Document, at *yaml.Node, steps []string, path string) (*yaml.Node, error) {
	index, _, ok := cutIndex(steps[0])
	switch {
	case !ok:
		return nil, fmt.Errorf("%s is not the index of a list item; the first is [0]", steps[0])
	case at == nil || at.Kind != yaml.SequenceNode:
		return nil, fmt.Errorf("%s is not a list in this config", path)
	case index >= len(at.Content):
		return nil, fmt.Errorf("%s%s does not exist: the list has %d items", path, steps[0], len(at.Content))
	case len(steps) > 1 && at.Content[index].Kind == yaml.ScalarNode:
		return nil, fmt.Errorf("%s%s is one text, %s; replace it as a whole", path, steps[0], short(at.Content[index].Value, 40))
	}
	value, err := d.within(weak, at.Content[index], steps[1:], path+steps[0])
	if err != nil {
		return nil, err
	}
	out := *at
	out.Line = 0
	out.Content = slices.Clone(at.Content)
	for n, source := range weak.origin {
		if _, own := d.origin[n]; !own {
			d.origin[n] = source
		}
	}
	out.Content[index] = d.merge(at.Content[index], value, path+steps[0], nil)
	d.origin[&out] = d.origin[d.root]
	return &out, nil
}

// removeLines sets the line numbers of a YAML node and of all nodes in it to 0. It is for a value
// from the command line, which has no line in a file.
func removeLines(n *yaml.Node) {
	n.Line = 0
	for _, c := range n.Content {
		removeLines(c)
	}
}

// Lift returns a document that contains only the part of d at the path from. In the new document
// this part has the path to. Both paths consist of keys separated by dots. Errors about the new
// document still name the original files and lines. ok is false if d has no such part.
func (d *Document) Lift(from, to string) (lifted *Document, ok bool) {
	n := d.find(from)
	if n == nil {
		return nil, false
	}
	root := n
	keys := strings.Split(to, ".")
	for _, key := range slices.Backward(keys) {
		name := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key, Line: n.Line}
		root = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{name, root}, Line: n.Line}
	}
	return d.rooted(root, d.origin[n]), true
}

// Part returns the mapping at a path as a document, with its sources and lines. ok is false if
// there is none.
func (d *Document) Part(path string) (part *Document, ok bool) {
	n := d.find(path)
	if n == nil || n.Kind != yaml.MappingNode {
		return nil, false
	}
	return d.rooted(n, d.origin[n]), true
}

// Without returns a copy of d that lacks one key of a mapping. section is the path of the
// mapping, or "" for the whole document.
func (d *Document) Without(section, key string) *Document {
	return d.rooted(without(d.root, section, key), d.origin[d.root])
}

// without returns a copy of the YAML node n in which the mapping at the path section lacks one
// key.
func without(n *yaml.Node, section, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return n
	}
	first, rest, _ := strings.Cut(section, ".")
	out := *n
	out.Content = nil
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		switch {
		case section == "" && name.Value == key:
			continue
		case section != "" && name.Value == first:
			value = without(value, rest, key)
		}
		out.Content = append(out.Content, name, value)
	}
	return &out
}

// rooted returns a document with the YAML tree root. Nodes of the tree that come from d keep their
// source, such as a file name. Any other node gets the source of the node that contains it. If root
// does not come from d, it gets the given source.
func (d *Document) rooted(root *yaml.Node, source string) *Document {
	out := &Document{root: root, origin: make(map[*yaml.Node]string), repeated: d.repeated}
	var mark func(n *yaml.Node, source string)
	mark = func(n *yaml.Node, source string) {
		if own, ok := d.origin[n]; ok {
			source = own
		}
		out.origin[n] = source
		for _, c := range n.Content {
			mark(c, source)
		}
	}
	mark(root, source)
	return out
}

// YAML returns the document as YAML text without comments. Two documents that differ only in
// layout and comments have the same text.
func (d *Document) YAML() (string, error) {
	text, err := yaml.Marshal(plain(d.root))
	return string(text), err
}

func plain(n *yaml.Node) *yaml.Node {
	out := &yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value}
	for _, c := range n.Content {
		out.Content = append(out.Content, plain(c))
	}
	return out
}
