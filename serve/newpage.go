package serve

import (
	"context"
	"net/http"
	"strings"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/serve/pages"
)

// newRunPages adds the page for a new run, with a list of presets, the config and fields for
// its main keys, its mistakes, and the command that runs it. A script sends the form while the
// user types; without JavaScript the form has a button.
func (s *jobPages) newRunPages() {
	s.server.mux.HandleFunc("GET /new", func(w http.ResponseWriter, r *http.Request) {
		form := s.newRunForm(r, r.URL.Query().Get("preset"))
		text, err := s.server.options.Catalog.Configs().Get(form.Chosen)
		if err != nil {
			s.server.fail(w, r, notFound(err.Error()))
			return
		}
		s.showNewRun(w, r, form, string(text), nil)
	})
	s.server.mux.HandleFunc("POST /new", func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			s.server.fail(w, r, newProblem(http.StatusBadRequest, codeBadRequest, "the form cannot be read"))
			return
		}
		form := s.newRunForm(r, "")
		form.Name = r.PostFormValue("name")
		put := make(map[string]string)
		for _, f := range form.Fields {
			if typed := r.PostFormValue("key." + f.Path); typed != "" && typed != r.PostFormValue("was."+f.Path) {
				put[f.Path] = typed
			}
		}
		s.showNewRun(w, r, form, typedText(r, "config"), put)
	})
}

// showNewRun checks a config with the values of the fields, and shows the form.
func (s *jobPages) showNewRun(w http.ResponseWriter, r *http.Request, form pages.NewRun, text string, put map[string]string) {
	if err := s.fillIn(r.Context(), &form, text, put); err != nil {
		s.server.fail(w, r, err)
		return
	}
	s.server.page(w, r, "new", newRunPage(form))
}

// fillIn checks a config and adds the result to the form.
func (s *jobPages) fillIn(ctx context.Context, form *pages.NewRun, text string, put map[string]string) error {
	var in configBody
	in.Body.Config, in.Body.Put = text, put
	checked, err := s.configs.checkConfig(ctx, &in)
	form.Config, form.Plan = text, &checked
	if checked.Config != "" {
		form.Config = checked.Config
	}
	for i, f := range form.Fields {
		form.Fields[i].Value = strict.Flow([]byte(form.Config), f.Path)
	}
	return err
}

// newRunForm returns the form with a preset chosen, by default the first.
func (s *jobPages) newRunForm(r *http.Request, preset string) pages.NewRun {
	form := pages.NewRun{Chosen: preset, Starts: s.starter.startsFor(r), Fields: pages.KeyFields()}
	for _, p := range s.configs.presets() {
		title := p.Title
		if game, rest, ok := strings.Cut(title, ": "); ok && strings.EqualFold(game, p.Name) {
			title = rest // the list writes the name before it
		}
		form.Presets = append(form.Presets, pages.PresetEntry{Name: p.Name, Title: title})
	}
	if form.Chosen == "" && len(form.Presets) > 0 {
		form.Chosen = form.Presets[0].Name
	}
	return form
}

func newRunPage(form pages.NewRun) pages.Page {
	return pages.Page{
		Title: "New run", Section: "/new", Scripts: []string{"forms"}, Libraries: []string{"vendor/idiomorph/idiomorph.min.js"}, Styles: []string{"charts.css"}, Data: form,
	}
}
