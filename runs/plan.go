package runs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// Plan describes the run that a config without mistakes would start.
type Plan struct {
	Verb     string // verb that plays the config: evolve, tournament, grid or fit
	Engine   string
	Strategy string // name of the strategy; "" for a tournament
	Resolved string // config as YAML with all values in use, as the store would keep it
	Games    int    // games of the search or the tournament; 0 if unknown
	Points   int    // points of a grid search
	// Verification is the number of games that verify the result of a search. Checkpoints is the
	// largest number of games of its checkpoints and of the matches of the result against earlier
	// weights.
	Verification, Checkpoints int
	// Difference is the difference in Elo that a match of the verification, or the games of one
	// agent of a tournament, show with a probability of one half. It is nil if the run measures no
	// such difference.
	Difference *float64
	// Notes are sentences about the config. Of openings they state only that all games begin at one
	// position; others are chosen when a run begins.
	Notes []string
}

// NewPlan checks a config like the verb that plays it, but plays no games. It returns all mistakes
// together. It also rejects configs that name files, external programs, or players outside of the
// game. It is thus safe for configs from users who must not read files or start programs on this
// machine.
func NewPlan(ctx context.Context, c Catalog, o Options) (Plan, error) {
	o = o.withDefaults()
	doc, err := o.document(ctx, c.Configs())
	if err != nil {
		return Plan{}, err
	}
	if err := selfContained(c, doc); err != nil {
		return Plan{}, err
	}
	return planOf(ctx, c, o) // which reports the mistakes of all other kinds together
}

// CheckConfig checks a config as [NewPlan] does, but for users who may read files and start programs on
// this machine. It reads the files and queries programs for their weights. It also returns the
// origin of every value that the run would use.
func CheckConfig(ctx context.Context, c Catalog, o Options) (Plan, []ValueOrigin, error) {
	o = o.withDefaults()
	doc, err := o.document(ctx, c.Configs())
	if err != nil {
		return Plan{}, nil, err
	}
	p, err := planOf(ctx, c, o)
	if err != nil {
		return Plan{}, nil, err
	}
	places, err := origins(doc, p.Resolved)
	return p, places, err
}

// planOf returns the plan of a config that may name files and programs.
func planOf(ctx context.Context, c Catalog, o Options) (Plan, error) {
	r, err := resolve(ctx, c, request{options: o, dry: true})
	if err != nil {
		return Plan{}, err
	}
	defer r.Close()
	p := Plan{Verb: string(r.Kind), Engine: r.Engine.Spec().Name}
	switch r.Kind {
	case results.Tournament:
		p.Games = r.contest.games()
		if r.contest.test == nil && p.Games > 0 {
			v := tournamentDifference(r, float64(p.Games))
			p.Difference = &v
		}
	case results.Grid:
		p.Strategy, p.Points = "grid", int(r.grid.points)
	case results.Fit:
		p.Strategy, p.Games = "fit", r.Config.Budget.Games
	default:
		p.Strategy, p.Games = r.search.name, r.search.planned()
		p.Difference, _ = verificationDifference(r)
		p.Verification, p.Checkpoints = planVerification(r, usualCandidates).Games(), checkpointTotal(r)
	}
	p.Notes = forecastNotes(r)
	if r.dealing.distinct && r.dealing.plan.Different.Openings == 1 && r.dealing.plan.Repeat() {
		p.Notes = append(p.Notes, "openings: every game begins at the same position; a run whose players play the same game on every deal is refused; "+
			"set openings.random_plies to auto or to a number above 0")
	}
	p.Resolved, err = r.Text()
	return p, err
}

