package serve

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/pages"
)

// newRunPages adds the page for starting a run. The page shows presets, the config as text and as
// fields, its mistakes, and the equivalent shell command. The form begins with a preset, or with
// the config of a stored run and the changes of a next step. If the program has no presets, it
// begins with the defaults of a game.
//
// A script sends the form to the server while the user types. Without JavaScript the user presses a
// button.
func (s *jobPages) newRunPages() {
	s.server.handle("GET /new", func(w http.ResponseWriter, r *http.Request) error {
		query := r.URL.Query()
		form := s.newRunForm(r, query.Get("preset"))
		var text []byte
		var err error
		if id := query.Get("run"); id != "" {
			text, err = s.configOfRun(r.Context(), &form, id, runs.StepKind(query.Get("step")))
		} else if form.Chosen == "" { // the program has no presets
			text = []byte("engine: {name: " + s.lastGame(r.Context()) + "}\n")
		} else if text, err = s.server.options.Catalog.Configs().Get(form.Chosen); err != nil {
			err = notFound(err.Error())
		}
		if err != nil {
			return err
		}
		return s.showNewRun(w, r, form, string(text), nil)
	})
	s.server.handle("POST /new", func(w http.ResponseWriter, r *http.Request) error {
		if err := readForm(r); err != nil {
			return err
		}
		form := s.newRunForm(r, "")
		form.Name = r.PostFormValue("name")
		if refused, ok := errors.AsType[*problem](s.starter.nameIsFree(r.Context(), form.Name)); ok {
			form.NameMistake = refused.Detail
		}
		return s.showNewRun(w, r, form, typedText(r, "config"), typedKeys(r))
	})
}

// configOfRun returns the config of a stored run, from which a user begins a new run. If kind is
// not "", it makes the changes of the run's next step of this kind. It also records in the form
// which run and which changes the config comes from.
func (s *jobPages) configOfRun(ctx context.Context, form *pages.NewRun, id string, kind runs.StepKind) ([]byte, error) {
	rec, err := s.server.record(ctx, id)
	if err != nil {
		return nil, err
	}
	form.Run = rec.ID
	if kind == "" {
		return []byte(rec.Config), nil
	}
	one, err := s.starter.stepOf(ctx, rec.ID, kind, nil)
	if err != nil {
		return nil, err
	}
	if one.Resumes() || kind == runs.ExplainStep {
		return nil, newProblem(http.StatusConflict, codeConflict, "the step begins no new run")
	}
	form.Changes, form.Why = one.Set, one.Text
	doc, err := s.server.options.Catalog.Configs().Parse([]byte(rec.Config), "run "+rec.ID, one.Set)
	if err != nil {
		return nil, err
	}
	text, err := doc.YAML()
	return []byte(text), err
}

// showNewRun checks a config and shows the form for a new run with the result. put contains the
// entries of form fields by config key, such as budget.games. They replace the values in the text
// of the config.
func (s *jobPages) showNewRun(w http.ResponseWriter, r *http.Request, form pages.NewRun, text string, put map[string]string) error {
	if err := s.fillIn(r.Context(), &form, text, put); err != nil {
		return err
	}
	return s.server.page(w, r, "new", newRunPage(form))
}

// fillIn checks a config, and adds the plan of the run or the mistakes to the form. put contains
// the entries of form fields by config key, such as budget.games. They replace the values in the
// text of the config.
func (s *jobPages) fillIn(ctx context.Context, form *pages.NewRun, text string, put map[string]string) error {
	var in configBody
	in.Body.Config, in.Body.Put = text, put
	checked, err := s.configs.checkConfig(ctx, &in)
	form.Config, form.Plan = text, &checked
	if checked.Config != "" {
		form.Config = checked.Config
	}
	value := func(path string) string { return strict.Flow([]byte(form.Config), path) }
	kind := kindOfConfig(checked, value)
	form.Fields = pages.KeyFields(kind)
	for i, f := range form.Fields {
		form.Fields[i].Set(value(f.Path))
	}
	if kind == results.Evolve || kind == results.Fit {
		form.SetRanges(s.spaceOf(ctx, value), value)
	}
	for _, m := range checked.Errors {
		if m.unread {
			form.Keep(m.Key, put[m.Key])
		}
		form.AddMistake(m.Key, m.Message)
	}
	if checked.OK && checked.Games != nil {
		form.Price = s.server.price(ctx, checked.Engine, checked.Strategy, *checked.Games+checked.Verification+checked.Checkpoints)
	}
	return err
}

