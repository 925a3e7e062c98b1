package configs

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"sort"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// decode reads a node into a Go value, refusing what the value has no place
// for. Unlike the library's own strict mode it works on part of a document and
// names the key in a person's words.
func (d *Document) decode(n *yaml.Node, v reflect.Value, path string) error {
	if n.Kind == yaml.AliasNode {
		return d.errorf(n, path, "aliases are not supported; write the value out")
	}
	if v.Type() == reflect.TypeFor[yaml.Node]() {
		v.Set(reflect.ValueOf(*n))
		return nil
	}
	if u, ok := v.Addr().Interface().(yaml.Unmarshaler); ok {
		if err := u.UnmarshalYAML(n); err != nil {
			return d.errorf(n, path, "%v", err)
		}
		return nil
	}
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok && n.Kind == yaml.ScalarNode {
		if err := u.UnmarshalText([]byte(n.Value)); err != nil {
			return d.errorf(n, path, "%v", err)
		}
		return nil
	}
	if v.Type() == reflect.TypeFor[time.Duration]() {
		return d.decodeDuration(n, v, path)
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.decode(n, v.Elem(), path)
	case reflect.Struct:
		return d.decodeStruct(n, v, path)
	case reflect.Map:
		return d.decodeMap(n, v, path)
	case reflect.Slice:
		return d.decodeSlice(n, v, path)
	}
	return d.decodeScalar(n, v, path)
}

func (d *Document) decodeStruct(n *yaml.Node, v reflect.Value, path string) error {
	if n.Kind != yaml.MappingNode {
		return d.errorf(n, path, "a mapping is needed, not %s", describe(n))
	}
	fields := fieldsOf(v)
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		field, ok := fields[key.Value]
		if !ok {
			return d.errorf(key, join(path, key.Value), "unknown key (%s)", allowed(fields, key.Value))
		}
		if err := d.decode(value, field, join(path, key.Value)); err != nil {
			return err
		}
	}
	return nil
}

// fieldsOf maps keys to the fields of a struct, embedded structs inlined.
func fieldsOf(v reflect.Value) map[string]reflect.Value {
	out := make(map[string]reflect.Value)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case tag == "-" || !f.IsExported():
		case f.Anonymous && tag == "" || strings.Contains(options, "inline"):
			for k, fv := range fieldsOf(v.Field(i)) {
				out[k] = fv
			}
		case tag != "":
			out[tag] = v.Field(i)
		default:
			out[strings.ToLower(f.Name)] = v.Field(i)
		}
	}
	return out
}

func (d *Document) decodeMap(n *yaml.Node, v reflect.Value, path string) error {
	if n.Kind != yaml.MappingNode {
		return d.errorf(n, path, "a mapping is needed, not %s", describe(n))
	}
	v.Set(reflect.MakeMap(v.Type()))
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i].Value
		element := reflect.New(v.Type().Elem()).Elem()
		if err := d.decode(n.Content[i+1], element, join(path, key)); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(key).Convert(v.Type().Key()), element)
	}
	return nil
}

func (d *Document) decodeSlice(n *yaml.Node, v reflect.Value, path string) error {
	if n.Kind != yaml.SequenceNode {
		return d.errorf(n, path, "a list is needed, not %s", describe(n))
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	for i, item := range n.Content {
		if err := d.decode(item, v.Index(i), fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	return nil
}

func (d *Document) decodeScalar(n *yaml.Node, v reflect.Value, path string) error {
	if n.Kind != yaml.ScalarNode {
		return d.errorf(n, path, "%s is needed, not %s", wanted(v.Kind()), describe(n))
	}
	if n.Tag == "!!null" {
		return d.errorf(n, path, "%s is needed, not nothing", wanted(v.Kind()))
	}
	if err := n.Decode(v.Addr().Interface()); err != nil || (v.CanInt() || v.CanUint()) && !whole(n) {
		return d.errorf(n, path, "%s is needed, not %q", wanted(v.Kind()), n.Value)
	}
	if v.CanFloat() && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)) {
		return d.errorf(n, path, "%s is not a finite number", n.Value)
	}
	return nil
}

// whole reports whether a number has no fraction; the library would cut it off.
func whole(n *yaml.Node) bool {
	var v float64
	return n.Decode(&v) == nil && v == math.Trunc(v)
}

func (d *Document) decodeDuration(n *yaml.Node, v reflect.Value, path string) error {
	t, err := time.ParseDuration(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || t < 0 {
		return d.errorf(n, path, "a time such as 90s or 10m is needed, not %s", describe(n))
	}
	v.SetInt(int64(t))
	return nil
}

func wanted(k reflect.Kind) string {
	switch k {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64, reflect.Int32:
		return "a whole number"
	case reflect.Uint64, reflect.Uint:
		return "a whole number from 0"
	case reflect.Float64:
		return "a number"
	}
	return "a text"
}

func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	return fmt.Sprintf("%q", n.Value)
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// allowed says which keys there are, the likeliest one first.
func allowed(fields map[string]reflect.Value, given string) string {
	keys := make([]string, 0, len(fields))
	for k := range fields {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return Suggest(keys, given)
}

// Suggest is what an error says of a name that is none of those known: the
// likeliest of them, "did you mean risk?", or where nothing is alike all of
// them, "have risk, hare".
func Suggest(known []string, given string) string {
	best, least := "", 3
	for _, k := range known {
		if n := distance(k, strings.ToLower(given)); n < least && n < len(k) {
			best, least = k, n
		}
	}
	if best != "" {
		return fmt.Sprintf("did you mean %s?", best)
	}
	return "have " + strings.Join(known, ", ")
}

// distance is the edit distance of Levenshtein.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
