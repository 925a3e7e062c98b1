package serve

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/etudes"
	"github.com/lanista/lanista/serve/pages"
)

// nearPoints is the number of nearly as good points with which the page of a grid search compares
// the chosen point.
const nearPoints = 5

// misses compares the chosen point of a grid search with other points that are nearly as good. For
// each point it lists the etudes (labelled positions) that the point evaluates wrongly.
//
// For this, the server needs the etudes: a set that ships with a game, or one in its etude folder.
// If the etudes are missing or their labels have changed, misses uses the evidence that is stored
// with the run. This evidence contains only points that evaluate as many etudes correctly as the
// chosen point.
func (s *runPages) misses(ctx context.Context, rec results.Record) (*pages.Misses, error) {
	c, err := runs.StoredConfig(rec.Summary)
	if err != nil {
		return nil, err
	}
	m := &pages.Misses{Set: strings.TrimSuffix(c.Etudes, ".csv")}
	isStored := rec.Result != nil && rec.Result.Etudes != nil && len(rec.Result.Etudes.Points) > 0
	l, err := labelledSet(s.server.etudes, c.Etudes)
	switch {
	case err != nil && isStored:
		return s.storedMisses(rec, m)
	case errors.Is(err, etudes.ErrUnknown):
		m.Problem = fmt.Sprintf("The etudes came from the file %s, which the server does not read. A server started with --etudes on its folder compares the points.", c.Etudes)
		return m, nil
	case err != nil:
		m.Problem = "The points cannot be compared: " + err.Error() + "."
		return m, nil //nolint:nilerr // the page states the reason
	}
	settings, err := s.boardSettings(rec)
	if err != nil {
		return nil, err
	}
	if settings == nil {
		m.Problem = "This program does not have the game."
		return m, nil
	}
	e, err := s.server.games.engine(ctx, rec.Engine, settings)
	if err != nil {
		return nil, err
	}
	m.Rate = "/etudes/" + url.PathEscape(l.set.Name) + "?run=" + url.QueryEscape(rec.ID)
	m.Changed, m.Again = l.changed, s.server.etudes.Saves() && (l.changed > 0 || l.again || !l.set.Shipped)
	list := l.list(l.again)
	points, err := runs.GridPoints(e, rec.Space, *rec.Grid, list, nearPoints)
	if err != nil && isStored { // labels have changed since
		return s.storedMisses(rec, m)
	}
	if err != nil {
		m.Problem = "The points cannot be compared: " + err.Error() + "."
		return m, nil //nolint:nilerr // the page states the reason
	}
	for _, p := range points {
		m.Points = append(m.Points, pages.MissPoint{Values: pages.ValuesOf(rec.Grid.Axes, p.Weights), Hits: p.Hits})
	}
	for i, x := range list {
		row := pages.MissedEtude{Number: i + 1, Position: x.Position, Winner: x.Winner}
		for _, p := range points {
			row.Missed = append(row.Missed, slices.Contains(p.Missed, i))
		}
		if err := m.Add(row, rec.Engine, settings); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// boardSettings returns the settings with which a board shows positions of a run. It returns nil
// if the server does not have the game.
func (s *runPages) boardSettings(rec results.Record) (engines.Settings, error) {
	game, err := s.server.options.Catalog.Games.Find(rec.Engine)
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // the page states the reason
	}
	settings, err := settingsOfRun(game, rec.Summary)
	if settings == nil {
		settings = engines.Settings{}
	}
	return settings, err
}

// storedMisses fills m with the evidence that is stored with a grid search, so that it need not
// evaluate etudes (labelled positions) again. The first column of m is the chosen point. The others
// are equally good points that miss other etudes. The rows are the missed etudes.
func (s *runPages) storedMisses(rec results.Record, m *pages.Misses) (*pages.Misses, error) {
	e := rec.Result.Etudes
	settings, err := s.boardSettings(rec)
	if err != nil {
		return nil, err
	}
	columns := [][]int{e.Points[0].Missed}
	m.Points = []pages.MissPoint{{Values: pages.ValuesOf(rec.Grid.Axes, e.Points[0].Weights), Hits: e.Hits}}
	for _, c := range e.Groups {
		if len(columns) <= nearPoints && !slices.Equal(c.Missed, columns[0]) {
			columns = append(columns, c.Missed)
			m.Points = append(m.Points, pages.MissPoint{Values: pages.ValuesOf(rec.Grid.Axes, c.Weights), Hits: e.Hits})
		}
	}
	for _, x := range e.Missed {
		row := pages.MissedEtude{Number: x.Number, Position: x.Position, Winner: x.Winner - 1}
		for _, missed := range columns {
			row.Missed = append(row.Missed, slices.Contains(missed, x.Number))
		}
		if err := m.Add(row, rec.Engine, settings); err != nil {
			return nil, err
		}
	}
	return m, nil
}
