package serve

import (
	"context"
	"errors"
	"io/fs"

	"github.com/lanista/lanista/results"
)

// runsAgreed is the number of newest runs whose agreement with etudes is counted,
// besides the default weights and the champion.
const runsAgreed = 3

// agreement lists how often agents value the winners of etudes highest.
type agreement struct {
	OK     bool         `json:"ok"`
	Agents []agentsHits `json:"agents"`
}

// agentsHits is the agreement of one agent, by its evaluation of the positions without
// search.
type agentsHits struct {
	Agent  string `json:"agent"`
	Hits   int    `json:"hits" doc:"etudes whose winner the agent values above all others"`
	Of     int    `json:"of" doc:"etudes"`
	Detail string `json:"detail,omitempty" doc:"why it could not be asked"`
}

// agreement counts the hits of the default weights, the champion and the newest runs.
func (t *etudeAPI) agreement(ctx context.Context, in *body[etudeList]) (*agreement, error) {
	sources := []string{"default", "champion"}
	err := t.server.read(func(store *results.Store) error {
		list, err := store.List(ctx, results.Query{Engine: in.Body.Engine, Kind: results.Evolve, Limit: runsAgreed})
		for _, run := range list {
			sources = append(sources, "run:"+run.ID)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // without a store there are no runs
		return nil, err
	}
	out := &agreement{OK: true, Agents: []agentsHits{}}
	for _, source := range sources {
		one := agentsHits{Agent: source, Of: len(in.Body.Etudes)}
		if one.Hits, err = t.hits(ctx, AgentBody{Source: source}, in.Body); err != nil {
			one.Detail = err.Error()
		}
		out.Agents = append(out.Agents, one)
	}
	return out, ctx.Err()
}

// hits counts the etudes whose winner an agent puts first, within the time of a search.
func (t *etudeAPI) hits(ctx context.Context, who AgentBody, list etudeList) (hits int, err error) {
	release, err := t.sessions.searches.acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer release()
	ctx, cancel, limit := t.sessions.limited(ctx, LimitBody{Depth: 1})
	defer cancel()
	for _, x := range list.Etudes {
		o, _, err := t.sessions.startNow(ctx, sessionSetup{Engine: list.Engine, Position: x.Position})
		if err != nil {
			return hits, err
		}
		agent, err := t.sessions.agent(ctx, o, who)
		if err != nil {
			return hits, err
		}
		n, err := o.Analyze(ctx, agent, limit)
		if err != nil {
			return hits, thinkProblem(err)
		}
		if putsFirst(n.Static, x.Winner) {
			hits++
		}
	}
	return hits, nil
}

// putsFirst reports whether the value of a seat exceeds the values of all others.
func putsFirst(worth []float64, winner int) bool {
	if winner < 0 || winner >= len(worth) {
		return false
	}
	for seat, v := range worth {
		if seat != winner && v >= worth[winner] {
			return false
		}
	}
	return true
}
