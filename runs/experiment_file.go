package runs

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/files"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning/bench"
)

// experimentPlan is the checked content of an experiment's file.
type experimentPlan struct {
	name     string
	base     *configs.Document // config of all runs, without strategy, budget and seed
	source   string            // file or preset that contains the base
	variants []namedLayer      // variants of the config; a single one without a name if the file has none
	// strategies holds the section "strategy" of a config for each strategy to compare.
	strategies []namedLayer
	budgets    []budgetLayer
	seeds      Seeds
	// matchGames is the number of games that each result plays against each opponent in the common
	// match. 0 means that there is no common match. matchSeed is the seed of the match's deals
	// (game starts).
	matchGames int
	matchSeed  uint64
	fromStore  bool // the experiment comes from the store and has been checked before
	// seedKeys lists the config keys, besides the key seed, that are set to the seed of each run.
	seedKeys []string
	// rated reports whether the game's best weights are known, as in benchmark problems. Results
	// are then measured without games; see [bench.Rated].
	rated bool
}

// measures reports whether the experiment measures the results of its runs by its own games.
// Otherwise the verifications of the runs measure them.
func (p *experimentPlan) measures() bool { return p.rated || p.matchGames > 0 }

// namedLayer is a part of a config with its name, such as the values of one variant. It overrides
// values of the config that all runs share.
type namedLayer struct {
	name  string
	layer *strict.Document // nil changes nothing
}

// budgetLayer is one of the budgets of an experiment: its number of games, and the part of a config
// that sets this budget for a search.
type budgetLayer struct {
	games int
	layer *strict.Document
}

// ExperimentFile contains those keys of an experiment's file whose values are numbers, names or a
// match. The other keys, in layeredKeys, contain configs or parts of configs.
type ExperimentFile struct {
	// Name is the name of the experiment. The default is the name of the file without its
	// ending.
	Name string `yaml:"name,omitempty"`
	// Seeds is the range of seeds, both ends included. The default is 1-5.
	Seeds string `yaml:"seeds,omitempty"`
	// SeedKeys lists keys of the config that receive the seed of every run too, such as a setting
	// that chooses the instance of a problem.
	SeedKeys []string `yaml:"seed_keys,omitempty,flow"`
	// Budgets lists the numbers of games per search. The default is 2000 and 20000.
	Budgets []int `yaml:"budgets,omitempty,flow"`
	// Match describes the common match that measures all results.
	Match ExperimentMatch `yaml:"match,omitempty"`
}

// ExperimentMatch describes how the results of an experiment are measured.
type ExperimentMatch struct {
	// Games is the number of games that each result plays against each opponent of the
	// verification. The results of one seed play on the same deals. 0 uses the verifications of the
	// runs instead. The default is the number of games of the verification, at least 1000.
	Games *int `yaml:"games,omitempty"`
	// Seed is the seed of the deals. The default is 0.
	Seed uint64 `yaml:"seed,omitempty"`
}

// leastMatch is the smallest default for the number of games in the match that measures the results
// of an experiment.
const leastMatch = 1000

// mostMatch is the largest number of games in the match that measures the results of an experiment.
const mostMatch = configs.MaxVerification

// layeredKeys are the keys of an experiment's file whose values are parts of configs.
var layeredKeys = []string{"config", "strategies", "variants", "verification"}

// readExperiment reads and checks an experiment, without playing games. The options give it as a
// file (Source), as a text (Text) or as the name of a stored experiment (Resume). Set overrides
// keys of the file.
func readExperiment(ctx context.Context, c Catalog, o Options) (*experimentPlan, error) {
	doc, p, err := experimentDocument(ctx, o)
	if err != nil {
		return nil, err
	}
	for _, text := range o.Set {
		if doc, err = doc.Set(text); err != nil {
			return nil, mistake(err)
		}
	}
	m := &mistakes{doc: doc}
	var file ExperimentFile
	m.unread = doc.Decode("", &file, layeredKeys...)
	p.readNumbers(m, file, o)
	p.readLayers(m)
	if err := p.readBase(ctx, c, m); err != nil {
		return nil, err
	}
	if err := m.err(); err != nil {
		return nil, err
	}
	games := p.verificationGames()
	p.matchGames, p.matchSeed = max(games, leastMatch), file.Match.Seed
	if file.Match.Games != nil {
		p.matchGames = *file.Match.Games
	}
	if p.rated {
		if p.matchGames = 0; file.Match.Games != nil && *file.Match.Games > 0 {
			return nil, m.fail("match.games", fmt.Errorf("%d, but the best weights of this game are known: results are measured without games", *file.Match.Games))
		}
		return p, nil
	}
	if p.matchGames == 0 && games == 0 {
		return nil, m.fail("match.games", errors.New("0, but the verification has no games either, so nothing would measure the results"))
	}
	return p, nil
}

