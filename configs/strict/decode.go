package strict

import (
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/keys"
)

// Decode decodes the part of the document at a path into the variable to which out points. Fields
// without a key in the document keep their values. If the document has nothing at the path, Decode
// does nothing. The keys in except are ignored; they are for the caller to decode separately.
// Decode decodes all correct parts and returns all mistakes. It returns an error if out is nil or
// not a pointer.
func (d *Document) Decode(path string, out any, except ...string) error {
	if v := reflect.ValueOf(out); v.Kind() != reflect.Pointer || v.IsNil() {
		return fmt.Errorf("a value of type %T cannot be decoded into; a pointer is needed", out)
	}
	n := d.find(path)
	if n == nil {
		return nil
	}
	r := reader{document: d, path: path, except: except}
	if len(except) > 0 && n.Kind != yaml.MappingNode { // except[0] is the key that selects the others
		r.addMistake(n, path, "a mapping is needed (with %s, ...), not %s", except[0], kindOf(n))
		return joinMistakes(r.mistakes)
	}
	for _, key := range except {
		n = without(n, "", key)
	}
	r.decode(n, reflect.ValueOf(out).Elem(), path)
	return joinMistakes(r.mistakes)
}

// Unmarshaler is implemented by types that decode their part of a document themselves, for
// example because it has several notations.
type Unmarshaler interface {
	UnmarshalNode(n Node) error
}

// Node is a part of a YAML or JSON document: a mapping, a list or a scalar. An [Unmarshaler]
// decodes it.
type Node struct {
	reader *reader
	node   *yaml.Node
	path   string
}

// Scalar returns the text of a scalar as written in the document. ok is false for a mapping, a
// list and null.
func (n Node) Scalar() (text string, ok bool) {
	return n.node.Value, n.node.Kind == yaml.ScalarNode && !n.Null()
}

// Items returns the items of a list. ok is false if the node is not a list.
func (n Node) Items() (items []Node, ok bool) {
	for i, c := range n.node.Content {
		items = append(items, Node{n.reader, c, item(n.path, i)})
	}
	return items, n.node.Kind == yaml.SequenceNode
}

// Entry is a key of a mapping in a document, with its value.
type Entry struct {
	Key string
	Node
}

// Entries returns the entries of a mapping in the order of the document. ok is false if the node
// is not a mapping.
func (n Node) Entries() (entries []Entry, ok bool) {
	if n.node.Kind != yaml.MappingNode {
		return nil, false
	}
	for i := 0; i+1 < len(n.node.Content); i += 2 {
		key := n.node.Content[i].Value
		entries = append(entries, Entry{key, Node{n.reader, n.node.Content[i+1], keys.Join(n.path, key)}})
	}
	return entries, true
}

// Decode decodes the node into the variable to which out points. It returns no error: mistakes are
// recorded for the call of [Document.Decode] in progress, which returns them. An UnmarshalNode
// method need not report them.
func (n Node) Decode(out any) { n.reader.decode(n.node, reflect.ValueOf(out).Elem(), n.path) }

// Null reports whether the node is null, ~, or empty.
func (n Node) Null() bool { return n.node.Kind == yaml.ScalarNode && n.node.ShortTag() == "!!null" }

// Kind describes the node for an error: "a mapping", "a list", "nothing", or a scalar in
// quotation marks.
func (n Node) Kind() string { return kindOf(n.node) }

// reader decodes a part of a document and collects the mistakes in it.
type reader struct {
	document *Document
	mistakes []*Error
	path     string   // path of the decoded part
	except   []string // keys of the part that another Decode reads
}

// addMistake records a mistake in the YAML node n. path is the node's path in the document. format
// and args are those of fmt.Sprintf.
func (r *reader) addMistake(n *yaml.Node, path, format string, args ...any) {
	r.mistakes = append(r.mistakes, r.document.errorf(n, path, format, args...))
}

