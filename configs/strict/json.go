package strict

import (
	"bytes"
	"encoding/json"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// parseJSON reads JSON into the same tree as YAML, with lines and with keys in
// their order, which encoding/json would lose. The text must be valid.
func parseJSON(data []byte) (*yaml.Node, error) {
	p := jsonParser{data: data, line: 1, dec: json.NewDecoder(bytes.NewReader(data))}
	p.dec.UseNumber()
	return p.value()
}

type jsonParser struct {
	data []byte
	dec  *json.Decoder
	read int // bytes of data whose lines are counted
	line int
}

// value reads the next value, or the end of a list or an object as nil.
func (p *jsonParser) value() (*yaml.Node, error) {
	token, err := p.dec.Token()
	if err != nil {
		return nil, err
	}
	offset := int(p.dec.InputOffset())
	p.line += bytes.Count(p.data[p.read:offset], []byte("\n"))
	p.read = offset
	n := &yaml.Node{Kind: yaml.ScalarNode, Line: p.line}
	switch t := token.(type) {
	case json.Delim:
		switch t {
		case '{':
			n.Kind = yaml.MappingNode
		case '[':
			n.Kind = yaml.SequenceNode
		default:
			return nil, nil
		}
		return n, p.fill(n)
	case string:
		n.Tag, n.Value = "!!str", t
	case json.Number:
		n.Tag, n.Value = "!!float", t.String()
		if _, err := strconv.ParseUint(n.Value, 10, 64); err == nil {
			n.Tag = "!!int"
		} else if _, err := strconv.ParseInt(n.Value, 10, 64); err == nil {
			n.Tag = "!!int"
		}
	case bool:
		n.Tag, n.Value = "!!bool", strconv.FormatBool(t)
	case nil:
		n.Tag, n.Value = "!!null", "null"
	}
	return n, nil
}

// fill reads the contents of a list or an object: of an object, keys and values
// by turns.
func (p *jsonParser) fill(n *yaml.Node) error {
	for {
		child, err := p.value()
		if child == nil || err != nil {
			return err
		}
		n.Content = append(n.Content, child)
	}
}
