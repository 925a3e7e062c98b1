package serve

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/lanista/lanista/serve/jobs"
	"github.com/lanista/lanista/serve/pages"
)

// jobPages shows the runs that clients start, and the form for a new run.
type jobPages struct {
	server  *Server
	starter *runStarter
	configs *configAPI
}

// register adds the pages, and the targets of their forms, which need no JavaScript.
func (s *jobPages) register() {
	s.newRunPages()
	s.server.mux.HandleFunc("GET /jobs", s.jobPage)
	s.server.mux.HandleFunc("POST /jobs", s.formed(func(w http.ResponseWriter, r *http.Request) (jobs.Job, error) {
		return s.starter.startRun(r.Context(), typedText(r, "config"), r.PostFormValue("name"), nil)
	}))
	s.server.mux.HandleFunc("POST /jobs/{id}/stop", s.formed(func(_ http.ResponseWriter, r *http.Request) (jobs.Job, error) {
		return s.starter.queue.Stop(r.PathValue("id"))
	}))
	s.server.mux.HandleFunc("POST /runs/{id}/resume", s.formed(func(_ http.ResponseWriter, r *http.Request) (jobs.Job, error) {
		return s.starter.resumeRun(r.Context(), r.PathValue("id"))
	}))
	s.server.mux.HandleFunc("POST /runs/{id}/next", s.formed(s.nextStep))
}

// formed returns a handler that executes a form and shows the queue, or the page
// of the run that the form is on. A config with
// mistakes is shown again with them.
func (s *jobPages) formed(do func(http.ResponseWriter, *http.Request) (jobs.Job, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.starter.mayStart(); err != nil {
			s.server.fail(w, r, err)
			return
		}
		if err := r.ParseForm(); err != nil {
			s.server.fail(w, r, newProblem(http.StatusBadRequest, codeBadRequest, "the form cannot be read"))
			return
		}
		j, err := do(w, r)
		if err == nil {
			to := "/jobs#job-" + j.ID
			if r.PostFormValue("from") == "run" && j.Run != "" {
				to = "/runs/" + url.PathEscape(j.Run)
			}
			http.Redirect(w, r, to, http.StatusSeeOther)
			return
		}
		var p *problem
		if !errors.As(s.starter.explainJob(r.Context(), err), &p) {
			p = s.server.explain(r.Context(), err)
		}
		if r.URL.Path == "/jobs" && p.Status == http.StatusUnprocessableEntity {
			s.refusedConfig(w, r, p)
			return
		}
		s.server.fail(w, r, p)
	}
}

// typedText returns the text of a multi-line field with the line ends of a file.
func typedText(r *http.Request, field string) string {
	return strings.ReplaceAll(r.PostFormValue(field), "\r\n", "\n")
}

// refusedConfig shows the form again with everything that was typed.
func (s *jobPages) refusedConfig(w http.ResponseWriter, r *http.Request, p *problem) {
	form := s.newRunForm(r, "")
	if err := s.fillIn(r.Context(), &form, typedText(r, "config"), nil); err != nil {
		s.server.fail(w, r, err)
		return
	}
	form.Name = r.PostFormValue("name")
	for _, m := range p.Errors {
		form.Mistakes = append(form.Mistakes, m.Location+": "+m.Message)
	}
	if len(form.Mistakes) == 0 {
		form.Mistakes = []string{p.Detail}
	}
	text, err := s.server.render("new", "", newRunPage(form))
	if err != nil {
		s.server.fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	writeHTML(w, http.StatusUnprocessableEntity, text)
}

// jobPage shows the queue.
func (s *jobPages) jobPage(w http.ResponseWriter, r *http.Request) {
	page := pages.Jobs{Program: s.server.options.Program, Store: s.server.options.storeFlag(), Starts: s.starter.startsFor(r)}
	if page.Starts {
		page.AtOnce, page.Limit = s.starter.queue.Runs(), s.server.options.RunTime
		for _, j := range s.starter.queue.List() {
			page.Jobs = append(page.Jobs, pages.JobEntry{Job: j, Output: s.starter.queue.Output(j.ID), Resumes: s.starter.resumes(r.Context(), j)})
		}
	}
	s.server.page(w, r, "jobs", pages.Page{Title: "Jobs", Section: "/new", Live: page.Starts, Data: page})
}
