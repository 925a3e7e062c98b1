package protocol

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// uciOption is a setting that a UCI engine declares.
type uciOption struct {
	name     string
	kind     uciKind
	text     string // the default
	min, max string // as declared; "" if absent
	choices  []string
}

// uciKind is the type of a UCI option, such as spin for a number.
type uciKind string

// These are the types of the options that a UCI engine can declare.
const (
	checkOption  uciKind = "check"
	spinOption   uciKind = "spin"
	comboOption  uciKind = "combo"
	buttonOption uciKind = "button"
	stringOption uciKind = "string"
)

var optionKinds = []uciKind{checkOption, spinOption, comboOption, buttonOption, stringOption}

// parseOption parses the declaration of an option, the part of the line after "option ". The name
// ends at the first " type " that is followed by a known type. A value ends at the next keyword. ok
// is false if the text declares no option.
func parseOption(text string) (o uciOption, ok bool) {
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
		if found = slices.Contains(optionKinds, uciKind(word)); found {
			o.name, o.kind, rest = strings.TrimSpace(name), uciKind(word), after
		}
		at += i + 1
	}
	key := ""
	var value []string
	words := strings.Fields(rest)
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
	for i, word := range words {
		if o.kind.separates(words, i, key, len(value)) {
			end()
			key = word
		} else {
			value = append(value, word)
		}
	}
	end()
	return o, o.name != ""
}

// optionKeywords lists the words that precede a value in the declaration of an option.
var optionKeywords = map[uciKind][]string{
	checkOption: {"default"}, spinOption: {"default", "min", "max"}, comboOption: {"default", "var"}, stringOption: {"default"},
}

// separates reports whether words[i] is a keyword that ends the current value in the declaration of
// an option. For example, "max" ends "3" in "default 3 max 9". Otherwise the word is part of the
// value. key is the keyword before the current value, or "" before the first keyword. n is the
// number of words of the value before words[i].
func (k uciKind) separates(words []string, i int, key string, n int) bool {
	if !slices.Contains(optionKeywords[k], words[i]) {
		return false
	}
	switch {
	case k == stringOption:
		return key == ""
	case k == comboOption && n == 0 && key == "var":
		return false
	case k == comboOption && n == 0 && key == "default":
		return words[i] == "var" && i+1 < len(words) && words[i+1] != "var"
	}
	return true
}

// stringRange limits a weight that is set by an option of the UCI type string, because such an
// option declares no range. The weight is from -stringRange to stringRange until the config gives
// its range.
const stringRange = 1e9

// weight returns a description of the option as a weight. The error states why the option cannot
// be a weight.
func (o uciOption) weight() (engines.Weight, error) {
	w := engines.Weight{Name: o.name, Doc: "an option of the program"}
	switch o.kind {
	case spinOption:
		w.Kind = engines.Integer
		for _, part := range []struct {
			name, text string
			to         *float64
			toward     float64
		}{{"minimum", o.min, &w.Min, math.Inf(1)}, {"maximum", o.max, &w.Max, math.Inf(-1)}, {"default", o.text, &w.Default, 0}} {
			v, err := strconv.ParseInt(part.text, 10, 64)
			if err != nil {
				return w, fmt.Errorf("option %q: its %s is %q, not a whole number", o.name, part.name, part.text)
			}
			*part.to = floatToward(v, part.toward)
		}
	case stringOption:
		w.Min, w.Max = -stringRange, stringRange
		if v, err := strconv.ParseFloat(o.text, 64); err == nil {
			w.Default = min(max(v, w.Min), w.Max)
		}
	case checkOption:
		initial := strings.ToLower(o.text)
		if !slices.Contains(engines.Switch, initial) {
			return w, fmt.Errorf("option %q: its default is %q, not true or false", o.name, o.text)
		}
		w = engines.NewChoices(o.name, w.Doc, engines.Switch, initial)
	case comboOption:
		at := slices.IndexFunc(o.choices, func(c string) bool { return strings.EqualFold(c, o.text) })
		if at < 0 {
			return w, fmt.Errorf("option %q: its default %q is not one of its values %s", o.name, o.text, strings.Join(o.choices, ", "))
		}
		w = engines.NewChoices(o.name, w.Doc, o.choices, o.choices[at])
	default:
		return w, fmt.Errorf("option %q is of type %s; a weight needs type spin, check, combo or string", o.name, o.kind)
	}
	if err := w.Valid(); err != nil {
		return w, fmt.Errorf("option %q: %s", o.name, strings.TrimPrefix(err.Error(), o.name+": "))
	}
	return w, nil
}

// floatToward returns the float64 of an integer. If no float64 is equal to it, floatToward returns the
// nearest one in the direction of the float64 toward.
func floatToward(v int64, toward float64) float64 {
	f := float64(v)
	rounded := 1
	if f < 1<<63 { // otherwise it is above every int64
		rounded = cmp.Compare(int64(f), v)
	}
	if rounded != 0 && (rounded > 0) != (toward > f) {
		return math.Nextafter(f, toward)
	}
	return f
}

