package serve

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/session"
)

// AgentBody is the part of a request that selects an agent, either by a named source or by
// weights. Settings replaces settings of the agent's player. The zero value selects the champion,
// or the default agent if the game has no champion.
type AgentBody struct {
	Source   string                   `json:"source,omitempty" doc:"champion, default, random, first, run:ID, an agent that the game ships, or a level of it: level:easy, or easy where no agent has that name"`
	Weights  map[string]engines.Value `json:"weights,omitempty" doc:"weights by name in place of a source; missing ones have their defaults"`
	Settings map[string]string        `json:"settings,omitempty" doc:"settings of the player"`
}

// ThinkBody is the part of a request that selects an agent and limits its search.
type ThinkBody struct {
	Agent AgentBody `json:"agent,omitempty" doc:"agent that searches; by default the champion"`
	Think LimitBody `json:"think,omitempty"`
}

// LimitBody is the part of a request that limits a search by time and depth. The agent's own
// limits apply as well.
type LimitBody struct {
	Seconds float64 `json:"seconds,omitempty" minimum:"0" doc:"time limit in seconds; by default the server's, which is also the maximum"`
	Depth   int     `json:"depth,omitempty" minimum:"0" doc:"search depth; 0 means that of the agent"`
}

// limited returns a context that ends after the server's time limit for one search, and the limits
// that the request sets for the search. A time limit in the request has no effect if it is not
// below the server's.
func (s *sessions) limited(ctx context.Context, l LimitBody) (context.Context, context.CancelFunc, session.Limit) {
	limit := session.Limit{Time: time.Duration(l.Seconds * float64(time.Second)), Depth: l.Depth}
	if limit.Time >= s.think {
		limit.Time = 0
	}
	ctx, cancel := context.WithTimeout(ctx, s.think)
	return ctx, cancel, limit
}

// thinkFunc runs a move search with agent a. The search ends at the limit l or when ctx is done.
type thinkFunc func(ctx context.Context, a engines.Agent, l session.Limit) error

// consult opens the agent that a request selects and calls think to search with it, within the
// limits of the request. The number of concurrent searches is limited. If too many requests wait or
// the wait takes too long, the error has the code busy.
func (s *sessions) consult(ctx context.Context, o *openSession, who ThinkBody, think thinkFunc) error {
	agent, err := s.agent(ctx, o, who.Agent)
	if err != nil {
		return err
	}
	release, err := s.searches.acquire(ctx)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel, limit := s.limited(ctx, who.Think)
	defer cancel()
	return thinkProblem(think(ctx, agent, limit))
}

// thinkProblem converts the error of a move search to a problem document. It returns the error
// unchanged if the client has cancelled the request.
func thinkProblem(err error) error {
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, session.ErrTooSlow):
		return refuse(codeTooSlow, "think", "%w", err)
	case errors.Is(err, session.ErrOver):
		return refuse(codeIllegalMove, "move", "%w", err)
	}
	if _, ok := errors.AsType[*keys.KeyError](err); ok {
		return refuseKeys(codeBadAgent, "", err)
	}
	return refuse(codeBadAgent, "agent", "%w", err)
}

// agent returns the agent that a request selects for the game of a session. It refuses settings
// that name files.
func (s *sessions) agent(ctx context.Context, o *openSession, a AgentBody) (engines.Agent, error) {
	e := o.Engine()
	if err := checkPlayerSettings(e, a.Settings); err != nil {
		return engines.Agent{}, err
	}
	with, err := e.With(a.Settings)
	if err != nil {
		return engines.Agent{}, refuseKeys(codeBadAgent, "agent.settings", err)
	}
	found, err := s.source(ctx, o, with, a)
	if err != nil {
		return engines.Agent{}, err
	}
	if len(a.Settings) > 0 {
		found.Settings = found.Settings.Merge(a.Settings)
	}
	s.boundExact(e, &found)
	complete, err := found.Complete(e)
	if err != nil {
		return engines.Agent{}, refuseKeys(codeBadAgent, "agent", err)
	}
	return complete, nil
}

