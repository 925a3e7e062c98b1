package serve

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/lanista/lanista/serve/pages"
)

func (t *engineAPI) enginePages() {
	t.server.handle("GET /engines", func(w http.ResponseWriter, r *http.Request) error {
		return t.server.page(w, r, "engines", pages.Page{Title: "Engines", Section: "/engines", Styles: []string{"play.css"}, Data: pages.Games{Engines: t.server.engineNames()}})
	})
	t.server.handle("GET /engines/{name}", func(w http.ResponseWriter, r *http.Request) error {
		e, err := t.server.game(r.PathValue("name"))
		if err != nil {
			return err
		}
		data := pages.EnginePage{Sheet: sheetOf(e)}
		if data.Champions, err = t.champions(e.Spec().Name); err != nil {
			return err
		}
		if draw, ok := heuristics[e.Spec().Name]; ok {
			if err := draw(r.Context(), e, &data); err != nil {
				return err
			}
		}
		return t.server.page(w, r, "engine", pages.Page{Title: e.Spec().Title, Section: "/engines", Styles: []string{"play.css", "figures.css"}, Data: data})
	})
}

// champions returns the embedded weights of one game, as the page of the game lists them.
func (t *engineAPI) champions(engine string) ([]pages.ChampionLine, error) {
	all, err := t.server.options.Catalog.AllChampions()
	if err != nil {
		return nil, err
	}
	var out []pages.ChampionLine
	for _, c := range all {
		if c.Engine != engine {
			continue
		}
		line := pages.ChampionLine{File: c.File}
		var settings []string
		for _, name := range slices.Sorted(maps.Keys(c.Settings)) {
			settings = append(settings, name+" "+c.Settings[name])
		}
		line.Settings = strings.Join(settings, ", ")
		var shown []string
		for _, w := range c.Weights {
			shown = append(shown, fmt.Sprintf("%s %.4g", w.Name, w.Value))
		}
		line.Weights = strings.Join(shown, ", ")
		out = append(out, line)
	}
	return out, nil
}
