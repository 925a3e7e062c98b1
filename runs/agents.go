package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
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
	if err == nil {
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
		agent.Weights = s.space.Default()
		if s.start != nil {
			agent.Weights = s.start
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
		given, err := expand(s.engine.Spec().Settings, c.Settings)
		if err != nil {
			return own, keys.Under("settings", err)
		}
		own = configs.Settings(given)
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
	return t.As(ctx, player)
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
	return c.AgentAt(ctx, e, settings, DefaultSeats(e), source, store)
}

// AgentAt finds an agent as [Catalog.Agent] does, for a table of so many seats.
func (c Catalog) AgentAt(ctx context.Context, e engines.Engine, settings engines.Settings, seats int, source, store string) (engines.Agent, error) {
	agent := engines.Agent{Name: source}
	switch run, isRun := strings.CutPrefix(source, "run:"); {
	case source == "" || source == "default":
		agent.Weights = e.Spec().Weights.Default()
		return agent, nil
	case slices.Contains(engines.Baselines, source):
		agent.Player = source
		return agent, nil
	case source == "champion":
		return c.champion(e, settings, seats)
	case isRun:
		return agentOfRun(ctx, e, run, store)
	case strings.HasPrefix(source, "level:"):
		level, err := engines.FindLevel(e, strings.TrimPrefix(source, "level:"))
		return level.Agent, mistake(err)
	}
	if r, ok := e.(engines.Roster); ok {
		for _, known := range r.Roster() {
			if known.Name == source {
				return known, nil
			}
		}
	}
	return agentOfFile(e, source)
}

// source finds an agent as [Catalog.Agent] does, the champion for the seats of the config.
func (s *setup) source(ctx context.Context, e engines.Engine, asked engines.Settings, source string) (engines.Agent, error) {
	return s.catalog.AgentAt(ctx, e, asked, s.seats, source, s.store)
}

// sources are the names of agents that a game has, whatever its settings.
func sources(e engines.Engine) []string {
	names := append([]string{"default", "champion"}, engines.Baselines...)
	if l, ok := e.(engines.Leveller); ok {
		for _, level := range l.Levels() {
			names = append(names, "level:"+level.Agent.Name)
		}
	}
	if r, ok := e.(engines.Roster); ok {
		for _, a := range r.Roster() {
			names = append(names, a.Name)
		}
	}
	return append(names, "run:RUN")
}

func agentOfFile(e engines.Engine, path string) (engines.Agent, error) {
	doc, err := weights.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return engines.Agent{}, mistakef("weights %s: no such file, and no agent of that name (%s)", path, keys.Suggest(sources(e), path))
	}
	if err != nil {
		return engines.Agent{}, mistake(err)
	}
	return agentOfDocument(e, doc, path)
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
		return engines.Agent{}, needsConfig(rec.ID, doc.Player)
	}
	return agentOfDocument(e, doc, "run:"+rec.ID)
}

// ErrNoChampion says that nothing better than the defaults is known.
var ErrNoChampion = errors.New("no champion of this game for these settings and so many seats ships with the program")

// champion finds the champion for an engine as it is set, at a table of so many seats.
func (c Catalog) champion(e engines.Engine, settings engines.Settings, seats int) (engines.Agent, error) {
	all, err := c.AllChampions()
	if err != nil {
		return engines.Agent{}, err
	}
	complete, err := engines.Resolve(e.Spec().Settings, settings)
	if err != nil {
		return engines.Agent{}, mistake(err)
	}
	found, ok := weights.FindChampion(all, e.Spec().Name, complete, seats)
	if !ok {
		found, ok = elsewhere(all, e, settings, seats)
	}
	if !ok {
		return engines.Agent{}, mistake(noChampion(all, e))
	}
	return agentOfDocument(e, found.Document, "champion")
}

// elsewhere finds a champion that is for other settings than the defaults, where
// nothing that was asked for speaks against them and its weights mean the same: it
// plays with its own settings.
func elsewhere(all []weights.Champion, e engines.Engine, asked engines.Settings, seats int) (found weights.Champion, ok bool) {
	for _, c := range all {
		if c.Engine != e.Spec().Name || !c.Fits(seats) {
			continue
		}
		fits := true
		for name, value := range c.Settings {
			given, is := asked[name]
			fits = fits && (!is || given == value)
		}
		with, err := e.With(c.Settings)
		if !fits || err != nil || !sameWeights(with.Spec().Weights, e.Spec().Weights) {
			continue
		}
		if !ok || c.Seats > found.Seats || c.Seats == found.Seats && len(c.Settings) > len(found.Settings) {
			found, ok = c, true
		}
	}
	return found, ok
}

func sameWeights(a, b engines.Space) bool {
	return slices.EqualFunc(a, b, func(x, y engines.Weight) bool { return x.Name == y.Name })
}

// noChampion says which settings and tables the champions of a game are for.
func noChampion(all []weights.Champion, e engines.Engine) error {
	var have []string
	for _, c := range all {
		if c.Engine != e.Spec().Name {
			continue
		}
		var settings []string
		for _, name := range slices.Sorted(maps.Keys(c.Settings)) {
			settings = append(settings, name+"="+c.Settings[name])
		}
		what := cmp.Or(strings.Join(settings, " "), "any settings")
		if c.Seats > 0 {
			what += fmt.Sprintf(" with %d seats", c.Seats)
		}
		have = append(have, what)
	}
	if have == nil {
		return ErrNoChampion
	}
	return fmt.Errorf("%w; those that ship are for %s", ErrNoChampion, strings.Join(have, ", or "))
}

// agentOfDocument turns a weights document into an agent of this game, named
// after where it came from.
func agentOfDocument(e engines.Engine, doc weights.Document, source string) (engines.Agent, error) {
	if doc.Engine != e.Spec().Name {
		return engines.Agent{}, mistakef("weights %s: they are for %s, not %s", source, doc.Engine, e.Spec().Name)
	}
	with, err := e.With(doc.Settings)
	if err != nil {
		return engines.Agent{}, mistakef("weights %s: %w", source, err)
	}
	agent, err := doc.Agent(with.Spec())
	if err != nil {
		return engines.Agent{}, mistakef("weights %s: %w", source, err)
	}
	agent.Name = source
	return agent, nil
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
