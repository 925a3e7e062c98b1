package external

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/keys"
)

// Program is a command with a protocol, as a config has it.
type Program struct {
	Name string
	// Command is the executable and its arguments. An executable with a slash is
	// relative to Folder, another is looked up in PATH. {weights} in an argument
	// becomes the path of a file with the weights in JSON, {weight:NAME} one number.
	Command []string
	// Folder is where the config is; "" is the working folder. Dir is the working
	// folder of the program, relative to Folder.
	Folder, Dir string
	// Env are variables, each NAME=value, laid over Lanista's own.
	Env []string
	// Protocol is one of Protocols. The default is ludus.
	Protocol string
	Options  []driver.Option
	// Weights are those of a program that cannot declare them.
	Weights engines.Space
	// Set, Setup and EachGame are lines for protocols of text.
	Set             string
	Setup, EachGame []string
	Restart         Restart
	// Timeouts that are 0 have the defaults 10s, 5s, 60s, 2s.
	Timeouts driver.Timeouts
	// Margin is what a move may be late under a time limit. The default is
	// [engines.DefaultMargin].
	Margin time.Duration
	// Tuned names the weights that the config mentions.
	Tuned []string
}

// Restart says when a program gets a fresh process.
type Restart string

// The values of Restart.
const (
	Never       Restart = "never"   // the default
	EachGame    Restart = "game"    // for every game
	WithWeights Restart = "weights" // when its weights change
)

// complete fills in the defaults.
func (p Program) complete() Program {
	set := func(d *time.Duration, value time.Duration) {
		if *d == 0 {
			*d = value
		}
	}
	set(&p.Timeouts.Start, 10*time.Second)
	set(&p.Timeouts.Reply, 5*time.Second)
	set(&p.Timeouts.Move, time.Minute)
	set(&p.Timeouts.Quit, 2*time.Second)
	set(&p.Margin, engines.DefaultMargin)
	if p.Protocol == "" {
		p.Protocol = "ludus"
	}
	if p.Restart == "" {
		p.Restart = Never
	}
	if p.Restart == Never && p.inserts() {
		p.Restart = WithWeights
	}
	return p
}

// Validate returns the mistakes as errors that name their keys.
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
	if _, ok := protocols[p.complete().Protocol]; !ok {
		note("protocol", "unknown protocol %q (have %s)", p.Protocol, strings.Join(Protocols(), ", "))
	}
	if !slices.Contains([]Restart{"", Never, EachGame, WithWeights}, p.Restart) {
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
	p.validateLines(note)
	for _, name := range p.inserted() {
		if p.Weights.Index(name) < 0 {
			note("command", "{weight:%s} is none of the weights of the program", name)
		}
	}
	if p.inserts() && len(p.Weights) == 0 {
		note("weights", "missing: a command with {weights} in it names its weights here")
	}
	return errors.Join(mistakes...)
}

// validateLines notes what is wrong with the lines for protocols of text.
func (p Program) validateLines(note func(key, format string, args ...any)) {
	protocol := p.complete().Protocol
	declares := protocol == "ludus" || protocol == "uci"
	switch {
	case p.Set != "" && declares:
		note("set", "a program that speaks %s says itself which weights it has, and gets them without a line of the config", protocol)
	case p.Set != "" && !strings.Contains(p.Set, "{value}"):
		note("set", "%q has no {value} in it, the weight's value; {name} is its name", p.Set)
	case p.Set != "" && len(p.Weights) == 0:
		note("weights", "missing: set needs the weights, NAME: {min, max, default}")
	case p.Set == "" && !declares && len(p.Weights) > 0 && !p.inserts():
		note("set", "missing: the line that sets a weight, with {name} and {value} in it; or a command with {weights} or {weight:NAME}")
	}
	for _, lines := range []struct {
		key   string
		lines []string
	}{{"set", []string{p.Set}}, {"setup", p.Setup}, {"each_game", p.EachGame}} {
		for _, line := range lines.lines {
			if strings.ContainsFunc(line, unicode.IsControl) {
				note(lines.key, "%q is not one line of text", line)
			}
		}
		if protocol == "ludus" && lines.key != "set" && len(lines.lines) > 0 {
			note(lines.key, "a program that speaks ludus is sent nothing but requests")
		}
	}
}

// folder is the absolute folder of the config.
func (p Program) folder() string {
	abs, err := filepath.Abs(p.Folder)
	if err != nil {
		return p.Folder
	}
	return abs
}

// dir is the absolute working folder of the program.
func (p Program) dir() string {
	if filepath.IsAbs(p.Dir) {
		return p.Dir
	}
	return filepath.Join(p.folder(), p.Dir)
}

// path finds the executable.
func (p Program) path() (string, error) {
	if len(p.Command) == 0 || p.Command[0] == "" {
		return "", errors.New("missing: the executable and its arguments")
	}
	name := p.Command[0]
	if !strings.ContainsRune(name, '/') && !strings.ContainsRune(name, filepath.Separator) {
		found, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("%q is not in PATH", name)
		}
		return filepath.Abs(found)
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(p.folder(), name)
	}
	found, err := exec.LookPath(name)
	if err == nil {
		return found, nil
	}
	var of *exec.Error
	if errors.As(err, &of) {
		err = of.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%q does not exist", p.Command[0])
	}
	return "", fmt.Errorf("%q cannot be run: %w", p.Command[0], err)
}
