package ludus

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// hello is the answer to hello.
type hello struct {
	Ludus         *whole    `json:"ludus"`
	Name          string    `json:"name"`
	Version       string    `json:"version"`
	Doc           string    `json:"doc"`
	Role          string    `json:"role"`
	Games         []string  `json:"games"`
	Weights       []weight  `json:"weights"`
	Wants         *[]string `json:"wants"`
	Deterministic bool      `json:"deterministic"`
	Seats         []whole   `json:"seats"`
	Settings      []setting `json:"settings"`
	Players       []string  `json:"players"`
	Chance        *bool     `json:"chance"`
}

type weight struct {
	Name    string   `json:"name"`
	Min     *float64 `json:"min"`
	Max     *float64 `json:"max"`
	Default *float64 `json:"default"`
	Kind    string   `json:"kind"`
	Doc     string   `json:"doc"`
}

type setting struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Doc     string   `json:"doc"`
	Kind    string   `json:"kind"`
	Min     *float64 `json:"min"`
	Max     *float64 `json:"max"`
	Choices []string `json:"choices"`
}

// Hello does the handshake.
func (s *Session) Hello(ctx context.Context) (driver.Description, error) {
	s.request("hello")
	s.field("ludus")
	s.out = appendInts(s.out, []int{version})
	s.field("lanista")
	s.out = appendText(s.out, s.Lanista)
	line, err := s.ask(ctx, s.Timeouts.Start)
	if err != nil {
		return driver.Description{}, s.silent(err)
	}
	d, err := readHello(line)
	s.wants = d.Wants
	return d, err
}

// silent explains a program that has not answered, with what it printed instead.
func (s *Session) silent(err error) error {
	var fault *engines.Fault
	if !errors.As(err, &fault) || fault.Kind != engines.ForfeitStalled {
		return err
	}
	printed := ""
	if len(s.heard.First) > 0 {
		printed = fmt.Sprintf("; it printed %q", s.heard.First[0])
	} else if text := s.Process.Stderr(); text != "" {
		printed = fmt.Sprintf("; it said %q on standard error", driver.Printable(text))
	}
	return &engines.Fault{Kind: fault.Kind, Err: fmt.Errorf(
		"no answer to hello within %v%s; a ludus program answers every request with one line of JSON", s.Timeouts.Start, printed)}
}

// readHello reads the answer to hello.
func readHello(line []byte) (driver.Description, error) {
	var h hello
	if err := decode(line, &h); err != nil {
		return driver.Description{}, err
	}
	if h.Ludus == nil || *h.Ludus != version {
		said := "no version"
		if h.Ludus != nil {
			said = "version " + strconv.FormatInt(int64(*h.Ludus), 10)
		}
		return driver.Description{}, driver.Malformed("it speaks %s of ludus; version %d was offered", said, version)
	}
	d := driver.Description{
		Name: driver.Printable(h.Name), Version: driver.Printable(h.Version), Doc: driver.Printable(h.Doc),
		Games: h.Games, Deterministic: h.Deterministic, Wants: driver.Wants{Legal: true}, Players: h.Players,
	}
	var mistakes []error
	note := func(err error) {
		if err != nil {
			mistakes = append(mistakes, err)
		}
	}
	var err error
	d.Role, err = readRole(h.Role)
	note(err)
	d.Weights, err = readWeights(h.Weights)
	note(err)
	if h.Wants != nil {
		d.Wants, err = readWants(*h.Wants)
		note(err)
	}
	if d.Role != driver.Agent {
		d.MinSeats, d.MaxSeats, err = readSeats(h.Seats)
		note(err)
		d.Settings, err = readSettings(h.Settings)
		note(err)
		d.Chance = readChance(h.Chance)
	}
	if err := errors.Join(mistakes...); err != nil {
		return d, driver.Malformed("its answer to hello: %w", err)
	}
	return d, nil
}

func readRole(name string) (driver.Role, error) {
	switch name {
	case "", "agent":
		return driver.Agent, nil
	case "arena":
		return driver.Arena, nil
	case "game":
		return driver.Rules, nil
	}
	return 0, fmt.Errorf("unknown role %q (have agent, arena, game)", driver.Printable(name))
}

