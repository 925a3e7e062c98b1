package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines/portable"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/results/report"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/runs"
)

// downloads serves weights, configs, reports and charts of a stored run as files. Other types serve
// the tables of a run as CSV files; see [csvFile].
type downloads struct{ server *Server }

func (s *downloads) register() {
	download(s.server, "/runs/{id}/export", "The weights of a run, as the command export writes them", s.export, jsonType, "application/yaml", "text/csv", "text/plain")
	download(s.server, "/runs/{id}/config", "The config of a run, with all defaults filled in", s.config, "application/yaml")
	download(s.server, "/runs/{id}/report", "The report of a run, as one HTML file", s.report, "text/html")
	download(s.server, "/runs/{id}/charts/{name}", "A chart of a run, as an SVG file", s.chart, "image/svg+xml")
}

// exportPath contains the parameters of a request for the weights of a run: the run, the
// candidate or round, and the file format.
type exportPath struct {
	RunPath
	Format    string `query:"format" enum:"json,yaml,csv,go,c,python,javascript,uci,openbench,weather-factory" default:"json"`
	Candidate string `query:"candidate" doc:"a candidate of the verification in place of the result: its name, candidate for the refused one, or start"`
	Round     int    `query:"round" minimum:"1" doc:"the number of a round whose best weights are exported in place of the result"`
}

// exportTypes maps the format of a weights file to its media type.
var exportTypes = map[string]string{"json": jsonType, "yaml": "application/yaml", "csv": "text/csv; charset=utf-8"}

func (s *downloads) export(ctx context.Context, in *exportPath) (*file, error) {
	rec, err := s.server.record(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	doc, err := s.document(rec, in.Candidate, in.Round)
	if err != nil {
		return nil, err
	}
	kind, ok := exportTypes[in.Format]
	if !ok {
		kind = "text/plain; charset=utf-8"
	}
	end := portable.Extension(in.Format)
	if end != "" {
		if agent, err := runs.Portable(s.server.options.Catalog, rec, doc); err == nil {
			text, err := agent.Program.Write(in.Format, doc.Origin())
			return attachment(rec.ID+end, kind, []byte(text)), err
		}
	}
	var text bytes.Buffer
	if err := doc.Write(&text, in.Format); err != nil {
		return nil, err
	}
	return attachment(rec.ID+cmp.Or(end, "."+in.Format), kind, text.Bytes()), nil
}

// document returns a weights document of a run. It contains the weights of the candidate if
// candidate is not "". Otherwise it contains the weights after the given round, or the run's
// result if round is 0.
func (s *downloads) document(rec results.Record, candidate string, round int) (weights.Document, error) {
	spec := s.server.options.Catalog.SpecOf(rec)
	switch {
	case candidate != "" && round > 0:
		return weights.Document{}, newProblem(http.StatusBadRequest, codeBadRequest, "candidate and round exclude each other; give one of them")
	case candidate != "":
		doc, err := runs.CandidateDocument(rec, spec, candidate)
		return doc, asNotFound(err)
	case round > 0:
		doc, err := runs.RoundDocument(rec, spec, round)
		return doc, asNotFound(err)
	}
	if _, ok := rec.Best(); !ok {
		return weights.Document{}, notFound("the run has no weights, or none yet")
	}
	return runs.Document(rec, spec)
}

// asNotFound converts a [runs.MistakeError], such as an unknown candidate of a run, to a problem
// with status 404. It returns all other errors unchanged.
func asNotFound(err error) error {
	if unknown, ok := errors.AsType[*runs.MistakeError](err); ok {
		return notFound(unknown.Error())
	}
	return err
}

// drawable reads the stored data of a run, including the table of results between its agents, which
// some charts need.
func (s *downloads) drawable(ctx context.Context, id string) (rec results.Record, err error) {
	err = s.server.read(func(store *results.Store) error {
		if rec, err = store.Get(ctx, id); err != nil {
			return err
		}
		return store.AddCrosstable(ctx, &rec)
	})
	return rec, err
}

func (s *downloads) config(ctx context.Context, in *RunPath) (*file, error) {
	rec, err := s.server.record(ctx, in.ID)
	return attachment(rec.ID+".yaml", "application/yaml", []byte(rec.Config)), err
}

func (s *downloads) report(ctx context.Context, in *RunPath) (*file, error) {
	rec, err := s.drawable(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var test *runs.Test
	if rec.Kind == results.Tournament {
		b, err := fromStore(s.server, func(store *results.Store) (*boardView, error) {
			return s.server.boards.board(ctx, store, rec.Summary)
		})
		if err != nil {
			return nil, err
		}
		test, rec = b.Test, runs.StandingsSoFar(rec, b.Table)
	}
	var page bytes.Buffer
	err = report.Write(&page, rec, test.ReportSentence(rec.Status == results.Finished))
	return attachment(rec.ID+".html", "text/html; charset=utf-8", page.Bytes()), err
}

type chartPath struct {
	RunPath
	Name string `path:"name" doc:"strength.svg, convergence.svg, weights.svg, importance.svg, map.svg, crosstable.svg or grid.svg" example:"convergence.svg"`
}

func (s *downloads) chart(ctx context.Context, in *chartPath) (*file, error) {
	name, isSVG := strings.CutSuffix(in.Name, ".svg")
	if !isSVG || !slices.Contains(charts.Names(), name) {
		return nil, notFound(fmt.Sprintf("unknown chart %q; one of %s.svg", in.Name, strings.Join(charts.Names(), ".svg, ")))
	}
	rec, err := s.drawable(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	picture, err := charts.Draw(rec, name)
	if err != nil {
		return nil, notFound("the run has no such chart")
	}
	var svg bytes.Buffer
	err = picture.Write(&svg, "svg")
	return attachment(rec.ID+"-"+name+".svg", "image/svg+xml", svg.Bytes()), err
}
