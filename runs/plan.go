package runs

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// Plan is a config in which nothing is wrong, and what it would play.
type Plan struct {
	Verb     string // that plays it: evolve, tournament, grid, fit
	Engine   string
	Strategy string // "" of a tournament
	Resolved string // YAML, as the store would keep it
	Games    int    // of the search or the tournament, 0 where nobody can say
	Points   int    // of a grid
	// Verification is how many games verify the answer of a search. Difference is what a
	// match of it, or the games of one agent of a tournament, tell from none, in Elo; nil
	// where nothing is measured so.
	Verification int
	Difference   *float64
}

// Plan reads a config as the verb that plays it does, and plays nothing. All its
// mistakes are told at once. A config that names a file, or a program, or a player
// that is no part of the game, is a mistake too: it may come from somebody who must
// not read files and start programs here.
func (c Catalog) Plan(ctx context.Context, o Options) (Plan, error) {
	o = o.withDefaults()
	doc, err := o.document(ctx, "", c.Configs())
	if err != nil {
		return Plan{}, mistake(err)
	}
	if err := c.selfContained(doc); err != nil {
		return Plan{}, err
	}
	return c.plan(ctx, doc, o)
}

// Examine is Plan for whoever may read files and start programs here: files are read,
// and programs asked for their weights. The places say where every value of the
// resolved config comes from.
func (c Catalog) Examine(ctx context.Context, o Options) (Plan, []ValueOrigin, error) {
	o = o.withDefaults()
	doc, err := o.document(ctx, "", c.Configs())
	if err != nil {
		return Plan{}, nil, mistake(err)
	}
	p, err := c.plan(ctx, doc, o)
	if err != nil {
		return Plan{}, nil, err
	}
	places, err := origins(doc, p.Resolved)
	return p, places, err
}

// plan finds out what a config would play.
func (c Catalog) plan(ctx context.Context, doc *configs.Document, o Options) (Plan, error) {
	switch doc.Verb() {
	case "grid":
		return c.planGrid(ctx, o)
	case "fit":
		return c.planFit(ctx, o)
	case "tournament":
		return c.planTournament(ctx, o)
	}
	return c.planTuning(ctx, o)
}

// PresetInfo says what a preset is.
type PresetInfo struct {
	Name  string `json:"preset"`
	Verb  string `json:"verb"` // that plays it, see [Catalog.PresetVerb]
	Title string `json:"title"`
}

// PresetList lists the presets.
func (c Catalog) PresetList() []PresetInfo {
	var list []PresetInfo
	presets := c.Configs()
	for _, name := range presets.Names() {
		list = append(list, PresetInfo{name, c.PresetVerb(name), presets.Title(name)})
	}
	return list
}

// PresetVerb is the verb that plays a preset, "" for one that cannot be read.
func (c Catalog) PresetVerb(name string) string {
	presets := c.Configs()
	text, err := presets.Get(name)
	if err != nil {
		return ""
	}
	doc, err := presets.Parse(text, "preset "+name, nil)
	if err != nil {
		return ""
	}
	return doc.Verb()
}

func (c Catalog) planTuning(ctx context.Context, o Options) (Plan, error) {
	setup, err := c.setup(ctx, o)
	if err != nil {
		return Plan{}, err
	}
	defer setup.close()
	setup.zeros()
	s, err := setup.tunable(ctx)
	if err != nil {
		return Plan{}, err
	}
	text, err := s.resolved()
	return Plan{Verb: "evolve", Engine: s.engine.Spec().Name, Strategy: s.method, Resolved: text, Games: s.planned(), Verification: s.config.Verification.Games, Difference: s.difference()}, err
}

func (c Catalog) planTournament(ctx context.Context, o Options) (Plan, error) {
	e := &event{Options: o}
	var err error
	if e.setup, err = c.setup(ctx, o); err != nil {
		return Plan{}, err
	}
	defer e.close()
	e.zeros()
	if err := e.prepare(ctx); err != nil {
		return Plan{}, err
	}
	text, err := e.resolvedTournament()
	p := Plan{Verb: "tournament", Engine: e.engine.Spec().Name, Resolved: text, Games: e.games()}
	if e.sprt == nil && p.Games > 0 {
		v := e.difference(float64(p.Games))
		p.Difference = &v
	}
	return p, err
}

