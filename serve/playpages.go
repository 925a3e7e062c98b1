package serve

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/serve/pages"
	"github.com/lanista/lanista/serve/static"
)

// playPages serves the list of playable games and the pages on which users play them.
type playPages struct{ server *Server }

func (t *playPages) register() {
	t.server.handle("GET /play", t.gameList)
	t.server.handle("GET /play/{engine}", t.playPage)
}

func (t *playPages) gameList(w http.ResponseWriter, r *http.Request) error {
	return t.server.page(w, r, "games", pages.Page{Title: "Play", Section: "/play", Scripts: []string{"tally"}, Styles: []string{"play.css"}, Data: pages.Games{Engines: t.server.engineNames()}})
}

// playPage shows the page on which a user plays one game.
func (t *playPages) playPage(w http.ResponseWriter, r *http.Request) error {
	e, err := t.server.game(r.PathValue("engine"))
	if err != nil {
		return err
	}
	sheet := sheetOf(e)
	text, err := json.Marshal(nameOf(e.Spec()))
	if err != nil {
		return err
	}
	return t.server.page(w, r, "play", pages.Page{
		Title: sheet.Title, Section: "/play", Scripts: []string{"play/main"}, Styles: static.Boards(sheet.Name), Table: true,
		Data: pages.Play{
			Sheet: sheet, JSON: string(text), Program: t.server.options.Program, Board: pages.NewBoard(e),
			Players: slices.ContainsFunc(sheet.Settings, func(s documents.Setting) bool { return s.Player }),
			Seconds: t.server.options.Think.Seconds(),
			Options: sheet.Seats[0] != sheet.Seats[1] || slices.ContainsFunc(sheet.Settings, func(s documents.Setting) bool { return !s.Player }),
		},
	})
}
