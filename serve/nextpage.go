package serve

import (
	"net/http"
	"strings"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/jobs"
	"github.com/lanista/lanista/serve/pages"
)

// stepPages adds the page on which a user edits and starts a suggested next step of a stored run,
// such as resuming it. Steps that begin a new run use the page for new runs instead. A script sends
// the form to the same URL while the user types.
func (s *jobPages) stepPages() {
	show := func(w http.ResponseWriter, r *http.Request) error {
		if err := s.starter.mayStart(); err != nil {
			return err
		}
		if err := readForm(r); err != nil {
			return err
		}
		page, err := s.stepPage(r)
		if err != nil {
			return err
		}
		return s.server.page(w, r, "step", page)
	}
	s.server.handle("GET /runs/{id}/step", show)
	s.server.handle("POST /runs/{id}/step", show)
}

func (s *jobPages) stepPage(r *http.Request) (pages.Page, error) {
	one, err := s.starter.stepOf(r.Context(), r.PathValue("id"), stepKind(r), stepValues(r))
	if err != nil {
		return pages.Page{}, err
	}
	program, store := s.server.options.Program, s.server.options.storeFlag()
	form := pages.StepForm{ID: one.rec.ID, Called: one.rec.Name, Step: pages.NewSteps(one.rec.ID, []runs.NextStep{one.NextStep}, program, store, true)[0]}
	for _, v := range one.values {
		form.Values = append(form.Values, pages.NewStepValue(v.path, v.value, v.wrong))
	}
	return pages.Page{Title: "Next step of " + one.rec.ID, Section: "/runs", Scripts: []string{"forms"}, Libraries: []string{"vendor/idiomorph/idiomorph.min.js"}, Data: form}, nil
}

func stepKind(r *http.Request) runs.StepKind { return runs.StepKind(r.FormValue("step")) }

// stepValues returns the values that a user entered in the form of a step, by path.
func stepValues(r *http.Request) map[string]string {
	put := make(map[string]string)
	for name := range r.PostForm {
		if path, isValue := strings.CutPrefix(name, "set."); isValue {
			put[path] = r.PostFormValue(name)
		}
	}
	return put
}

// startStep starts the job of a next step, such as continuing a run. The form in the request
// contains the step and its values.
func (s *jobPages) startStep(r *http.Request) (jobs.Job, error) {
	return s.starter.startNext(r.Context(), r.PathValue("id"), stepKind(r), stepValues(r))
}

// refusedStep shows the form of a step again, with the entries of the user and their mistakes.
func (s *jobPages) refusedStep(w http.ResponseWriter, r *http.Request) error {
	page, err := s.stepPage(r)
	if err != nil {
		return err
	}
	return s.server.refusedForm(w, "step", page)
}
