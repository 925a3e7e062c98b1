package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/session"
)

// ratingAnswer is the response with an agent's values of the legal moves.
type ratingAnswer struct {
	OK bool `json:"ok"`
	session.Rating
}

func (t *sessionAPI) rate(ctx context.Context, in *body[rateCommand]) (*ratingAnswer, error) {
	o, _, err := t.sessions.open(ctx, in.Body.SessionBody)
	if err != nil {
		return nil, err
	}
	out := &ratingAnswer{OK: true}
	err = t.sessions.consult(ctx, o, in.Body.ThinkBody, func(ctx context.Context, a engines.Agent, l session.Limit) (err error) {
		out.Rating, err = o.Rate(ctx, a, l)
		return err
	})
	return out, err
}

// playoutAnswer is the response to a request for playouts, in which an agent plays games from a
// position to the end. It contains the number of games that each seat won.
type playoutAnswer struct {
	OK    bool   `json:"ok"`
	Agent string `json:"agent"`
	Games int    `json:"games" doc:"games finished within the time limit"`
	Won   []int  `json:"won" doc:"by seat: games with place 1, alone or shared"`
}

// defaultPlayouts is the default number of games that an agent plays to the end.
const defaultPlayouts = 5

func (t *sessionAPI) playout(ctx context.Context, in *body[playoutCommand]) (*playoutAnswer, error) {
	o, _, err := t.sessions.open(ctx, in.Body.SessionBody)
	if err != nil {
		return nil, err
	}
	games := cmp.Or(in.Body.Games, defaultPlayouts)
	out := &playoutAnswer{OK: true}
	err = t.sessions.consult(ctx, o, in.Body.ThinkBody, func(ctx context.Context, a engines.Agent, l session.Limit) (err error) {
		if l.Time > 0 {
			limited, cancel := context.WithTimeout(ctx, l.Time)
			defer cancel()
			ctx = limited
		}
		out.Agent = a.Name
		out.Won, out.Games, err = o.Playout(ctx, a, games)
		return err
	})
	return out, err
}

// analyzeCommand is the request body that asks one or two agents to analyse the position.
type analyzeCommand struct {
	SessionBody
	Agents []AgentBody `json:"agents,omitempty" maxItems:"2" doc:"agents; by default the champion"`
	Think  LimitBody   `json:"think,omitempty"`
}

type analyses struct {
	OK       bool                 `json:"ok"`
	Analyses []documents.Analysis `json:"analyses" doc:"by agent"`
}

func (t *sessionAPI) analyze(ctx context.Context, in *body[analyzeCommand]) (*analyses, error) {
	o, _, err := t.sessions.open(ctx, in.Body.SessionBody)
	if err != nil {
		return nil, err
	}
	agents := in.Body.Agents
	if len(agents) == 0 {
		agents = []AgentBody{{}}
	}
	out := &analyses{OK: true}
	for _, a := range agents {
		err := t.sessions.consult(ctx, o, ThinkBody{a, in.Body.Think}, func(ctx context.Context, a engines.Agent, l session.Limit) error {
			began := time.Now()
			n, err := o.Analyze(ctx, a, l)
			if err != nil {
				return err
			}
			d := documents.NewAnalysis(runs.AnalyzeResult{Analysis: n, Engine: o.Engine(), Game: o.Game(), Elapsed: time.Since(began)})
			d.Position = o.View(o.Turn()).String() // the game has what is hidden from the seat
			out.Analyses = append(out.Analyses, d)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// lastStep is the final line in the response stream of a search.
type lastStep struct {
	Done bool        `json:"done" doc:"always true"`
	Why  session.End `json:"why" enum:"depth,time,solved" doc:"why the search ended"`
}

// thinking adds the operation that streams the intermediate results of a search.
func (t *sessionAPI) thinking() {
	op := newOperation(http.MethodPost, "/games/think", "Follow a search depth by depth")
	op.MaxBodyBytes = bodyBytes
	op.Description = "Answers with lines of JSON (application/x-ndjson): one for every depth that is finished, and at the end why the search ended."
	registry := t.server.api.OpenAPI().Components.Schemas
	op.Responses = map[string]*huma.Response{"200": {
		Description: "a line for every depth, and then one for the end of the search, or for its error if it failed after its first line",
		Content: map[string]*huma.MediaType{"application/x-ndjson": {Schema: &huma.Schema{AnyOf: []*huma.Schema{
			registry.Schema(reflect.TypeFor[session.Step](), true, ""), registry.Schema(reflect.TypeFor[lastStep](), true, ""), registry.Schema(reflect.TypeFor[problem](), true, ""),
		}}}},
	}}
	huma.Register(t.server.api, op, func(ctx context.Context, in *body[rateCommand]) (*huma.StreamResponse, error) {
		o, _, err := t.sessions.open(ctx, in.Body.SessionBody)
		if err != nil {
			return nil, t.server.explain(ctx, err)
		}
		agent, err := t.sessions.agent(ctx, o, in.Body.Agent)
		if err != nil {
			return nil, t.server.explain(ctx, err)
		}
		release, err := t.sessions.searches.acquire(ctx)
		if err != nil {
			return nil, t.server.explain(ctx, err)
		}
		return &huma.StreamResponse{Body: func(c huma.Context) {
			defer release()
			t.stream(c, o, agent, in.Body.Think)
		}}, nil
	})
}

// stream runs a search and writes its intermediate results to the response, one JSON document per
// line.
func (t *sessionAPI) stream(c huma.Context, o *openSession, a engines.Agent, l LimitBody) {
	c.SetHeader("Content-Type", "application/x-ndjson")
	c.SetHeader("Cache-Control", "no-store")
	c.SetStatus(http.StatusOK)
	out := json.NewEncoder(c.BodyWriter())
	line := func(v any) error {
		if err := out.Encode(v); err != nil {
			return err
		}
		if f, ok := c.BodyWriter().(http.Flusher); ok {
			f.Flush()
		}
		return nil
	}
	ctx, cancel, limit := t.sessions.limited(c.Context(), l)
	defer cancel()
	why, err := o.Deepen(ctx, a, limit, func(s session.Step) error { return line(s) })
	if err != nil {
		_ = line(t.server.explain(c.Context(), thinkProblem(err))) // an error means that the client has gone
		return
	}
	_ = line(lastStep{true, why})
}