// selfContained returns an error if a config names a file, a program, or a player outside of the
// game. The error also contains the other mistakes that can be found without opening files or
// programs. Without such names, it returns nil even if there are other mistakes.
func selfContained(c Catalog, doc *configs.Document) error {
	config, unread := doc.Config()
	m := &mistakes{doc: doc, unread: unread}
	if len(config.Programs) > 0 {
		m.add("programs", errors.New("no program is started from here"))
	}
	e, err := c.find(config.Engine.Name)
	if err != nil {
		m.add("engine.name", err)
		return m.err()
	}
	allowed := refuseFiles(m, e, "engine.settings", config.Engine.Settings)
	refuseSource(m, e, "engine.weights", config.Engine.Weights.Source)
	refuseSource(m, e, "engine.player", config.Engine.Player)
	for key, a := range agentsIn(config) {
		refuseFiles(m, e, key+".settings", a.Settings)
		refuseSource(m, e, key, a.Weights.Source)
		refuseSource(m, e, key, a.Player)
	}
	refuseFiles(m, e, "verification.settings", config.Verification.Settings)
	if _, ships := shippedEtudes(e, config.Etudes); config.Etudes != "" && !ships {
		m.add("etudes", fmt.Errorf("the game ships no set %q, and files cannot be named here", config.Etudes))
	}
	from := selfPlay
	var undecoded error // found again by planOf unless a file is named
	if name, _ := doc.Text("strategy.name"); name == "fit" {
		var stages []FitStage
		undecoded = errors.Join(doc.Decode("strategy.from", &from), doc.Decode("strategy.stages", &stages))
		for i, stage := range stages {
			refuseFiles(m, e, fmt.Sprintf("strategy.stages[%d].settings", i), stage.Settings)
		}
	}
	if from != selfPlay && !strings.HasPrefix(from, "run:") {
		m.add("strategy.from", fmt.Errorf("files cannot be named here (have %s, run:RUN)", selfPlay))
	}
	if !m.any() {
		return nil
	}
	// The config is not resolved, which would find these mistakes.
	m.addDecoded(undecoded)
	if _, err := e.With(allowed); err != nil {
		m.add("engine.settings", err)
	}
	checkRanges(m, e, allowed, config.Engine)
	if name, _ := doc.Text("strategy.name"); name != "fit" && name != "grid" {
		_, options, err := decodeStrategy(c, doc, tuning.Problem{})
		m.addDecoded(err)
		m.validate(options)
	}
	return m.err()
}

// refuseFiles adds a mistake to m for every setting whose value names a file. It returns the other
// settings.
func refuseFiles(m *mistakes, e engines.Engine, path string, settings map[string]configs.Scalar) (allowed engines.Settings) {
	allowed = make(engines.Settings, len(settings))
	known := e.Spec().Settings
	for name, value := range settings {
		text := string(value)
		i := slices.IndexFunc(known, func(s engines.Setting) bool { return s.Name == name })
		if strings.HasPrefix(text, "@") || i >= 0 && known[i].NamesFile(text) {
			m.add(path+"."+name, fmt.Errorf("files cannot be named here"))
			continue
		}
		allowed[name] = text
	}
	return allowed
}

// refuseSource adds a mistake to m if the source of an agent may be a file or a program. Valid
// sources are stored runs and names that Lanista or the game defines, such as "champion".
func refuseSource(m *mistakes, e engines.Engine, path, source string) {
	known := slices.Contains([]string{"", "default", "start", "champion"}, source) ||
		slices.Contains(engines.Baselines, source) || strings.HasPrefix(source, "run:") || strings.HasPrefix(source, "level:")
	if r, ok := engines.As[engines.BuiltinAgents](e); ok && !known {
		known = slices.ContainsFunc(r.BuiltinAgents(), func(a engines.Agent) bool { return a.Name == source || a.Player == source })
	}
	if !known {
		m.add(path, fmt.Errorf("no agent is called %q, and files cannot be named here", source))
	}
}

// ValueOrigin is the origin of a config value that a run uses: a file and line, a preset, an
// override or a default.
type ValueOrigin struct {
	Path  string `json:"path" doc:"path of the key, such as budget.games"`
	Value string `json:"value" doc:"value as one line of YAML"`
	From  string `json:"from" doc:"my.yaml:4, preset risk:7 or --set seed=2, for example; empty for a default"`
}

// origins returns the place in doc of every value in resolved, the YAML text of the complete
// config. The values of a list or an agent share one place.
func origins(doc *configs.Document, resolved string) ([]ValueOrigin, error) {
	full, err := configs.Parse([]byte(resolved), "resolved")
	if err != nil {
		return nil, err
	}
	var places []ValueOrigin
	for _, v := range full.Values() {
		places = append(places, ValueOrigin{Path: v.Path, Value: v.Text, From: origin(doc, v)})
	}
	return places, nil
}

func origin(doc *configs.Document, v strict.Value) string {
	for path := v.Path; path != ""; path = strict.Parent(path) {
		if where, plain, ok := doc.Where(path); ok && (plain || path == v.Path) {
			return where
		}
	}
	return ""
}
