package reference

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/keys"
)

// Of returns a description of the config keys that set the fields of an options struct. options
// points to a struct with the default values. check, which may be nil, validates the struct. Of
// derives the accepted ranges and choices from the [keys.KeyError] values that check returns. known
// describes, by path, the keys for which this is not possible.
func Of(options any, check func() error, known map[string]Shape) Shape {
	v := reflect.ValueOf(options).Elem()
	b := builder{known: known, found: probe(v, check)}
	b.given = !v.IsZero()
	return b.shape(v, "")
}

// builder describes the keys of one config section, which it derives from a Go type.
type builder struct {
	known map[string]Shape
	found map[string]error // error of the validation for an impossible value, by path
	given bool             // the options contain their defaults, so that zero is a default
}

// shape describes the values that one field of an options struct accepts. path is the config key
// of the field.
func (b *builder) shape(v reflect.Value, path string) Shape {
	s := b.plain(v, path)
	switch e := b.found[path].(type) {
	case *keys.RangeError:
		s.Range = &e.Range
	case *keys.ChoiceError:
		s.Choices = e.Known
	}
	if k, ok := b.known[path]; ok {
		s.Range, s.Choices = k.Range, k.Choices
	}
	return s
}

// plain describes the values that a config field accepts, as far as its Go type determines them. It
// does not include ranges that only a validation states. path is the config key of the field.
func (b *builder) plain(v reflect.Value, path string) Shape {
	text := Shape{Kind: Text}
	switch v.Interface().(type) {
	case yaml.Node:
		return Shape{Kind: Any}
	case time.Duration:
		return Shape{Kind: Time}
	case configs.Scalar:
		return Shape{Kind: Text, Or: []Shape{{Kind: List, Item: &text}}}
	case configs.Agent:
		return Shape{Kind: Text, Or: []Shape{b.mapping(v, path)}, Of: "agent"}
	case configs.Objective:
		return Shape{Kind: Text, Choices: []string{"places", "score"}, Or: []Shape{b.mapping(v, path)}}
	case configs.Ranges:
		return b.names(reflect.TypeFor[configs.Weight](), path, "WEIGHT", text)
	case configs.AgentWeights:
		number, value := Shape{Kind: Number}, Shape{Kind: Number, Or: []Shape{text}}
		return Shape{Kind: Text, Or: []Shape{{Kind: List, Item: &number}, {Kind: Named, Key: "WEIGHT", Item: &value}}}
	case configs.Command:
		return Shape{Kind: List, Item: &text, Or: []Shape{text}}
	case configs.Texts:
		return Shape{Kind: Named, Key: "OPTION", Item: &text}
	case configs.Plies:
		return Shape{Kind: Whole, Or: []Shape{{Kind: Text, Choices: []string{"auto"}}}}
	case configs.Declared:
		return b.names(reflect.TypeFor[configs.DeclaredWeight](), path, "WEIGHT")
	}
	if u, ok := reflect.New(v.Type()).Interface().(encoding.TextUnmarshaler); ok {
		var unknown *keys.ChoiceError
		if errors.As(u.UnmarshalText([]byte(impossible)), &unknown) {
			text.Choices = unknown.Known
		}
		return text
	}
	switch v.Kind() {
	case reflect.Pointer:
		return b.shape(reflect.New(v.Type().Elem()).Elem(), path)
	case reflect.Struct:
		return b.mapping(v, path)
	case reflect.Map:
		return b.names(v.Type().Elem(), path, nameOf[v.Type().Elem()])
	case reflect.Slice:
		item := b.shape(reflect.New(v.Type().Elem()).Elem(), path+"[0]")
		return Shape{Kind: List, Item: &item}
	case reflect.Bool:
		return Shape{Kind: Truth}
	case reflect.Float64:
		return Shape{Kind: Number}
	case reflect.Int, reflect.Uint64:
		return Shape{Kind: Whole}
	case reflect.String:
		return text
	}
	panic(fmt.Sprintf("%s: a %v has no description", path, v.Type())) // a test describes all
}

// nameOf maps the Go type of a mapping's values to a placeholder for its keys, such as NAME for the
// name of a program. The reference shows the placeholder where a config has a name that the user
// chooses.
var nameOf = map[reflect.Type]string{
	reflect.TypeFor[configs.Program](): "NAME",
	reflect.TypeFor[configs.Scalar]():  "SETTING",
	reflect.TypeFor[string]():          "VARIABLE",
}

// names describes a mapping whose keys are names that the user chooses, such as names of weights.
// item is the Go type of the mapping's values, and path is the config path of the mapping. key is
// the placeholder for a name in the documents; "" means "WEIGHT". alternatives describes other
// values that are accepted in place of the mapping.
func (b *builder) names(item reflect.Type, path, key string, alternatives ...Shape) Shape {
	key = cmp.Or(key, "WEIGHT")
	of := b.shape(reflect.New(item).Elem(), path+"."+key)
	return Shape{Kind: Named, Key: key, Item: &of, Or: alternatives}
}

func (b *builder) mapping(v reflect.Value, path string) Shape {
	s := Shape{Kind: Mapping}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case tag == "-" || !f.IsExported() || f.Type == reflect.TypeFor[*configs.Found](): // written by runs, not by people
		case strings.Contains(options, "inline"):
			s.Keys = append(s.Keys, b.mapping(v.Field(i), path).Keys...)
		default:
			k := Key{Name: tag, Shape: b.shape(v.Field(i), keys.Join(path, tag))}
			k.Meaning, k.Default = meaningOf(v.Type(), f.Name)
			k.Default = cmp.Or(k.Default, b.defaultOf(v.Field(i)))
			s.Keys = append(s.Keys, k)
		}
	}
	return s
}

// defaultOf returns the value of a field, which is its default, as text, or "" if the default is
// unknown. The reference uses this text if the comment of the field states no default.
func (b *builder) defaultOf(v reflect.Value) string {
	if m, ok := v.Interface().(encoding.TextMarshaler); ok {
		text, err := m.MarshalText()
		if err == nil {
			return string(text)
		}
	}
	switch v.Kind() {
	case reflect.Bool:
		return fmt.Sprint(v.Bool())
	case reflect.Int, reflect.Float64, reflect.String, reflect.Uint64:
		if _, duration := v.Interface().(time.Duration); !duration && (b.given || !v.IsZero()) {
			return fmt.Sprint(v.Interface())
		}
	}
	return ""
}
