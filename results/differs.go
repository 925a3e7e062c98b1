package results

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Difference is a config key that has different values in several configs.
type Difference struct {
	Key    string   `json:"key"`
	Values []string `json:"values" doc:"one per run; empty if it is not set"`
}

// Differences returns the keys whose values differ between configs, which are YAML texts. Keys of
// the first config come first, in the order of its text. It returns nil if one of the texts is not
// YAML.
func Differences(configs ...string) []Difference {
	all := make([]leaves, len(configs))
	var keys []string
	known := make(map[string]bool)
	for i, text := range configs {
		var ok bool
		if all[i], ok = flatten(text); !ok {
			return nil
		}
		for _, key := range all[i].keys {
			if !known[key] {
				known[key] = true
				keys = append(keys, key)
			}
		}
	}
	var found []Difference
	for _, key := range keys {
		d := Difference{Key: key}
		same := true
		for i := range all {
			d.Values = append(d.Values, all[i].values[key])
			same = same && d.Values[i] == d.Values[0]
		}
		if !same {
			found = append(found, d)
		}
	}
	return found
}

// differs describes how a given config differs from the stored one, for an error message. It lists
// the first three differing keys with both values.
func differs(stored, given string) string {
	var found []string
	for _, d := range Differences(stored, given) {
		was, now := shortened(d.Values[0]), shortened(d.Values[1])
		switch {
		case d.Values[1] == "":
			found = append(found, fmt.Sprintf("%s was %s and is not set now", d.Key, was))
		case d.Values[0] == "":
			found = append(found, fmt.Sprintf("%s was not set and is %s now", d.Key, now))
		default:
			found = append(found, fmt.Sprintf("%s was %s and is %s now", d.Key, was, now))
		}
	}
	const most = 3
	switch {
	case len(found) == 0:
		return "their texts differ"
	case len(found) > most:
		return strings.Join(found[:most], "; ") + fmt.Sprintf("; and %d more", len(found)-most)
	}
	return strings.Join(found, "; ")
}

// shortened returns the value of a key for an error message: on one line, and truncated if it is
// long.
func shortened(value string) string {
	const most = 60
	value = strings.Join(strings.Fields(value), " ")
	if text := []rune(value); len(text) > most {
		return fmt.Sprintf("%s... (%d characters)", string(text[:most]), len(text))
	}
	return value
}

// leaves contains the scalar values of a YAML text by their paths, in the order of the text.
type leaves struct {
	keys   []string
	values map[string]string
}

func flatten(text string) (leaves, bool) {
	var root yaml.Node
	l := leaves{values: make(map[string]string)}
	if err := yaml.Unmarshal([]byte(text), &root); err != nil || len(root.Content) != 1 {
		return l, false
	}
	l.add("", root.Content[0])
	return l, true
}

func (l *leaves) add(path string, n *yaml.Node) {
	switch {
	case n.Kind == yaml.MappingNode && len(n.Content) > 0:
		for i := 0; i+1 < len(n.Content); i += 2 {
			l.add(strings.TrimPrefix(path+"."+n.Content[i].Value, "."), n.Content[i+1])
		}
	case n.Kind == yaml.SequenceNode && len(n.Content) > 0:
		for i, c := range n.Content {
			l.add(path+"["+strconv.Itoa(i)+"]", c)
		}
	default:
		value := n.Value
		if value == "" {
			value = "empty"
		}
		l.keys = append(l.keys, path)
		l.values[path] = value
	}
}
