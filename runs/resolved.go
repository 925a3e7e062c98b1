package runs

import (
	"context"
	"errors"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Resolved is a config that is ready to be played: every reference to a file, a run or a program is
// replaced by its contents. A run depends on nothing else. [Catalog.Resolve] returns a Resolved,
// and the caller must close it.
type Resolved struct {
	// Kind is the kind of run, such as evolve or tournament.
	Kind results.Kind
	// Config is the config in the form that the store keeps. It contains every default, the options
	// that the strategy uses, and the weights of all agents.
	Config configs.Config
	Engine engines.Engine
	Space  engines.Space   // weights that the search may change, with their ranges
	Start  engines.Weights // weights where the search begins; nil for the defaults of Space
	Steps  []float64       // first steps of the weights; nil if none is given
	// Constraints restricts the weight vectors of a search; nil means no restriction.
	Constraints *constraints.Set
	Seats       int
	// Agents are the players of a tournament. Opponents are the agents to train against; in a fit
	// they play the games. Verify are the opponents of the verification.
	Agents, Opponents, Verify []engines.Agent
	// VerifySettings are the settings of the second measurement of a verification, which repeats
	// the first one with other settings. nil means that there is none.
	VerifySettings engines.Settings
	// Programs are the external programs of the config. It is nil if there are none.
	Programs *external.Programs
	// Notes are sentences about the config for the user to read before the run.
	Notes []string

	catalog Catalog
	store   string // path of the store with the agents called run:RUN
	preset  string // name of the preset that the config comes from; "" for none

	owner      bool                 // the programs belong to this value, so that Close stops them
	lender     *Resolved            // config that the programs belong to if they do not belong to this value; may be nil
	refs       []engines.ProgramRef // references to the programs for executors in other processes
	resumeNote string               // text to add to the note of the run to resume; "" for none
	moves      bool                 // record the moves and evaluations of games
	dealing    dealing

	// resumed is the stored run to resume or to play again; nil for a new run, and if it could not
	// be read. fromStore reports that the config is the text in the store, perhaps with overrides.
	// It is false for a new run, and for a run that is resumed with a config from the user, which
	// must equal the stored one when it is complete (compareStored). So a value that a run chooses
	// is chosen only if resumed is nil: a stored config contains it already, and for a config from
	// the user it is copied from resumed.config, as planOpenings does.
	resumed   *storedRun
	fromStore bool
	// Only one of search, contest, grid and fit is set, depending on the kind of run.
	search  *search
	contest *contest
	fit     *fitPlan
	grid    *gridPlan
}

// Close stops the programs.
func (r *Resolved) Close() {
	if r.owner {
		_ = r.Programs.Close()
	}
	if r.lender != nil {
		r.lender.Close()
	}
}

// Text returns the config as YAML, as it is stored. Playing this text repeats the run.
func (r *Resolved) Text() (string, error) {
	text, err := yaml.Marshal(r.Config)
	return string(text), err
}

// startWeights returns the weights from which the search starts.
func (r *Resolved) startWeights() engines.Weights {
	if r.Start != nil {
		return r.Start
	}
	return r.Space.Default()
}

// openings returns the options for the openings of games.
func (r *Resolved) openings() engines.Openings {
	return engines.Openings{RandomPlies: r.Config.Openings.Plies()}
}

// terms returns the options that all games of the run share, such as the game and the seats.
func (r *Resolved) terms() tournament.Terms {
	return tournament.Terms{
		Game:  r.ref(),
		Arena: engines.ArenaOptions{Openings: r.openings(), Moves: r.moves, Evals: r.moves},
		// A scale of 0 means that places count instead of scores.
		Objective: tournament.Objective{Scale: r.Config.Objective.Scale},
		Programs:  tolerances(r),
	}
}

// ref returns a reference to the game and its programs, with which another process can open the
// same game.
func (r *Resolved) ref() engines.EngineRef {
	spec := r.Engine.Spec()
	ref := engines.EngineRef{Name: spec.Name, Settings: configs.Settings(r.Config.Engine.Settings), Version: spec.Version}
	if r.refs != nil {
		ref.Name, ref.Player, ref.Programs = r.Config.Engine.Name, r.Config.Engine.Player, r.refs
	}
	return ref
}

// local returns an executor that plays games on goroutines of this process.
func (r *Resolved) local(workers int) (tournament.Executor, error) {
	arena, err := engines.NewArena(r.Engine, r.terms().Arena)
	return tournament.Local{Arena: arena, Workers: workers}, err
}

// executor returns the executor that plays the games of the run with the given id: that of
// Options.NewExecutor or, if this is nil, one on goroutines of this process.
func (r *Resolved) executor(o Options, run string) (tournament.Executor, error) {
	return r.newExecutor(o, ExecutorRequest{Run: run})
}

func (r *Resolved) newExecutor(o Options, q ExecutorRequest) (tournament.Executor, error) {
	if o.NewExecutor == nil {
		return r.local(o.Workers)
	}
	q.Game, q.Arena, q.Repeatable = r.Engine, r.terms().Arena, r.repeatable()
	if r.Programs != nil {
		q.Programs = o.Source
	}
	x, err := o.NewExecutor(q)
	if x == nil && err == nil {
		return nil, errors.New("Options.NewExecutor returned neither an executor nor an error")
	}
	return x, err
}

// repeatable reports whether the external programs of the run must repeat their moves when they
// play a game again. This is so if all declare themselves deterministic and none has a time limit.
func (r *Resolved) repeatable() bool {
	if timeLimits(r, r.Agents, r.Opponents, r.Verify, r.verifiers()) != nil {
		return false
	}
	for name := range r.Config.Programs {
		if r.Programs == nil || !r.Programs.Known(name).Deterministic {
			return false
		}
	}
	return true
}

// playable returns an error if the player of the agent cannot be created.
func (r *Resolved) playable(ctx context.Context, a engines.Agent) error {
	newPlayer := engines.NewPlayer
	_, recruits := engines.As[engines.PlayerFactory](r.Engine)
	if _, host := engines.As[engines.ArenaFactory](r.Engine); host && !recruits { // it plays its games itself and makes its own players
		newPlayer = func(ctx context.Context, e engines.Engine, a engines.Agent) (engines.Player, error) {
			return e.NewPlayer(ctx, a)
		}
	}
	p, err := newPlayer(ctx, r.Engine, a)
	if err != nil {
		return err
	}
	return engines.Close(p)
}

// agentSettings returns the engine settings of the tuned agent, without the settings of the whole
// game. Weights are tuned for these settings.
func (r *Resolved) agentSettings() engines.Settings {
	return playerSettings(r.Engine.Spec(), r.Config.Engine)
}

// sameAs reports whether a and b always choose the same moves. They do if they are equal. If only
// the direction of a weight vector matters in the game, multiples do so too.
func (r *Resolved) sameAs(a, b engines.Weights) bool {
	return slices.Equal(a, b) || r.Engine.Spec().ScaleFree && tuning.SameDirection(a, b)
}

// perDeal returns the number of games that compare two agents on one deal (game start).
func (r *Resolved) perDeal() int {
	switch {
	case r.Seats == 1:
		return 2
	case r.Engine.Spec().Symmetric:
		return 1
	}
	return r.Seats
}

// strategy returns the name and the options of the strategy. For a tournament it returns "" and
// nil.
func (r *Resolved) strategy() (name string, options any) {
	switch {
	case r.search != nil:
		return r.search.name, r.search.options
	case r.grid != nil:
		return "grid", r.grid.options
	case r.fit != nil:
		return "fit", r.fit.options
	}
	return "", nil
}

// complete adds all values in use to the config, in the form that the store keeps.
func (r *Resolved) complete() error {
	c := &r.Config
	c.Preset = ""
	c.Programs = describedPrograms(r)
	for _, l := range []struct {
		section *[]configs.Agent
		agents  []engines.Agent
	}{{&c.Agents, r.Agents}, {&c.Opponents, r.Opponents}, {&c.Verification.Opponents, r.Verify}} {
		if l.agents != nil {
			*l.section = literal(l.agents)
		}
	}
	settings, err := r.pinned()
	if err != nil {
		return err
	}
	c.Engine.Settings, c.Engine.Seats = settings, r.Seats
	if r.VerifySettings != nil {
		c.Verification.Settings = scalars(r.VerifySettings)
	}
	c.Strategy = yaml.Node{}
	if name, options := r.strategy(); name != "" {
		c.Strategy, err = configs.Section(name, options)
	}
	return err
}

// pinned returns the engine settings for the stored config: the given values, and defaults for the
// other settings. It leaves out a player setting whose default is changed by other settings of an
// agent, so that the agent keeps the changed default.
func (r *Resolved) pinned() (map[string]configs.Scalar, error) {
	out := make(map[string]configs.Scalar)
	for _, d := range r.Engine.Spec().Settings {
		out[d.Name] = configs.Scalar(d.Default)
	}
	for _, agent := range agentsIn(r.Config) {
		e, err := r.Engine.With(configs.Settings(agent.Settings))
		if err != nil {
			return nil, err
		}
		for _, d := range e.Spec().Settings {
			if own, ok := out[d.Name]; ok && d.Player && string(own) != d.Default {
				delete(out, d.Name)
			}
		}
	}
	maps.Copy(out, r.Config.Engine.Settings)
	return out, nil
}

// literal converts agents to config entries with their weights as numbers, which do not depend on
// files or other runs.
func literal(agents []engines.Agent) []configs.Agent {
	var out []configs.Agent
	for _, agent := range agents {
		c := configs.Agent{Name: agent.Name, Player: agent.Player, Weights: configs.AgentWeights{List: agent.Weights}}
		if len(agent.Settings) > 0 {
			c.Settings = scalars(agent.Settings)
		}
		out = append(out, c)
	}
	return out
}
