package weights

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

func (d Document) yaml() ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(yamlNode(d.fields())); err != nil {
		return nil, err
	}
	return b.Bytes(), enc.Close()
}

func yamlNode(list []field) *yaml.Node {
	node := &yaml.Node{Kind: yaml.MappingNode}
	for _, f := range list {
		node.Content = append(node.Content, yamlText(f.key), yamlValue(f.value))
	}
	return node
}

func yamlValue(value any) *yaml.Node {
	switch v := value.(type) {
	case []field:
		return yamlNode(v)
	case string:
		return yamlText(v)
	case []any:
		node := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, x := range v {
			node.Content = append(node.Content, yamlValue(x))
		}
		return node
	case float64:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatFloat(v, 'g', -1, 64)}
	case nil:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: "null"}
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Value: fmt.Sprint(value)}
}

// yamlText is a string whatever it looks like: "true" stays a text. One with
// line breaks or tabs is quoted: as a block it would not always read back.
func yamlText(s string) *yaml.Node {
	node := &yaml.Node{}
	node.SetString(s)
	if strings.ContainsFunc(s, unicode.IsControl) {
		node.Style = yaml.DoubleQuotedStyle
	}
	return node
}
