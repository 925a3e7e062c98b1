package serve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/etudes"
	"github.com/lanista/lanista/serve/pages"
)

// nearPoints is the number of points that the page of a grid compares with the chosen one.
const nearPoints = 5

// misses compares the chosen point of a grid search with others nearly as good, by the etudes
// that they miss. The page can read sets that ship or are in the folder of etudes, but no file
// that a config names.
func (s *runPages) misses(ctx context.Context, rec results.Record) (*pages.Misses, error) {
	c, err := storedConfig(rec.Config, rec.ID)
	if err != nil {
		return nil, err
	}
	m := &pages.Misses{Set: strings.TrimSuffix(c.Etudes, ".csv")}
	set, err := s.server.etudes.Open(m.Set)
	if errors.Is(err, etudes.ErrUnknown) {
		m.Problem = fmt.Sprintf("The etudes came from the file %s, which the server does not read. A server started with --etudes on its folder compares the points.", c.Etudes)
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	game, err := s.server.options.Catalog.Games.Find(rec.Engine)
	if err != nil {
		m.Problem = "This program does not have the game."
		return m, nil //nolint:nilerr // the page states the reason
	}
	settings, err := settingsOfRun(game, rec.Config, rec.ID)
	if err != nil {
		return nil, err
	}
	e, err := s.server.games.engine(ctx, rec.Engine, settings)
	if err != nil {
		return nil, err
	}
	list := make([]training.Etude, len(set.Etudes))
	for i, x := range set.Etudes {
		list[i] = training.Etude{Position: x.Position, Winner: x.Winner, Line: x.Line}
	}
	points, err := runs.GridPoints(e, rec.Space, *rec.Grid, list, nearPoints)
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
		if !slices.Contains(row.Missed, true) {
			continue
		}
		if row.Board, err = pages.BoardOf(rec.Engine, x.Position, settings); err != nil {
			return nil, err
		}
		m.Etudes = append(m.Etudes, row)
	}
	return m, nil
}
