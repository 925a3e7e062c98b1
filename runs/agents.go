package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
)

// agent makes one agent of a config. Its weights may be literal, be those that
// the search starts from ("start"), or come from a source by name.
func (s *setup) agent(ctx context.Context, c configs.Agent) (engines.Agent, error) {
	agent := engines.Agent{Name: c.Name, Player: c.Player}
	var err error
	if agent.Settings, err = s.ownSettings(c); err != nil {
		return agent, err
	}
	if agent.Player == "" && c.Weights.Named == nil && c.Weights.List == nil && s.isProgram(c.Weights.Source) {
		agent.Player, c.Weights.Source = c.Weights.Source, ""
	}
	if agent.Player == "" && c.Weights.Source == "champion" && s.programs.Has(s.config.Engine.Player) {
		agent.Player = external.Own // champions that ship are the game's, not a program's
	}
	e, err := s.engine.With(agent.Settings)
	if err = keys.Under("settings", err); err == nil {
		e, err = s.playing(ctx, e, agent.Player)
	}
	if err != nil {
		return agent, err
	}
	space := e.Spec().Weights
	switch w := c.Weights; {
	case w.Named != nil:
		agent.Weights, err = space.FromNamed(w.Named)
		err = keys.Under("weights", err)
		if rest := unnamed(space, w.Named); err == nil && rest != "" {
			s.notes = append(s.notes, fmt.Sprintf("agent %s: the weights that it does not name have their defaults: %s", c.Name, rest))
		}
	case w.List != nil:
		agent.Weights = w.List
		err = keys.Under("weights", space.Check(agent.Weights))
	case w.Source == "start":
		agent.Weights = s.startWeights()
		if s.space == nil { // what is wrong with it has been told
			agent.Weights = space.Default()
		}
	case agent.Player == "" || w.Source != "" && (s.programs.Has(agent.Player) || agent.Player == external.Own):
		var from engines.Agent
		asked := overlay(configs.Settings(s.config.Engine.Settings), agent.Settings)
		asked = ofSpec(e.Spec(), asked)
		from, err = s.source(ctx, e, asked, w.Source)
		agent.Weights = from.Weights
		if agent.Player == "" {
			agent.Player = from.Player
		}
		agent.Settings = overlay(from.Settings, agent.Settings)
		if err == nil && agent.Player == "" { // also what the game ships without weights, so that a resumed run stores the same
			agent, err = agent.Complete(s.engine)
		}
	case s.programs.Has(agent.Player):
		agent.Weights = space.Default()
	}
	if agent.Name == "" {
		agent.Name = cmp.Or(agent.Player, "agent")
	}
	return agent, err
}

// ownSettings are the settings of an agent's own, files by their contents; they are all
// of players.
func (s *setup) ownSettings(c configs.Agent) (engines.Settings, error) {
	own := configs.Settings(c.Settings)
	if len(c.Settings) > 0 {
		var err error
		if own, err = inlined(s.engine.Spec().Settings, c.Settings); err != nil {
			return nil, keys.Under("settings", err)
		}
	}
	for _, known := range s.engine.Spec().Settings {
		if _, ok := own[known.Name]; ok && !known.Player {
			return own, keys.Errorf("settings."+known.Name, "belongs to the table, not to one agent; set it under engine.settings")
		}
	}
	return own, nil
}

// isProgram reports whether a source is the name of a program. It then means no
// file of that name, which may be the program itself.
func (s *setup) isProgram(source string) bool {
	return s.programs.Has(source) && source != s.config.Engine.Name
}

// playing is an engine whose weights are those of a player that is named.
func (s *setup) playing(ctx context.Context, e engines.Engine, player string) (engines.Engine, error) {
	t, ok := e.(*external.Table)
	if !ok || player == "" {
		return e, nil
	}
	return t.WithPlayer(ctx, player)
}