// experimentDocument parses the text of an experiment. It returns the parsed document and a new
// plan, most of which the caller must fill in.
func experimentDocument(ctx context.Context, o Options) (*configs.Document, *experimentPlan, error) {
	p := &experimentPlan{name: o.Name, source: o.Source}
	var doc *configs.Document
	var err error
	switch {
	case o.Text != "":
		doc, err = configs.Parse([]byte(o.Text), "the experiment")
	case o.Source != "":
		var data []byte
		if data, err = files.Read(o.Source); err == nil {
			doc, err = configs.Parse(data, o.Source)
		} else {
			err = fmt.Errorf("%s: %w", o.Source, errors.Unwrap(err))
		}
		if p.name == "" {
			p.name = strings.TrimSuffix(filepath.Base(o.Source), filepath.Ext(o.Source))
		}
	case o.Resume != "":
		var stored results.Experiment
		if stored, err = storedExperiment(ctx, o.Store, o.Resume); err != nil {
			return nil, nil, err
		}
		p.name, p.source, p.fromStore = stored.Name, stored.Source, true
		doc, err = configs.Parse([]byte(stored.Config), stored.Source)
	default:
		err = errors.New("the file of an experiment is needed")
	}
	return doc, p, mistake(err)
}

// storedExperiment reads an experiment from a store by its name. The name "last" selects the
// newest one.
func storedExperiment(ctx context.Context, store, name string) (results.Experiment, error) {
	e, err := fromStore(store, func(s *results.Store) (results.Experiment, error) { return s.Experiment(ctx, name) })
	if errors.Is(err, results.ErrUnknownExperiment) {
		err = mistake(err)
	}
	return e, err
}

func (p *experimentPlan) readNumbers(m *mistakes, file ExperimentFile, o Options) {
	if file.Name != "" && o.Name == "" {
		p.name = file.Name
	}
	if p.name == "" {
		p.name = "experiment"
	}
	m.add("name", checkWord(p.name))
	p.seeds = Seeds{1, 5}
	if file.Seeds != "" {
		var err error
		p.seeds, err = ParseSeeds(file.Seeds)
		m.add("seeds", err)
	}
	p.seedKeys = file.SeedKeys
	for i, key := range file.SeedKeys {
		if !strings.HasPrefix(key, "engine.settings.") {
			m.add(fmt.Sprintf("seed_keys[%d]", i), fmt.Errorf("%q is not a setting of the game, such as engine.settings.instance", key))
		}
	}
	if file.Budgets == nil && !m.doc.Has("budgets") {
		file.Budgets = []int{2000, 20000}
	}
	if len(file.Budgets) == 0 {
		m.add("budgets", errors.New("empty: at least one number of games is needed"))
	}
	for i, games := range file.Budgets {
		key := fmt.Sprintf("budgets[%d]", i)
		switch {
		case games < 1:
			m.add(key, fmt.Errorf("%d is below the minimum 1", games))
		case slices.Contains(file.Budgets[:i], games):
			m.add(key, fmt.Errorf("%d is listed twice", games))
		}
		b := budgetLayer{games: games}
		if layer, ok := m.doc.Lift(key, "budget.games"); ok {
			b.layer = layer
		} else if doc, err := configs.Parse(fmt.Appendf(nil, "budget: {games: %d}", games), "budgets"); err == nil {
			b.layer = doc.Document
		}
		p.budgets = append(p.budgets, b)
	}
	if games := file.Match.Games; games != nil && (*games < 0 || *games > mostMatch) {
		m.add("match.games", fmt.Errorf("%d is not within [0, %d]", *games, mostMatch))
	}
}

// checkWord returns an error if a name cannot be used as a tag and in the names of runs.
func checkWord(name string) error {
	for _, r := range name {
		if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", r) {
			return fmt.Errorf("%q has the character %q; use letters, digits, _ and -", name, r)
		}
	}
	if name == "" || len(name) > 40 || name == "last" {
		return fmt.Errorf("%q cannot be a name: use 1 to 40 letters and digits, but not last", name)
	}
	return nil
}

