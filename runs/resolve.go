package runs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/conformance"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// request states which config to prepare for a run, and for what purpose.
type request struct {
	options Options
	kind    results.Kind // kind of run that plays the config; "" for the kind that the config is made for
	// dry requests a check of the config, for which a game is played only to find out whether games
	// have scores. forecast requests an estimate of the cost, for which games are also played to find
	// out whether openings differ.
	dry, forecast bool
	grid          *GridOptions // options of a grid search that override the config; may be nil
}

// resolve reads the config that q names and determines everything that the run depends on: game,
// weights, agents, openings and options. It returns all mistakes of the config together.
func resolve(ctx context.Context, c Catalog, q request) (_ *Resolved, err error) {
	defer func() {
		if _, ok := errors.AsType[*MistakeError](err); ok && ctx.Err() != nil { // the config was not examined to its end
			err = ctx.Err()
		}
	}()
	if q.options.Workers < 0 {
		return nil, mistakef("workers: %d is below the minimum 1, and 0 means the number of cores", q.options.Workers)
	}
	switch {
	case q.forecast:
		err = checkOutputs(q.options)
	case !q.dry:
		err = checkGamesFile(q.options.GamesFile)
	}
	if err != nil {
		return nil, err
	}
	in, err := readConfig(ctx, c, q)
	if err != nil {
		return nil, err
	}
	r, m, err := resolveGame(ctx, c, in, q.options)
	if err != nil {
		return nil, err
	}
	if err := resolveKind(ctx, r, m, q); err != nil {
		r.Close()
		return nil, err
	}
	if r.owner {
		r.Programs.EndUsed() // by games that examined the config
	}
	return r, nil
}

// resolveKind determines the parts of the config that depend on the kind of run, such as the
// schedule of a tournament. It then adds all values that the run uses and the user has not given.
func resolveKind(ctx context.Context, r *Resolved, m *mistakes, q request) error {
	var err error
	switch r.Kind {
	case results.Tournament:
		err = resolveContest(ctx, r, m, q)
	case results.Grid:
		err = resolveGrid(r, m, q)
	case results.Fit:
		err = resolveFit(ctx, r, m, q)
	default:
		err = resolveSearch(ctx, r, m, q)
	}
	if err != nil {
		return err
	}
	if r.resumed != nil && r.Programs != nil {
		adoptPrograms(r)
	}
	return r.complete()
}

// input is a parsed config, with the source that it comes from.
type input struct {
	doc      *configs.Document
	kind     results.Kind
	given    bool               // the config comes from the user, so that its programs may be started
	resumed  *storedRun         // stored run to resume; nil for a new run
	programs *external.Programs // running programs, used instead of starting those of the config; may be nil
}

// storedRun is a run of the store with its parsed config.
type storedRun struct {
	rec    results.Record
	config configs.Config
}

func readStored(ctx context.Context, o Options) (*storedRun, error) {
	rec, err := Record(ctx, o.Store, o.Resume)
	if errors.Is(err, fs.ErrNotExist) {
		err = noRun(o.Store)
	}
	if err != nil {
		return nil, err
	}
	config, err := StoredConfig(rec.Summary)
	return &storedRun{rec, config}, err
}

// StoredConfig returns the config of a stored run, without checking it against the game. run comes
// from [results.Store.Info] or [results.Store.Get].
func StoredConfig(run results.Summary) (configs.Config, error) {
	doc, err := configs.Parse([]byte(run.Config), "run "+run.ID)
	if err != nil {
		return configs.Config{}, err
	}
	return doc.Config()
}

