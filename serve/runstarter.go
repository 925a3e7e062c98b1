package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/jobs"
)

// runStarter starts, resumes and lists the runs, such as tournaments, that clients request.
type runStarter struct {
	server *Server
	queue  *jobs.Queue // nil if the server starts no runs
}

// newRunStarter returns the run starter of a server. Its queue is nil if the server does not
// start runs for clients.
func newRunStarter(s *Server) (_ *runStarter, err error) {
	o, starter := s.options, &runStarter{server: s}
	if o.Runs == 0 {
		return starter, nil
	}
	starter.queue, err = jobs.New(jobs.Options{
		Executable: o.Executable, Called: o.Program, Store: o.Store, Runs: o.Runs, Limit: o.RunTime, Workers: max(1, runtime.GOMAXPROCS(0)/o.Runs),
		Changed: func(j jobs.Job) { s.hub.publishJob(newJob(j)) },
	})
	return starter, err
}

// mayStart returns a problem if the server does not start runs for clients, and nil otherwise.
func (s *runStarter) mayStart() error {
	if s.queue == nil {
		return newProblem(http.StatusForbidden, codeReadOnly, "this server starts no runs; start it with --runs N")
	}
	return nil
}

// startsFor reports whether the client that sent a request is allowed to start runs.
func (s *runStarter) startsFor(r *http.Request) bool { return s.queue != nil && !reads(r.Context()) }

// jobOf returns the ID of the job that executes a run. It returns "" if there is no such job or
// the client that sent the request is not allowed to stop it.
func (s *runStarter) jobOf(r *http.Request, run string) string {
	if !s.startsFor(r) {
		return ""
	}
	for _, j := range s.queue.List() {
		if j.Run == run && (j.State == jobs.Running || j.State == jobs.Waiting) {
			return j.ID
		}
	}
	return ""
}

// startRun adds the run of a config to the queue. If the config has mistakes, it returns a
// [*configError] with the same messages as the command line.
func (s *runStarter) startRun(ctx context.Context, text, name string, set []string) (jobs.Job, error) {
	plan, err := s.server.plan(ctx, text, set)
	if ctx.Err() != nil {
		return jobs.Job{}, ctx.Err()
	}
	if refused, ok := errors.AsType[*problem](err); ok { // the server is busy
		return jobs.Job{}, refused
	}
	if err != nil {
		return jobs.Job{}, &configError{s.server.configMistakes(err)}
	}
	if err := s.nameIsFree(ctx, name); err != nil {
		return jobs.Job{}, err
	}
	w := jobs.Work{Verb: plan.Verb, Engine: plan.Engine, Strategy: plan.Strategy, Name: name, Config: text, Set: set}
	if preset := s.presetOf(text); preset != "" { // the run is tagged with it, as on the command line
		w.Preset, w.Config = preset, ""
	}
	return s.queue.Add(w)
}

type configError struct{ mistakes []configMistake }

func (e *configError) Error() string { return "the config has mistakes: " + e.mistakes[0].Message }

func (e *configError) problem() *problem {
	p := newProblem(http.StatusUnprocessableEntity, codeBadRequest, e.Error())
	for _, m := range e.mistakes {
		p.Errors = append(p.Errors, mistake{m.place(), m.Message})
	}
	return p
}

// nameIsFree returns a problem if the name of a new run is invalid or already in use. "" stands for no
// name and is free.
func (s *runStarter) nameIsFree(ctx context.Context, name string) error {
	if name == "" {
		return nil
	}
	detail := ""
	if err := results.CheckName(name); err != nil {
		detail = fmt.Sprintf("a run cannot be named %.40q: %v", name, err)
	} else {
		_ = s.server.read(func(store *results.Store) error { // an error means that there is no store, so every name is free
			if run, err := store.Info(ctx, name); err == nil && (run.Name == name || run.ID == name) {
				detail = "a run is called " + name + " already"
			}
			return nil
		})
	}
	if detail != "" {
		return newProblem(http.StatusUnprocessableEntity, codeBadRequest, detail, mistake{"body.name", detail})
	}
	return nil
}

// presetOf returns the name of the preset whose text equals the argument, or "" if there is none.
func (s *runStarter) presetOf(text string) string {
	all := s.server.options.Catalog.Configs()
	for _, name := range all.Names() {
		if own, err := all.Get(name); err == nil && string(own) == text {
			return name
		}
	}
	return ""
}

func (s *runStarter) resumeRun(ctx context.Context, id string) (jobs.Job, error) {
	run, err := s.server.summary(ctx, id)
	if err != nil {
		return jobs.Job{}, err
	}
	switch {
	case run.Kind == results.Grid:
		return jobs.Job{}, newProblem(http.StatusConflict, codeConflict, "a grid search cannot be resumed; start it again")
	case run.Status != results.Interrupted:
		return jobs.Job{}, newProblem(http.StatusConflict, codeConflict, "the run is "+string(run.Status)+"; only one that was interrupted goes on")
	case runs.HasPrograms(run):
		return jobs.Job{}, newProblem(http.StatusConflict, codeConflict, "no program is started by the server; resume the run at a terminal")
	}
	return s.queue.Add(jobs.Work{Verb: string(run.Kind), Engine: run.Engine, Strategy: run.Strategy, Name: run.Name, Resume: run.ID})
}

// list returns the jobs of the queue, without the output of their processes.
func (s *runStarter) list() (list []job) {
	if s.queue == nil {
		return nil
	}
	for _, j := range s.queue.List() {
		list = append(list, newJob(j))
	}
	return list
}

// resumes reports whether a job has ended and its run can be resumed.
func (s *runStarter) resumes(ctx context.Context, j jobs.Job) bool {
	if !j.Over() || j.Run == "" || !slices.Contains([]jobs.State{jobs.Stopped, jobs.Failed}, j.State) || j.Verb == string(results.Grid) {
		return false
	}
	run, err := s.server.summary(ctx, j.Run)
	return err == nil && run.Status == results.Interrupted && !runs.HasPrograms(run)
}

// moment returns a pointer to t, or nil if t is the zero time.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return new(inMilliseconds(t))
}

// inMilliseconds returns t in UTC, truncated to milliseconds, the precision of the times of runs.
func inMilliseconds(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
