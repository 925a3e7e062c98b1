package serve

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/lanista/lanista/serve/jobs"
)

// job is the JSON document of a run that a client started on this server.
type job struct {
	ID       string     `json:"id"`
	State    jobs.State `json:"state" enum:"waiting,running,stopping,finished,stopped,failed"`
	Position int        `json:"position,omitempty" doc:"place in the queue, from 1; absent of a job that does not wait, and in events"`
	Verb     string     `json:"verb" doc:"command of the command line"`
	Engine   string     `json:"engine"`
	Strategy string     `json:"strategy" doc:"empty for a tournament"`
	Name     string     `json:"name" doc:"name of the run; may be empty"`
	Run      *string    `json:"run" doc:"ID of the run; null while unknown"`
	Resumed  bool       `json:"resumed" doc:"whether the job resumes a run"`
	Created  time.Time  `json:"created"`
	Started  *time.Time `json:"started" doc:"null before the start"`
	Ended    *time.Time `json:"ended" doc:"null before the end"`
	Exit     *int       `json:"exit" doc:"exit code of the process; null before its end, or if a signal ended it"`
	Error    string     `json:"error,omitempty" doc:"cause of a failure"`
	Output   []string   `json:"output,omitempty" doc:"last hundred lines of the output; absent in events"`
}

func newJob(j jobs.Job) job {
	out := job{
		ID: j.ID, State: j.State, Position: j.Position, Verb: j.Verb, Engine: j.Engine, Strategy: j.Strategy, Name: j.Name, Resumed: j.Resume != "",
		Created: inMilliseconds(j.Created), Started: moment(j.Started), Ended: moment(j.Ended), Exit: j.Code, Error: j.Error,
	}
	if j.Run != "" {
		out.Run = &j.Run
	}
	return out
}

type jobList struct {
	Runs int   `json:"runs" doc:"largest number of running jobs"`
	Jobs []job `json:"jobs" doc:"running jobs, then waiting ones in their order, then those that are over, the last one first"`
}

// jobBody is the request body that starts a run: its config, name and further settings.
type jobBody struct {
	Body struct {
		Config string   `json:"config" doc:"text in YAML; it must not name files or programs" example:"{preset: risk-quick, seed: 2}"`
		Set    []string `json:"set,omitempty" doc:"changed values, each as path=value"`
		Name   string   `json:"name,omitempty" maxLength:"100" doc:"name of the run"`
	}
}

type jobPath struct {
	ID string `path:"id" doc:"ID of the job" example:"none"`
}

// jobAPI serves the API operations that start, stop, resume and list runs of clients.
type jobAPI struct {
	server  *Server
	starter *runStarter
}

func (s *jobAPI) register() {
	started := func(op *huma.Operation) {
		op.Middlewares = append(op.Middlewares, s.onlyWhereRunsStart)
		op.MaxBodyBytes = largeBodyBytes
	}
	operation(s.server, http.MethodGet, "/jobs", "The runs started by this server (--runs only)", func(context.Context, *struct{}) (jobList, error) {
		out := jobList{Runs: s.starter.queue.Runs(), Jobs: []job{}}
		for _, j := range s.starter.queue.List() {
			out.Jobs = append(out.Jobs, s.withOutput(j))
		}
		return out, nil
	}, started)
	operation(s.server, http.MethodPost, "/jobs", "Start a run (--runs only)", func(ctx context.Context, in *jobBody) (job, error) {
		return s.answer(s.starter.startRun(ctx, in.Body.Config, in.Body.Name, in.Body.Set))
	}, started)
	operation(s.server, http.MethodPost, "/jobs/{id}/stop", "Interrupt a run started by this server; finished games stay in the store (--runs only)",
		func(_ context.Context, in *jobPath) (job, error) {
			return s.answer(s.starter.queue.Stop(in.ID))
		}, started)
	operation(s.server, http.MethodPost, "/runs/{id}/resume", "Resume an interrupted run (--runs only)",
		func(ctx context.Context, in *RunPath) (job, error) {
			return s.answer(s.starter.resumeRun(ctx, in.ID))
		}, started)
	s.registerNext(started)
}

// answer converts a job to a response. Its arguments are the results of a method of the queue or of
// the starter. If err is not nil, answer returns err.
func (s *jobAPI) answer(j jobs.Job, err error) (job, error) {
	if err != nil {
		return job{}, err
	}
	return s.withOutput(j), nil
}

func (s *jobAPI) withOutput(j jobs.Job) job {
	out := newJob(j)
	out.Output = s.starter.queue.Output(j.ID)
	return out
}

// onlyWhereRunsStart is API middleware. If the server does not start runs for clients, it refuses
// the request before its body is read.
func (s *jobAPI) onlyWhereRunsStart(ctx huma.Context, next func(huma.Context)) {
	if err := s.starter.mayStart(); err != nil {
		r, w := humago.Unwrap(ctx)
		s.server.fail(w, r, err)
		return
	}
	next(ctx)
}