// chooseWeights returns the indices of the offered options that are weights. If tuned is nil, these
// are the options of type spin for which isSet returns false. Otherwise they are the options with
// the names in tuned; names that are unknown or cannot be weights are ignored, and the caller
// reports them. chooseWeights fills in d.Weights, d.Offers, d.Unfit and d.Mistakes.
func chooseWeights(d *Description, offered []uciOption, tuned []string, isSet func(name string) bool) (chosen []int) {
	weights := make([]engines.Weight, len(offered))
	tune := func(i int) {
		d.Weights = append(d.Weights, weights[i])
		chosen = append(chosen, i)
	}
	for i, o := range offered {
		w, err := o.weight()
		if err == nil && strings.EqualFold(o.name, VariantOption) {
			err = fmt.Errorf("option %q follows from the setting %s of the game", o.name, variantSetting)
		}
		if err != nil {
			if d.Unfit == nil {
				d.Unfit = make(map[string]string)
			}
			d.Unfit[o.name] = err.Error()
			if o.kind == spinOption {
				d.Mistakes = append(d.Mistakes, err.Error())
			}
			continue
		}
		weights[i] = w
		d.Offers = append(d.Offers, w)
		if tuned == nil && o.kind == spinOption && !isSet(o.name) {
			tune(i)
		}
	}
	for _, name := range tuned {
		if i := slices.IndexFunc(offered, func(o uciOption) bool { return strings.EqualFold(o.name, name) }); i >= 0 && weights[i].Name != "" {
			tune(i)
		}
	}
	return chosen
}

// Tunable reports whether an option of an engine is likely a parameter of how it plays. The option
// must have more than one possible value. It must be a number, a choice, or a text whose default is
// a number other than 0. Options for resources, such as the size of the hash table, do not count,
// nor do names that begin with UCI_.
func Tunable(w engines.Weight) bool {
	return w.Free() && (w.Kind&(engines.Integer|engines.Choices) != 0 || w.Default != 0) && !strings.HasPrefix(strings.ToUpper(w.Name), "UCI_") &&
		!slices.ContainsFunc(resourceOptions, func(name string) bool { return strings.EqualFold(name, w.Name) })
}

// resourceOptions lists options of UCI engines that do not describe how the engine plays, such as
// the size of its hash table.
var resourceOptions = []string{
	"Ponder", "OwnBook", "Own Book", "Use Book", "Use Search Log", "Syzygy50MoveRule",
	"Hash", "Threads", "Number of Threads", "Thread", "MultiPV", "Move Overhead", "Minimum Thinking Time", "Slow Mover", "nodestime",
	"NalimovCache", "SyzygyProbeDepth", "SyzygyProbeLimit", "Skill Level", "Minimal Reporting", "Pawn Hash", "Eval Hash",
}

// putWeights queues a line for every weight whose value, as text, has changed since it was last
// sent. tuned contains the options that set the weights. sent contains the texts that were sent
// last, and putWeights updates it.
func putWeights[O interface{ set(text string) string }](io *textIO, tuned []O, sent []string, space engines.Space, w engines.Weights) {
	for i, o := range tuned {
		if text := formatValue(&space[i], w[i]); text != sent[i] {
			io.put(o.set(text))
			sent[i] = text
		}
	}
}

// noOption returns the error for an option that the named engine does not have. If the engine has
// an option with a similar name, the error suggests this option.
func noOption(engine, name string, known []string) error {
	hint := ""
	if near := keys.Nearest(known, name); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return keys.Errorf("options", "%s has no option %q%s", cmp.Or(engine, "the program"), name, hint)
}

// badValue returns the error for a value that an option of the named engine does not accept.
func badValue(engine, option string, err error) error {
	return keys.Errorf("options", "%s of %s: %w", option, cmp.Or(engine, "the program"), err)
}

// accept returns an error if text is not a valid value of the option.
func (o uciOption) accept(text string) error {
	switch o.kind {
	case checkOption:
		if text != "true" && text != "false" {
			return fmt.Errorf("%q is not true or false", text)
		}
	case spinOption:
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", text)
		}
		low, _ := strconv.ParseInt(o.min, 10, 64)
		high, _ := strconv.ParseInt(o.max, 10, 64)
		if _, bad := o.weight(); bad == nil && (v < low || v > high) {
			return fmt.Errorf("%d is not within [%s, %s]", v, o.min, o.max)
		}
	case comboOption:
		if !slices.ContainsFunc(o.choices, func(c string) bool { return strings.EqualFold(c, text) }) {
			return fmt.Errorf("%q is not one of %s", text, strings.Join(o.choices, ", "))
		}
	case buttonOption:
		if text != "press" {
			return fmt.Errorf("%q: a button can only be pressed (press)", text)
		}
	case stringOption:
		if strings.ContainsAny(text, "\r\n") {
			return fmt.Errorf("%q has several lines", text)
		}
	}
	return nil
}

// set returns the line that sets the option to the value text, without a line end.
func (o uciOption) set(text string) string {
	if o.kind == buttonOption {
		return "setoption name " + o.name
	}
	switch o.kind {
	case stringOption:
		if text == "" {
			text = "<empty>"
		}
	case comboOption: // as the engine writes it
		if i := slices.IndexFunc(o.choices, func(c string) bool { return strings.EqualFold(c, text) }); i >= 0 {
			text = o.choices[i]
		}
	}
	return "setoption name " + o.name + " value " + text
}
