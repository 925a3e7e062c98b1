package uci

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/keys"
)

// mostOptions bounds what an engine may declare.
const mostOptions = 4096

// Hello does the handshake: it reads the options and sets those that the config
// sets, and the ones that make an engine play alike again. Options that the engine
// does not have, or values that they cannot take, are [keys.KeyError]s of
// "options".
func (s *Session) Hello(ctx context.Context) (driver.Description, error) {
	by := time.Now().Add(s.Timeouts.Start)
	s.Out = append(s.Out[:0], "uci\n"...)
	if err := s.Send(ctx, by, s.Timeouts.Start); err != nil {
		return driver.Description{}, s.silent(err)
	}
	d := driver.Description{Games: []string{"chess"}, NeedsLimit: "a UCI engine needs one (depth N, nodes N, movetime D, clock D+D)", Centipawns: true}
	_, err := s.read(ctx, by, s.Timeouts.Start, "uciok", func(first, rest []byte) error {
		switch string(first) {
		case "id":
			if word, name := cut(rest); string(word) == "name" {
				d.Name = driver.Printable(string(name))
			}
		case "option":
			if o, ok := parseOption(string(rest)); ok && len(s.options) < mostOptions {
				s.options = append(s.options, o)
			}
		case "":
		default:
			s.Noise(bytes.TrimSpace(slices.Concat(first, []byte{' '}, rest)))
		}
		return nil
	})
	if err != nil {
		return d, s.silent(err)
	}
	s.Forget() // a banner before the handshake is usual
	if err := s.weights(&d); err != nil {
		return d, err
	}
	if err := s.settings(); err != nil {
		return d, err
	}
	s.early(d.Weights)
	return d, s.ready(ctx, max(time.Until(by), s.Timeouts.Reply))
}

// early sends the weights that the process is started for, since some engines read their
// numbers once, before they say for the first time that they are ready.
func (s *Session) early(space engines.Space) {
	if len(s.Options.Weights) == len(space) {
		s.weigh(space, s.Options.Weights)
	}
}

// weigh sends the weights that have changed.
func (s *Session) weigh(space engines.Space, w engines.Weights) {
	for i, o := range s.tuned {
		if text := driver.Number(w[i], space[i].Kind); text != s.sent[i] {
			s.Out = append(s.Out, o.set(text)...)
			s.sent[i] = text
		}
	}
}

// find returns the option of a name; the case of letters does not matter.
func (s *Session) find(name string) (option, bool) {
	i := slices.IndexFunc(s.options, func(o option) bool { return strings.EqualFold(o.name, name) })
	if i < 0 {
		return option{}, false
	}
	return s.options[i], true
}

// weights says which numbers can be tuned, and which are: those that the config
// names, or all that it sets in no other way where any may be meant. Names that the
// engine does not have are left to whoever knows where the config has them.
func (s *Session) weights(d *driver.Description) error {
	for _, o := range s.options {
		w, err := o.weight()
		if err != nil || o.kind != spin && o.kind != words {
			continue
		}
		d.Offers = append(d.Offers, w)
		if s.Tuned == nil && o.kind == spin && !s.isSet(o.name) {
			s.tune(d, o, w)
		}
	}
	for _, name := range s.Tuned {
		o, ok := s.find(name)
		if !ok {
			continue
		}
		w, err := o.weight()
		if err != nil {
			return err
		}
		s.tune(d, o, w)
	}
	if o, ok := s.find("Clear Hash"); ok && o.kind == button {
		s.clear = []byte(o.set(""))
	}
	return nil
}

// tune makes an option a weight.
func (s *Session) tune(d *driver.Description, o option, w engines.Weight) {
	d.Weights = append(d.Weights, w)
	s.tuned = append(s.tuned, o)
	s.sent = append(s.sent, o.text)
}

// isSet reports whether an option gets its value once, at the handshake.
func (s *Session) isSet(name string) bool {
	is := func(o driver.Option) bool { return strings.EqualFold(o.Name, name) }
	return slices.ContainsFunc(usual, is) || slices.ContainsFunc(s.Options.Options, is)
}

// usual are the settings that every engine gets unless the config says otherwise:
// with several threads, in the opponent's time, or from a book it would not play
// alike again.
var usual = []driver.Option{
	{Name: "Threads", Value: "1"},
	{Name: "Number of Threads", Value: "1"},
	{Name: "Ponder", Value: "false"},
	{Name: "OwnBook", Value: "false"},
}

// settings writes the lines that set options, threads first, and those that the
// config sends by itself.
func (s *Session) settings() error {
	var lines []string
	var mistakes []error
	set := func(want driver.Option) {
		o, ok := s.find(want.Name)
		if !ok {
			mistakes = append(mistakes, keys.Errorf("options", "there is no option %q%s", want.Name, meant(s.names(), want.Name)))
			return
		}
		if err := o.accept(want.Value); err != nil {
			mistakes = append(mistakes, keys.Errorf("options", "%s: %w", o.name, err))
			return
		}
		lines = append(lines, o.set(want.Value))
	}
	given := func(name string) int {
		return slices.IndexFunc(s.Options.Options, func(o driver.Option) bool { return strings.EqualFold(o.Name, name) })
	}
	early := make(map[int]bool)
	for _, o := range usual {
		i := given(o.Name)
		_, offered := s.find(o.Name)
		switch threads := strings.Contains(o.Name, "Threads"); {
		case i >= 0 && threads:
			early[i] = true
			set(s.Options.Options[i])
		case i < 0 && offered:
			set(o)
		}
	}
	for i, o := range s.Options.Options {
		if !early[i] {
			set(o)
		}
	}
	for _, line := range append(lines, s.Setup...) {
		s.Out = append(append(s.Out, strings.TrimSuffix(line, "\n")...), '\n')
	}
	return errors.Join(mistakes...)
}

// names are those of the options.
func (s *Session) names() []string {
	names := make([]string, len(s.options))
	for i, o := range s.options {
		names[i] = o.name
	}
	return names
}

// meant suggests another name in the words of an error, if one is alike.
func meant(names []string, name string) string {
	if near := keys.Nearest(names, name); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}
