package protocol

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/engines/external/process"
)

// featureTime is how long the handshake waits for the next line of an engine that has sent
// features, but neither done=0 nor done=1.
const featureTime = 2 * time.Second

// nudgeTime is how long the handshake waits for a line of an engine that has sent no feature yet.
// After this time it sends a command that every engine supports, and waits again. GNU Chess sends
// its features only after it has read further lines.
const nudgeTime = 20 * time.Millisecond

// xboardFeatures contains the features that an engine requests and that Lanista supports.
type xboardFeatures struct {
	ping, setboard, usermove, time, reuse, memory, smp, nps bool
	name                                                    string
	variants                                                string // "" if the engine does not list them
}

// xboardDefaults returns the features of an engine that requests none.
func xboardDefaults() xboardFeatures { return xboardFeatures{time: true, reuse: true} }

// flags returns pointers to the features whose value is 0 or 1, by the names of the features.
func (f *xboardFeatures) flags() map[string]*bool {
	return map[string]*bool{
		"ping": &f.ping, "setboard": &f.setboard, "usermove": &f.usermove, "time": &f.time,
		"reuse": &f.reuse, "memory": &f.memory, "smp": &f.smp, "nps": &f.nps,
	}
}

// harmlessFeatures lists features that Lanista accepts and ignores. They concern commands and
// signals that Lanista does not send, such as offers of a draw.
var harmlessFeatures = []string{"analyze", "colors", "debug", "done", "draw", "egt", "exclude", "highlight", "ics", "name", "option", "pause", "playother", "sigint", "sigterm"}

// Hello performs the handshake. It reads the features and options of the engine and sets the
// options in the config. An unknown option, or a value that an option does not accept, is
// returned as a [keys.KeyError] of "options".
func (s *xboardSession) Hello(ctx context.Context) (Description, error) {
	d := Description{Games: []string{"chess"}, Weights: s.options.Declared, CheckLimit: s.limitError, Centipawns: true}
	if len(s.options.Setup)+len(s.options.EachGame) == 0 {
		d.NeedsLimit = "an xboard engine needs one (depth N, movetime 1s, clock D+D)"
	}
	if err := s.readFeatures(ctx); err != nil {
		return d, explainHello(ctx, err, s.options, &s.io, "xboard", "feature", "an engine that speaks xboard answers protover 2 with its features")
	}
	s.io.stray = Stray{} // most engines print a banner before the handshake
	if v := s.features.variants; v != "" && !slices.Contains(splitAt(v, ','), "normal") {
		return d, malformed("it plays the variants %s, and not normal", Printable(v))
	}
	d.Name = Printable(s.features.name)
	d.OneGame = !s.features.reuse
	s.chooseWeights(&d)
	if err := s.putOptions(d.Name); err != nil {
		return d, err
	}
	if len(s.options.Weights) == len(s.tuned) && len(s.tuned) > 0 {
		putWeights(&s.io, s.tuned, s.sent, d.Weights, s.options.Weights)
	}
	s.io.putAll(s.options.Setup)
	err := s.fence(ctx, s.options.Timeouts.Start, func([]byte) error { return nil })
	return d, explainSilence(err, s.options, nil, "pong", "an engine with the feature ping answers ping when it has processed its options")
}

// readFeatures starts the protocol and reads the features of the engine, each of which it accepts
// or rejects. An engine that does not support the request for features has none.
func (s *xboardSession) readFeatures(ctx context.Context) error {
	start := s.options.Timeouts.Start
	deadline := time.Now().Add(start)
	s.io.put("xboard")
	s.io.put("protover 2")
	if err := s.io.send(ctx, deadline, start); err != nil {
		return err
	}
	featured, wait, done := false, false, false
	var before unanswered
	for !done {
		until := deadline
		switch now := time.Now(); {
		case !featured && now.Add(nudgeTime).Before(deadline):
			until = now.Add(nudgeTime)
		case featured && !wait:
			until = now.Add(featureTime)
		}
		line, err := s.options.Process.Line(ctx, until)
		switch {
		case errors.Is(err, process.ErrTime) && !featured && until.Before(deadline):
			s.io.put("easy")
			if err := s.io.send(ctx, deadline, start); err != nil {
				return err
			}
			continue
		case featured && errors.Is(err, process.ErrTime):
			return nil
		case err != nil:
			return processFault(err, start)
		}
		if err := before.add(line, "feature done=1"); err != nil {
			return err
		}
		word, rest := cutWord(line)
		switch {
		case string(word) == "feature":
			featured = true
			for _, f := range parseFeatures(string(rest)) {
				done = done || f == xboardFeature{"done", "1"}
				wait = wait || f.name == "done"
				s.accept(f)
			}
			if err := s.io.send(ctx, deadline, start); err != nil {
				return err
			}
		case refusedText(line) != "" && strings.Contains(string(line), "protover"):
			return nil
		case len(bytes.TrimSpace(line)) > 0:
			s.io.stray.add(line)
		}
	}
	return nil
}

