package runs

import (
	"context"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Resolved is a config made ready: every reference to a file, a run or a program is
// replaced by a value. A run depends on its Resolved and on nothing else.
// [Catalog.Resolve] makes one. It must be closed.
type Resolved struct {
	// Kind is the kind of run that plays the config.
	Kind results.Kind
	// Config is the config as the store keeps it: with every default, the options that the
	// strategy uses, and all agents by their weights.
	Config configs.Config
	Engine engines.Engine
	Space  engines.Space   // the weights as they are searched
	Start  engines.Weights // where the search begins; nil for the defaults of Space
	Seats  int
	// Agents play a tournament. Opponents are the agents to train against; in a fit they
	// play the games. Verify are the agents to verify against.
	Agents, Opponents, Verify []engines.Agent
	// Programs are the programs of the config; nil if it has none.
	Programs *external.Programs
	// Notes are sentences on the config that the user should read before it is played.
	Notes []string

	catalog Catalog
	store   string // the file with the agents called run:RUN
	preset  string // the name of the preset that the config comes from; "" for none

	owner      bool                 // of the programs: Close ends them
	adopted    bool                 // the config describes the programs as the run to resume does
	refs       []engines.ProgramRef // the programs, for executors of other processes
	resumeNote string               // is added to the note of the run to resume; "" for none
	moves      bool                 // games are recorded with their moves
	dealing    dealing

	resumed   *storedRun // the run to resume; nil for a new run
	fromStore bool       // the config is that of a stored run
	// One of these has what belongs to the kind of run alone.
	search  *search
	contest *contest
	fit     *fitPlan
	grid    *gridPlan
}

// Close ends the programs.
func (r *Resolved) Close() {
	if r.owner {
		_ = r.Programs.Close()
	}
}

// Text returns the config as YAML, as the store keeps it. It can be loaded again.
func (r *Resolved) Text() (string, error) {
	text, err := yaml.Marshal(r.Config)
	return string(text), err
}

// startWeights returns the weights at which the search begins.
func (r *Resolved) startWeights() engines.Weights {
	if r.Start != nil {
		return r.Start
	}
	return r.Space.Default()
}

// openings returns how the games of the config begin.
func (r *Resolved) openings() engines.Openings {
	return engines.Openings{RandomPlies: r.Config.Openings.Plies()}
}

// terms returns what all games of the config have in common.
func (r *Resolved) terms() tournament.Terms {
	return tournament.Terms{
		Game:  r.ref(),
		Arena: engines.ArenaOptions{Openings: r.openings(), Moves: r.moves},
		// Places count if the scale is 0.
		Objective: tournament.Objective{Scale: r.Config.Objective.Scale},
		Programs:  tolerances(r),
	}
}

// ref returns the name of the game, and of the programs that another process needs to play
// it.
func (r *Resolved) ref() engines.EngineRef {
	spec := r.Engine.Spec()
	ref := engines.EngineRef{Name: spec.Name, Settings: configs.Settings(r.Config.Engine.Settings), Version: spec.Version}
	if r.refs != nil {
		ref.Name, ref.Player, ref.Programs = r.Config.Engine.Name, r.Config.Engine.Player, r.refs
	}
	return ref
}

// local returns an executor that plays on goroutines of this process.
func (r *Resolved) local(workers int) (tournament.Executor, error) {
	arena, err := engines.NewArena(r.Engine, r.terms().Arena)
	return tournament.Local{Arena: arena, Workers: workers}, err
}

// executor returns the executor that the options ask for: that of NewExecutor, or
// goroutines of this process. run is the id of the run.
func (r *Resolved) executor(o Options, run string) (tournament.Executor, error) {
	if o.NewExecutor == nil {
		return r.local(o.Workers)
	}
	q := ExecutorRequest{Run: run, Game: r.Engine}
	if r.Programs != nil {
		q.Programs = o.Source
	}
	return o.NewExecutor(q)
}

// playable returns an error for an agent that cannot make one move and would forfeit all
// its games.
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

// agentSettings returns the settings of the engine that belong to its agents: those that
// the weights are found for.
func (r *Resolved) agentSettings() engines.Settings {
	return playerSettings(r.Engine.Spec(), r.Config.Engine.Settings)
}

// sameAs reports whether two vectors play the same. In a game whose weights count by their
// direction alone, one may be a multiple of the other.
func (r *Resolved) sameAs(a, b engines.Weights) bool {
	return slices.Equal(a, b) || r.Engine.Spec().ScaleFree && tuning.SameDirection(a, b)
}

// perDeal returns the number of games in which two agents are compared on one deal.
func (r *Resolved) perDeal() int {
	switch {
	case r.Seats == 1:
		return 2
	case r.Engine.Spec().Symmetric:
		return 1
	}
	return r.Seats
}

// complete fills in the config as the store keeps it. strategy and options are "" and nil
// for a tournament.
func (r *Resolved) complete(strategy string, options any) error {
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
	c.Strategy = yaml.Node{}
	if strategy == "" {
		return nil
	}
	c.Strategy, err = configs.Section(strategy, options)
	return err
}

// pinned returns every setting of the engine that is given, and the defaults of the
// others. A default that differs for some agent, whose own settings choose a model with
// defaults of its own, is left out: if it were written down, that agent would play with it.
func (r *Resolved) pinned() (map[string]configs.Scalar, error) {
	out := make(map[string]configs.Scalar)
	for _, d := range r.Engine.Spec().Settings {
		out[d.Name] = configs.Scalar(d.Default)
	}
	for _, list := range [][]configs.Agent{r.Config.Agents, r.Config.Opponents, r.Config.Verification.Opponents} {
		for _, agent := range list {
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
	}
	maps.Copy(out, r.Config.Engine.Settings)
	return out, nil
}

// literal describes agents by their weights, so that resuming or replaying a run does not
// depend on files and runs that may have changed.
func literal(agents []engines.Agent) []configs.Agent {
	var out []configs.Agent
	for _, agent := range agents {
		c := configs.Agent{Name: agent.Name, Player: agent.Player, Weights: configs.AgentWeights{List: agent.Weights}}
		for k, v := range agent.Settings {
			if c.Settings == nil {
				c.Settings = make(map[string]configs.Scalar)
			}
			c.Settings[k] = configs.Scalar(v)
		}
		out = append(out, c)
	}
	return out
}
