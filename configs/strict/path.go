package strict

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

func item(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// Parent returns the path of the part that directly contains the part at path. It returns "" for
// the whole document.
func Parent(path string) string { return path[:max(strings.LastIndexAny(path, ".["), 0)] }

// step follows the first key or index of a path. It returns the YAML node to which this leads, and
// the rest of the path. A key may contain dots, so step uses the longest key that the mapping has.
// next is nil if there is no such node.
func step(n *yaml.Node, path string) (next *yaml.Node, rest string) {
	if index, rest, ok := cutIndex(path); ok {
		if n.Kind != yaml.SequenceNode || index >= len(n.Content) {
			return nil, ""
		}
		return n.Content[index], strings.TrimPrefix(rest, ".")
	}
	for end := len(path); end > 0; end = strings.LastIndexAny(path[:end], ".[") {
		if c := child(n, path[:end]); c != nil {
			return c, strings.TrimPrefix(path[end:], ".")
		}
	}
	return nil, ""
}

func cutIndex(path string) (index int, rest string, ok bool) {
	inside, rest, found := strings.Cut(path, "]")
	digits, bracket := strings.CutPrefix(inside, "[")
	index, err := strconv.Atoi(digits)
	return index, rest, found && bracket && err == nil && index >= 0
}

// child returns the value of a key in a YAML mapping, or nil if the node is not a mapping or
// lacks the key.
func child(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

func split(path string) []string {
	var steps []string
	for key := range strings.SplitSeq(path, ".") {
		name, indices, _ := strings.Cut(key, "[")
		if !strings.HasSuffix(key, "]") || name == "" {
			steps = append(steps, key)
			continue
		}
		steps = append(steps, name)
		for index := range strings.SplitSeq(strings.TrimSuffix(indices, "]"), "][") {
			steps = append(steps, "["+index+"]")
		}
	}
	return steps
}
