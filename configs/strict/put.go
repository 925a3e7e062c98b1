package strict

import (
	"bytes"
	"errors"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// plainPath matches the paths that [Put] and [Remove] accept: keys separated by dots, such as
// budget.games.
var plainPath = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)*$`)

var errPath = errors.New("the path is not a list of plain keys separated by dots")

// Put returns the text of a document with a new value at a path. If possible it keeps the rest of
// the text, including comments and line breaks. The path consists of keys separated by dots. The
// value is YAML in one line; lists and mappings are written in flow form.
func Put(text []byte, path, value string) ([]byte, error) {
	if !plainPath.MatchString(path) {
		return nil, errPath
	}
	var wanted any
	value = strings.TrimSpace(value)
	if value == "" || strings.ContainsAny(value, "\r\n") || yaml.Unmarshal([]byte(value), &wanted) != nil || wanted == nil {
		return nil, errors.New("the value is not one line of YAML")
	}
	root, err := mapping(text)
	if err != nil {
		return nil, err
	}
	out, ok := splice(text, root, path, value)
	if err := set(root, path, value); err != nil {
		return nil, err
	}
	if ok && means(out, root) {
		return out, nil
	}
	return encode(root)
}

// Flow returns the value at a path in the text of a document as one line of YAML. It returns ""
// if there is no such value.
func Flow(text []byte, path string) string {
	root, err := mapping(text)
	if err != nil {
		return ""
	}
	n := (&Document{root: root}).find(path)
	if n == nil {
		return ""
	}
	flat, err := yaml.Marshal(inFlow(n))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(flat))
}

// inFlow returns a copy of a YAML node without comments that is formatted in flow style, in one
// line.
func inFlow(n *yaml.Node) *yaml.Node {
	out := &yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value, Style: n.Style &^ (yaml.LiteralStyle | yaml.FoldedStyle)}
	if n.Kind != yaml.ScalarNode {
		out.Style |= yaml.FlowStyle
	}
	for _, c := range n.Content {
		out.Content = append(out.Content, inFlow(c))
	}
	return out
}

// mapping parses a document whose top level must be a mapping. An empty text is an empty mapping.
func mapping(text []byte) (*yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		_, why := splitSyntaxError(err, text)
		return nil, errors.New("the text is not YAML: " + why)
	}
	if len(doc.Content) == 0 {
		return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}, nil
	}
	if doc.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("the text is not a mapping")
	}
	return doc.Content[0], nil
}

// splice replaces the value at a path in the text of a document. If there is no value, it inserts a
// new key into the innermost existing section of the path. root is the parsed text. splice returns
// false if it cannot change the text. Even if it returns true, the new text may be wrong, so the
// caller must check it.
func splice(text []byte, root *yaml.Node, path, value string) ([]byte, bool) {
	at, rest := root, path
	for rest != "" {
		key, below, _ := strings.Cut(rest, ".")
		next := child(at, key)
		if next == nil {
			break
		}
		at, rest = next, below
	}
	if rest == "" {
		from, to, ok := extent(text, at)
		return cut(text, from, to, value), ok
	}
	keys := strings.Split(rest, ".")
	entry := strings.Join(keys, ": {") + ": " + value + strings.Repeat("}", len(keys)-1)
	switch {
	case at.Kind != yaml.MappingNode:
		return nil, false
	case at.Style&yaml.FlowStyle != 0:
		_, to, ok := extent(text, at)
		if len(at.Content) > 0 {
			entry = ", " + entry
		}
		return cut(text, to-1, to-1, entry), ok
	case at == root: // a new line at the end
		if len(text) > 0 && text[len(text)-1] != '\n' {
			entry = "\n" + entry
		}
		return cut(text, len(text), len(text), entry+"\n"), true
	}
	first := at.Content[1] // a new line below the first key of the section
	_, to, ok := extent(text, first)
	if end := bytes.IndexByte(text[min(to, len(text)):], '\n'); ok && end >= 0 {
		to += end
	}
	return cut(text, to, to, "\n"+strings.Repeat(" ", at.Content[0].Column-1)+entry), ok
}

// cut replaces text[from:to] by the argument with. It returns nil for an invalid range.
func cut(text []byte, from, to int, with string) []byte {
	if from < 0 || to < from || to > len(text) {
		return nil
	}
	return bytes.Join([][]byte{text[:from], []byte(with), text[to:]}, nil)
}

// extent returns the range text[from:to] that a YAML value occupies. ok is false if the range is
// unknown. It is known for a quoted scalar, a plain scalar in one line, and a list or mapping in
// flow style.
func extent(text []byte, n *yaml.Node) (from, to int, ok bool) {
	from = offset(text, n)
	if from < 0 || from >= len(text) {
		return 0, 0, false
	}
	if n.Kind == yaml.ScalarNode && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0 {
		return from, from + len(n.Value), n.Style == 0 && bytes.HasPrefix(text[from:], []byte(n.Value))
	}
	var quote byte
	depth := 0
	for i := from; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == '\\' && quote == '"' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
		if quote == 0 && depth == 0 {
			return from, i + 1, n.Kind == yaml.ScalarNode || n.Style&yaml.FlowStyle != 0
		}
	}
	return 0, 0, false
}

// offset returns the index of the byte in the text at which a YAML node begins, or -1 if it is
// unknown.
func offset(text []byte, n *yaml.Node) int {
	if n.Line < 1 || n.Column < 1 {
		return -1
	}
	at := 0
	for range n.Line - 1 {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			return -1
		}
		at += end + 1
	}
	line := string(text[at:])
	column := 1
	for i := range line {
		if column == n.Column {
			return at + i
		}
		column++
	}
	return -1
}

// set sets the value at a path in a document. The path consists of keys separated by dots; set adds
// missing sections. Comments within the old value are lost.
func set(root *yaml.Node, path, value string) error {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(value), &doc); err != nil {
		return err
	}
	at := root
	keys := strings.Split(path, ".")
	for i, key := range keys {
		if at.Kind != yaml.MappingNode {
			return errors.New(strings.Join(keys[:i], ".") + " is not a section")
		}
		next := child(at, key)
		if next == nil {
			next = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
			at.Content = append(at.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}, next)
		}
		at = next
	}
	*at = *doc.Content[0]
	return nil
}

// encode returns a YAML node as the text of a document.
func encode(root *yaml.Node) ([]byte, error) {
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	err := errors.Join(e.Encode(root), e.Close())
	return out.Bytes(), err
}