// checkPlayerSettings checks the settings that a request gives an agent. The error lists every
// setting that the game lacks or that does not belong to a player. It also lists settings whose
// value names a file or has more than maxSetting bytes.
func checkPlayerSettings(e engines.Engine, given map[string]string) error {
	known := e.Spec().Settings
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(given)) {
		at := slices.IndexFunc(known, func(s engines.Setting) bool { return s.Name == name })
		switch {
		case at < 0:
			mistakes = append(mistakes, keys.Errorf(name, "unknown setting (%s)", keys.Suggest(playerSettings(known), name)))
		case !known[at].Player:
			mistakes = append(mistakes, keys.Errorf(name, "belongs to the game, not to one agent"))
		case len(given[name]) > maxSetting:
			mistakes = append(mistakes, keys.Errorf(name, "%d bytes, at most %d", len(given[name]), maxSetting))
		case known[at].NamesFile(given[name]):
			mistakes = append(mistakes, keys.Errorf(name, "files cannot be named here"))
		}
	}
	if mistakes == nil {
		return nil
	}
	return refuseKeys(codeBadAgent, "agent.settings", errors.Join(mistakes...))
}

// playerSettings returns the names of the settings of a player in a list of settings.
func playerSettings(known []engines.Setting) []string {
	var names []string
	for _, s := range known {
		if s.Player {
			names = append(names, s.Name)
		}
	}
	return names
}

// source returns the agent that a request selects by name or by weights. If it selects none, source
// returns the champion or, if the game has none, the default agent. changed is the session's game
// with the settings of the request. It defines the weights of an agent that is given by weights. It
// also takes the place of the session's game if the two have different lists of weights.
func (s *sessions) source(ctx context.Context, o *openSession, changed engines.Engine, a AgentBody) (engines.Agent, error) {
	e, settings := o.Engine(), o.setup.Settings
	if a.Weights != nil {
		return agentOfWeights(changed, a)
	}
	if !reflect.DeepEqual(changed.Spec().Weights, e.Spec().Weights) {
		e, settings = changed, settings.Merge(a.Settings)
	}
	name := cmp.Or(a.Source, "champion")
	if _, err := show.FindLevel(e, name); err == nil && !s.isSource(e, name) {
		name = "level:" + name // a level needs no prefix if no other agent has its name
	}
	if !s.isSource(e, name) {
		return engines.Agent{}, refuse(codeBadAgent, "agent.source", "unknown agent %q (%s)", name, keys.Suggest(sourcesOf(e), name))
	}
	found, err := s.catalog.Agent(ctx, e, settings, o.Seats(), name, s.store)
	if errors.Is(err, weights.ErrNoChampion) {
		found, err = s.catalog.Agent(ctx, e, settings, o.Seats(), "default", s.store)
	}
	if id, isRun := strings.CutPrefix(name, "run:"); err != nil && isRun {
		return engines.Agent{}, refuse(codeBadAgent, "agent.source", "run %q has no agent for this game", id)
	}
	if err != nil {
		return engines.Agent{}, refuse(codeBadAgent, "agent.source", "%w", err)
	}
	return found, nil
}

// agentOfWeights returns the default agent of a game with the weights of a request. with is the
// game with the settings of the request.
func agentOfWeights(with engines.Engine, a AgentBody) (engines.Agent, error) {
	if a.Source != "" {
		return engines.Agent{}, refuse(codeBadAgent, "agent", "an agent has either a source or weights")
	}
	w, err := with.Spec().Weights.FromNamed(a.Weights)
	if err != nil {
		return engines.Agent{}, refuseKeys(codeBadAgent, "agent.weights", err)
	}
	return engines.Agent{Name: "weights", Weights: w}, nil
}

// isSource reports whether a name selects an agent of a game without reading a file.
func (s *sessions) isSource(e engines.Engine, name string) bool {
	if strings.HasPrefix(name, "run:") {
		return s.store != ""
	}
	return slices.Contains(sourcesOf(e), name)
}

// sourcesOf returns the names of the agents that a game has without files or stored runs.
func sourcesOf(e engines.Engine) []string {
	names := []string{"champion", "default"}
	for _, name := range weights.AgentNames(e) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// boundExact lowers an agent's setting exact to the server's maximum. The setting is the number of
// empty squares from which the agent solves a game exactly, which may take hours.
func (s *sessions) boundExact(e engines.Engine, a *engines.Agent) {
	if s.exact <= 0 || a.Player != "" {
		return
	}
	for _, known := range e.Spec().Settings {
		if known.Name != "exact" {
			continue
		}
		value := cmp.Or(a.Settings["exact"], known.Default)
		if v, err := strconv.Atoi(value); err == nil && v > s.exact {
			a.Settings = maps.Clone(a.Settings)
			if a.Settings == nil {
				a.Settings = engines.Settings{}
			}
			a.Settings["exact"] = strconv.Itoa(s.exact)
		}
	}
}
