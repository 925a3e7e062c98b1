package serve

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/lanista/lanista/serve/jobs"
)

// job is a run that a client started on this server: waiting, running or over.
type job struct {
	ID       string     `json:"id"`
	State    jobs.State `json:"state" enum:"waiting,running,stopping,finished,stopped,failed"`
	Verb     string     `json:"verb" doc:"of the command line that does the same"`
	Engine   string     `json:"engine"`
	Strategy string     `json:"strategy" doc:"empty of a tournament"`
	Name     string     `json:"name" doc:"of the run; may be empty"`
	Run      *string    `json:"run" doc:"the run that it makes or goes on with; null while it is not known"`
	Resumed  bool       `json:"resumed" doc:"it goes on with a run"`
	Created  time.Time  `json:"created"`
	Started  *time.Time `json:"started" doc:"null while it waits"`
	Ended    *time.Time `json:"ended" doc:"null before"`
	Exit     *int       `json:"exit" doc:"the exit code of its process; null before, and where it was killed"`
	Error    string     `json:"error,omitempty" doc:"why it failed"`
	Output   []string   `json:"output,omitempty" doc:"the last hundred lines that its process has written; not in events"`
}

func newJob(j jobs.Job) job {
	out := job{
		ID: j.ID, State: j.State, Verb: j.Verb, Engine: j.Engine, Strategy: j.Strategy, Name: j.Name, Resumed: j.Resume != "",
		Created: j.Created.UTC(), Started: moment(j.Started), Ended: moment(j.Ended), Exit: j.Code, Error: j.Error,
	}
	if j.Run != "" {
		out.Run = &j.Run
	}
	return out
}

// jobList contains the queue.
type jobList struct {
	Runs int   `json:"runs" doc:"how many are at work at a time"`
	Jobs []job `json:"jobs" doc:"those at work, those that wait in their order, those that are over, the last one first"`
}

// jobBody describes a run to start.
type jobBody struct {
	Body struct {
		Config string   `json:"config" doc:"YAML; files and programs cannot be named in it" example:"{preset: risk-quick, seed: 2}"`
		Set    []string `json:"set,omitempty" doc:"values laid over it, each as path=value"`
		Name   string   `json:"name,omitempty" maxLength:"200" doc:"for the run"`
	}
}

type jobPath struct {
	ID string `path:"id" doc:"of the job" example:"none"`
}

// jobAPI answers requests about the runs that clients start.
type jobAPI struct {
	server  *Server
	starter *runStarter
}

// register adds the operations.
func (s *jobAPI) register() {
	started := func(op *huma.Operation) {
		op.Middlewares = append(op.Middlewares, s.onlyWhereRunsStart)
		op.MaxBodyBytes = largeBodyBytes
		op.Errors = []int{http.StatusForbidden}
	}
	operation(s.server, http.MethodGet, "/jobs", "The runs that were started here (--runs only)", func(context.Context, *struct{}) (jobList, error) {
		out := jobList{Runs: s.starter.queue.Runs(), Jobs: []job{}}
		for _, j := range s.starter.queue.List() {
			out.Jobs = append(out.Jobs, s.withOutput(j))
		}
		return out, nil
	}, started)
	operation(s.server, http.MethodPost, "/jobs", "Start a run (--runs only)", func(ctx context.Context, in *jobBody) (job, error) {
		return s.jobAnswer(ctx)(s.starter.startRun(ctx, in.Body.Config, in.Body.Name, in.Body.Set))
	}, started)
	operation(s.server, http.MethodPost, "/jobs/{id}/stop", "Interrupt a run that was started here; what is finished is kept (--runs only)",
		func(ctx context.Context, in *jobPath) (job, error) {
			return s.jobAnswer(ctx)(s.starter.queue.Stop(in.ID))
		}, started)
	operation(s.server, http.MethodPost, "/runs/{id}/resume", "Go on with a run that was interrupted (--runs only)",
		func(ctx context.Context, in *RunPath) (job, error) {
			return s.jobAnswer(ctx)(s.starter.resumeRun(ctx, in.ID))
		}, started)
}

// jobAnswer returns a function that makes the answer about a job.
func (s *jobAPI) jobAnswer(ctx context.Context) func(jobs.Job, error) (job, error) {
	return func(j jobs.Job, err error) (job, error) {
		if err != nil {
			return job{}, s.starter.explainJob(ctx, err)
		}
		return s.withOutput(j), nil
	}
}

func (s *jobAPI) withOutput(j jobs.Job) job {
	out := newJob(j)
	out.Output = s.starter.queue.Output(j.ID)
	return out
}

// onlyWhereRunsStart refuses a request, before its body is read, if clients may start no
// runs.
func (s *jobAPI) onlyWhereRunsStart(ctx huma.Context, next func(huma.Context)) {
	if err := s.starter.mayStart(); err != nil {
		r, w := humago.Unwrap(ctx)
		s.server.fail(w, r, err)
		return
	}
	next(ctx)
}

// place returns the location of a mistake of a config.
func (m configMistake) place() string {
	switch {
	case m.Line > 0 && m.Key != "":
		return fmt.Sprintf("body.config line %d: %s", m.Line, m.Key)
	case m.Line > 0:
		return fmt.Sprintf("body.config line %d", m.Line)
	case m.Key != "":
		return "body.config: " + m.Key
	}
	return "body.config"
}