// readConfig parses the config in the options, or else the config of the run to resume.
func readConfig(ctx context.Context, c Catalog, q request) (input, error) {
	o := q.options
	if o.configured() || o.Resume == "" {
		doc, err := o.document(ctx, c.Configs())
		if err != nil {
			return input{}, err
		}
		in := input{doc: doc, kind: q.kind, given: true}
		if in.kind == "" {
			in.kind = results.Kind(doc.Verb())
		}
		if o.Resume != "" {
			if in.resumed, err = readStored(ctx, o); err != nil {
				in.resumed = nil // the error is returned when the run is opened, after the mistakes of the config
			}
		}
		return in, nil
	}
	stored, err := readStored(ctx, o)
	if err != nil {
		return input{}, err
	}
	if q.kind != "" && stored.rec.Kind != q.kind {
		return input{}, mistakef("run %s is of the verb %s; %s resumes its own runs", stored.rec.ID, stored.rec.Kind, q.kind)
	}
	in, err := readRecord(c.Configs(), stored.rec, o.Set, nil)
	in.resumed = stored
	return in, err
}

// readRecord returns the config of a stored run, with overrides. Commands in a stored config are
// never used, so the caller must provide the external programs.
func readRecord(presets configs.Presets, rec results.Record, overrides []string, programs *external.Programs) (input, error) {
	doc, err := presets.Parse([]byte(rec.Config), "run "+rec.ID, overrides)
	if err != nil {
		if len(overrides) > 0 {
			err = mistake(err)
		}
		return input{}, err
	}
	if names := doc.Keys("programs"); len(names) > 0 && programs == nil {
		return input{}, mistake(&programsError{rec.ID, names})
	}
	return input{doc: doc, kind: rec.Kind, programs: programs}, nil
}

// programNames lists the names of programs in an error, as "the program bot" or "the programs bot, rules".
func programNames(names []string) string {
	if len(names) == 1 {
		return "the program " + names[0]
	}
	return "the programs " + strings.Join(names, ", ")
}

// programsError reports that a stored run uses external programs, and that a config with their
// commands is required.
type programsError struct {
	run      string
	programs []string
}

func (e *programsError) Error() string {
	whose := "its command"
	if len(e.programs) > 1 {
		whose = "their commands"
	}
	text := fmt.Sprintf("run %s uses %s: name a config with %s, too, such as the file that it was started with", e.run, programNames(e.programs), whose)
	ofMatch := func(name string) bool { return name == newProgram || name == oldProgram }
	if !slices.ContainsFunc(e.programs, func(name string) bool { return !ofMatch(name) }) {
		text += "; a match is resumed by match with its arguments and --resume, and for other commands write a config with engine.name, programs.new.command and programs.old.command"
	}
	return text
}

// resolveGame determines the parts of a config that all kinds of run need: the game, its programs
// and its weights. It returns the list of mistakes found, to which the caller can add others. An
// error contains all mistakes and means that the rest of the config cannot be checked.
func resolveGame(ctx context.Context, c Catalog, in input, o Options) (*Resolved, *mistakes, error) {
	config, unread := in.doc.Config()
	r := &Resolved{
		Kind: in.kind, Config: config, Programs: in.programs,
		catalog: c, store: o.Store, resumed: in.resumed, fromStore: !in.given, preset: config.Preset,
	}
	if c.Configs().Has(o.Source) {
		r.preset = o.Source
	}
	m := &mistakes{doc: in.doc, unread: unread}
	locateFiles(r, m, o.Source)
	var err error
	if len(config.Programs) == 0 && config.Engine.Name != "" || programsReadable(unread) {
		err = resolveEngine(ctx, r, m, in, o)
	} else { // no program is started
		err = checkEngine(r, m)
	}
	if err == nil {
		return r, m, nil
	}
	r.Close()
	var asked *MistakeError
	switch {
	case errors.As(err, &asked):
		m.addPlaced(asked.Err)
	case !errors.Is(err, errReported):
		return nil, nil, err
	}
	checkSections(r, m)
	return nil, nil, m.err()
}

// programsReadable reports whether all parts of a config that may name programs could be read.
// unread contains the errors of the parts that could not be read.
func programsReadable(unread error) bool {
	parts := []string{"engine.weights", "engine.constraints", "openings", "objective", "strategy", "budget", "schedule", "seed"}
	return !slices.ContainsFunc(strict.All(unread), func(e *strict.Error) bool {
		return !slices.ContainsFunc(parts, func(part string) bool { return strings.HasPrefix(e.Key, part) })
	})
}

