package protocol

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
)

// hello is the JSON of a ludus program's answer to the handshake, in which it describes itself.
type hello struct {
	Ludus         *whole         `json:"ludus"`
	Name          string         `json:"name"`
	Version       string         `json:"version"`
	Doc           string         `json:"doc"`
	Role          string         `json:"role"`
	Games         []string       `json:"games"`
	Weights       []helloWeight  `json:"weights"`
	Wants         *[]string      `json:"wants"`
	Deterministic bool           `json:"deterministic"`
	Seats         []whole        `json:"seats"`
	Settings      []helloSetting `json:"settings"`
	Players       []string       `json:"players"`
	Chance        *bool          `json:"chance"`
	ScaleFree     bool           `json:"scale_free"`
}

type helloWeight struct {
	Name    string         `json:"name"`
	Min     *float64       `json:"min"`
	Max     *float64       `json:"max"`
	Default *engines.Value `json:"default"`
	Kind    string         `json:"kind"`
	Choices []string       `json:"choices"`
	Doc     string         `json:"doc"`
}

type helloSetting struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Doc     string   `json:"doc"`
	Kind    string   `json:"kind"`
	Min     *float64 `json:"min"`
	Max     *float64 `json:"max"`
	Choices []string `json:"choices"`
}

// readHello decodes and checks a ludus program's answer to the handshake. The error joins all
// mistakes.
func readHello(line []byte) (Description, error) {
	var h hello
	if err := decodeAnswer(line, &h); err != nil {
		return Description{}, err
	}
	if h.Ludus == nil || *h.Ludus != ludusVersion {
		found := `no version (it needs "ludus":1)`
		if h.Ludus != nil {
			found = "version " + strconv.FormatInt(int64(*h.Ludus), 10)
		}
		return Description{}, malformed("it speaks %s of ludus; version %d was offered", found, ludusVersion)
	}
	d := Description{
		Name: Printable(h.Name), Version: Printable(h.Version), Doc: Printable(h.Doc),
		Games: h.Games, Deterministic: h.Deterministic, Wants: Wants{Legal: true}, Players: h.Players,
	}
	var mistakes [5]error
	d.Role, mistakes[0] = readRole(h.Role)
	d.Weights, mistakes[1] = readWeights(h.Weights)
	// A choice is an index, which cannot be multiplied.
	d.ScaleFree = h.ScaleFree && len(d.Weights) > 0 && !slices.ContainsFunc(d.Weights, func(w engines.Weight) bool { return w.Kind.Has(engines.Choices) })
	if h.Wants != nil {
		d.Wants, mistakes[2] = readWants(*h.Wants)
	}
	if d.Role != Agent {
		d.MinSeats, d.MaxSeats, mistakes[3] = readSeats(h.Seats)
		d.Settings, mistakes[4] = readSettings(h.Settings)
		d.Chance = readChance(h.Chance)
	}
	if err := errors.Join(mistakes[:]...); err != nil {
		return d, malformed("its answer to hello: %v", err) // not wrapped: a key in it is no key of a config
	}
	return d, nil
}

func readRole(name string) (Role, error) {
	switch name {
	case "", "agent":
		return Agent, nil
	case "arena":
		return Arena, nil
	case "game":
		return Rules, nil
	}
	return 0, fmt.Errorf("unknown role %q (have agent, arena, game)", Printable(name))
}

// readChance converts the optional field chance of the handshake. nil means that the program
// declares nothing.
func readChance(declared *bool) engines.Chance {
	switch {
	case declared == nil:
		return engines.UnknownChance
	case *declared:
		return engines.WithChance
	}
	return engines.NoChance
}

func readWants(list []string) (Wants, error) {
	var w Wants
	for _, name := range list {
		switch name {
		case "legal":
			w.Legal = true
		case "moves":
			w.Moves = true
		case "end":
			w.End = true
		default:
			return w, fmt.Errorf("it wants %q (have legal, moves, end)", Printable(name))
		}
	}
	return w, nil
}

func readSeats(list []whole) (fewest, most int, err error) {
	if len(list) != 2 || list[0] < 1 || list[1] < list[0] || list[1] > engines.MaxSeats {
		return 1, 1, fmt.Errorf("seats %v: [fewest, most] within 1 and %d are needed", list, engines.MaxSeats)
	}
	return int(list[0]), int(list[1]), nil
}

// maxWeights is the largest number of weights that a program may declare. docs/agents.md states it.
const maxWeights = 4096