func (p *experimentPlan) readLayers(m *mistakes) {
	doc := m.doc
	for i := 0; doc.Has(fmt.Sprintf("strategies[%d]", i)); i++ {
		key := fmt.Sprintf("strategies[%d]", i)
		s := namedLayer{}
		name, plain := doc.Text(key)
		if plain {
			s.layer, _ = doc.Lift(key, "strategy.name")
		} else if name, _ = doc.Text(key + ".name"); name == "" {
			m.add(key, errors.New("a strategy is its name, such as spsa, or a mapping with a name, such as {name: genetic, population: 60}"))
			continue
		} else {
			s.layer, _ = doc.Lift(key, "strategy")
			s.layer = s.layer.Without("strategy", "label")
		}
		if s.name, _ = doc.Text(key + ".label"); s.name == "" {
			s.name = name
		}
		m.add(key, checkWord(s.name))
		if name == "grid" || name == "fit" {
			m.add(key, fmt.Errorf("%s is no strategy that plays a search", name))
		}
		if slices.ContainsFunc(p.strategies, func(have namedLayer) bool { return have.name == s.name }) {
			m.add(key, fmt.Errorf("two strategies are called %s; give them different values of label", s.name))
		}
		p.strategies = append(p.strategies, s)
	}
	if len(p.strategies) == 0 && !m.any() {
		m.add("strategies", errors.New("missing: a list such as [auto, spsa] is needed"))
	}
	for _, name := range doc.Keys("variants") {
		layer, ok := doc.Part("variants." + name)
		if !ok {
			m.add("variants."+name, errors.New("a part of a config is needed, such as {engine: {settings: {depth: 2}}}"))
			continue
		}
		for _, key := range []string{"strategy", "budget", "seed", "preset"} {
			if layer.Has(key) {
				m.add("variants."+name+"."+key, errors.New("a variant cannot change it; the experiment has strategies, budgets and seeds of its own"))
			}
		}
		m.add("variants."+name, checkWord(name))
		p.variants = append(p.variants, namedLayer{name, layer})
	}
	if doc.Has("variants") && p.variants == nil && !m.any() {
		m.add("variants", errors.New("empty: a mapping of names to parts of a config is needed"))
	}
	if p.variants == nil {
		p.variants = []namedLayer{{}}
	}
}

// sharedConfig returns the config that all runs of an experiment share, and the name of its file or
// preset. A plain config, which is not an experiment, is returned unchanged. An experiment without
// a config is an error.
func sharedConfig(ctx context.Context, c Catalog, doc *configs.Document, source string) (*configs.Document, string, error) {
	if !doc.Has("strategies") && !doc.Has("config") {
		return doc, source, nil
	}
	if part, inline := doc.Part("config"); inline {
		base, err := c.Configs().Merge(&configs.Document{Document: part}, nil)
		return base, source, err
	}
	name, plain := doc.Text("config")
	if !plain || name == "" {
		return nil, source, doc.Locate("config", errors.New("missing: the name of a preset, a file, or a config is needed"))
	}
	if IsConfig(name) && !filepath.IsAbs(name) {
		if name = filepath.Join(folderOf(source), name); folderOf(name) == "" {
			name = "./" + name
		}
	}
	base, err := c.Configs().Load(ctx, name, nil)
	if placed := strict.All(err); err != nil && (len(placed) == 0 || placed[0].Source == "") {
		err = doc.Locate("config", err)
	}
	return base, name, err
}

// readBase reads the config that all runs of the experiment share.
func (p *experimentPlan) readBase(ctx context.Context, c Catalog, m *mistakes) error {
	doc := m.doc
	base, source, err := sharedConfig(ctx, c, doc, p.source)
	if err != nil {
		m.addPlaced(err)
		return m.err()
	}
	p.source = source
	if verb := base.Verb(); verb != "evolve" {
		m.add("config", fmt.Errorf("it is played by the verb %s; an experiment compares searches", verb))
	}
	for _, key := range []string{"preset", "strategy", "seed"} {
		base = &configs.Document{Document: base.Without("", key)}
	}
	for _, key := range []string{"games", "rounds", "time"} {
		base = &configs.Document{Document: base.Without("budget", key)}
	}
	if layer, ok := doc.Lift("verification", "verification"); ok {
		base = base.With(layer)
	}
	p.base = base
	var game string
	if err := base.Decode("engine.name", &game); err == nil && !base.Has("programs."+game) { // a mistake is reported with the configs of the runs
		if e, err := c.find(game); err == nil {
			_, p.rated = engines.As[bench.Rated](e)
		}
	}
	return nil
}

// verificationGames returns the number of verification games that the shared config states, without
// a default.
func (p *experimentPlan) verificationGames() int {
	games := 0
	_ = p.base.Decode("verification.games", &games) // a mistake is reported with the configs of the runs
	return games
}

