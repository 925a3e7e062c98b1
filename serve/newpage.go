package serve

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
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
		for name := range r.PostForm {
			path, isKey := strings.CutPrefix(name, "key.")
			if typed := r.PostFormValue(name); isKey && typed != "" && typed != r.PostFormValue("was."+path) {
				put[path] = typed
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
	value := func(path string) string { return strict.Flow([]byte(form.Config), path) }
	for i, f := range form.Fields {
		form.Fields[i].Value = value(f.Path)
	}
	if value("agents") == "" {
		form.SetRanges(s.spaceOf(ctx, value), value)
	}
	form.Price = s.price(ctx, checked)
	return err
}

// spaceOf returns the weights of the game of a config, which may have mistakes elsewhere, or nil
// if the game cannot be set. value returns the text of a key.
func (s *jobPages) spaceOf(ctx context.Context, value func(path string) string) engines.Space {
	name := value("engine.name")
	if preset := value("preset"); name == "" && preset != "" {
		name = s.gameOf(preset)
	}
	e, err := s.server.options.Catalog.Games.Find(name)
	if err != nil {
		return nil
	}
	settings := make(engines.Settings)
	for _, known := range e.Spec().Settings {
		if v := value("engine.settings." + known.Name); v != "" {
			settings[known.Name] = strings.Trim(v, `"'`)
		}
	}
	if e, err = s.server.games.engine(ctx, name, settings); err != nil {
		return nil
	}
	return e.Spec().Weights
}

// price estimates the time of a run in a sentence, by the pace of the newest finished run of the
// same game. It returns "" if nothing is known.
func (s *jobPages) price(ctx context.Context, plan configChecked) string {
	if !plan.OK || plan.Games == nil {
		return ""
	}
	games := *plan.Games + plan.Verification
	text := ""
	_ = s.server.read(func(store *results.Store) error { // an error means that there is no store, so nothing is known
		list, err := store.List(ctx, results.Query{Engine: plan.Engine, Status: results.Finished, Limit: runsPerPage})
		for _, run := range list {
			if run.Games > 0 && run.Elapsed > 0 && (run.Strategy == plan.Strategy || text == "") {
				text = "Time: " + runs.RoughDuration(run.Elapsed.Seconds()/float64(run.Games)*float64(games)) + " at the pace of the run " + cmp.Or(run.Name, run.ID) + "; other settings have another pace."
			}
			if run.Strategy == plan.Strategy && text != "" {
				break
			}
		}
		return err
	})
	if text == "" {
		return "The time is not known, because the store has no finished run of this game."
	}
	return text
}

// lastGame returns the game of the newest run, or "" without one.
func (s *jobPages) lastGame(ctx context.Context) (game string) {
	_ = s.server.read(func(store *results.Store) error { // an error means that there is no store
		list, err := store.List(ctx, results.Query{Limit: 1})
		if len(list) > 0 {
			game = list[0].Engine
		}
		return err
	})
	return game
}

// newRunForm returns the form with a preset chosen, by default one of the game that was used last.
func (s *jobPages) newRunForm(r *http.Request, preset string) pages.NewRun {
	form := pages.NewRun{Chosen: preset, Starts: s.starter.startsFor(r), Fields: pages.KeyFields()}
	var presets []pages.PresetEntry
	for _, p := range s.configs.presets() {
		title := p.Title
		if game, rest, ok := strings.Cut(title, ": "); ok && strings.EqualFold(game, p.Name) {
			title = rest // the list writes the name before it
		}
		presets = append(presets, pages.PresetEntry{Name: p.Name, Title: title, Game: s.gameOf(p.Name)})
	}
	form.SetPresets(presets, s.lastGame(r.Context()))
	return form
}

// gameOf returns the name of the game of a preset.
func (s *jobPages) gameOf(preset string) string {
	text, err := s.server.options.Catalog.Configs().Get(preset)
	if err != nil {
		return ""
	}
	game, _, _ := strings.Cut(preset, "-") // a preset that builds on another one
	return cmp.Or(strict.Flow(text, "engine.name"), game)
}

func newRunPage(form pages.NewRun) pages.Page {
	return pages.Page{
		Title: "New run", Section: "/new", Scripts: []string{"forms"}, Libraries: []string{"vendor/idiomorph/idiomorph.min.js"}, Styles: []string{"charts.css"}, Data: form,
	}
}
