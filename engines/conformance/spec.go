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

// checkSpec tests that the Spec is complete, and that a caller who changes the returned Spec does
// not change the engine.
func checkSpec(p *probe) error {
	s := p.spec
	switch {
	case s.Name == "" || s.Name != strings.ToLower(s.Name) || strings.ContainsAny(s.Name, " \t\n/"):
		return fmt.Errorf("the name %q is not one word in lower case", s.Name)
	case s.Title == "" || s.Doc == "":
		return errors.New("the title or the description is empty")
	case s.Version == "":
		return errors.New("the version is empty; workers compare it to reject other rules")
	}
	if err := checkRanges(p); err != nil {
		return err
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
	copy(spoiled.Weights, s.Weights) // for the following tests
	copy(spoiled.Settings, s.Settings)
	if !kept {
		return errors.New("changing the Weights or Settings of a Spec changes the engine; return copies")
	}
	return nil
}

// checkRanges tests parts of the Spec that every run needs to be correct: the numbers of seats, the
// ranges of weights and the defaults of settings.
func checkRanges(p *probe) error {
	s := p.spec
	if s.MinSeats < 1 || s.MaxSeats > engines.MaxSeats || s.MinSeats > s.MaxSeats {
		return fmt.Errorf("from %d to %d seats, not within 1 to %d", s.MinSeats, s.MaxSeats, engines.MaxSeats)
	}
	if err := s.Weights.Valid(); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	for _, setting := range s.Settings {
		if err := setting.Check(setting.Default); err != nil {
			return fmt.Errorf("the default of a setting: %w", err)
		}
	}
	return nil
}

// checkSettings tests that With accepts the default of every setting and keeps another value. For
// a value that is not allowed, and for an unknown setting, With must return a [keys.KeyError] with
// the setting's name.
func checkSettings(p *probe) error {
	unset, err := p.engine.With(nil)
	if err != nil {
		return fmt.Errorf("With(nil): %w", err)
	}
	seen := make(map[string]bool)
	for _, s := range p.spec.Settings {
		if seen[s.Name] || s.Name == "" {
			return fmt.Errorf("setting %q: the name is empty or occurs twice", s.Name)
		}
		seen[s.Name] = true
		e, err := p.engine.With(engines.Settings{s.Name: s.Default})
		if err != nil {
			return fmt.Errorf("setting %s: With returns an error for the default %q: %w", s.Name, s.Default, err)
		}
		if e.Spec().Name != p.spec.Name {
			return fmt.Errorf("setting %s: With returns the game %s", s.Name, e.Spec().Name)
		}
		if err := checkKept(p, s, unset); err != nil {
			return err
		}
		if bad, ok := invalidValue(s); ok {
			if err := refuses(p, s.Name, bad); err != nil {
				return err
			}
		}
	}
	return refuses(p, "no such setting", "1")
}

// checkKept tests that With can change the setting s. With must return another engine and must not
// change the engine on which it is called. The returned engine must keep the new value when its own
// With is called without s. unset is the engine with the default value. A setting is not tested if
// its other value makes no difference to reflect.DeepEqual.
func checkKept(p *probe, s engines.Setting, unset engines.Engine) error {
	before, err := p.engine.With(nil)
	if err != nil {
		return fmt.Errorf("With(nil): %w", err)
	}
	set, err := p.engine.With(engines.Settings{s.Name: otherValue(s)})
	if err == nil && otherValue(s) != s.Default {
		itself := reflect.TypeOf(set).Kind() == reflect.Pointer && set == p.engine
		after, failed := p.engine.With(nil)
		if itself || failed == nil && reflect.DeepEqual(before, unset) && !reflect.DeepEqual(after, unset) {
			return fmt.Errorf("setting %s: With changes the engine to the value %q; it must return another engine and leave this one as it is", s.Name, otherValue(s))
		}
	}
	if err != nil || reflect.DeepEqual(set, unset) { // the value requires other settings, or has no effect
		return nil
	}
	again, err := set.With(nil)
	if err != nil {
		return fmt.Errorf("setting %s: With(nil) of a game with the value %q: %w", s.Name, otherValue(s), err)
	}
	if reflect.DeepEqual(again, unset) {
		return fmt.Errorf("setting %s: With resets it to the default if it is not given again; use engines.Resolve(known, own, given)", s.Name)
	}
	return nil
}

// otherValue returns an allowed value of a setting that differs from the default. If none is
// known, it returns the default.
func otherValue(s engines.Setting) string {
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

// invalidValue returns a text that is not an allowed value of a setting. The second result is
// false if none is known.
func invalidValue(s engines.Setting) (string, bool) {
	switch s.Kind {
	case engines.Int, engines.Float, engines.Ints:
		return strconv.FormatFloat(above(s.Max), 'f', -1, 64), !math.IsInf(above(s.Max), 0)
	case engines.Bool, engines.Choice:
		return "neither this nor that", true
	}
	return "", false
}

// above returns a number greater than v: v+1, or the next larger float64 if v+1 is not greater than
// v.
func above(v float64) float64 { return max(v+1, math.Nextafter(v, math.Inf(1))) }

func refuses(p *probe, name, text string) error {
	_, err := p.engine.With(engines.Settings{name: text})
	if err == nil {
		return fmt.Errorf("setting %s: With accepts the invalid value %q", name, text)
	}
	for _, e := range keys.All(err) {
		if e.Path == name {
			return nil
		}
	}
	return fmt.Errorf("setting %s: the error for %q is not a keys.KeyError with this name: %w; use engines.Resolve", name, text, err)
}

// checkSeats tests that games can be started with every number of seats in the Spec, and with no
// other.
func checkSeats(p *probe) error {
	if p.hosted() {
		return nil
	}
	if err := checkSeatsDealt(p); err != nil {
		return err
	}
	for _, seats := range []int{p.spec.MinSeats - 1, p.spec.MaxSeats + 1} {
		if _, err := p.engine.NewGame(seats, 1); err == nil {
			return fmt.Errorf("NewGame accepts %d seats; the Spec allows %d to %d", seats, p.spec.MinSeats, p.spec.MaxSeats)
		}
	}
	return nil
}

// checkSeatsDealt tests that a game has the number of seats with which it was started.
func checkSeatsDealt(p *probe) error {
	for seats := p.spec.MinSeats; seats <= p.spec.MaxSeats; seats++ {
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
