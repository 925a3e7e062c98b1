package runs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
)

// MatchOptions describe a match of two sides, such as two builds of an engine. The zero value of
// every field but New, Old and Game is usable.
type MatchOptions struct {
	// New and Old are the two sides of the match. A sequential test decides whether New is stronger
	// than Old.
	New, Old MatchSide
	Game     string // name of the game in the catalog
	// Limit applies to the moves of both sides, unless a side has a limit of its own.
	Limit engines.Limit
	// Settings are settings of the game.
	Settings engines.Settings
	// Schedule is the section schedule of the config: the number of openings and the sequential test.
	Schedule ScheduleOptions
	Seed     uint64 // seed of the deals (game starts)
}

// MatchSide is one side of a match: a program, or an agent of the game's built-in player.
type MatchSide struct {
	Name string // name in tables; "" means the name of the executable or of the agent
	// Command is the executable of a program and its arguments. nil means that Agent plays.
	Command  []string
	Protocol string              // protocol of the program; "" means ludus
	Options  []configs.NamedText // settings of the program, in this order
	Restart  string              // when the program gets a new process; "" for the default
	Margin   time.Duration       // time by which a move may be late; 0 for the default
	Agent    string              // source of the agent's weights, such as default, run:RUN or a file
	Limit    engines.Limit       // limit of this side alone
}

// These are the names of the two programs in the config of a match. They are also added to the
// names of the sides if these are equal.
const (
	newProgram = "new"
	oldProgram = "old"
)

// Config returns the config of a tournament that plays the match. Its first agent is New. An error
// means that the options have a mistake.
func (o MatchOptions) Config() (configs.Config, error) {
	c := configs.Config{Seed: o.Seed, Engine: configs.Engine{Name: o.Game, Settings: scalars(o.Settings)}}
	programs := o.New.Command != nil || o.Old.Command != nil
	if programs {
		c.Programs = make(map[string]configs.Program)
	}
	names := matchNames(o.New, o.Old)
	for i, side := range []MatchSide{o.New, o.Old} {
		agent := configs.Agent{Name: names[i], Weights: configs.AgentWeights{Source: side.Agent}}
		if side.Command != nil {
			program := []string{newProgram, oldProgram}[i]
			c.Programs[program] = configs.Program{
				Command: side.Command, Protocol: side.Protocol, Options: side.Options, Restart: side.Restart, Margin: side.Margin,
			}
			agent.Player, agent.Weights = program, configs.AgentWeights{}
		}
		settings, err := limitSettings(side.Limit, programs)
		if err != nil {
			return c, mistake(err)
		}
		agent.Settings = settings
		c.Agents = append(c.Agents, agent)
	}
	settings, err := limitSettings(o.Limit, programs)
	if err != nil {
		return c, mistake(err)
	}
	maps.Copy(c.Engine.Settings, settings)
	if c.Schedule, err = configs.Map(o.Schedule); err != nil {
		return c, err
	}
	return c, nil
}

// ResumedSide is one of the two sides of a resumed match: an agent or a program, and the program's
// options.
type ResumedSide struct {
	Text    string              // the side, as of [MatchSideOf]
	Options []configs.NamedText // settings of its program
}

// StoredMatch returns the config for resuming the stored match o.Resume with the sides old and new.
// The commands and options of programs come from the sides, because stored commands are not
// trusted. Everything else comes from the store. If the sides are not those of the match, the
// config differs from the stored one, and the run cannot be resumed with it.
func StoredMatch(ctx context.Context, c Catalog, o Options, old, new ResumedSide) (configs.Config, error) {
	stored, err := readStored(ctx, o.withDefaults())
	if err != nil {
		return configs.Config{}, err
	}
	config := stored.config
	if stored.rec.Kind != results.Tournament || len(config.Agents) != 2 || len(config.Programs) > 0 && !isMatch(config) {
		return config, mistakef("run %s is no match; 'lanista runs %s' prints the command that resumes it", stored.rec.ID, stored.rec.ID)
	}
	config.Programs, config.Agents = maps.Clone(config.Programs), slices.Clone(config.Agents)
	for i, given := range []ResumedSide{new, old} {
		side, err := MatchSideOf(c, config.Engine.Name, given.Text)
		if err != nil {
			return config, err
		}
		agent := &config.Agents[i]
		p, program := config.Programs[agent.Player]
		switch {
		case program && side.Command == nil:
			return config, mistakef("run %s: %s is an agent of the game, but the program %s played the match", stored.rec.ID, given.Text, agent.Name)
		case !program && side.Command != nil:
			return config, mistakef("run %s: %s is the command of a program, but the agent %s played the match", stored.rec.ID, given.Text, agent.Name)
		case program:
			config.Programs[agent.Player] = configs.Program{
				Command: side.Command, Options: given.Options, Protocol: p.Protocol, Restart: p.Restart, Margin: p.Margin,
			}
		default:
			agent.Player, agent.Weights = "", configs.AgentWeights{Source: side.Agent}
			agent.Settings = maps.Clone(agent.Settings) // those of the limit; the agent has the others
			maps.DeleteFunc(agent.Settings, func(name string, _ configs.Scalar) bool {
				return name != external.LimitSetting && name != "depth" && name != "nodes"
			})
		}
	}
	return config, nil
}

