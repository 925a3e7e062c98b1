package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
)

// resolveAgents converts a list of agents in a config to engines.Agent values, in the same order.
// It adds a mistake to m for every agent that cannot be created and for every name given twice.
func resolveAgents(ctx context.Context, r *Resolved, m *mistakes, list []configs.Agent, path string) []engines.Agent {
	var out []engines.Agent
	seen := make(map[string]bool)
	for i, c := range list {
		agent, err := r.agent(ctx, c)
		if err == nil && seen[agent.Name] {
			err = fmt.Errorf("two agents are named %s", agent.Name)
		}
		if err == nil {
			err = r.playable(ctx, agent)
		}
		m.add(fmt.Sprintf("%s[%d]", path, i), err)
		seen[agent.Name] = true
		out = append(out, agent)
	}
	return out
}

// agentsIn yields the agents of all lists of a config with their keys, such as "opponents[0]".
func agentsIn(c configs.Config) iter.Seq2[string, configs.Agent] {
	return func(yield func(string, configs.Agent) bool) {
		for _, l := range []struct {
			key    string
			agents []configs.Agent
		}{{"agents", c.Agents}, {"opponents", c.Opponents}, {"verification.opponents", c.Verification.Opponents}} {
			for i, agent := range l.agents {
				if !yield(fmt.Sprintf("%s[%d]", l.key, i), agent) {
					return
				}
			}
		}
	}
}

// agent converts one agent of a config. The config gives the weights as numbers, as "start" (the
// weights that the search starts from), or by the name of a source such as a stored run.
func (r *Resolved) agent(ctx context.Context, c configs.Agent) (engines.Agent, error) {
	agent := engines.Agent{Name: c.Name, Player: c.Player}
	var err error
	if agent.Settings, err = ownSettings(r.Engine.Spec(), c); err != nil {
		return agent, err
	}
	if agent.Player == "" && c.Weights.Named == nil && c.Weights.List == nil && r.isProgram(c.Weights.Source) {
		agent.Player, c.Weights.Source = c.Weights.Source, ""
	}
	if agent.Player == "" && c.Weights.Source == "champion" && r.Programs.Has(r.Config.Engine.Player) {
		agent.Player = external.Own // champions that ship are the game's, not a program's
	}
	e, err := r.Engine.With(agent.Settings)
	if err = keys.Under("settings", err); err == nil {
		e, err = playing(ctx, e, agent.Player)
	}
	if err != nil {
		return agent, err
	}
	space := e.Spec().Weights
	switch w := c.Weights; {
	case w.Named != nil:
		named := w.Named
		if program := cmp.Or(agent.Player, r.Config.Engine.Player); r.Programs.Has(program) {
			if named, err = offered(r.Programs.Known(program), program, "weights", named); err != nil {
				return agent, err
			}
		}
		agent.Weights, err = space.FromNamed(named)
		err = keys.Under("weights", err)
		if rest := unnamed(space, named); err == nil && rest != "" && !slices.Contains(engines.Baselines, c.Player) {
			r.Notes = append(r.Notes, fmt.Sprintf("agent %s: the weights that it does not name have their defaults: %s", c.Name, rest))
		}
	case w.List != nil:
		agent.Weights = w.List
		err = keys.Under("weights", space.Check(agent.Weights))
	case w.Source == "start":
		agent.Weights = r.startWeights()
		if r.Space == nil { // its mistake is reported already
			agent.Weights = space.Default()
		}
	case agent.Player == "" || w.Source != "" && (r.Programs.Has(agent.Player) || agent.Player == external.Own):
		var from engines.Agent
		asked := overlay(configs.Settings(r.Config.Engine.Settings), agent.Settings)
		asked = ofSpec(e.Spec(), asked)
		from, err = r.source(ctx, e, asked, w.Source)
		agent.Weights = from.Weights
		if agent.Player == "" {
			agent.Player = from.Player
		}
		agent.Settings = overlay(from.Settings, agent.Settings)
		if err == nil && agent.Player == "" { // also what the game ships without weights, so that a resumed run stores the same
			agent, err = agent.Complete(r.Engine)
		}
	case r.Programs.Has(agent.Player):
		agent.Weights = space.Default()
	}
	if agent.Name == "" {
		agent.Name = cmp.Or(agent.Player, "agent")
	}
	return agent, err
}

