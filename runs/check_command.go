package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/external/protocol"
)

// CommandOptions describe the check of a program that is not in a config. Command is required.
type CommandOptions struct {
	Command  []string // executable and its arguments
	Protocol string   // name of the protocol; the default "" is ludus
	// Game is the name of the game that the program plays during the check. The default is the
	// first game of the catalog that the program names, or else a game that its protocol
	// supports.
	Game    string
	Games   int                    // number of games to play; the default 0 is 20
	Workers int                    // number of games played at once; the default 0 is the number of cores
	Trace   string                 // folder for one file per process, with every line; the default "" writes none
	Notify  func(external.Finding) // if not nil, receives every finding as soon as it is made
	Warning func(text string)      // if not nil, receives a message if a trace is incomplete
}

// CheckCommand tests a program that no config names yet, with the tests of [Check]. It also returns
// a draft of a config for the program, or "" if the program cannot be started.
func CheckCommand(ctx context.Context, c Catalog, o CommandOptions) (external.CheckResult, string, error) {
	p := external.Program{Name: programName(c, o.Command), Command: o.Command, Protocol: o.Protocol}
	if err := p.Validate(); err != nil {
		return external.CheckResult{}, "", mistake(err)
	}
	d, err := describe(ctx, p)
	if start, ok := errors.AsType[*external.StartError](err); ok {
		return unstarted(p.Name, o.Protocol, start, o.Notify), "", nil
	}
	if err != nil {
		return external.CheckResult{}, "", err
	}
	game, err := checkedGame(c, o, d)
	if err != nil {
		return external.CheckResult{}, "", err
	}
	draft := draftConfig(p, game, d)
	checked, err := Check(ctx, c, CheckOptions{Text: draft, Games: o.Games, Workers: o.Workers, Trace: o.Trace, Notify: o.Notify, Warning: o.Warning})
	return checked, draft, err
}

// describe starts a program and returns the name, games and options that the program reports about
// itself.
func describe(ctx context.Context, p external.Program) (protocol.Description, error) {
	ps, err := external.NewPrograms([]external.Program{p}, external.Options{Lanista: BuildInfo().Version})
	if err != nil {
		return protocol.Description{}, err
	}
	d, err := ps.Description(ctx, p.Name)
	return d, errors.Join(err, ps.Close())
}

// unstarted returns the result of a check in which a program could not be started. It contains one
// failed test, which is also passed to notify, unless notify is nil. name and protocol describe the
// checked program; an empty protocol means ludus. If another program failed to start, such as the
// one with the rules, the result names that program.
func unstarted(name, protocol string, err *external.StartError, notify func(external.Finding)) external.CheckResult {
	finding := external.Finding{ID: "start", Verdict: external.Fail, Detail: err.Err.Error()}
	if err.Program != name {
		name, finding.Detail = err.Program, err.Error()
	}
	if notify != nil {
		notify(finding)
	}
	return external.CheckResult{Program: name, Protocol: cmp.Or(protocol, "ludus"), Verdict: external.Fail, Checks: []external.Finding{finding}}
}

// checkedGame returns the name of the game that the program plays during the check, or "" for a
// program that implements the rules of its own game.
func checkedGame(c Catalog, o CommandOptions, d protocol.Description) (string, error) {
	if d.Role != protocol.Agent {
		return "", nil
	}
	if o.Game != "" {
		_, err := c.find(o.Game)
		return o.Game, mistake(err)
	}
	names := c.Games.Names()
	for _, name := range d.Games {
		if slices.Contains(names, name) {
			return name, nil
		}
	}
	if d.Games != nil || len(names) == 0 {
		return "", mistakef("the program plays %s, none of the games %s", protocol.Printable(strings.Join(d.Games, ", ")), strings.Join(names, ", "))
	}
	for _, name := range []string{d.Usual, "othello"} {
		if slices.Contains(names, name) {
			return name, nil
		}
	}
	return names[0], nil
}

// interpreters matches the names of commands that run the script named by their argument.
var interpreters = pattern(`^(python|node|ruby|perl|java|sh|bash|lua|php|deno|wine)[0-9.]*$`)

var notNames = pattern(`[^a-z0-9_-]+`)

// pattern returns a function that compiles a regular expression when it is first called.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// programName derives a name for the config from the command of a program.
func programName(c Catalog, command []string) string {
	if len(command) == 0 {
		return "program"
	}
	file := filepath.Base(command[0])
	if interpreters().MatchString(file) {
		for _, arg := range command[1:] {
			if !strings.HasPrefix(arg, "-") {
				file = filepath.Base(arg)
				break
			}
		}
	}
	file = strings.TrimSuffix(file, filepath.Ext(file))
	name := strings.Trim(notNames().ReplaceAllString(strings.ToLower(file), "-"), "-")
	if name == "" || slices.Contains(takenNames, name) || slices.Contains(c.Games.Names(), name) {
		name = strings.Trim("program-"+name, "-")
	}
	return name
}