func (c Catalog) planGrid(ctx context.Context, o Options) (Plan, error) {
	l, err := c.lattice(ctx, GridOptions{Options: o})
	if err != nil {
		return Plan{}, err
	}
	text, err := l.setup.resolved("grid", l.options)
	return Plan{Verb: "grid", Engine: l.engine.Spec().Name, Strategy: "grid", Resolved: text, Points: int(l.points)}, err
}

func (c Catalog) planFit(ctx context.Context, o Options) (Plan, error) {
	setup, err := c.setup(ctx, o)
	if err != nil {
		return Plan{}, err
	}
	defer setup.close()
	setup.zeros()
	f, err := newFitter(ctx, setup, o)
	if err != nil {
		return Plan{}, err
	}
	text, err := f.resolved()
	return Plan{Verb: "fit", Engine: f.engine.Spec().Name, Strategy: f.method, Resolved: text, Games: f.config.Budget.Games}, err
}

// selfContained refuses a config that names files, or players that are no part of
// the game.
func (c Catalog) selfContained(doc *configs.Document) error {
	config, err := doc.Config()
	if err != nil {
		return mistake(err)
	}
	if len(config.Programs) > 0 {
		return mistake(doc.Locate("programs", fmt.Errorf("no program is started from here")))
	}
	e, err := c.find(config.Engine.Name)
	if err != nil {
		return mistake(doc.Locate("engine.name", err))
	}
	s := &setup{catalog: c, given: given{doc: doc, config: config}, engine: e}
	s.refuseFiles("engine.settings", config.Engine.Settings)
	s.refuseSource("engine.weights", config.Engine.Weights.Source)
	s.refuseSource("engine.player", config.Engine.Player)
	for _, list := range []struct {
		path   string
		agents []configs.Agent
	}{{"agents", config.Agents}, {"opponents", config.Opponents}, {"verification.opponents", config.Verification.Opponents}} {
		for i, a := range list.agents {
			path := fmt.Sprintf("%s[%d]", list.path, i)
			s.refuseFiles(path+".settings", a.Settings)
			s.refuseSource(path, a.Weights.Source)
			s.refuseSource(path, a.Player)
		}
	}
	if shelf, ok := engines.As[training.EtudeFiles](e); config.Etudes != "" && !(ok && shipsEtudes(shelf, config.Etudes)) {
		s.wrong("etudes", fmt.Errorf("the game ships no set %q, and files cannot be named here", config.Etudes))
	}
	from := selfPlay
	if name, _ := doc.Text("strategy.name"); name == "fit" {
		s.wrong("strategy.from", doc.Decode("strategy.from", &from))
	}
	if from != selfPlay && !strings.HasPrefix(from, "run:") {
		s.wrong("strategy.from", fmt.Errorf("files cannot be named here (have %s, run:RUN)", selfPlay))
	}
	return s.checked()
}

// refuseFiles refuses settings whose values are read from files.
func (s *setup) refuseFiles(path string, settings map[string]configs.Scalar) {
	for name, value := range settings {
		text := string(value)
		known, _ := settingOf(s.engine, name)
		if strings.HasPrefix(text, "@") || known.NamesFile(text) {
			s.wrong(path+"."+name, fmt.Errorf("files cannot be named here"))
		}
	}
}

func settingOf(e engines.Engine, name string) (engines.Setting, bool) {
	all := e.Spec().Settings
	i := slices.IndexFunc(all, func(s engines.Setting) bool { return s.Name == name })
	if i < 0 {
		return engines.Setting{}, false
	}
	return all[i], true
}

// refuseSource refuses agents that come from elsewhere than the game and the store.
func (s *setup) refuseSource(path, source string) {
	known := slices.Contains([]string{"", "default", "start", "champion"}, source) ||
		slices.Contains(engines.Baselines, source) || strings.HasPrefix(source, "run:")
	if r, ok := engines.As[engines.BuiltinAgents](s.engine); ok && !known {
		known = slices.ContainsFunc(r.BuiltinAgents(), func(a engines.Agent) bool { return a.Name == source || a.Player == source })
	}
	if !known {
		s.wrong(path, fmt.Errorf("no agent is called %q, and files cannot be named here", source))
	}
}

func shipsEtudes(shelf training.EtudeFiles, name string) bool {
	if strings.ContainsAny(name, `/\`) {
		return false
	}
	_, err := fs.Stat(shelf.EtudeFiles(), strings.TrimSuffix(name, ".csv")+".csv")
	return err == nil
}