// text returns the experiment as YAML for the store. The text includes the shared config.
func (p *experimentPlan) text() (string, error) {
	var b strings.Builder
	write := func(key, indent string, layer *strict.Document) error {
		text, err := layer.YAML()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s\n", key)
		for line := range strings.Lines(text) {
			b.WriteString(indent + line)
		}
		return nil
	}
	if p.base.Document != nil {
		if err := write("config:", "    ", p.base.Document); err != nil {
			return "", err
		}
	}
	b.WriteString("strategies:\n")
	for _, s := range p.strategies {
		part, _ := s.layer.Part("strategy")
		if err := write(fmt.Sprintf("    - label: %q", s.name), "      ", part); err != nil {
			return "", err
		}
	}
	if p.variants[0].name != "" {
		b.WriteString("variants:\n")
		for _, v := range p.variants {
			if err := write(fmt.Sprintf("    %q:", v.name), "        ", v.layer); err != nil {
				return "", err
			}
		}
	}
	if len(p.seedKeys) > 0 {
		fmt.Fprintf(&b, "seed_keys: [%s]\n", strings.Join(p.seedKeys, ", "))
	}
	fmt.Fprintf(&b, "seeds: %s\nbudgets: [%s]\n", p.seeds, strings.Join(p.budgetTexts(), ", "))
	fmt.Fprintf(&b, "match: {games: %d, seed: %d}\n", p.matchGames, p.matchSeed)
	return b.String(), nil
}

func (p *experimentPlan) budgetTexts() []string {
	var out []string
	for _, b := range p.budgets {
		out = append(out, fmt.Sprint(b.games))
	}
	return out
}

// experimentPlace identifies one run of an experiment by its strategy, variant, budget and seed.
type experimentPlace struct {
	variant, strategy namedLayer
	budget            budgetLayer
	seed              uint64
}

// key returns a text that identifies the run within the experiment. It is part of the run's name.
func (a experimentPlace) key() string {
	parts := []string{a.strategy.name, fmt.Sprint(a.budget.games), fmt.Sprint(a.seed)}
	if a.variant.name != "" {
		parts = append([]string{a.variant.name}, parts...)
	}
	return strings.Join(parts, ":")
}

func (p *experimentPlan) config(a experimentPlace) (*configs.Document, error) {
	doc := p.base
	for _, layer := range []*strict.Document{a.variant.layer, a.strategy.layer, a.budget.layer} {
		if layer != nil {
			doc = doc.With(layer)
		}
	}
	for _, key := range p.seedKeys {
		var err error
		if doc, err = doc.Set(fmt.Sprintf("%s=%d", key, a.seed)); err != nil {
			return nil, err
		}
	}
	return doc.Set(fmt.Sprintf("seed=%d", a.seed))
}

// places lists the runs of the experiment in the order of play. All runs with one seed come before
// those with the next, so that an unfinished experiment compares strategies with equal seeds.
func (p *experimentPlan) places() []experimentPlace {
	var list []experimentPlace
	for seed := range p.seeds.All() {
		for _, v := range p.variants {
			for _, b := range p.budgets {
				for _, s := range p.strategies {
					list = append(list, experimentPlace{v, s, b, seed})
				}
			}
		}
	}
	return list
}

func (p *experimentPlan) options(o Options, a experimentPlace) (Options, error) {
	doc, err := p.config(a)
	if err != nil {
		return o, err
	}
	o.Source, o.Text, o.Set, o.Resume = p.source, "", nil, ""
	o.doc, o.experiment, o.place, o.Name = doc, p.name, a.key(), p.name+":"+a.key()
	return o, nil
}

// check tests the config of every combination of strategy, variant and budget with the first seed.
// It plays no games. It passes every config without mistakes to the function each, and reports
// every mistake once.
func (p *experimentPlan) check(ctx context.Context, c Catalog, o Options, each func(*Resolved)) error {
	var found []error
	seen := make(map[string]bool)
	for _, a := range p.places() {
		if a.seed != p.seeds.First {
			break
		}
		own, err := p.options(o, a)
		if err != nil {
			return err
		}
		r, err := resolve(ctx, c, request{options: own, kind: results.Evolve, dry: true})
		if err == nil {
			_, rated := engines.As[bench.Rated](r.Engine)
			each(r)
			r.Close()
			if rated == p.rated {
				continue
			}
			err = mistakef("variants.%s: its results cannot be compared with those of the other variants: the best weights of only one of the games are known", a.variant.name)
		}
		var asked *MistakeError
		if !errors.As(err, &asked) {
			return err
		}
		for _, e := range strict.All(asked.Err) {
			if text := e.Error(); !seen[text] {
				seen[text] = true
				found = append(found, e)
			}
		}
	}
	return mistake(strict.Together(nil, found...))
}