// readChance reads whether a game has chance; nil is unknown.
func readChance(declared *bool) engines.Chance {
	switch {
	case declared == nil:
		return engines.UnknownChance
	case *declared:
		return engines.WithChance
	}
	return engines.NoChance
}

func readWants(list []string) (driver.Wants, error) {
	var w driver.Wants
	for _, name := range list {
		switch name {
		case "legal":
			w.Legal = true
		case "moves":
			w.Moves = true
		case "end":
			w.End = true
		default:
			return w, fmt.Errorf("it wants %q (have legal, moves, end)", driver.Printable(name))
		}
	}
	return w, nil
}

func readSeats(list []whole) (least, most int, err error) {
	if len(list) != 2 || list[0] < 1 || list[1] < list[0] || list[1] > engines.MaxSeats {
		return 1, 1, fmt.Errorf("seats %v: [fewest, most] within 1 and %d are needed", list, engines.MaxSeats)
	}
	return int(list[0]), int(list[1]), nil
}

// mostWeights bounds what a program may declare.
const mostWeights = 4096

// readWeights reads the weights that a program declares.
func readWeights(list []weight) (engines.Space, error) {
	if len(list) > mostWeights {
		return nil, fmt.Errorf("%d weights, at most %d", len(list), mostWeights)
	}
	var space engines.Space
	var mistakes []error
	for _, w := range list {
		made, err := w.read()
		if err != nil {
			mistakes = append(mistakes, err)
		}
		space = append(space, made)
	}
	if err := errors.Join(mistakes...); err != nil {
		return nil, err
	}
	if err := space.Valid(); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return space, nil
}

func (w weight) read() (engines.Weight, error) {
	out := engines.Weight{Name: w.Name, Doc: driver.Printable(w.Doc)}
	if n := utf8.RuneCountInString(w.Name); n < 1 || n > 64 || strings.ContainsAny(w.Name, `"\`) || !printable(w.Name) {
		return out, fmt.Errorf("a weight named %q: 1 to 64 printable characters without quotation marks and backslashes are needed", driver.Printable(w.Name))
	}
	if w.Min == nil || w.Max == nil || w.Default == nil {
		return out, fmt.Errorf("weight %s: min, max and default are needed", w.Name)
	}
	out.Min, out.Max, out.Default = *w.Min, *w.Max, *w.Default
	switch w.Kind {
	case "", "real":
	case "integer":
		out.Kind = engines.Integer
	case "log":
		out.Kind = engines.Log
	default:
		return out, fmt.Errorf("weight %s: unknown kind %q (have real, integer, log)", w.Name, driver.Printable(w.Kind))
	}
	return out, nil
}

func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// readSettings reads the settings of an arena's game.
func readSettings(list []setting) ([]engines.Setting, error) {
	kinds := map[string]engines.SettingKind{
		"": engines.Text, "text": engines.Text, "int": engines.Int, "bool": engines.Bool, "float": engines.Float,
		"choice": engines.Choice, "ints": engines.Ints,
	}
	var out []engines.Setting
	seen := make(map[string]bool)
	for _, s := range list {
		kind, ok := kinds[s.Kind]
		switch {
		case s.Name == "" || !printable(s.Name) || strings.ContainsAny(s.Name, " ="):
			return nil, fmt.Errorf("a setting named %q", driver.Printable(s.Name))
		case seen[s.Name]:
			return nil, fmt.Errorf("setting %s: named twice", s.Name)
		case !ok:
			return nil, fmt.Errorf("setting %s: unknown kind %q (have text, int, bool, float, choice, ints)", s.Name, driver.Printable(s.Kind))
		}
		seen[s.Name] = true
		made := engines.Setting{
			Name: s.Name, Doc: driver.Printable(s.Doc), Kind: kind, Default: s.Default, Choices: s.Choices,
			Min: math.Inf(-1), Max: math.Inf(1),
		}
		if s.Min != nil {
			made.Min = *s.Min
		}
		if s.Max != nil {
			made.Max = *s.Max
		}
		if err := made.Check(s.Default); err != nil {
			return nil, fmt.Errorf("the default of setting %w", err)
		}
		out = append(out, made)
	}
	return out, nil
}
