package reference

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/keys"
)

// schema is a JSON Schema or a part of one.
type schema map[string]any

// Schema returns the reference as a JSON Schema (draft 2020-12), with which editors check and
// complete configs.
func (r Reference) Schema() map[string]any {
	whole := r.Sections[0].Shape
	out := whole.mapping()
	out["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	out["title"] = "Lanista config"
	out["anyOf"] = []schema{{"required": []string{"engine"}}, {"required": []string{"preset"}}}
	defs := schema{}
	for name, s := range r.shared() {
		s.Of = ""
		defs[name] = s.schema()
	}
	properties := out["properties"].(schema)
	var names []any
	var rules []schema
	for _, s := range r.Sections[1:] {
		if s.Name == "" {
			properties[s.Path] = s.Shape.described(properties[s.Path])
			continue
		}
		names = append(names, s.Name)
		options := s.Shape.mapping()
		options["properties"].(schema)["name"] = schema{}
		rules = append(rules, when("strategy", schema{"enum": []any{s.Name}}, options))
	}
	properties["strategy"] = schema{
		"type": "object", "description": description(whole, "strategy"),
		"properties": schema{"name": schema{"enum": names, "description": "The method; its options are the other keys."}},
	}
	for _, g := range r.Games {
		rules = append(rules, g.rule())
	}
	out["allOf"], out["$defs"] = rules, defs
	return out
}

// when returns a JSON Schema rule with a condition: if the value of the key "name" in a config
// section matches the schema name, the whole section must match the schema required.
func when(section string, name, required schema) schema {
	return schema{
		"if":   schema{"required": []string{section}, "properties": schema{section: schema{"required": []string{"name"}, "properties": schema{"name": name}}}},
		"then": schema{"properties": schema{section: required}},
	}
}

func (g Game) rule() schema {
	settings := Shape{Kind: Mapping, Keys: g.Settings}.mapping()
	for _, value := range settings["properties"].(schema) { // a value may come from a file
		s := value.(schema)
		if s["type"] != "string" {
			about := s["description"]
			delete(s, "description")
			own := maps.Clone(s)
			clear(s)
			s["anyOf"], s["description"] = []schema{own, {"type": "string"}}, about
		}
	}
	then := schema{"properties": schema{"settings": settings}}
	if g.Closed {
		then["properties"].(schema)["weights"] = schema{"if": schema{"type": "object"}, "then": schema{"propertyNames": schema{"enum": g.Weights}}}
	} else {
		delete(settings, "additionalProperties")
	}
	rule := when("engine", schema{"enum": spellings(g.Name)}, then)
	rule["if"].(schema)["not"] = schema{"required": []string{"programs"}} // programs may declare other weights and ranges
	return rule
}

// spellings returns the values with which a config may write the text of a choice: the text itself
// and, if the text is a whole number, also the number.
func spellings(text string) []any {
	if n, err := strconv.Atoi(text); err == nil {
		return []any{text, n}
	}
	return []any{text}
}

// described returns the JSON Schema of the values that the shape describes. If original is a schema
// with a description, the result has this description.
func (s Shape) described(original any) schema {
	out := s.schema()
	if old, ok := original.(schema); ok && old["description"] != nil {
		out["description"] = old["description"]
	}
	return out
}

func description(whole Shape, key string) string {
	i := slices.IndexFunc(whole.Keys, func(k Key) bool { return k.Name == key })
	return whole.Keys[i].Meaning
}

func (s Shape) schema() schema {
	if s.Of != "" {
		return schema{"$ref": "#/$defs/" + s.Of}
	}
	if len(s.Or) == 0 {
		return s.own()
	}
	any := []schema{s.own()}
	for _, o := range s.Or {
		any = append(any, o.schema())
	}
	return schema{"anyOf": any}
}

// own returns the JSON Schema of the values that a config key accepts in its main notation. It
// ignores the alternative notations in s.Or, such as a text in place of a mapping.
func (s Shape) own() schema {
	switch s.Kind {
	case Text:
		if s.Choices == nil {
			return schema{"type": []string{"string", "number", "boolean"}}
		}
		var choices []any
		for _, c := range s.Choices {
			choices = append(choices, spellings(c)...)
		}
		return schema{"enum": choices}
	case Truth:
		return schema{"type": "boolean"}
	case Whole:
		return bounded("integer", s.Range)
	case Number:
		return bounded("number", s.Range)
	case Time:
		return schema{"type": "string", "pattern": `^([0-9]+(\.[0-9]*)?(ns|us|µs|ms|s|m|h))+$`}
	case List:
		return schema{"type": "array", "items": s.Item.schema()}
	case Named:
		return schema{"type": "object", "additionalProperties": s.Item.schema()}
	case Mapping:
		return s.mapping()
	}
	return schema{"type": "object"}
}

func (s Shape) mapping() schema {
	properties := schema{}
	for _, k := range s.Keys {
		p := k.Shape.schema()
		about := strings.TrimSpace(k.Meaning)
		if k.Default != "" {
			about = strings.TrimSpace(about + " Default: " + k.Default + ".")
		}
		if about != "" {
			p["description"] = about
		}
		properties[k.Name] = p
	}
	return schema{"type": "object", "properties": properties, "additionalProperties": false}
}

func bounded(kind string, r *keys.Range) schema {
	out := schema{"type": kind}
	if r == nil {
		return out
	}
	if !math.IsInf(r.Min, -1) {
		out["minimum"] = r.Min
		if r.AboveMin {
			delete(out, "minimum")
			out["exclusiveMinimum"] = r.Min
		}
	}
	if !math.IsInf(r.Max, 1) {
		out["maximum"] = r.Max
		if r.BelowMax {
			delete(out, "maximum")
			out["exclusiveMaximum"] = r.Max
		}
	}
	if r.OrZero && (r.Min > 0 || r.AboveMin) {
		return schema{"anyOf": []schema{{"const": 0}, out}}
	}
	return out
}
