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

// runStarter starts the runs that clients request.
type runStarter struct {
	server *Server
	queue  *jobs.Queue // nil if the server starts no runs
}

// newRunStarter returns the starter of a server.
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

// mayStart returns a problem if the server starts no runs.
func (s *runStarter) mayStart() error {
	if s.queue == nil {
		return newProblem(http.StatusForbidden, codeReadOnly, "this server starts no runs; start it with --runs N")
	}
	return nil
}

// startsFor reports whether the client of a request may start runs.
func (s *runStarter) startsFor(r *http.Request) bool { return s.queue != nil && !reads(r.Context()) }

// jobOf returns the ID of the job that plays a run and that the client of a request may stop, or
// "" if there is none.
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

// startRun adds a config to the queue. It returns the same mistakes as the command line.
func (s *runStarter) startRun(ctx context.Context, text, name string, set []string) (jobs.Job, error) {
	plan, err := runs.NewPlan(ctx, s.server.options.Catalog, runs.Options{Text: text, Set: set, Store: s.server.options.Store})
	if ctx.Err() != nil {
		return jobs.Job{}, ctx.Err()
	}
	if err != nil {
		return jobs.Job{}, &configError{s.server.configMistakes(err)}
	}
	if name != "" {
		if err := s.nameIsFree(ctx, name); err != nil {
			return jobs.Job{}, err
		}
	}
	w := jobs.Work{Verb: plan.Verb, Engine: plan.Engine, Strategy: plan.Strategy, Name: name, Config: text, Set: set}
	if preset := s.presetOf(text); preset != "" { // the run is tagged with it, as on the command line
		w.Preset, w.Config = preset, ""
	}
	return s.queue.Add(w)
}

// configError contains the mistakes of a config.
type configError struct{ mistakes []configMistake }

// Error returns the first mistake.
func (e *configError) Error() string { return "the config has mistakes: " + e.mistakes[0].Message }

// nameIsFree returns a problem if a run has the name or the name is not valid.
func (s *runStarter) nameIsFree(ctx context.Context, name string) error {
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

// presetOf returns the name of the preset with exactly this text, "" if there is none.
func (s *runStarter) presetOf(text string) string {
	all := s.server.options.Catalog.Configs()
	for _, name := range all.Names() {
		if own, err := all.Get(name); err == nil && string(own) == text {
			return name
		}
	}
	return ""
}

// resumeRun adds a stored run to the queue in order to resume it.
func (s *runStarter) resumeRun(ctx context.Context, id string) (jobs.Job, error) {
	var run results.Summary
	err := s.server.read(func(store *results.Store) (err error) {
		run, err = store.Info(ctx, id)
		return err
	})
	if err != nil {
		return jobs.Job{}, err
	}
	switch {
	case run.Kind == results.Grid:
		return jobs.Job{}, newProblem(http.StatusConflict, codeConflict, "a grid search cannot be resumed; start it again")
	case run.Status != results.Interrupted:
		return jobs.Job{}, newProblem(http.StatusConflict, codeConflict, "the run is "+string(run.Status)+"; only one that was interrupted goes on")
	}
	return s.queue.Add(jobs.Work{Verb: string(run.Kind), Engine: run.Engine, Strategy: run.Strategy, Name: run.Name, Resume: run.ID})
}

// explainJob returns the problem of an error of the queue.
func (s *runStarter) explainJob(ctx context.Context, err error) error {
	var wrong *configError
	switch {
	case errors.As(err, &wrong):
		p := newProblem(http.StatusUnprocessableEntity, codeBadRequest, wrong.Error())
		for _, m := range wrong.mistakes {
			p.Errors = append(p.Errors, mistake{m.place(), m.Message})
		}
		return p
	case errors.Is(err, jobs.ErrUnknown):
		return notFound(err.Error())
	case errors.Is(err, jobs.ErrOver), errors.Is(err, jobs.ErrQueued):
		return newProblem(http.StatusConflict, codeConflict, err.Error())
	case errors.Is(err, jobs.ErrFull):
		return newProblem(http.StatusTooManyRequests, codeBusy, err.Error()).retry("60")
	case errors.Is(err, jobs.ErrClosed):
		return newProblem(http.StatusServiceUnavailable, codeBusy, err.Error())
	}
	return s.server.explain(ctx, err)
}

// list returns the queue without the output of the processes.
func (s *runStarter) list() (list []job) {
	if s.queue == nil {
		return nil
	}
	for _, j := range s.queue.List() {
		list = append(list, newJob(j))
	}
	return list
}

// resumes reports whether the run of a job that is over can be resumed.
func (s *runStarter) resumes(ctx context.Context, j jobs.Job) bool {
	if !j.Over() || j.Run == "" || !slices.Contains([]jobs.State{jobs.Stopped, jobs.Failed}, j.State) || j.Verb == string(results.Grid) {
		return false
	}
	var run results.Summary
	err := s.server.read(func(store *results.Store) (err error) {
		run, err = store.Info(ctx, j.Run)
		return err
	})
	return err == nil && run.Status == results.Interrupted
}

// moment returns a pointer to a time, or nil for the zero time.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	utc := t.UTC()
	return &utc
}
