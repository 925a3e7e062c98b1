package serve

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"slices"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/serve/pages"
)

// ExperimentPath contains the name of an experiment from the path of a request.
type ExperimentPath struct {
	Name string `path:"name" doc:"its name, or last" example:"last"`
}

type figurePath struct {
	ExperimentPath
	Against string `query:"against" doc:"the opponent above which strength is drawn; absent for the first"`
}

type experimentList struct {
	Experiments []experimentEntry `json:"experiments" doc:"newest first"`
}

type experimentEntry struct {
	Name    string    `json:"experiment"`
	Started time.Time `json:"started"`
	Version string    `json:"version" doc:"of the program that began it"`
}

// experiments serves the pages and API operations of stored experiments, which compare tuning
// strategies.
type experiments struct{ server *Server }

// register adds the routes of the experiments: their pages, API operations and figures.
func (s *experiments) register() {
	s.server.handle("GET /experiments", s.listPage)
	s.server.handle("GET /experiments/{name}", s.page)
	operation(s.server, http.MethodGet, "/experiments", "The experiments of the store", func(ctx context.Context, _ *struct{}) (experimentList, error) {
		out := experimentList{Experiments: []experimentEntry{}}
		list, err := s.list(ctx)
		for _, e := range list {
			out.Experiments = append(out.Experiments, experimentEntry{e.Name, e.Started, e.Version})
		}
		return out, err
	})
	operation(s.server, http.MethodGet, "/experiments/{name}", "Its tables, of the runs that are finished", func(ctx context.Context, in *ExperimentPath) (documents.Experiment, error) {
		r, err := s.read(ctx, in.Name)
		return documents.NewExperiment(r), err
	})
	download(s.server, "/experiments/{name}/figure", "Strength by games, an SVG", s.figure, "image/svg+xml")
}

func (s *experiments) list(ctx context.Context) ([]results.Experiment, error) {
	list, err := fromStore(s.server, func(store *results.Store) ([]results.Experiment, error) { return store.Experiments(ctx) })
	slices.Reverse(list)
	return list, err
}

func (s *experiments) read(ctx context.Context, name string) (runs.ExperimentResult, error) {
	return fromStore(s.server, func(store *results.Store) (runs.ExperimentResult, error) {
		return runs.ReadExperiment(ctx, s.server.options.Catalog, store, name)
	})
}

func (s *experiments) figure(ctx context.Context, in *figurePath) (*file, error) {
	r, err := s.read(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	if in.Against == "" && len(r.Against) > 0 {
		in.Against = r.Against[0]
	}
	if !slices.Contains(r.Against, in.Against) {
		return nil, notFound("the experiment has no finished result against this opponent")
	}
	picture, err := r.Figure(in.Against)
	if err != nil {
		return nil, asNotFound(err)
	}
	svg, err := picture.SVG()
	return attachment(r.Name+".svg", "image/svg+xml", []byte(svg)), err
}

func (s *experiments) listPage(w http.ResponseWriter, r *http.Request) error {
	list, err := s.list(r.Context())
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // a store that does not exist has none
		return err
	}
	return s.server.page(w, r, "experiments", pages.Page{
		Title: "Experiments", Section: "/runs", Data: pages.NewExperiments(list, s.server.options.Program, s.server.options.storeFlag()),
	})
}

// page shows the tables and figures of one experiment.
func (s *experiments) page(w http.ResponseWriter, r *http.Request) error {
	e, err := s.read(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	return s.server.page(w, r, "experiment", pages.Page{
		Title: "Experiment " + e.Name, Section: "/runs", Styles: []string{"charts.css"},
		Data: pages.NewExperiment(e, apiRoot, s.server.options.Program, s.server.options.storeFlag()),
	})
}
