package serve

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/pages"
	"github.com/lanista/lanista/serve/static"
	"github.com/lanista/lanista/session"
)

func (t *replayAPI) replayPages() {
	t.server.handle("GET /runs/{id}/games", t.gamesPage)
	t.server.handle("POST /figures/values", t.valuesFigure)
	t.server.handle("GET /runs/{id}/games/{generation}/{pairing}/{game}", t.replayPage)
}

// gamesPage shows the list of stored games of a run.
func (t *replayAPI) gamesPage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	in := &gamesInput{
		ID: r.PathValue("id"), Generation: q.Get("generation"), Agent: q.Get("agent"), Outcome: q.Get("outcome"),
		Forfeit: q.Get("forfeit") != "", After: q.Get("after"),
	}
	list, err := t.storedGames(r.Context(), in)
	if err != nil {
		return err
	}
	refusal := t.server.read(func(store *results.Store) error {
		return runs.CheckReplay(r.Context(), t.server.options.Catalog, store, list.Run)
	})
	data := pages.GameList{
		Run: list.Run, Generation: in.Generation, Agent: in.Agent, Outcome: in.Outcome, Forfeit: in.Forfeit,
		Filtered: in.Generation+in.Agent+in.Outcome != "" || in.Forfeit, Program: t.server.options.Program, Store: t.server.options.storeFlag(),
	}
	if refusal != nil {
		if data.External, err = t.external(r.Context(), list.Run); err != nil {
			return err
		}
		if !data.External {
			data.Refusal = t.server.explain(r.Context(), refusal).Detail
		}
	}
	for _, g := range list.Games {
		line := pages.GameLine{Game: g.Game, Agents: g.Agents, Places: g.Places, Scores: g.Scores, Length: g.Length, Reason: g.Reason}
		data.Unmeasured = data.Unmeasured || g.Length == nil
		at, _ := results.ParseGameRef(g.Game) // lineOf has written it
		line.Turned, line.Deal = at.Game, strconv.Itoa(at.Round)+"."+strconv.Itoa(at.Pairing+1)
		if refusal == nil {
			line.Path = gamePath(list.Run, at)
		}
		if g.Forfeit != nil {
			line.Forfeit = g.Forfeit.Kind + ": " + g.Forfeit.Reason
		}
		data.Games = append(data.Games, line)
	}
	if list.Next != "" {
		data.Next = nextPage(r.URL, list.Next)
	}
	return t.server.page(w, r, "games-of-run", pages.Page{Title: "Games of " + list.Run, Section: "/runs", Data: data})
}

// external reports whether a stored run uses external programs.
func (t *replayAPI) external(ctx context.Context, id string) (bool, error) {
	run, err := t.server.summary(ctx, id)
	if err != nil {
		return false, err
	}
	config, err := runs.StoredConfig(run)
	return err == nil && len(config.Programs) > 0, nil
}

func gamePath(run string, at results.GameRef) string {
	return "/runs/" + url.PathEscape(run) + "/games/" + strconv.Itoa(at.Round) + "/" + strconv.Itoa(at.Pairing+1) + "/" + strconv.Itoa(at.Game+1)
}

// replayPage shows a stored game move by move.
func (t *replayAPI) replayPage(w http.ResponseWriter, r *http.Request) error {
	at, err := results.ParseGameRef(r.PathValue("generation") + "." + r.PathValue("pairing") + "." + r.PathValue("game"))
	if err != nil {
		return notFound("the run has no such game")
	}
	game, err := t.storedGame(r.Context(), &replayInput{ID: r.PathValue("id"), Generation: at.Round, Pairing: at.Pairing + 1, Game: at.Game + 1, Scenes: true})
	if err != nil {
		return err
	}
	text, err := json.Marshal(game)
	if err != nil {
		return err
	}
	data := pages.Replay{Game: game, JSON: string(text), Flips: pages.Flips(game.Engine)}
	other := at
	other.Game ^= 1
	if len(game.Players) == 2 {
		there, err := fromStore(t.server, func(store *results.Store) (bool, error) {
			return hasGame(r.Context(), store, game.Run, other)
		})
		if err != nil {
			return err
		}
		if there { // a deal may have been played once
			data.Other = gamePath(game.Run, other)
		}
	}
	return t.server.page(w, r, "replay", pages.Page{Title: "Game " + game.Game + " of " + game.Run, Section: "/runs", Scripts: []string{"replay"}, Libraries: []string{"vendor/idiomorph/idiomorph.min.js"}, Styles: append(static.Boards(game.Engine), "figures.css"), Table: true, Data: data})
}

// mostSeats is the largest number of seats in a chart of position values.
const mostSeats = 8

// mostValued is the largest number of positions in a chart of position values.
const mostValued = session.MaxMoves + 1

// valuesFigure draws a chart of position values that the page sends in the request.
func (t *replayAPI) valuesFigure(w http.ResponseWriter, r *http.Request) error {
	var v pages.Values
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil || d.More() || len(v.Names) == 0 || len(v.Names) > mostSeats || len(v.Known) > mostValued || v.Total < 0 {
		return newProblem(http.StatusBadRequest, codeBadRequest, "the body does not contain the values of a game")
	}
	return t.server.page(w, r, "values", pages.Page{Title: "Values by move", Section: "/runs", Data: v})
}