// ownSettings returns the settings that a config gives to one agent. A setting that names a file is
// replaced by the file's contents. A setting that applies to the whole game, not to one player, is
// an error.
func ownSettings(spec engines.Spec, c configs.Agent) (engines.Settings, error) {
	own := configs.Settings(c.Settings)
	if len(c.Settings) > 0 {
		var err error
		if own, _, err = inlined(spec.Settings, c.Settings); err != nil {
			return nil, keys.Under("settings", err)
		}
	}
	return own, keys.Under("settings", ofPlayers(spec, own))
}

// ofPlayers returns an error if one of the settings belongs to the game, which all players share.
func ofPlayers(spec engines.Spec, settings engines.Settings) error {
	for _, known := range spec.Settings {
		if _, ok := settings[known.Name]; ok && !known.Player {
			return keys.Errorf(known.Name, "applies to the whole game, not to one agent; set it under engine.settings")
		}
	}
	return nil
}

// isProgram reports whether source is the name of a program in the config. Such a source is not
// read as a weights file, even if a file has the same name.
func (r *Resolved) isProgram(source string) bool {
	return r.Programs.Has(source) && source != r.Config.Engine.Name
}

// playing returns the game e with the weights of the named player in place of its own. The player
// is an external program or, if no program has the name, the game's built-in player. playing
// returns e unchanged if player is "", or if no external programs play e.
func playing(ctx context.Context, e engines.Engine, player string) (engines.Engine, error) {
	t, ok := e.(*external.Table)
	if !ok || player == "" {
		return e, nil
	}
	return t.WithPlayer(ctx, player)
}

// unnamed returns a text that lists the weights of space that are missing in named, with their
// defaults. It lists at most six, and adds a note if all weights have their defaults. It returns ""
// if none is missing.
func unnamed(space engines.Space, named map[string]engines.Value) string {
	var rest []string
	same := true
	for _, w := range space {
		v, ok := named[w.Name]
		same = same && (!ok || v == w.Value(w.Default))
		if !ok && !w.Kind.Has(engines.Fixed) {
			rest = append(rest, w.Name+" "+w.Format(w.Default))
		}
	}
	if len(rest) == 0 {
		return ""
	}
	const most = 6
	if more := len(rest) - most; more > 0 {
		rest = append(rest[:most], fmt.Sprintf("and %d more", more))
	}
	text := strings.Join(rest, ", ")
	if same {
		text += "; so it is the default agent"
	}
	return text
}

// Agent returns the agent that source names. A source is one of these:
//
//   - default: the default weights of the game
//   - champion: the best weights known for the game and its settings
//   - run:RUN: the result of a stored run
//   - level:NAME: a level of skill
//   - the name of a baseline player, or of an agent that ships with the game
//   - the path of a weights file, as written by export
//
// settings must be the settings with which the engine was opened, and seats is the number of seats
// of the games that the agent will play.
func (c Catalog) Agent(ctx context.Context, e engines.Engine, settings engines.Settings, seats int, source, store string) (engines.Agent, error) {
	agent, _, err := c.agent(ctx, e, settings, seats, source, store)
	return agent, err
}

