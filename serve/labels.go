package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/etudes"
	"github.com/lanista/lanista/serve/jobs"
)

// labelsStep is the kind of the next step that repeats a grid search with labels of users. The step
// exists only if the server has the etude set of the search. If that set ships with a game, some of
// the users' labels must differ from its own, or the search must have used labels of users.
const labelsStep runs.StepKind = "labels"

// labelledEnding is the ending that is added to the name of an etude set in a run that used labels
// of users. It distinguishes the set from the original one.
const labelledEnding = "-labelled"

// labelled is the set of etudes (labelled positions) of a grid search, with information on the
// labels that users have stored for them.
type labelled struct {
	set     etudes.Set
	changed int  // labels of users that differ from those of the set
	again   bool // whether the run has labels of users, possibly others
}

// labelledSet returns the set of etudes (labelled positions) that a config names, by its name or by
// a CSV file. It also counts the labels that users of the server have changed. The error is
// [etudes.ErrUnknown] if the server does not have the set.
func labelledSet(library *etudes.Library, config string) (l labelled, err error) {
	name := strings.TrimSuffix(filepath.Base(config), ".csv")
	if l.set, err = library.Open(name); errors.Is(err, etudes.ErrUnknown) {
		name, l.again = strings.CutSuffix(name, labelledEnding)
		l.set, err = library.Open(name)
	}
	for _, e := range l.set.Etudes {
		if e.Rated != nil && e.Rated.Winner != e.Winner {
			l.changed++
		}
	}
	return l, err
}

// list returns the etudes of the set, with the labels of users in place of the original ones if
// rated is true.
func (l labelled) list(rated bool) []training.Etude {
	list := make([]training.Etude, len(l.set.Etudes))
	for i, e := range l.set.Etudes {
		list[i] = e.Etude
		if rated && e.Rated != nil {
			list[i].Winner, list[i].Comment = e.Rated.Winner, e.Rated.Comment
		}
	}
	return list
}

// startLabelled adds a job to the queue that repeats a grid search with the labels that users have
// stored. id is the ID of the search. The labels come from the server's own files.
func (s *runStarter) startLabelled(ctx context.Context, id string) (jobs.Job, error) {
	rec, err := s.server.record(ctx, id)
	if err != nil {
		return jobs.Job{}, err
	}
	if rec.Kind != results.Grid {
		return jobs.Job{}, newProblem(http.StatusConflict, codeConflict, "the run is no grid search over etudes")
	}
	c, err := runs.StoredConfig(rec.Summary)
	if err != nil {
		return jobs.Job{}, err
	}
	l, err := labelledSet(s.server.etudes, c.Etudes)
	switch {
	case errors.Is(err, etudes.ErrUnknown):
		return jobs.Job{}, newProblem(http.StatusConflict, codeConflict, fmt.Sprintf("the server does not have the etudes %s; start it with --etudes on their folder", c.Etudes))
	case err != nil:
		return jobs.Job{}, err
	case l.set.Shipped && l.changed == 0 && !l.again:
		return jobs.Job{}, newProblem(http.StatusConflict, codeConflict, "no stored label differs from the labels of "+l.set.Name+"; store one on the page of the set")
	}
	var text bytes.Buffer
	if err := training.WriteEtudes(l.set.Engine, &text, l.list(true)); err != nil {
		return jobs.Job{}, err
	}
	return s.queue.Add(jobs.Work{
		Verb: string(rec.Kind), Engine: rec.Engine, Strategy: rec.Strategy, Preset: "run:" + rec.ID,
		Etudes: text.String(), EtudesName: l.set.Name + labelledEnding + ".csv",
	})
}