// decode decodes a YAML node into the Go value v. It records mistakes with the node's path in the
// document.
func (r *reader) decode(n *yaml.Node, v reflect.Value, path string) {
	if v.Type() == reflect.TypeFor[yaml.Node]() {
		v.Set(reflect.ValueOf(*n))
		return
	}
	switch u := v.Addr().Interface().(type) {
	case Unmarshaler:
		if err := u.UnmarshalNode(Node{r, n, path}); err != nil {
			r.addMistake(n, path, "%w", err)
		}
		return
	case encoding.TextUnmarshaler:
		r.decodeText(n, u, path)
		return
	case *time.Duration:
		r.decodeDuration(n, u, path)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		r.decode(n, v.Elem(), path)
	case reflect.Struct:
		r.decodeStruct(n, v, path)
	case reflect.Map:
		r.decodeMap(n, v, path)
	case reflect.Slice, reflect.Array:
		r.decodeList(n, v, path)
	default:
		r.decodeScalar(n, v, path)
	}
}

func (r *reader) decodeStruct(n *yaml.Node, v reflect.Value, path string) {
	if n.Kind != yaml.MappingNode {
		r.addMistake(n, path, "a mapping is needed%s, not %s", someKeys(fieldsOf(v)), kindOf(n))
		return
	}
	fields, seen := fieldsOf(v), make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		field, ok := fields[key.Value]
		if !ok {
			r.mistakes = append(r.mistakes, &Error{
				Source: r.document.origin[key], Line: key.Line, Key: keys.Join(path, short(key.Value, 60)),
				Err: unknownKey(func() string { return r.allowed(fields, path, key.Value) }),
			})
			continue
		}
		if seen[key.Value] { // only its mistakes matter
			field = reflect.New(field.Type()).Elem()
		}
		seen[key.Value] = true
		r.decode(value, field, keys.Join(path, key.Value))
	}
}

// unknownKey is the error of a key that a mapping must not contain. The function returns the part
// of the message that suggests a similar key or lists the allowed keys. It is called only when the
// error is printed, because a file may have very many unknown keys.
type unknownKey func() string

func (e unknownKey) Error() string { return "unknown key (" + e() + ")" }

// someKeys lists a few of the keys that a mapping may have, in the form " (with name, seats,
// ...)".
func someKeys(fields map[string]reflect.Value) string {
	const most = 5
	names := slices.Sorted(maps.Keys(fields))
	if len(names) > most {
		names = append(names[:most], "...")
	}
	return " (with " + strings.Join(names, ", ") + ")"
}

// fieldsOf returns the fields of a struct by their keys in a document. It includes the fields of
// embedded structs.
func fieldsOf(v reflect.Value) map[string]reflect.Value {
	out := make(map[string]reflect.Value)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case tag == "-" || !f.IsExported():
		case f.Anonymous && tag == "" || strings.Contains(options, "inline"):
			maps.Copy(out, fieldsOf(v.Field(i)))
		case tag != "":
			out[tag] = v.Field(i)
		default:
			out[strings.ToLower(f.Name)] = v.Field(i)
		}
	}
	return out
}

// allowed returns the end of an error message about the unknown key given in the mapping at path.
// It suggests a similar key or, if there is none, lists all accepted keys. fields contains the
// accepted keys. At the top level, the suggestion may also be a key that the caller of Decode
// excludes.
func (r *reader) allowed(fields map[string]reflect.Value, path, given string) string {
	names := slices.Sorted(maps.Keys(fields))
	if path == r.path {
		if near := keys.Nearest(slices.Concat(names, r.except), given); slices.Contains(r.except, near) {
			return keys.Suggest(r.except, given)
		}
	}
	return keys.Suggest(names, given)
}

func (r *reader) decodeMap(n *yaml.Node, v reflect.Value, path string) {
	if n.Kind != yaml.MappingNode {
		r.addMistake(n, path, "a mapping is needed, not %s", kindOf(n))
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i].Value
		element := reflect.New(v.Type().Elem()).Elem()
		r.decode(n.Content[i+1], element, keys.Join(path, key))
		if at := reflect.ValueOf(key).Convert(v.Type().Key()); !v.MapIndex(at).IsValid() { // the first of duplicate keys
			v.SetMapIndex(at, element)
		}
	}
}

func (r *reader) decodeList(n *yaml.Node, v reflect.Value, path string) {
	switch {
	case n.Kind != yaml.SequenceNode:
		r.addMistake(n, path, "a list is needed, not %s", kindOf(n))
		return
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	case v.Len() != len(n.Content):
		r.addMistake(n, path, "a list of %d is needed, not of %d", v.Len(), len(n.Content))
		return
	}
	for i, c := range n.Content {
		r.decode(c, v.Index(i), item(path, i))
	}
}
