package protocol

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxOptions is the largest number of options that an engine may declare.
const maxOptions = 4096

// Hello performs the handshake. It reads the options of the engine and sets those in the config.
// It also sets options that make games repeatable. An unknown option, or a value that an option
// does not accept, is returned as a [keys.KeyError] of "options".
func (s *uciSession) Hello(ctx context.Context) (Description, error) {
	start := s.options.Timeouts.Start
	deadline := time.Now().Add(start)
	explain := func(err error) error {
		return explainHello(ctx, err, s.options, &s.io, "uci", "uciok", "an engine that speaks UCI answers uci with its options and uciok")
	}
	s.io.put("uci")
	if err := s.io.send(ctx, deadline, start); err != nil {
		return Description{}, explain(err)
	}
	d := Description{Games: []string{"chess"}, NeedsLimit: "a UCI engine needs one (depth N, nodes N, movetime D, clock D+D)", Centipawns: true}
	_, err := s.read(ctx, deadline, start, "uciok", func(first, rest []byte) error {
		switch string(first) {
		case "id":
			if word, name := cutWord(rest); string(word) == "name" {
				d.Name = Printable(string(name))
			}
		case "option":
			if o, ok := parseOption(string(rest)); ok {
				s.offer(o)
			}
		case "":
		default:
			s.io.stray.add(bytes.TrimSpace(slices.Concat(first, []byte{' '}, rest)))
		}
		return nil
	})
	if err != nil {
		return d, explain(err)
	}
	s.io.stray = Stray{} // most engines print a banner before the handshake
	s.chooseWeights(&d)
	if err := s.putOptions(d.Name); err != nil {
		return d, err
	}
	if len(s.options.Weights) == len(d.Weights) {
		// The weights are sent already here, because some engines read them only once, before
		// their first "readyok".
		putWeights(&s.io, s.tuned, s.sent, d.Weights, s.options.Weights)
	}
	const advice = "an engine answers isready when it has processed its options"
	if reply := s.options.Timeouts.Reply; time.Until(deadline) < reply {
		return d, explainSilenceWithin("timeouts.reply", reply, s.ready(ctx, reply), s.options, nil, "readyok", advice)
	}
	return d, explainSilence(s.ready(ctx, time.Until(deadline)), s.options, nil, "readyok", advice)
}

// VariantOption is the name of the option that makes a UCI engine play Chess960. The session sets
// it if the setting variantSetting of the game is true.
const (
	VariantOption  = "UCI_Chess960"
	variantSetting = "chess960"
)

// putVariant switches the engine's option UCI_Chess960 on or off. It queues the command if the
// engine has this option with another value.
func (s *uciSession) putVariant(chess960 bool) {
	if o, ok := s.find(VariantOption); ok && chess960 != s.chess960 {
		s.io.put(o.set(strconv.FormatBool(chess960)))
		s.chess960 = chess960
	}
}

// offer adds an option that the engine has declared. A second declaration of an option replaces the
// first one. Options beyond maxOptions are ignored.
func (s *uciSession) offer(o uciOption) {
	switch i := s.indexOf(o.name); {
	case i >= 0:
		s.offered[i] = o
	case len(s.offered) < maxOptions:
		s.offered = append(s.offered, o)
	}
}

// indexOf returns the index in s.offered of the option with the given name, or -1. Case is ignored.
func (s *uciSession) indexOf(name string) int {
	return slices.IndexFunc(s.offered, func(o uciOption) bool { return strings.EqualFold(o.name, name) })
}

// find returns the engine's option with the given name, ignoring case. The second result is false
// if there is none.
func (s *uciSession) find(name string) (uciOption, bool) {
	i := s.indexOf(name)
	if i < 0 {
		return uciOption{}, false
	}
	return s.offered[i], true
}

// chooseWeights selects the options of the engine that are weights and stores them in the session
// and in d. It also stores whether the engine can play Chess960, and whether the engine does so by
// default. It stores whether the config switches on the option Ponder, and the command that clears
// the hash table of the engine.
func (s *uciSession) chooseWeights(d *Description) {
	for _, i := range chooseWeights(d, s.offered, s.options.Tuned, s.isSet) {
		s.tuned = append(s.tuned, s.offered[i])
	}
	s.sent = make([]string, len(s.tuned))
	var variant uciOption
	variant, d.Chess960 = s.find(VariantOption)
	s.chess960 = strings.EqualFold(variant.text, "true")
	s.pondering.allowed = slices.ContainsFunc(s.options.Options, func(o Option) bool {
		return strings.EqualFold(o.Name, "Ponder") && o.Value == "true"
	})
	if o, ok := s.find("Clear Hash"); ok && o.kind == buttonOption {
		s.clear = append([]byte(o.set("")), '\n')
	}
}

// isSet reports whether the config or the list defaultOptions sets the option with this name.
func (s *uciSession) isSet(name string) bool {
	same := func(o Option) bool { return strings.EqualFold(o.Name, name) }
	return slices.ContainsFunc(defaultOptions, same) || slices.ContainsFunc(s.options.Options, same)
}

// defaultOptions are options that the handshake sets unless the config sets them. An engine with
// several threads, with pondering or with an opening book would not repeat its games.
var defaultOptions = []Option{
	{Name: "Threads", Value: "1"},
	{Name: "Number of Threads", Value: "1"},
	{Name: "Ponder", Value: "false"},
	{Name: "OwnBook", Value: "false"},
}

// putOptions queues the lines that set the engine's options, the number of threads first, and then
// the lines of the config's setup. It returns the joined errors for options that the engine does
// not have and for values that it does not accept. The parameter engine is the engine's name, for
// these errors.
func (s *uciSession) putOptions(engine string) error {
	names := make([]string, len(s.offered))
	for i, o := range s.offered {
		names[i] = o.name
	}
	var mistakes []error
	set := func(want Option) {
		o, ok := s.find(want.Name)
		if !ok {
			mistakes = append(mistakes, noOption(engine, want.Name, names))
			return
		}
		if err := o.accept(want.Value); err != nil {
			mistakes = append(mistakes, badValue(engine, o.name, err))
			return
		}
		s.io.put(o.set(want.Value))
	}
	early := make(map[int]bool)
	for _, o := range defaultOptions {
		i := slices.IndexFunc(s.options.Options, func(given Option) bool { return strings.EqualFold(given.Name, o.Name) })
		_, offered := s.find(o.Name)
		switch threads := strings.Contains(o.Name, "Threads"); {
		case i >= 0 && threads:
			early[i] = true
			set(s.options.Options[i])
		case i < 0 && offered:
			set(o)
		}
	}
	for i, o := range s.options.Options {
		if !early[i] {
			set(o)
		}
	}
	s.io.putAll(s.options.Setup)
	return errors.Join(mistakes...)
}