// draftConfig returns the draft of a config for a program. Comments in the draft list what the
// program declares, such as its weights.
func draftConfig(p external.Program, game string, d protocol.Description) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	spoken := cmp.Or(p.Protocol, "ludus")
	line("# %s", cmp.Or(strings.TrimSpace(d.Name+" "+d.Version), p.Name))
	line("programs:")
	line("  %s:", p.Name)
	var words []string
	for _, word := range p.Command {
		words = append(words, inYAML(word))
	}
	line("    command: [%s]", strings.Join(words, ", "))
	line("    protocol: %s", spoken)
	switch spoken {
	case "uci":
		line("    # options: {Hash: 4}              # fixed settings of the engine")
	case "xboard":
		line("    # options: {memory: 16}           # fixed settings of the engine")
	case "gtp", "nboard":
		if game == "go" { // its programs have settings in the command only
			line("    # weights: {level: {min: 0, max: 10, default: 1, kind: integer}}   # with --level '{weight:level}' in the command")
			break
		}
		line("    # weights: {corner: {min: 0, max: 50, default: 10}}")
		line("    # set: set_weight {name} {value}   # the line that sets a weight; or {weight:NAME} in the command")
	}
	draftGame(line, p.Name, spoken, game, d)
	line("budget: {games: 2000}")
	opponents := "default"
	if d.Role == protocol.Rules {
		opponents = "random"
	}
	line("verification: {games: 800, opponents: [%s]}", opponents)
	line("seed: 1")
	return b.String()
}

// draftGame writes the section engine of the draft config for a program: the game, its settings,
// and as comments the weights that the program declares. name is the name of the program, spoken
// its protocol, and game the game that it plays. draftGame calls line once for each line of text.
func draftGame(line func(format string, args ...any), name, spoken, game string, d protocol.Description) {
	line("engine:")
	if d.Role == protocol.Agent {
		line("  name: %s", game)
		line("  player: %s", name)
	} else {
		line("  name: %s", name)
	}
	if d.Role == protocol.Rules {
		line("  # player: bot                     # a program that chooses moves, under programs like this one")
	}
	limit := ""
	if d.NeedsLimit != "" {
		limit = "limit: depth 2, "
	}
	switch game {
	case "chess":
		line("  settings: {%srandom_plies: 8, resign_moves: 3, draw_moves: 8}", limit)
	case "othello":
		line("  settings: {%srandom_plies: 8}", limit)
	case "go":
		line("  settings: {size: 9, komi: 7.5}")
	}
	offers := slices.Clone(d.Weights)
	what := "take the # from those to change; the others are tuned as the program declares them"
	declares := spoken == "uci" || spoken == "xboard" // options, of which some may be weights
	if declares {
		offers, what = nil, "take the # from those to tune"
		for _, w := range d.Offers {
			if protocol.Tunable(w) {
				offers = append(offers, w)
			}
		}
	}
	if len(offers) > 0 {
		line("  # weights:                        # %s", what)
	}
	for _, w := range offers {
		entry := fmt.Sprintf("  #   %s: {start: %s}", inYAML(w.Name), decimal(w.Default))
		if !declares {
			entry = fmt.Sprintf("  #   %s: {min: %s, max: %s, start: %s}", inYAML(w.Name), decimal(w.Min), decimal(w.Max), decimal(w.Default))
		}
		if declares && w.Kind&(engines.Integer|engines.Choices) == 0 { // a text without a range
			entry = fmt.Sprintf("  #   %s: {min: %s, max: %s, start: %s}", inYAML(w.Name), decimal(min(0, 2*w.Default)), decimal(max(0, 2*w.Default)), decimal(w.Default))
			line("%-58s # real; the engine declares no range", entry)
			continue
		}
		if w.Kind.Has(engines.Choices) {
			entry = fmt.Sprintf("  #   %s: {start: %s}", inYAML(w.Name), inYAML(w.Format(w.Default)))
			line("%-58s # one of %s%s", entry, strings.Join(w.Choices, ", "), docOf(w))
			continue
		}
		line("%-58s # %v, %s to %s%s", entry, w.Kind, decimal(w.Min), decimal(w.Max), docOf(w))
	}
}

// decimal formats a number without an exponent.
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// docOf returns a YAML comment with a program's description of a weight.
func docOf(w engines.Weight) string {
	if w.Doc == "" || w.Doc == "an option of the program" {
		return ""
	}
	return ": " + w.Doc
}

// plainYAML matches texts that need no quotation marks in YAML, as a key or in a list.
var plainYAML = pattern(`^[A-Za-z_./][A-Za-z0-9_./ ()%+-]*$`)

// inYAML formats a text as a YAML scalar in one line, with quotation marks if necessary.
func inYAML(text string) string {
	switch strings.ToLower(text) {
	case "true", "false", "yes", "no", "on", "off", "y", "n", "null":
	default:
		if plainYAML().MatchString(text) && text == strings.TrimSpace(text) {
			return text
		}
	}
	if utf8.ValidString(text) && strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.QuoteToASCII(text) // whose escapes YAML has, too
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
