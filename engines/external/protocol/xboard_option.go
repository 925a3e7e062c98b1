package protocol

import (
	"slices"
	"strings"
	"unicode"
)

// xboardFeature is a feature of an xboard engine: a name and a value.
type xboardFeature struct{ name, value string }

// parseFeatures parses the features in a line after the word "feature", such as
// `ping=1 myname="Crafty 23.4"`. Text that is not a feature is skipped.
func parseFeatures(text string) (list []xboardFeature) {
	for {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		name, rest, ok := strings.Cut(text, "=")
		if !ok {
			return list
		}
		if i := strings.LastIndexFunc(name, unicode.IsSpace); i >= 0 {
			name = name[i+1:]
		}
		value, quoted := strings.CutPrefix(rest, `"`)
		end := strings.IndexFunc(rest, unicode.IsSpace)
		if quoted {
			rest = value
			end = strings.IndexByte(rest, '"')
		}
		if end < 0 {
			end = len(rest)
		}
		list = append(list, xboardFeature{name, rest[:end]})
		text = strings.TrimPrefix(rest[end:], `"`)
	}
}

// xboardOption is a setting that an xboard engine declares, in the form of a UCI option.
type xboardOption struct {
	declared uciOption
	line     string // the line that sets the option, up to the value
}

// xboardKinds maps the kinds of options in the xboard protocol to the kinds of UCI options.
var xboardKinds = []struct {
	name string
	kind uciKind
}{
	{"check", checkOption},
	{"spin", spinOption},
	{"slider", spinOption},
	{"combo", comboOption},
	{"button", buttonOption},
	{"save", buttonOption},
	{"reset", buttonOption},
	{"string", stringOption},
	{"file", stringOption},
	{"path", stringOption},
}

// parseXBoardOption parses the declaration of an option, such as "King Safety -spin 100 0 400".
// ok is false if the text declares no option.
func parseXBoardOption(text string) (x xboardOption, ok bool) {
	var o uciOption
	rest := ""
	for at := 0; o.kind == ""; at++ {
		n := strings.Index(text[at:], " -")
		if n < 0 {
			return x, false
		}
		at += n
		word, after, _ := strings.Cut(text[at+len(" -"):], " ")
		for _, k := range xboardKinds {
			if word == k.name {
				o.name, o.kind, rest = strings.TrimSpace(text[:at]), k.kind, strings.TrimSpace(after)
			}
		}
	}
	line := "option " + o.name
	switch o.kind {
	case checkOption:
		o.text = "false"
		if rest == "1" {
			o.text = "true"
		}
	case spinOption:
		fields := strings.Fields(rest)
		if len(fields) != 3 {
			return x, false
		}
		o.text, o.min, o.max = fields[0], fields[1], fields[2]
	case comboOption:
		for choice := range strings.SplitSeq(rest, "///") {
			choice = strings.TrimSpace(choice)
			name, isDefault := strings.CutPrefix(choice, "*")
			if isDefault || o.text == "" {
				o.text = name
			}
			o.choices = append(o.choices, name)
		}
	case stringOption:
		o.text = rest
	}
	if o.kind != buttonOption {
		line += "="
	}
	return xboardOption{o, line}, o.name != ""
}

// set returns the line that sets the option to the value text, without a line end. The option
// must accept the value.
func (x xboardOption) set(text string) string {
	switch x.declared.kind {
	case buttonOption:
		text = ""
	case checkOption:
		text = map[string]string{"true": "1", "false": "0"}[text]
	case comboOption:
		i := slices.IndexFunc(x.declared.choices, func(c string) bool { return strings.EqualFold(c, text) })
		text = x.declared.choices[i]
	}
	return x.line + text
}

// splitAt splits a text at a separator. It removes blanks around the parts.
func splitAt(text string, separator rune) []string {
	parts := strings.Split(text, string(separator))
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
