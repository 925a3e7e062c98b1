package uci

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// option is what an engine says that can be set.
type option struct {
	name     string
	kind     kind
	text     string // the default
	min, max string // as declared; "" where they are not
	choices  []string
}

// kind is the type of an option.
type kind string

// The types of options.
const (
	check  kind = "check"
	spin   kind = "spin"
	combo  kind = "combo"
	button kind = "button"
	words  kind = "string"
)

var optionKinds = []kind{check, spin, combo, button, words}

// parseOption reads what follows "option " on a line. A name is everything up to
// the first " type " that a type follows, a value everything up to the next
// keyword. ok is false for what is no option.
func parseOption(text string) (o option, ok bool) {
	text, ok = strings.CutPrefix(strings.TrimSpace(text), "name ")
	if !ok {
		return o, false
	}
	rest, found := "", false
	for at := 0; !found; {
		i := strings.Index(text[at:], " type ")
		if i < 0 {
			return o, false
		}
		name := text[:at+i]
		word, after, _ := strings.Cut(strings.TrimLeft(text[at+i+len(" type "):], " "), " ")
		if found = slices.Contains(optionKinds, kind(word)); found {
			o.name, o.kind, rest = strings.TrimSpace(name), kind(word), after
		}
		at += i + 1
	}
	key := ""
	var value []string
	end := func() {
		text := strings.Join(value, " ")
		if text == "<empty>" {
			text = ""
		}
		switch key {
		case "default":
			o.text = text
		case "min":
			o.min = text
		case "max":
			o.max = text
		case "var":
			o.choices = append(o.choices, text)
		}
		value = nil
	}
	for _, word := range strings.Fields(rest) {
		switch word {
		case "default", "min", "max", "var":
			end()
			key = word
		default:
			value = append(value, word)
		}
	}
	end()
	return o, o.name != ""
}

// farText bounds a text that is a weight until the config says its range.
const farText = 1e9

// weight is an option as a weight.
func (o option) weight() (engines.Weight, error) {
	w := engines.Weight{Name: o.name, Doc: "an option of the program"}
	switch o.kind {
	case spin:
		w.Kind = engines.Integer
		for _, at := range []struct {
			what, text string
			to         *float64
		}{{"minimum", o.min, &w.Min}, {"maximum", o.max, &w.Max}, {"default", o.text, &w.Default}} {
			v, err := strconv.ParseInt(at.text, 10, 64)
			if err != nil {
				return w, fmt.Errorf("option %q: its %s is %q, no whole number", o.name, at.what, at.text)
			}
			*at.to = float64(v)
		}
	case words:
		w.Min, w.Max = -farText, farText
		if v, err := strconv.ParseFloat(o.text, 64); err == nil {
			w.Default = min(max(v, w.Min), w.Max)
		}
	default:
		return w, fmt.Errorf("option %q is not a number, but of type %s", o.name, o.kind)
	}
	return w, w.Valid()
}

// accept refuses a value that an option cannot take.
func (o option) accept(text string) error {
	switch o.kind {
	case check:
		if text != "true" && text != "false" {
			return fmt.Errorf("%q is not true or false", text)
		}
	case spin:
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", text)
		}
		if w, bad := o.weight(); bad == nil && (float64(v) < w.Min || float64(v) > w.Max) {
			return fmt.Errorf("%d is not within [%s, %s]", v, o.min, o.max)
		}
	case combo:
		if !slices.ContainsFunc(o.choices, func(c string) bool { return strings.EqualFold(c, text) }) {
			return fmt.Errorf("%q is not one of %s", text, strings.Join(o.choices, ", "))
		}
	case button:
		if text != "press" {
			return fmt.Errorf("%q: a button can only be pressed (press)", text)
		}
	case words:
		if strings.ContainsAny(text, "\r\n") {
			return fmt.Errorf("%q has several lines", text)
		}
	}
	return nil
}

// set is the line that sets an option.
func (o option) set(text string) string {
	if o.kind == button {
		return "setoption name " + o.name + "\n"
	}
	if o.kind == words && text == "" {
		text = "<empty>"
	}
	return "setoption name " + o.name + " value " + text + "\n"
}
