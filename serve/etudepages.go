package serve

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/pages"
	"github.com/lanista/lanista/serve/static"
)

func (t *etudeAPI) etudePages() {
	t.server.handle("GET /etudes", func(w http.ResponseWriter, r *http.Request) error { return t.etudesPage(w, r, pages.Etudes{Draws: 20}) })
	t.server.handle("POST /etudes", t.etudeForm)
	t.server.handle("GET /etudes/{set}", func(w http.ResponseWriter, r *http.Request) error {
		set, err := t.server.etudes.Open(r.PathValue("set"))
		if err != nil {
			return err
		}
		data := t.setOf(set, 0)
		for data.Next != nil {
			more := t.setOf(set, *data.Next)
			data.Etudes, data.Next = append(data.Etudes, more.Etudes...), more.Next
		}
		data.Saves = data.Saves && !reads(r.Context()) // otherwise the browser stores the ratings
		text, err := json.Marshal(data)
		if err != nil {
			return err
		}
		var scripts []string
		if data.Count > 0 {
			scripts = []string{"etude"}
		}
		run := ""
		if data.Saves && t.server.starter.startsFor(r) {
			run = r.URL.Query().Get("run")
		}
		return t.server.page(w, r, "etude", pages.Page{
			Title: "Etudes " + set.Name, Section: "/etudes", Scripts: scripts, Styles: append(static.Boards(data.Engine), "figures.css"), Table: true,
			Data: pages.EtudeSet{Set: data, Seats: seatsOf(set.Engine), JSON: string(text), File: ratingsFile(data.Set), Command: t.gridCommand(data), Run: run},
		})
	})
}

// ratingsFile returns the name of the file in which a browser stores a user's ratings of an etude
// set. It begins with "my-". Without this prefix, commands would read the name as that of the set
// that ships with the game.
func ratingsFile(set string) string { return "my-" + set + ".csv" }

// gridCommand returns the shell command of a grid search that uses a user's ratings of an etude
// set. The ratings are in the server's folder. If the server stores no ratings, the command names
// the file that the user downloads.
func (t *etudeAPI) gridCommand(set etudeSet) string {
	o := t.server.options
	file := ratingsFile(set.Set)
	if set.Saves {
		file = filepath.Join(o.Etudes, set.Set+".csv")
	}
	config := "CONFIG"
	if preset := set.Engine + "-grid"; slices.Contains(o.Catalog.Configs().Names(), preset) {
		config = preset
	}
	return o.Program + " grid " + config + " --etudes " + runs.ShellWord(file) + o.storeFlag()
}

// seatsOf returns the numbers of all seats that a game can have, counted from 0. On the page of an
// etude set, the user chooses the winner of a position from them.
func seatsOf(e engines.Engine) []int {
	list := make([]int, e.Spec().MaxSeats)
	for i := range list {
		list[i] = i
	}
	return list
}

// etudesPage shows the list of etude sets, a form that checks etudes, and a form that generates
// positions.
func (t *etudeAPI) etudesPage(w http.ResponseWriter, r *http.Request, data pages.Etudes) error {
	sets, err := t.etudeSets()
	if err != nil {
		return err
	}
	data.Sets, data.Saves, data.Games = sets.Sets, sets.Saves, t.server.options.Catalog.Games.Names()
	return t.server.page(w, r, "etudes", pages.Page{
		Title: "Etudes", Section: "/etudes", Scripts: []string{"forms"}, Libraries: []string{"vendor/idiomorph/idiomorph.min.js"}, Styles: []string{"play.css"}, Data: data,
	})
}

// etudeForm handles the forms of the page of etudes. It checks the text or generates positions,
// and shows the page again with the results.
func (t *etudeAPI) etudeForm(w http.ResponseWriter, r *http.Request) error {
	if err := readForm(r); err != nil {
		return err
	}
	count, _ := strconv.Atoi(r.PostFormValue("count")) // 0 if it is not a number
	data := pages.Etudes{Game: r.PostFormValue("game"), Seed: r.PostFormValue("seed"), Text: typedText(r, "text"), Draws: min(max(count, 1), mostDrawn)}
	var err error
	if r.PostFormValue("do") == "draw" {
		var drawn *drawn
		if drawn, err = t.drawEtudes(r.Context(), &body[etudeDraw]{etudeDraw{Engine: data.Game, Count: data.Draws, Seed: data.Seed}}); err == nil {
			data.Drawn, data.Text = drawn, strings.Join(drawn.Positions, ";\n")+";\n"
		}
	} else {
		var report *etudeReport
		if report, err = t.checkEtudes(r.Context(), &body[etudeText]{etudeText{Engine: data.Game, Text: data.Text}}); err == nil {
			data.Report = report
		}
	}
	if err != nil {
		data.Problem = t.server.explain(r.Context(), err).Detail
	}
	return t.etudesPage(w, r, data)
}