// accept handles a feature that the engine announces. It stores a supported feature, and queues the
// line that accepts or rejects the feature.
func (s *xboardSession) accept(f xboardFeature) {
	answer := "accepted "
	switch flag := s.features.flags()[f.name]; {
	case flag != nil:
		*flag = f.value == "1"
	case f.name == "myname":
		s.features.name = f.value
	case f.name == "variants":
		s.features.variants = f.value
	case f.name == "option":
		if o, ok := parseXBoardOption(f.value); ok {
			s.offer(o)
		}
	case !slices.Contains(harmlessFeatures, f.name): // san, too: moves are sent as coordinates
		answer = "rejected "
	}
	s.io.put(answer, Printable(f.name))
}

// offer adds an option that the engine has declared. A second declaration of an option replaces the
// first one; case is ignored. Options beyond maxOptions are ignored.
func (s *xboardSession) offer(o xboardOption) {
	same := func(offered xboardOption) bool { return strings.EqualFold(offered.declared.name, o.declared.name) }
	switch i := slices.IndexFunc(s.offered, same); {
	case i >= 0:
		s.offered[i] = o
	case len(s.offered) < maxOptions:
		s.offered = append(s.offered, o)
	}
}

// find returns the engine's option with the given name, ignoring case. The second result is false
// if there is none.
func (s *xboardSession) find(name string) (xboardOption, bool) {
	for _, o := range s.all() {
		if strings.EqualFold(o.declared.name, name) {
			return o, true
		}
	}
	return xboardOption{}, false
}

// all returns the options of the engine. If the engine has the feature memory or smp, all adds an
// option for it: memory, in MiB, or cores, the number of threads.
func (s *xboardSession) all() []xboardOption {
	list := slices.Clip(s.offered)
	if s.features.memory {
		list = append(list, xboardOption{uciOption{name: "memory", kind: spinOption, text: "1", min: "1", max: "1048576"}, "memory "})
	}
	if s.features.smp {
		list = append(list, xboardOption{uciOption{name: "cores", kind: spinOption, text: "1", min: "1", max: "1024"}, "cores "})
	}
	return list
}

// chooseWeights selects the options of the engine that are weights, adds them to d and stores them
// in the session. It does nothing if the config declares the weights, because these are inserted
// into the command or sent by the line Set of the config.
func (s *xboardSession) chooseWeights(d *Description) {
	if len(s.options.Declared) > 0 {
		return
	}
	declared := make([]uciOption, len(s.offered))
	for i, o := range s.offered {
		declared[i] = o.declared
	}
	isSet := func(name string) bool {
		return slices.ContainsFunc(s.options.Options, func(given Option) bool { return strings.EqualFold(given.Name, name) })
	}
	for _, i := range chooseWeights(d, declared, s.options.Tuned, isSet) {
		s.tuned = append(s.tuned, s.offered[i])
	}
	s.sent = make([]string, len(s.tuned))
}

// putOptions queues the lines that set the options of the config. If the config does not set the
// number of threads, an engine with several threads is limited to one. Several threads would not
// repeat a game. putOptions returns the joined errors for options that the engine does not have and
// for values that it does not accept. The parameter engine is the engine's name, for these errors.
func (s *xboardSession) putOptions(engine string) error {
	var names []string
	for _, o := range s.all() {
		names = append(names, o.declared.name)
	}
	var mistakes []error
	list := s.options.Options
	if s.features.smp && !slices.ContainsFunc(list, func(o Option) bool { return strings.EqualFold(o.Name, "cores") }) {
		list = append([]Option{{Name: "cores", Value: "1"}}, list...)
	}
	for _, want := range list {
		o, ok := s.find(want.Name)
		if !ok {
			mistakes = append(mistakes, noOption(engine, want.Name, names))
			continue
		}
		if err := o.declared.accept(want.Value); err != nil {
			mistakes = append(mistakes, badValue(engine, o.declared.name, err))
			continue
		}
		s.io.put(o.set(want.Value))
	}
	return errors.Join(mistakes...)
}
