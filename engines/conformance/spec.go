package conformance

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// spec checks that the Spec is complete, and that changing a result of Spec does not change the
// engine.
func (p *probe) spec() error {
	s := p.of
	switch {
	case s.Name == "" || s.Name != strings.ToLower(s.Name) || strings.ContainsAny(s.Name, " \t\n/"):
		return fmt.Errorf("the name %q is not one word in lower case", s.Name)
	case s.Title == "" || s.Doc == "":
		return errors.New("the title or the description is empty")
	case s.Version == "":
		return errors.New("the rules have no version: workers could not tell another one from this")
	case s.MinSeats < 1 || s.MaxSeats > engines.MaxSeats || s.MinSeats > s.MaxSeats:
		return fmt.Errorf("from %d to %d seats, not within 1 to %d", s.MinSeats, s.MaxSeats, engines.MaxSeats)
	}
	if err := s.Weights.Valid(); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	for _, w := range s.Weights {
		if w.Doc == "" {
			p.note("the weight %s has no description", w.Name)
		}
	}
	if again := p.engine.Spec(); !reflect.DeepEqual(again, s) {
		return errors.New("two calls of Spec return different descriptions")
	}
	spoiled := p.engine.Spec()
	for i := range spoiled.Weights {
		spoiled.Weights[i].Default = math.NaN()
	}
	for i := range spoiled.Settings {
		spoiled.Settings[i].Default = "spoiled"
	}
	kept := reflect.DeepEqual(p.engine.Spec(), s)
	copy(spoiled.Weights, s.Weights) // for the checks to come
	copy(spoiled.Settings, s.Settings)
	if !kept {
		return errors.New("who changes the weights or settings of a Spec changes those of the engine: return copies")
	}
	return nil
}

// settings checks that With accepts the values that the settings allow and returns a
// [keys.KeyError] with the name for others.
func (p *probe) settings() error {
	unset, err := p.engine.With(nil)
	if err != nil {
		return fmt.Errorf("With(nil): %w", err)
	}
	seen := make(map[string]bool)
	for _, s := range p.of.Settings {
		if seen[s.Name] || s.Name == "" {
			return fmt.Errorf("setting %q: named twice, or without a name", s.Name)
		}
		seen[s.Name] = true
		if err := s.Check(s.Default); err != nil {
			return fmt.Errorf("the default of a setting: %w", err)
		}
		e, err := p.engine.With(engines.Settings{s.Name: s.Default})
		if err != nil {
			return fmt.Errorf("setting %s: its default %q is refused: %w", s.Name, s.Default, err)
		}
		if e.Spec().Name != p.of.Name {
			return fmt.Errorf("setting %s: With returns the game %s", s.Name, e.Spec().Name)
		}
		if err := p.keeps(s, unset); err != nil {
			return err
		}
		if bad, ok := beyond(s); ok {
			if err := p.refuses(s.Name, bad); err != nil {
				return err
			}
		}
	}
	return p.refuses("no such setting", "1")
}

// keeps checks that a setting keeps its value if With does not name it, because the settings of
// an agent replace those of the game. Differences that are not visible from outside are not
// mistakes.
func (p *probe) keeps(s engines.Setting, unset engines.Engine) error {
	set, err := p.engine.With(engines.Settings{s.Name: another(s)})
	if err != nil || reflect.DeepEqual(set, unset) { // it goes only with other settings, or changes nothing
		return nil
	}
	again, err := set.With(nil)
	if err != nil {
		return fmt.Errorf("setting %s: With(nil) of a game set to %q: %w", s.Name, another(s), err)
	}
	if reflect.DeepEqual(again, unset) {
		return fmt.Errorf("setting %s: With forgets it where it is not named again: lay what is given over the settings that the game has, engines.Resolve(known, its own, given)", s.Name)
	}
	return nil
}

// another returns a value of a setting other than its default, if one is known.
func another(s engines.Setting) string {
	options := s.Choices
	switch s.Kind {
	case engines.Int, engines.Float, engines.Ints:
		options = []string{strconv.FormatFloat(s.Min, 'f', -1, 64), strconv.FormatFloat(s.Max, 'f', -1, 64)}
	case engines.Bool:
		options = []string{"true", "false"}
	}
	for _, text := range options {
		if text != s.Default {
			return text
		}
	}
	return s.Default
}

// beyond returns a text that is not a value of a setting.
func beyond(s engines.Setting) (string, bool) {
	switch s.Kind {
	case engines.Int, engines.Float, engines.Ints:
		return strconv.FormatFloat(s.Max+1, 'f', -1, 64), !math.IsInf(s.Max, 0)
	case engines.Bool, engines.Choice:
		return "neither this nor that", true
	}
	return "", false
}

// refuses checks that With returns an error that names the setting.
func (p *probe) refuses(name, text string) error {
	_, err := p.engine.With(engines.Settings{name: text})
	if err == nil {
		return fmt.Errorf("setting %s: %q is taken", name, text)
	}
	for _, e := range keys.All(err) {
		if e.Path == name {
			return nil
		}
	}
	return fmt.Errorf("setting %s: the error of %q does not name it as a key: %w; see engines.Resolve", name, text, err)
}

// seats checks that games have the numbers of seats of the Spec, and no others.
func (p *probe) seats() error {
	if p.hosted() {
		return nil
	}
	if err := p.seatsDealt(); err != nil {
		return err
	}
	for _, seats := range []int{p.of.MinSeats - 1, p.of.MaxSeats + 1} {
		if _, err := p.engine.NewGame(seats, 1); err == nil {
			return fmt.Errorf("a table of %d seats was dealt, where %d to %d are possible", seats, p.of.MinSeats, p.of.MaxSeats)
		}
	}
	return nil
}

// seatsDealt checks that a game has the number of seats for which it was dealt.
func (p *probe) seatsDealt() error {
	for seats := p.of.MinSeats; seats <= p.of.MaxSeats; seats++ {
		g, err := p.engine.NewGame(seats, 1)
		if err != nil {
			return fmt.Errorf("NewGame(%d, 1): %w", seats, err)
		}
		if g.Seats() != seats {
			return fmt.Errorf("NewGame(%d, 1) has %d seats", seats, g.Seats())
		}
	}
	return nil
}
