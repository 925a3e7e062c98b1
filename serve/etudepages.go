package serve

import (
	"encoding/json"
	"net/http"

	"github.com/lanista/lanista/serve/pages"
	"github.com/lanista/lanista/serve/static"
)

// etudePages adds the pages on which etudes are rated.
func (t *tables) etudePages() {
	t.mux.HandleFunc("GET /etudes", func(w http.ResponseWriter, r *http.Request) {
		sets, err := t.etudeSets()
		if err != nil {
			t.fail(w, r, err)
			return
		}
		t.page(w, r, "etudes", pages.Page{Title: "Etudes", Section: "/etudes", Scripts: []string{"etudeset"}, Styles: []string{"play.css"}, Data: pages.Etudes{Sets: sets.Sets, Saves: sets.Saves, Games: t.options.Catalog.Games.Names()}})
	})
	t.mux.HandleFunc("GET /etudes/{set}", func(w http.ResponseWriter, r *http.Request) {
		set, err := t.etudes.Open(r.PathValue("set"))
		if err != nil {
			t.fail(w, r, etudeProblem(err))
			return
		}
		data := t.setOf(set, 0)
		for data.Next != nil {
			more := t.setOf(set, *data.Next)
			data.Etudes, data.Next = append(data.Etudes, more.Etudes...), more.Next
		}
		text, err := json.Marshal(data)
		if err != nil {
			t.fail(w, r, err)
			return
		}
		t.page(w, r, "etude", pages.Page{
			Title: "Etudes " + set.Name, Section: "/etudes", Scripts: []string{"etudes"}, Styles: static.Boards(data.Engine), Table: true,
			Data: pages.EtudeSet{Set: data, JSON: string(text), Program: t.options.Program},
		})
	})
}
