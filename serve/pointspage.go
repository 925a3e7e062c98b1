package serve

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/serve/pages"
)

// pointsShown is the largest number of evaluated weight vectors on the page.
const pointsShown = 2000

// pointsPath contains the parameters of a request for the weight vectors that a run has
// evaluated: the run and the rounds.
type pointsPath struct {
	RunPath
	From  int `query:"from" minimum:"0" doc:"the first round"`
	To    int `query:"to" minimum:"0" doc:"last round; by default the last round of the run"`
	Limit int `query:"limit" minimum:"1" maximum:"20000" default:"2000" doc:"largest number of points; of more points, evenly spaced ones are returned"`
}

// pointPages serves the weight vectors that a run has evaluated in the games of its rounds, as a page
// and as files. Points of a grid search are not among them.
type pointPages struct{ server *Server }

func (s *pointPages) register() {
	operation(s.server, http.MethodGet, "/runs/{id}/points", "The weight vectors that a run has evaluated, with their scores", func(ctx context.Context, in *pointsPath) (documents.Points, error) {
		info, trials, err := s.trials(ctx, in)
		return documents.NewPoints(names(info.Space), trials, in.Limit), err
	})
	download(s.server, "/runs/{id}/points.csv", "The weight vectors that a run has evaluated, as a CSV table", s.pointsTable, "text/csv")
	s.server.handle("GET /runs/{id}/points", s.pointsPage)
}

// trials reads the weight vectors that a run evaluated in the requested rounds, with their results.
// If there are more than in.Limit, it returns evenly spaced ones.
func (s *pointPages) trials(ctx context.Context, in *pointsPath) (info results.Summary, list []results.Trial, err error) {
	to := cmp.Or(in.To, math.MaxInt32)
	err = s.server.read(func(store *results.Store) error {
		if info, err = store.Info(ctx, in.ID); err == nil {
			list, err = store.Trials(ctx, info.ID, in.From, to, in.Limit)
		}
		return err
	})
	return info, list, err
}

// pointsTable returns the evaluated weight vectors of a run as a CSV file.
func (s *pointPages) pointsTable(ctx context.Context, in *pointsPath) (*file, error) {
	info, trials, err := s.trials(ctx, in)
	if err != nil {
		return nil, err
	}
	lines := [][]string{append([]string{"round", "score", "games"}, names(info.Space)...)}
	for _, t := range trials {
		lines = append(lines, append([]string{strconv.Itoa(t.Round), cell(t.Score), strconv.Itoa(t.Games)}, cells(info.Space, t.Weights)...))
	}
	return csvFile(info.ID+"-points.csv", lines)
}

// cell formats a number for a CSV file. NaN becomes an empty cell.
func cell(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func cells(space engines.Space, list []float64) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = cell(v)
		if i < len(space) && space[i].Kind.Has(engines.Choices) {
			out[i] = space[i].Format(v)
		}
	}
	return out
}

// pointsPage shows the evaluated weight vectors of one round or of all rounds.
func (s *pointPages) pointsPage(w http.ResponseWriter, r *http.Request) error {
	round, err := strconv.Atoi(r.URL.Query().Get("round"))
	if err != nil || round < 0 { // no valid round is selected
		round = 0
	}
	info, trials, err := s.trials(r.Context(), &pointsPath{RunPath: RunPath{r.PathValue("id")}, From: round, To: round, Limit: pointsShown})
	if err != nil {
		return err
	}
	return s.server.page(w, r, "points", pages.Page{
		Title: "Points of " + info.ID, Section: "/runs", Styles: []string{"figures.css", "charts.css"},
		Data: pages.NewPoints(info.ID, info.Space, trials, round, info.Rounds, r.URL.Query().Get("weight")),
	})
}
