package serve

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"net/http"
	"strconv"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/serve/pages"
)

// pointsShown is how many points are drawn, or told where nothing else is asked for.
const pointsShown = 2000

// pointsPath says which points are asked for.
type pointsPath struct {
	RunPath
	From  int `query:"from" minimum:"0" doc:"the first round"`
	To    int `query:"to" minimum:"0" doc:"the last round; the last of all when absent"`
	Limit int `query:"limit" minimum:"1" maximum:"20000" default:"2000" doc:"of more than these, as many evenly spread"`
}

// pointsAPI adds what programs can ask about the points that a run has played.
func (s *Server) pointsAPI() {
	operation(s, http.MethodGet, "/runs/{id}/points", "The points that were played, with their scores", func(ctx context.Context, in *pointsPath) (documents.Points, error) {
		info, trials, err := s.trials(ctx, in)
		return documents.NewPoints(names(info.Space), trials, in.Limit), err
	})
	download(s, "/runs/{id}/points.csv", "The points that were played, as a table", "text/csv", s.pointsTable)
	s.mux.HandleFunc("GET /runs/{id}/points", s.pointsPage)
}

// trials reads the points of some rounds.
func (s *Server) trials(ctx context.Context, in *pointsPath) (info results.Summary, list []results.Trial, err error) {
	to := in.To
	if to == 0 {
		to = math.MaxInt32
	}
	err = s.read(func(store *results.Store) error {
		if info, err = store.Info(ctx, in.ID); err == nil {
			list, err = store.Trials(ctx, info.ID, in.From, to, in.Limit)
		}
		return err
	})
	return info, list, err
}

// pointsTable writes points as a table.
func (s *Server) pointsTable(ctx context.Context, in *pointsPath) (*file, error) {
	info, trials, err := s.trials(ctx, in)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	to := csv.NewWriter(&text)
	lines := [][]string{append([]string{"round", "score", "games"}, names(info.Space)...)}
	for _, t := range trials {
		line := []string{strconv.Itoa(t.Round), "", strconv.Itoa(t.Games)}
		if !math.IsNaN(t.Score) {
			line[1] = strconv.FormatFloat(t.Score, 'g', -1, 64)
		}
		for _, v := range t.Weights {
			line = append(line, strconv.FormatFloat(v, 'g', -1, 64))
		}
		lines = append(lines, line)
	}
	err = to.WriteAll(lines)
	return attachment(info.ID+"-points.csv", exportTypes["csv"], text.Bytes()), err
}

// pointsPage draws the points of a round, or of all, and lists them.
func (s *Server) pointsPage(w http.ResponseWriter, r *http.Request) {
	round, err := strconv.Atoi(r.URL.Query().Get("round"))
	if err != nil || round < 0 { // nothing is chosen
		round = 0
	}
	info, trials, err := s.trials(r.Context(), &pointsPath{RunPath: RunPath{r.PathValue("id")}, From: round, To: round, Limit: pointsShown})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.page(w, r, "points", pages.Page{
		Title: "Points of " + info.ID, Section: "/runs", Styles: []string{"figures.css", "charts.css"},
		Data: pages.NewPoints(info.ID, info.Space, trials, round, info.Rounds),
	})
}
