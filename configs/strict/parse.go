package strict

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

func parse(data []byte, source string) (*yaml.Node, error) {
	if json.Valid(data) {
		return parseJSON(data)
	}
	fail := func(line int, text string) error {
		return &Error{Source: source, Line: line, Err: errors.New(text)}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc, second yaml.Node
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, fail(0, "the file is empty")
	case err != nil:
		return nil, fail(splitSyntaxError(err, data))
	}
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		const text = "a second document; one is allowed"
		if err != nil || len(second.Content) == 0 {
			return nil, fail(splitSyntaxError(cmp.Or(err, errors.New(text)), data))
		}
		return nil, fail(second.Content[0].Line, text)
	}
	return doc.Content[0], nil
}

// splitSyntaxError splits an error of the YAML library, such as "yaml: line 3: did not find ...",
// into line and text. data is the text that was parsed. For some mistakes, such as a bracket that
// is not closed, the library reports the previous line or none. splitSyntaxError corrects the line.
func splitSyntaxError(err error, data []byte) (line int, text string) {
	text = strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, tail, ok := strings.Cut(rest, ": "); ok {
			if at, err := strconv.Atoi(number); err == nil {
				line, text = at, tail
			}
		}
	}
	if at, character := badCharacter(data); at > 0 && (strings.Contains(text, "UTF-8") || strings.Contains(text, "control characters")) {
		return at, character
	}
	lines := strings.Split(string(data), "\n")
	if open := opening(text); open != "" && line > 0 && line < len(lines) && strings.Contains(lines[line], open) {
		return line + 1, text
	}
	if !strings.Contains(text, "cannot start any token") && !strings.Contains(text, "tab character") {
		return line, text
	}
	for i, content := range lines {
		if strings.HasPrefix(strings.TrimLeft(content, " "), "\t") {
			return i + 1, "a tab cannot indent a line; use spaces"
		}
	}
	return line, text
}

// badCharacter finds the first byte that is not UTF-8 or is a control character that YAML forbids.
// It returns the line and an error text. The line is 0 if there is no such byte or if the data is
// UTF-16.
func badCharacter(data []byte) (line int, text string) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return 0, ""
	}
	line = 1
	for rest := data; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && size == 1:
			return line, fmt.Sprintf("byte %#x is not UTF-8", rest[0])
		case r == '\n':
			line++
		case unicode.IsControl(r) && r != '\t' && r != '\r' && r != '\u0085':
			return line, fmt.Sprintf("the control character %U is not allowed", r)
		}
		rest = rest[size:]
	}
	return 0, ""
}

// opening returns the bracket that a YAML error reports as unclosed, or "" for other errors.
func opening(text string) string {
	switch text {
	case "did not find expected ',' or ']'":
		return "["
	case "did not find expected ',' or '}'":
		return "{"
	}
	return ""
}

// parseJSON parses valid JSON into the same tree as YAML. The tree has lines, and keys in their
// order, which encoding/json would lose.
func parseJSON(data []byte) (*yaml.Node, error) {
	p := jsonParser{data: data, line: 1, dec: json.NewDecoder(bytes.NewReader(data))}
	p.dec.UseNumber()
	return p.value()
}

type jsonParser struct {
	data []byte
	dec  *json.Decoder
	read int // number of bytes whose line breaks are counted
	line int
}

// value parses the next JSON value. It returns nil if the next token ends a list or an object
// instead.
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

func (p *jsonParser) fill(n *yaml.Node) error {
	for {
		child, err := p.value()
		if child == nil || err != nil {
			return err
		}
		n.Content = append(n.Content, child)
	}
}