// readWeights checks and converts the weights that a program declares. The error joins all
// mistakes.
func readWeights(list []helloWeight) (engines.Space, error) {
	if len(list) > maxWeights {
		return nil, fmt.Errorf("%d weights, at most %d", len(list), maxWeights)
	}
	var space engines.Space
	var mistakes []error
	for _, w := range list {
		weight, err := w.read()
		mistakes = append(mistakes, err)
		space = append(space, weight)
	}
	if err := errors.Join(mistakes...); err != nil {
		return nil, err
	}
	if err := space.Valid(); err != nil {
		// The keys in this error are not keys of a config, so only its text is used.
		return nil, errors.New("weights: " + strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return space, nil
}

func (w helloWeight) read() (engines.Weight, error) {
	out := engines.Weight{Name: w.Name, Doc: Printable(w.Doc)}
	if n := utf8.RuneCountInString(w.Name); n < 1 || n > 64 || strings.ContainsAny(w.Name, `"\`) || !isPrintable(w.Name) {
		return out, fmt.Errorf("a weight named %q: 1 to 64 printable characters without quotation marks and backslashes are needed", Printable(w.Name))
	}
	if w.Kind == "choices" || w.Kind == "boolean" || w.Kind == "" && w.Choices != nil { // choices name their kind, as in a config
		return w.readChoices()
	}
	switch w.Kind {
	case "", "real":
	case "integer":
		out.Kind = engines.Integer
	case "log":
		out.Kind = engines.Log
	case "integer log":
		out.Kind = engines.Integer | engines.Log
	default:
		return out, fmt.Errorf("weight %s: unknown kind %q (have real, integer, log, integer log, choices, boolean)", w.Name, Printable(w.Kind))
	}
	if w.Min == nil || w.Max == nil || w.Default == nil {
		return out, fmt.Errorf("weight %s: min, max and default are needed", w.Name)
	}
	var err error
	out.Min, out.Max = *w.Min, *w.Max
	if out.Default, err = out.Number(*w.Default); err != nil {
		return out, fmt.Errorf("the default of weight %w", err)
	}
	if w.Choices != nil {
		return out, fmt.Errorf("weight %s: choices belong to a weight of kind choices", w.Name)
	}
	return out, nil
}

// readChoices converts a declared weight whose kind is choices or boolean to an [engines.Weight].
func (w helloWeight) readChoices() (engines.Weight, error) {
	texts := w.Choices
	switch {
	case w.Kind == "boolean" && texts != nil:
		return engines.Weight{}, fmt.Errorf("weight %s: a boolean weight has the choices false and true", w.Name)
	case w.Kind == "boolean":
		texts = engines.Switch
	case len(texts) == 0:
		return engines.Weight{}, fmt.Errorf("weight %s: a list of choices is needed", w.Name)
	}
	out := engines.NewChoices(w.Name, Printable(w.Doc), texts, "")
	if w.Default == nil || w.Min != nil || w.Max != nil {
		return out, fmt.Errorf("weight %s: default is needed, and no min and max", w.Name)
	}
	for _, text := range texts {
		if !isPrintable(text) || utf8.RuneCountInString(text) > 64 {
			return out, fmt.Errorf("weight %s: the choice %q has more than 64 characters or characters that cannot be printed", w.Name, Printable(text))
		}
	}
	var err error
	if out.Default, err = out.Number(*w.Default); err != nil {
		return out, fmt.Errorf("the default of weight %w", err)
	}
	return out, nil
}

// isPrintable reports whether s is valid UTF-8 without control characters.
func isPrintable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// readSettings checks and converts the settings that a program declares for its game. Its error is
// about the first mistake.
func readSettings(list []helloSetting) ([]engines.Setting, error) {
	var out []engines.Setting
	seen := make(map[string]bool)
	for _, s := range list {
		kind, err := engines.ParseSettingKind(Printable(cmp.Or(s.Kind, engines.Text.String())))
		switch {
		case s.Name == "" || !isPrintable(s.Name) || strings.ContainsAny(s.Name, " ="):
			return nil, fmt.Errorf("a setting named %q: printable characters without blanks and = are needed", Printable(s.Name))
		case seen[s.Name]:
			return nil, fmt.Errorf("setting %s: named twice", s.Name)
		case err != nil:
			return nil, fmt.Errorf("setting %s: %w", s.Name, err)
		}
		seen[s.Name] = true
		setting := engines.Setting{
			Name: s.Name, Doc: Printable(s.Doc), Kind: kind, Default: s.Default, Choices: s.Choices,
			Min: math.Inf(-1), Max: math.Inf(1),
		}
		if s.Min != nil {
			setting.Min = *s.Min
		}
		if s.Max != nil {
			setting.Max = *s.Max
		}
		if err := setting.Check(s.Default); err != nil {
			return nil, fmt.Errorf("the default of setting %w", err)
		}
		out = append(out, setting)
	}
	return out, nil
}
