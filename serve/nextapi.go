package serve

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/jobs"
)

// nextBody is the request body that starts a suggested next step of a run, such as a tournament
// with its result.
type nextBody struct {
	RunPath
	Body struct {
		Step  string `json:"step" enum:"resume,continue,repeat,widen,verify,explain" doc:"a step of the run's next, or explain for any run with a result"`
		Games int    `json:"games,omitempty" minimum:"1" doc:"of an explanation; by default 1000 for each weight"`
	}
}

// registerNext adds the API operation that starts a suggested next step of a run.
func (s *jobAPI) registerNext(started func(*huma.Operation)) {
	operation(s.server, http.MethodPost, "/runs/{id}/next", "Start a next step of a run (--runs only)",
		func(ctx context.Context, in *nextBody) (job, error) {
			return s.jobAnswer(ctx)(s.starter.startNext(ctx, in.ID, runs.StepKind(in.Body.Step), in.Body.Games))
		}, started)
}

// nextStep starts the suggested next step of a run that a user chose in a form.
func (s *jobPages) nextStep(_ http.ResponseWriter, r *http.Request) (jobs.Job, error) {
	games := 0
	if text := r.PostFormValue("games"); text != "" {
		var err error
		if games, err = strconv.Atoi(text); err != nil || games < 1 {
			const wrong = "a number of at least 1 is needed"
			return jobs.Job{}, newProblem(http.StatusUnprocessableEntity, codeBadRequest, "games: "+wrong, mistake{"body.games", wrong})
		}
	}
	return s.starter.startNext(r.Context(), r.PathValue("id"), runs.StepKind(r.PostFormValue("step")), games)
}

// startNext adds the job of a suggested next step of a run to the queue. It computes the step
// again from the stored run, so that a client cannot choose the arguments of a process.
func (s *runStarter) startNext(ctx context.Context, id string, kind runs.StepKind, games int) (jobs.Job, error) {
	var rec results.Record
	err := s.server.read(func(store *results.Store) (err error) {
		rec, err = store.Get(ctx, id)
		return err
	})
	if err != nil {
		return jobs.Job{}, err
	}
	if kind == runs.ExplainStep {
		if rec.Result == nil || len(rec.Result.Weights) == 0 || rec.Kind != results.Evolve && rec.Kind != results.Fit {
			return jobs.Job{}, newProblem(http.StatusConflict, codeConflict, "the run has no result of a search or a fit to explain")
		}
		return s.queue.Add(jobs.Work{Verb: jobs.Explain, Engine: rec.Engine, Strategy: rec.Strategy, Name: rec.Name, Resume: rec.ID, Games: min(games, configs.MaxVerification)})
	}
	steps := runs.NextSteps(s.server.options.Catalog, rec)
	i := slices.IndexFunc(steps, func(step runs.NextStep) bool { return step.Kind == kind && step.Starts() })
	if i < 0 {
		return jobs.Job{}, newProblem(http.StatusConflict, codeConflict, "the step is not one of the run's next steps; reload the page")
	}
	w := jobs.Work{Verb: string(rec.Kind), Engine: rec.Engine, Strategy: rec.Strategy, Name: rec.Name, Set: steps[i].Set}
	if steps[i].Resumes() {
		w.Resume = rec.ID
	} else {
		w.Name, w.Preset = "", "run:"+rec.ID
	}
	return s.queue.Add(w)
}
