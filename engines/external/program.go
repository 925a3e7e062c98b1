package external

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/keys"
)

// Program describes an external program, as in a config: its command, protocol, weights and
// timeouts.
type Program struct {
	Name string
	// Command is the executable and its arguments. An executable with a slash is relative to
	// Folder; others are looked up in PATH. In an argument, {weights} is replaced by the path of
	// a JSON file with the weights, and {weight:NAME} by one number.
	Command []string
	// Folder is the folder of the config file; "" is the working folder. Dir is the folder in
	// which the program is started, relative to Folder.
	Folder, Dir string
	// Env lists environment variables for the program, each NAME=value. They override the
	// variables of Lanista.
	Env []string
	// Protocol is one of [protocol.Names]. The default is ludus.
	Protocol string
	// Options are the settings of a UCI or xboard engine that are sent to it.
	Options []protocol.Option
	// Weights describes the weights of a program whose protocol cannot declare them.
	Weights engines.Space
	// Set is the line that sets a weight in a text protocol. It contains the placeholders {name}
	// and {value}.
	Set string
	// Setup lists lines that are sent once after the handshake. EachGame lists lines that are
	// sent before every game.
	Setup, EachGame []string
	Restart         Restart
	// Timeouts limits how long the program may take. Zero values mean 10s for Start, 5s for
	// Reply, 60s for Move and 2s for Quit.
	Timeouts protocol.Timeouts
	// Margin is how much later than its time limit a move may arrive. 0 means
	// [engines.DefaultMargin].
	Margin time.Duration
	// Tuned lists the names of the weights that the config mentions. If it is nil, every number
	// that the program declares may be a weight.
	Tuned []string
}

// Restart states when the process of a program is replaced by a new one.
type Restart string

// These are the values of Restart, which states when a program's process is replaced by a new
// one.
const (
	RestartNever       Restart = "never"   // one process plays all games; the default unless the command contains weights
	RestartEachGame    Restart = "game"    // a new process for every game
	RestartWithWeights Restart = "weights" // a new process for other weights
)

// withDefaults returns a copy of the program's description in which zero values are replaced by
// the defaults.
func (p Program) withDefaults() Program {
	t := &p.Timeouts
	t.Start, t.Reply = cmp.Or(t.Start, 10*time.Second), cmp.Or(t.Reply, 5*time.Second)
	t.Move, t.Quit = cmp.Or(t.Move, time.Minute), cmp.Or(t.Quit, 2*time.Second)
	p.Margin = cmp.Or(p.Margin, engines.DefaultMargin)
	p.Protocol, p.Restart = cmp.Or(p.Protocol, "ludus"), cmp.Or(p.Restart, RestartNever)
	if p.Restart == RestartNever && p.insertsWeights() {
		p.Restart = RestartWithWeights
	}
	return p
}

// Validate checks the description of the program. The error joins a [keys.KeyError] for every
// mistake.
func (p Program) Validate() error {
	var mistakes []error
	note := func(key, format string, args ...any) {
		mistakes = append(mistakes, keys.Errorf(key, format, args...))
	}
	if _, err := p.path(); err != nil {
		note("command", "%w", err)
	}
	for i, arg := range p.Command {
		if strings.ContainsRune(arg, 0) {
			note("command", "argument %d has a zero byte", i)
		}
	}
	if dir, err := os.Stat(p.dir()); err != nil || !dir.IsDir() {
		note("dir", "%q is not a folder", p.Dir)
	}
	if !slices.Contains(protocol.Names(), p.withDefaults().Protocol) {
		note("protocol", "unknown protocol %q (%s)", p.Protocol, keys.Suggest(protocol.Names(), p.Protocol))
	}
	if !slices.Contains([]Restart{"", RestartNever, RestartEachGame, RestartWithWeights}, p.Restart) {
		note("restart", "%q is not one of never, game, weights", string(p.Restart))
	}
	for _, t := range []struct {
		key   string
		value time.Duration
	}{
		{"timeouts.start", p.Timeouts.Start},
		{"timeouts.reply", p.Timeouts.Reply},
		{"timeouts.move", p.Timeouts.Move},
		{"timeouts.quit", p.Timeouts.Quit},
		{"margin", p.Margin},
	} {
		if t.value < 0 {
			note(t.key, "%v is negative", t.value)
		}
	}
	if err := p.Weights.Valid(); err != nil {
		mistakes = append(mistakes, keys.Under("weights", err))
	}
	for i, o := range p.Options {
		if k := slices.IndexFunc(p.Options[:i], func(earlier protocol.Option) bool { return strings.EqualFold(earlier.Name, o.Name) }); k >= 0 && p.withDefaults().Protocol == "uci" {
			note("options", "%q and %q are one option, because their names differ in case alone; remove one", p.Options[k].Name, o.Name)
		}
		if slices.ContainsFunc(p.Tuned, func(name string) bool { return strings.EqualFold(name, o.Name) }) {
			note("options", "%q is also among the weights of the config; remove it here, or there", o.Name)
		}
	}
	if p.withDefaults().Protocol == "uci" && slices.ContainsFunc(p.Options, func(o protocol.Option) bool { return strings.EqualFold(o.Name, protocol.VariantOption) }) {
		note("options", "%s follows from the setting chess960 of the game; set engine.settings.chess960 and remove it here", protocol.VariantOption)
	}
	p.validateLines(note)
	for _, name := range p.insertedWeights() {
		if p.Weights.Index(name) < 0 {
			note("command", "{weight:%s}: the section weights of the program has no such weight", name)
		}
	}
	if p.insertsWeights() && len(p.Weights) == 0 {
		note("weights", "missing: a command with {weights} or {weight:NAME} requires them, as NAME: {min, max, default}")
	}
	return errors.Join(mistakes...)
}

// validateLines checks the lines that a program with a text protocol receives, such as its setup.
// It calls note for every mistake.
func (p Program) validateLines(note func(key, format string, args ...any)) {
	spoken := p.withDefaults().Protocol
	declares := spoken == "ludus" || spoken == "uci"
	switch {
	case p.Set != "" && declares:
		note("set", "a program that speaks %s declares its weights and receives them without this key; remove it", spoken)
	case p.Set != "" && !strings.Contains(p.Set, "{value}"):
		note("set", "%q lacks {value}, the placeholder of the weight's value; {name} is the placeholder of its name", p.Set)
	case p.Set != "" && len(p.Weights) == 0:
		note("weights", "missing: set needs the weights, NAME: {min, max, default}")
	case p.Set == "" && !declares && len(p.Weights) > 0 && !p.insertsWeights():
		note("set", "missing: the line that sets a weight, with {name} and {value}; or use {weights} or {weight:NAME} in command")
	}
	for _, lines := range []struct {
		key   string
		lines []string
	}{{"set", []string{p.Set}}, {"setup", p.Setup}, {"each_game", p.EachGame}} {
		for _, line := range lines.lines {
			if strings.ContainsFunc(line, unicode.IsControl) {
				note(lines.key, "%q contains control characters; one line of text is needed", line)
			}
		}
		if spoken == "ludus" && lines.key != "set" && len(lines.lines) > 0 {
			note(lines.key, "a program that speaks ludus receives only requests; remove this key")
		}
	}
}