// unnamed lists the weights that a map leaves to their defaults, and says where
// that makes all of them the defaults; "" where it names all.
func unnamed(space engines.Space, named map[string]float64) string {
	var rest []string
	same := true
	for _, w := range space {
		v, ok := named[w.Name]
		same = same && (!ok || v == w.Default)
		if !ok && !w.Kind.Has(engines.Fixed) {
			rest = append(rest, fmt.Sprintf("%s %v", w.Name, w.Default))
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

// Agent finds an agent by the name of its source: default, champion, run:RUN of a
// store, level:NAME, a player that any game has, an agent that the game ships, or a
// file that export wrote. The engine must have the settings that were asked for; the
// settings are given again, since they choose a champion, here one for as many seats
// as the game has where nobody says.
func (c Catalog) Agent(ctx context.Context, e engines.Engine, settings engines.Settings, source, store string) (engines.Agent, error) {
	return c.AgentAt(ctx, e, settings, defaultSeats(e), source, store)
}

// AgentAt finds an agent as [Catalog.Agent] does, for a table of so many seats.
func (c Catalog) AgentAt(ctx context.Context, e engines.Engine, settings engines.Settings, seats int, source, store string) (engines.Agent, error) {
	if run, ok := strings.CutPrefix(source, "run:"); ok {
		return agentOfRun(ctx, e, run, store)
	}
	if source == "champion" {
		champions, err := c.AllChampions()
		if err != nil {
			return engines.Agent{}, err
		}
		agent, err := weights.ChampionFor(champions, e, settings, seats)
		return agent, mistake(err)
	}
	if name, ok := strings.CutPrefix(source, "level:"); ok {
		level, err := show.FindLevel(e, name)
		if l, ok := engines.As[show.Levels](e); err != nil && (!ok || len(l.Levels()) == 0) {
			err = fmt.Errorf("%w; its agents are default, %s", err, strings.Join(weights.AgentNames(e), ", "))
		}
		return level.Agent, mistake(err)
	}
	if agent, ok := weights.FindAgent(e, source); ok {
		return agent, nil
	}
	doc, err := weights.ReadFile(source)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("weights %s: no such file, and no agent of that name (%s)", source, weights.SuggestAgent(e, source))
	}
	if err != nil {
		return engines.Agent{}, mistake(err)
	}
	agent, err := doc.AgentOf(e, source)
	return agent, mistake(err)
}

// source finds an agent as [Catalog.Agent] does, the champion for the seats of the config.
func (s *setup) source(ctx context.Context, e engines.Engine, asked engines.Settings, source string) (engines.Agent, error) {
	return s.catalog.AgentAt(ctx, e, asked, s.seats, source, s.store)
}

// agentOfRun takes the best weights of a stored run.
func agentOfRun(ctx context.Context, e engines.Engine, run, store string) (engines.Agent, error) {
	if run == "last" {
		run = results.LastWeights
	}
	rec, err := Record(ctx, store, run)
	if err != nil {
		return engines.Agent{}, err
	}
	doc, err := Document(rec, e.Spec())
	if err != nil {
		return engines.Agent{}, err
	}
	if _, seats := e.(*external.Table); doc.Player != "" && !seats {
		return engines.Agent{}, mistake(&programsError{rec.ID, []string{doc.Player}})
	}
	agent, err := doc.AgentOf(e, "run:"+rec.ID)
	return agent, mistake(err)
}

// SpecOf is the game of a stored run as far as its weights need it. A game that is
// not in the catalog is that of a program, and what the store has of it is enough.
func (c Catalog) SpecOf(rec results.Record) engines.Spec {
	if e, err := c.find(rec.Engine); err == nil {
		return e.Spec()
	}
	return engines.Spec{Name: rec.Engine, Title: rec.Engine, Weights: rec.Space, ScaleFree: rec.ScaleFree}
}

// Document is what a run of an engine exports. A run that is not finished has
// no settings of its answer in the store yet; they are those of its config. Weights
// of a program name it as their player.
func Document(rec results.Record, spec engines.Spec) (weights.Document, error) {
	doc, err := rec.Document()
	return described(rec, spec, doc, err)
}

// CandidateDocument returns what a run exports for a candidate of its verification.
func CandidateDocument(rec results.Record, spec engines.Spec, name string) (weights.Document, error) {
	doc, err := rec.CandidateDocument(name)
	return described(rec, spec, doc, mistake(err))
}

// RoundDocument returns what a run exports for the best weights after a round.
func RoundDocument(rec results.Record, spec engines.Spec, number int) (weights.Document, error) {
	doc, err := rec.RoundDocument(number)
	return described(rec, spec, doc, mistake(err))
}

// described adds to a document of a run what its config has: the player, and the
// settings of a run that is not finished.
func described(rec results.Record, spec engines.Spec, doc weights.Document, err error) (weights.Document, error) {
	if err != nil {
		return doc, err
	}
	d, err := configs.Parse([]byte(rec.Config), "run "+rec.ID)
	if err != nil {
		return doc, ifUnfinished(rec, err)
	}
	c, err := d.Config()
	if err != nil {
		return doc, ifUnfinished(rec, err)
	}
	doc.Player = c.Engine.Player
	if rec.Answer == nil {
		doc.Settings = playerSettings(spec, c.Engine.Settings)
	}
	return doc, nil
}

// ifUnfinished is an error in the config of a run, nil where its answer says all
// that is needed.
func ifUnfinished(rec results.Record, err error) error {
	if rec.Answer != nil {
		return nil
	}
	return err
}
