package serve

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/serve/table"
)

// analyses are what one or two agents think of a position.
type analyses struct {
	OK       bool                 `json:"ok"`
	Analyses []documents.Analysis `json:"analyses" doc:"one per agent"`
}

func (t *tables) analyze(ctx context.Context, in *body[analyzeCommand]) (*analyses, error) {
	d, _, err := t.table(ctx, in.Body.TableBody)
	if err != nil {
		return nil, err
	}
	asked := in.Body.Agents
	if len(asked) == 0 {
		asked = []table.Agent{{}}
	}
	out := &analyses{OK: true}
	for _, a := range asked {
		agent, err := t.room.Agent(ctx, d, a)
		if err != nil {
			return nil, err
		}
		document, err := t.analysis(ctx, d, agent, in.Body.Think)
		if err != nil {
			return nil, err
		}
		out.Analyses = append(out.Analyses, document)
	}
	return out, nil
}

// analysis is the document of one agent.
func (t *tables) analysis(ctx context.Context, d *table.Table, a engines.Agent, l table.Limit) (documents.Analysis, error) {
	release, err := t.places.Take(ctx)
	if err != nil {
		return documents.Analysis{}, err
	}
	defer release()
	began := time.Now()
	n, err := t.thinker.Analyze(ctx, d, a, l)
	if err != nil {
		return documents.Analysis{}, err
	}
	return documents.NewAnalysis(runs.AnalyzeResult{Analysis: n, Engine: d.Engine(), Game: d.Game(), Elapsed: time.Since(began)}), nil
}

// stepType is the type of a line.
var stepType = reflect.TypeFor[table.Step]()

// ending is the last line of a search that is told as it goes on.
type ending struct {
	Done bool   `json:"done"`
	Why  string `json:"why" enum:"depth,time,solved,stopped"`
}

// thinking adds the command that tells a search as it goes on.
func (t *tables) thinking() {
	op := huma.Operation{
		OperationID: operationID(http.MethodPost, "/games/think"), Method: http.MethodPost, Path: apiRoot + "/games/think", Tags: []string{"games"},
		Summary: "Tell a search depth by depth", MaxBodyBytes: bodyBytes,
		Description: "Answers with lines of JSON (application/x-ndjson): one for every depth that is finished, and at the end why the search ended.",
		Errors:      []int{http.StatusUnprocessableEntity},
		Responses: map[string]*huma.Response{"200": {
			Description: "OK", Content: map[string]*huma.MediaType{"application/x-ndjson": {Schema: t.api.OpenAPI().Components.Schemas.Schema(stepType, true, "Step")}},
		}},
	}
	huma.Register(t.api, op, func(ctx context.Context, in *body[rateCommand]) (*huma.StreamResponse, error) {
		d, _, err := t.table(ctx, in.Body.TableBody)
		if err != nil {
			return nil, t.explain(ctx, tableProblem(err))
		}
		agent, err := t.room.Agent(ctx, d, in.Body.Agent)
		if err != nil {
			return nil, t.explain(ctx, tableProblem(err))
		}
		release, err := t.places.Take(ctx)
		if err != nil {
			return nil, t.explain(ctx, tableProblem(err))
		}
		return &huma.StreamResponse{Body: func(c huma.Context) {
			defer release()
			t.tell(c, d, agent, in.Body.Think)
		}}, nil
	})
}

// tell writes the lines of a search.
func (t *tables) tell(c huma.Context, d *table.Table, a engines.Agent, l table.Limit) {
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
	why, err := t.thinker.Deepen(c.Context(), d, a, l, func(s table.Step) error { return line(s) })
	if err != nil {
		_ = line(t.explain(c.Context(), tableProblem(err))) // a client that has gone needs no answer
		return
	}
	_ = line(ending{true, why})
}