// kindOfConfig returns the kind of run that a config describes. If the config has mistakes, it
// derives the kind from the keys agents and strategy.name alone. value is a function that returns
// the text of a config key.
func kindOfConfig(checked configChecked, value func(path string) string) results.Kind {
	switch strategy := results.Kind(unquoted(value("strategy.name"))); {
	case checked.Verb != "":
		return results.Kind(checked.Verb)
	case value("agents") != "":
		return results.Tournament
	case strategy == results.Grid || strategy == results.Fit:
		return strategy
	}
	return results.Evolve
}

// spaceOf returns the weights of the game that a config names, or nil if the game is unknown. It
// ignores mistakes in settings and in other parts of the config. value is a function that returns
// the text of a config key.
func (s *jobPages) spaceOf(ctx context.Context, value func(path string) string) engines.Space {
	name := unquoted(value("engine.name"))
	if preset := unquoted(value("preset")); name == "" && preset != "" {
		name = s.gameOf(preset)
	}
	e, err := s.server.options.Catalog.Games.Find(name)
	if err != nil {
		return nil
	}
	settings := make(engines.Settings)
	for _, known := range e.Spec().Settings {
		v := unquoted(value("engine.settings." + known.Name))
		if _, err := s.server.games.engine(ctx, name, engines.Settings{known.Name: v}); v != "" && err == nil {
			settings[known.Name] = v
		}
	}
	if game, err := s.server.games.engine(ctx, name, settings); err == nil {
		e = game
	}
	return e.Spec().Weights
}

// unquoted returns a YAML scalar without its quotation marks.
func unquoted(scalar string) string { return strings.Trim(scalar, `"'`) }

// price returns a sentence with the estimated time of a run with the given number of games. The
// estimate uses the speed of the newest finished run of the game, if possible of a run with the
// same strategy.
func (s *Server) price(ctx context.Context, game, strategy string, games int) string {
	list, _ := fromStore(s, func(store *results.Store) ([]results.Summary, error) { // an error means that there is no store, so nothing is known
		return store.List(ctx, results.Query{Engine: game, Status: results.Finished, Limit: runsPerPage})
	})
	list = slices.DeleteFunc(list, func(run results.Summary) bool { return run.Games == 0 || run.Elapsed == 0 })
	if len(list) == 0 {
		return "The time is not known, because the store has no finished run of this game."
	}
	run := list[max(0, slices.IndexFunc(list, func(run results.Summary) bool { return run.Strategy == strategy }))]
	return "Time: " + runs.RoughDuration(run.Elapsed.Seconds()/float64(run.Games)*float64(games)) + " at the pace of the run " + cmp.Or(run.Name, run.ID) + "; other settings have another pace."
}

// lastGame returns the name of the game of the newest run. If there is no run, or the program lacks
// that game, it returns the program's first game.
func (s *jobPages) lastGame(ctx context.Context) string {
	list, _ := fromStore(s.server, func(store *results.Store) ([]results.Summary, error) { // an error means that there is no store
		return store.List(ctx, results.Query{Limit: 1})
	})
	games := s.server.options.Catalog.Games.Names()
	if len(list) > 0 && slices.Contains(games, list[0].Engine) {
		return list[0].Engine
	}
	if len(games) > 0 {
		return games[0]
	}
	return ""
}

// newRunForm returns the form for a new run with the given preset selected. If preset is "", it
// selects a preset of the game of the newest run.
func (s *jobPages) newRunForm(r *http.Request, preset string) pages.NewRun {
	form := pages.NewRun{Chosen: preset, Starts: s.starter.startsFor(r)}
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

// gameOf returns the name of the game that a preset configures, or "" if the preset is unknown.
func (s *jobPages) gameOf(preset string) string {
	text, err := s.server.options.Catalog.Configs().Get(preset)
	if err != nil {
		return ""
	}
	game, _, _ := strings.Cut(preset, "-") // a preset that builds on another one
	return cmp.Or(unquoted(strict.Flow(text, "engine.name")), game)
}

func newRunPage(form pages.NewRun) pages.Page {
	return pages.Page{
		Title: "New run", Section: "/new", Scripts: []string{"forms"}, Libraries: []string{"vendor/idiomorph/idiomorph.min.js"}, Styles: []string{"charts.css"}, Data: form,
	}
}