// agent returns the agent that source names; see [Catalog.Agent]. note is a sentence that lists the
// weights of the game that are missing in the source, or "" if there are none.
func (c Catalog) agent(ctx context.Context, e engines.Engine, settings engines.Settings, seats int, source, store string) (_ engines.Agent, note string, _ error) {
	if e == nil {
		return engines.Agent{}, "", errNoEngine
	}
	if run, ok := strings.CutPrefix(source, "run:"); ok {
		return agentOfRun(ctx, e, run, store)
	}
	if source == "champion" {
		champions, err := c.AllChampions()
		if err != nil {
			return engines.Agent{}, "", err
		}
		agent, err := weights.ChampionFor(champions, e, settings, seats)
		return agent, "", mistake(err)
	}
	if name, ok := strings.CutPrefix(source, "level:"); ok {
		level, err := show.FindLevel(e, name)
		if l, ok := engines.As[show.Levels](e); err != nil && (!ok || len(l.Levels()) == 0) {
			err = fmt.Errorf("%w; its agents are default, %s", err, strings.Join(weights.AgentNames(e), ", "))
		}
		return level.Agent, "", mistake(err)
	}
	if agent, ok := weights.FindAgent(e, source); ok {
		return agent, "", nil
	}
	doc, err := weights.ReadFile(source)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("weights %s: no such file, and no agent of that name (%s)", source, weights.SuggestAgent(e, source))
	}
	if err != nil {
		return engines.Agent{}, "", mistake(err)
	}
	_, programs := e.(*external.Table)
	if _, ships := weights.FindAgent(e, doc.Player); !programs && !ships && doc.Player != external.Own {
		return engines.Agent{}, "", mistakef("weights %s: they are for the program %s: name a config with its command, too, such as the file of the run that they come from", source, doc.Player)
	}
	return agentOfDocument(e, doc, source)
}

// agentOfDocument returns the agent with the weights in doc. source is the file or run that doc
// comes from. note is a sentence on missing weights, as in [Catalog.agent]. It returns an error if
// the weights belong to an external program but those of e belong to the built-in player.
func agentOfDocument(e engines.Engine, doc weights.Document, source string) (_ engines.Agent, note string, _ error) {
	if t, ok := e.(*external.Table); ok && t.Player() == "" && doc.Player != external.Own {
		if _, ships := weights.FindAgent(e, doc.Player); !ships {
			return engines.Agent{}, "", mistakef("weights %s: they are for the program %s, not for the game's own player: in a config, name the program as the player of the agent; in a match, set them by --new-option NAME=VALUE", source, doc.Player)
		}
	}
	agent, err := doc.AgentOf(e, source)
	if err != nil {
		return agent, "", mistake(err)
	}
	with, err := e.With(doc.Settings)
	if err != nil {
		return agent, "", mistake(err)
	}
	named := make(map[string]engines.Value, len(doc.Weights))
	for _, w := range doc.Weights {
		named[w.Name] = doc.ValueOf(w)
	}
	if rest := unnamed(with.Spec().Weights, named); rest != "" && !slices.Contains(engines.Baselines, doc.Player) {
		note = fmt.Sprintf("weights %s: the weights that are missing have their defaults: %s", source, rest)
	}
	return agent, note, nil
}

// source returns the agent that a text such as "default" or "run:last" names, and adds a note to r if
// its file or run lacks weights. The agent plays games with the number of seats in the config.
// [Catalog.Agent] lists the possible texts.
func (r *Resolved) source(ctx context.Context, e engines.Engine, asked engines.Settings, source string) (engines.Agent, error) {
	agent, note, err := r.catalog.agent(ctx, e, asked, r.Seats, source, r.store)
	if note != "" && !slices.Contains(r.Notes, note) {
		r.Notes = append(r.Notes, note)
	}
	return agent, err
}

// agentOfRun returns an agent with the best weights of a stored run, and a note on missing weights as
// [Catalog.agent] does.
func agentOfRun(ctx context.Context, e engines.Engine, run, store string) (_ engines.Agent, note string, _ error) {
	rec, err := Record(ctx, store, results.WithWeights(run))
	if err != nil {
		return engines.Agent{}, "", err
	}
	doc, err := Document(rec, e.Spec())
	if err != nil {
		return engines.Agent{}, "", err
	}
	if _, seats := e.(*external.Table); doc.Player != "" && !seats {
		return engines.Agent{}, "", mistake(&programsError{rec.ID, []string{doc.Player}})
	}
	return agentOfDocument(e, doc, "run:"+rec.ID)
}
