package serve

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/lanista/lanista/serve/jobs"
	"github.com/lanista/lanista/serve/pages"
)

// jobPages serves the page of the runs that clients start, and the form for a new run.
type jobPages struct {
	server  *Server
	starter *runStarter
	configs *configAPI
}

// register adds the pages and the handlers of their forms. The forms work without JavaScript.
func (s *jobPages) register() {
	s.newRunPages()
	s.server.handle("GET /jobs", s.jobPage)
	s.server.handle("POST /jobs", s.formed(func(r *http.Request) (jobs.Job, error) {
		config, err := s.typedConfig(r)
		if err != nil {
			return jobs.Job{}, err
		}
		return s.starter.startRun(r.Context(), config, r.PostFormValue("name"), nil)
	}))
	s.server.handle("POST /jobs/{id}/stop", s.formed(func(r *http.Request) (jobs.Job, error) {
		return s.starter.queue.Stop(r.PathValue("id"))
	}))
	s.server.handle("POST /runs/{id}/resume", s.formed(func(r *http.Request) (jobs.Job, error) {
		return s.starter.resumeRun(r.Context(), r.PathValue("id"))
	}))
	s.stepPages()
	s.server.handle("POST /runs/{id}/next", s.formed(s.startStep))
}

// formed returns a handler for a form that starts or changes a job. The handler calls do with the
// submitted form. After success it redirects to the job queue or, for a form on the page of a run,
// back to that page. If the config or the step in the form has mistakes, the handler shows the form
// again.
func (s *jobPages) formed(do func(*http.Request) (jobs.Job, error)) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := s.starter.mayStart(); err != nil {
			return err
		}
		if err := readForm(r); err != nil {
			return err
		}
		j, err := do(r)
		if err == nil {
			to := "/jobs#job-" + j.ID
			if r.PostFormValue("from") == "run" && j.Run != "" {
				to = "/runs/" + url.PathEscape(j.Run)
			}
			http.Redirect(w, r, to, http.StatusSeeOther)
			return nil
		}
		p := s.server.explain(r.Context(), err)
		switch refused := p.Status == http.StatusUnprocessableEntity; {
		case refused && r.URL.Path == "/jobs":
			return s.refusedConfig(w, r, p)
		case refused && strings.HasSuffix(r.URL.Path, "/next"):
			return s.refusedStep(w, r)
		}
		return p
	}
}

// typedText returns the text of a multi-line form field. It replaces the line ends CR LF of the
// form encoding by LF.
func typedText(r *http.Request, field string) string {
	return strings.ReplaceAll(r.PostFormValue(field), "\r\n", "\n")
}

// typedConfig returns the config in a submitted form for a new run. The form has a text and a field
// for each of the most important keys. Fields that the user has changed since the form was last
// checked replace the values in the text.
func (s *jobPages) typedConfig(r *http.Request) (string, error) {
	var in configBody
	if in.Body.Config, in.Body.Put = typedText(r, "config"), typedKeys(r); len(in.Body.Put) == 0 {
		return in.Body.Config, nil
	}
	checked, err := s.configs.checkConfig(r.Context(), &in)
	if err != nil {
		return "", err
	}
	if i := slices.IndexFunc(checked.Errors, func(m configMistake) bool { return m.unread }); i >= 0 {
		return "", &configError{checked.Errors[i : i+1]}
	}
	return checked.Config, nil
}

// typedKeys returns the form fields that the user has changed since the form was last checked, by
// config key, such as budget.games. An empty value means that the key is removed from the config.
func typedKeys(r *http.Request) map[string]string {
	put := make(map[string]string)
	for name := range r.PostForm {
		path, isKey := strings.CutPrefix(name, "key.")
		if typed := r.PostFormValue(name); isKey && typed != r.PostFormValue("was."+path) {
			put[path] = typed
		}
	}
	return put
}

// refusedConfig shows the form for a new run again, with all entries of the user and the mistakes
// of the config.
func (s *jobPages) refusedConfig(w http.ResponseWriter, r *http.Request, p *problem) error {
	form := s.newRunForm(r, "")
	if err := s.fillIn(r.Context(), &form, typedText(r, "config"), typedKeys(r)); err != nil {
		return err
	}
	form.Name = r.PostFormValue("name")
	for _, m := range p.Errors {
		if m.Location == "body.name" {
			form.NameMistake, form.Refused = m.Message, m.Message
		}
	}
	if len(p.Errors) == 0 {
		form.Refused = p.Detail
	}
	return s.server.refusedForm(w, "new", newRunPage(form))
}

func (s *jobPages) jobPage(w http.ResponseWriter, r *http.Request) error {
	page := pages.Jobs{Program: s.server.options.Program, Store: s.server.options.storeFlag(), Starts: s.starter.startsFor(r)}
	if page.Starts {
		page.AtOnce, page.Limit = s.starter.queue.Runs(), s.server.options.RunTime
		for _, j := range s.starter.queue.List() {
			page.Jobs = append(page.Jobs, pages.JobEntry{Job: j, Output: s.starter.queue.Output(j.ID), Resumes: s.starter.resumes(r.Context(), j)})
		}
	}
	return s.server.page(w, r, "jobs", pages.Page{Title: "Jobs", Section: "/jobs", Live: page.Starts, Data: page})
}