// gameOf opens the game of a config for callers that start no run.
func gameOf(ctx context.Context, c Catalog, in input, o Options) (*Resolved, error) {
	r, m, err := resolveGame(ctx, c, in, o)
	if err != nil {
		return nil, err
	}
	if err := m.err(); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// gameOfOptions opens the game of the config in the options, for callers that start no run.
func gameOfOptions(ctx context.Context, c Catalog, o Options) (*Resolved, error) {
	in, err := readConfig(ctx, c, request{options: Options{Source: o.Source, Text: o.Text, Config: o.Config, Set: o.Set}})
	if err != nil {
		return nil, err
	}
	return gameOf(ctx, c, in, o)
}

// resolveEngine opens the game of a config, starts its external programs, and determines the
// weights. It returns errReported for mistakes in the config.
func resolveEngine(ctx context.Context, r *Resolved, m *mistakes, in input, o Options) error {
	config := r.Config
	if err := newPrograms(r, m, in, o); err != nil {
		return err
	}
	var err error
	if o.NewExecutor != nil && r.Programs != nil {
		if r.refs, err = r.Programs.Refs(); err != nil {
			return err
		}
	}
	if r.Engine, err = engineOf(ctx, r); err != nil {
		m.add("", err)
		return errReported
	}
	engine, settings, err := configured(r.Engine, config.Engine.Settings)
	switch m.add("engine.settings", err); {
	case err == nil:
		r.Engine, r.Config.Engine.Settings = engine, scalars(settings)
	case game(r.Engine).Closed || len(r.Engine.Spec().Settings) == 0: // the rest is checked with the defaults
		engine, r.Config.Engine.Settings = r.Engine, nil
	default: // its weights depend on them
		checkRanges(m, r.Engine, settings, config.Engine)
		return errReported
	}
	if err := conformance.Quick(ctx, engine, func(text string) { o.warn("%s", text) }); err != nil {
		m.add("engine", err)
		return errReported
	}
	spec := engine.Spec()
	r.Space, r.Start, err = r.Config.Engine.Space(spec.Weights)
	m.add("", err)
	if err == nil {
		r.Constraints, err = r.Config.Engine.ConstraintsOf(r.Space)
		m.add("engine.constraints", err)
		r.Steps, err = r.Config.Engine.Steps(r.Space)
		m.add("", err)
	} else {
		checkConstraints(m, spec.Weights, r.Config.Engine)
	}
	if r.Seats = config.Engine.Seats; r.Seats == 0 {
		r.Seats = defaultSeats(engine)
	}
	if source := config.Engine.Weights.Source; source != "" { // a champion is one for these seats
		m.add("engine.weights", startFrom(ctx, r, source))
	}
	if r.Seats < spec.MinSeats || r.Seats > spec.MaxSeats {
		m.add("engine.seats", seatsError(r.Seats, spec))
	}
	if !m.any() {
		m.add("engine.settings", dealable(engine, r.Seats, r.Config.Seed))
	}
	return nil
}

func seatsError(seats int, spec engines.Spec) error {
	if spec.MinSeats == spec.MaxSeats {
		return fmt.Errorf("%d, but %s has %d", seats, spec.Name, spec.MaxSeats)
	}
	return fmt.Errorf("%d is not within [%d, %d]", seats, spec.MinSeats, spec.MaxSeats)
}

// startFrom sets the start weights of the search to those of source: a stored run, a file, or an
// agent that ships with the game. It writes the values into the config, which then no longer
// depends on the source.
func startFrom(ctx context.Context, r *Resolved, source string) error {
	agent, err := r.source(ctx, r.Engine, configs.Settings(r.Config.Engine.Settings), source)
	if err != nil {
		return err
	}
	if agent.Weights == nil {
		return fmt.Errorf("%s has no weights to start from", source)
	}
	if err := r.Space.Check(agent.Weights); err != nil {
		return err
	}
	r.Start = slices.Clone(agent.Weights)
	r.Config.Engine.Weights = configs.Ranges{Named: make(map[string]configs.Weight, len(r.Start))}
	for i, w := range r.Space {
		r.Start[i] = w.Snap(r.Start[i])
		start := w.Value(r.Start[i])
		r.Config.Engine.Weights.Named[w.Name] = configs.Weight{Start: &start}
	}
	return nil
}

// checkRanges adds mistakes in the ranges of weights to m. It is called if the game settings have
// mistakes, so that both kinds of mistakes are reported together. It leaves out the invalid
// settings, and all weights that the game does not have without these settings.
func checkRanges(m *mistakes, e engines.Engine, settings engines.Settings, config configs.Engine) {
	settings = maps.Clone(settings)
	game, err := withSettings(e, settings)
	for _, wrong := range keys.All(err) {
		delete(settings, wrong.Path)
	}
	if err != nil {
		if game, err = withSettings(e, settings); err != nil {
			return
		}
	}
	weights := game.Spec().Weights
	config.Weights.Named = maps.Clone(config.Weights.Named)
	maps.DeleteFunc(config.Weights.Named, func(name string, _ configs.Weight) bool { return weights.Index(name) < 0 })
	_, _, err = config.Space(weights)
	m.add("", err)
}

// checkConstraints adds mistakes in single constraints between weights to m. It is called if the
// ranges of some weights have mistakes, and leaves these ranges out. It does not check whether all
// constraints can be satisfied together.
func checkConstraints(m *mistakes, own engines.Space, config configs.Engine) {
	named := maps.Clone(config.Weights.Named)
	maps.DeleteFunc(named, func(name string, w configs.Weight) bool {
		config.Weights.Named = map[string]configs.Weight{name: w}
		_, _, err := config.Space(own)
		return err != nil
	})
	config.Weights.Named = named
	space, _, err := config.Space(own)
	if err != nil {
		return
	}
	_, err = config.ConstraintsOf(space)
	for _, wrong := range keys.All(err) {
		if wrong.Path != "" { // whether all together can be satisfied depends on the other ranges
			m.add("engine.constraints", wrong)
		}
	}
}

// dealable returns an error if no game can begin with the settings of the engine. It returns nil
// without a test if the engine plays its games itself, as external programs do.
func dealable(e engines.Engine, seats int, seed uint64) error {
	if _, host := engines.As[engines.ArenaFactory](e); host {
		return nil
	}
	_, err := e.NewGame(seats, seed)
	return err
}

// checkEngine adds the mistakes in the settings of the config's game to m, without starting
// programs. It is called if a part of the config cannot be read, so that the game is not opened. It
// always returns errReported.
func checkEngine(r *Resolved, m *mistakes) error {
	e := r.Config.Engine
	if _, program := r.Config.Programs[e.Name]; program || e.Name == "" {
		return errReported
	}
	game, err := r.catalog.findFor(r.Config)
	if err != nil {
		m.add("engine.name", err)
		return errReported
	}
	if e.Player == "" {
		_, _, err = configured(game, e.Settings)
	} else {
		_, _, err = inlined(game.Spec().Settings, e.Settings)
	}
	m.add("engine.settings", err)
	return errReported
}

// checkSections checks the sections of the config that belong to its kind of run, such as the
// schedule of a tournament. It adds the mistakes to m that can be found without opening the game.
func checkSections(r *Resolved, m *mistakes) {
	switch m.doc.Verb() {
	case "tournament":
		_, err := decodeSchedule(m.doc)
		m.addDecoded(err)
	case "grid":
		var options grid.Options
		m.addDecoded(m.doc.Decode("strategy", &options, "name"))
	case "fit":
		var options FitOptions
		m.addDecoded(m.doc.Decode("strategy", &options, "name"))
		m.validate(options)
	default:
		_, options, err := decodeStrategy(r.catalog, m.doc, tuning.Problem{})
		m.addDecoded(err)
		m.validate(options)
	}
}