// isMatch reports whether the config is a match of two agents, at least one of which is an external
// program. The programs must be named "new" for the first agent and "old" for the second.
func isMatch(c configs.Config) bool {
	if len(c.Agents) != 2 || len(c.Programs) == 0 {
		return false
	}
	programs := 0
	for i, name := range []string{newProgram, oldProgram} {
		if _, ok := c.Programs[name]; ok && c.Agents[i].Player == name {
			programs++
		}
	}
	return programs == len(c.Programs)
}

// limitSettings returns the settings that limit the search of an agent to l. If external programs
// play, it is the setting limit, and otherwise the setting depth or nodes of the built-in player. A
// time limit for the built-in player is an error.
func limitSettings(l engines.Limit, programs bool) (map[string]configs.Scalar, error) {
	switch {
	case l == (engines.Limit{}):
		return nil, nil
	case programs:
		return map[string]configs.Scalar{external.LimitSetting: configs.Scalar(l.String())}, nil
	case l.Depth > 0:
		return map[string]configs.Scalar{"depth": configs.Scalar(strconv.Itoa(l.Depth))}, nil
	case l.Nodes > 0:
		return map[string]configs.Scalar{"nodes": configs.Scalar(strconv.FormatUint(l.Nodes, 10))}, nil
	}
	return nil, errors.New("a limit of time requires a program; limit the built-in player by depth or nodes")
}

// matchNames returns the names of both sides in tables. If they would be equal, it adds the words
// "new" and "old".
func matchNames(sides ...MatchSide) []string {
	names := make([]string, len(sides))
	for i, side := range sides {
		switch {
		case side.Name != "":
			names[i] = side.Name
		case side.Command != nil:
			names[i] = filepath.Base(side.Command[0])
		default:
			names[i] = side.Agent
		}
	}
	if names[0] == names[1] {
		names[0] = newProgram + " " + names[0]
		names[1] = oldProgram + " " + names[1]
	}
	return names
}

// MatchSideOf returns the side of a match that text describes: an agent of the game, or a program
// by its command. An agent is a name such as default or run:RUN, or a file of weights (.json,
// .yaml, .yml). Any other text is a command, which is split into words at blanks. A text of several
// words is a command even if it ends in .json or .yaml, unless it is the name of an existing file.
// If the game is unknown, the error is a [keys.KeyError].
func MatchSideOf(c Catalog, game, text string) (MatchSide, error) {
	e, err := c.find(game)
	if err != nil {
		return MatchSide{}, keys.Under("game", err)
	}
	command, err := splitCommand(text)
	several := err == nil && len(command) > 1
	switch ext := strings.ToLower(filepath.Ext(text)); {
	case strings.TrimSpace(text) == "":
		return MatchSide{}, mistakef("the name of a side is empty")
	case !several && (ext == ".json" || ext == ".yaml" || ext == ".yml"),
		strings.HasPrefix(text, runPrefix), strings.HasPrefix(text, "level:"), isBuiltin(e, text):
		return MatchSide{Agent: text}, nil
	}
	if err != nil {
		return MatchSide{}, mistakef("%s: %w", text, err)
	}
	return MatchSide{Command: command}, nil
}

// splitCommand splits a command into its executable and arguments, at blanks outside of single or
// double quotes. The name of an existing file is one word. A backslash quotes a following blank,
// quote or backslash, except in single quotes.
func splitCommand(text string) ([]string, error) {
	if info, err := os.Stat(text); err == nil && info.Mode().IsRegular() {
		return []string{text}, nil
	}
	var words []string
	var word []rune
	begun, quote := false, rune(0)
	list := []rune(text)
	for i := 0; i < len(list); i++ {
		c := list[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(list) && strings.ContainsRune(" \t\"'\\", list[i+1]):
			i++
			word, begun = append(word, list[i]), true
		case c == quote:
			quote = 0
		case quote != 0:
			word = append(word, c)
		case c == '"' || c == '\'':
			quote, begun = c, true
		case unicode.IsSpace(c):
			if begun {
				words = append(words, string(word))
			}
			word, begun = nil, false
		default:
			word, begun = append(word, c), true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	if begun {
		words = append(words, string(word))
	}
	return words, nil
}

// isBuiltin reports whether text names an agent that ships with the game, so that neither a file
// nor an external program is required.
func isBuiltin(e engines.Engine, text string) bool {
	if text == "default" || text == "champion" || slices.Contains(engines.Baselines, text) {
		return true
	}
	b, ok := engines.As[engines.BuiltinAgents](e)
	return ok && slices.ContainsFunc(b.BuiltinAgents(), func(a engines.Agent) bool { return a.Name == text })
}
