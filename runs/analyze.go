package runs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"path/filepath"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/results/files"
)

// AnalyzeOptions select the position to evaluate and the agent that evaluates it. Engine is
// required.
type AnalyzeOptions struct {
	Engine   string           // name of a game of the catalog, or path of a config
	Position string           // in the game's notation; "" and "start" are the start of a game
	Settings engines.Settings // settings of the game; absent ones have their defaults
	Agent    string           // source of the agent, as described at [Catalog.Agent]
	Store    string           // path of the store, for an agent of a stored run (run:RUN)
	Exact    bool             // also solve the position exactly, if the game supports it
	Picture  string           // path of a PNG file to draw the position to, if the game supports it; "" for none
	Count    bool             // also count the evaluations of the search with and without sorted moves, if the game supports it
	// Notify, if not nil, receives a line of text with the expected solving time, if the game can
	// estimate it, and the notes on the agent (OpenedGame.Notes).
	Notify func(string)
}

// AnalyzeResult is the evaluation of one position of a game by an agent.
type AnalyzeResult struct {
	analysis.Analysis
	Engine  engines.Engine // the game, with the settings and weights of the agent
	Game    engines.Game   // the position
	Elapsed time.Duration
}

// Analyze evaluates a position of a game with the agent that the options name.
func Analyze(ctx context.Context, c Catalog, o AnalyzeOptions) (AnalyzeResult, error) {
	opened, err := c.Open(ctx, o.Engine, o.Settings, o.Store)
	if err != nil {
		return AnalyzeResult{}, err
	}
	defer opened.Close()
	agent, err := opened.Agent(ctx, o.Agent, defaultSeats(opened.Engine))
	if err != nil {
		return AnalyzeResult{}, err
	}
	for _, note := range opened.Notes {
		if o.Notify != nil {
			o.Notify(note)
		}
	}
	// Settings given by the caller override those stored with the weights.
	agent.Settings = overlay(agent.Settings, o.Settings)
	e, err := opened.Engine.With(agent.Settings)
	if err != nil {
		return AnalyzeResult{}, mistakef("%s: %w", o.Engine, err)
	}
	g, err := Position(e, o.Position)
	if err != nil {
		return AnalyzeResult{}, err
	}
	if f, ok := engines.As[solveForecaster](e); ok && o.Exact && o.Notify != nil {
		if text := f.SolvingTakes(g); text != "" {
			o.Notify(text)
		}
	}
	if table, ok := e.(*external.Table); ok { // the game's own player explains itself without them
		if game, alone, ok := table.WithoutPrograms(agent); ok {
			e, agent = game, alone
		}
	}
	if err := paintable(c, e, o.Picture); err != nil {
		return AnalyzeResult{}, err
	}
	a := AnalyzeResult{Engine: e, Game: g}
	start := time.Now()
	switch a.Analysis, err = analysis.Analyze(ctx, e, g, agent); {
	case errors.Is(err, engines.ErrResigned):
		return AnalyzeResult{}, fmt.Errorf("%s makes no move in this position: %w", agent.Name, err)
	case err != nil:
		return AnalyzeResult{}, err
	}
	if o.Exact {
		if err := a.solve(ctx, o.Engine); err != nil {
			return AnalyzeResult{}, err
		}
	}
	if o.Count {
		if err := a.countEvaluations(ctx, o.Engine, agent); err != nil {
			return AnalyzeResult{}, err
		}
	}
	a.Elapsed = time.Since(start)
	if o.Picture == "" {
		return a, nil
	}
	p, _ := engines.As[painter](e) // paintable has found it
	return a, paint(p, g, o.Picture)
}

// solve adds the exact values of the position to the result. It returns an error if the game cannot
// solve positions or the position is too large. game is the name of the game for the error.
func (a *AnalyzeResult) solve(ctx context.Context, game string) error {
	solver, ok := engines.As[analysis.Solver](a.Engine)
	if !ok {
		return mistakef("%s: the game cannot be solved", game)
	}
	solution, err := solver.Solve(ctx, a.Game)
	switch {
	case ctx.Err() != nil:
		return err
	case err != nil: // the position is too large
		return mistake(err)
	}
	a.Solved(solution)
	return nil
}

// countEvaluations adds to a.Extra how many positions the agent's search evaluates with sorted and
// with unsorted moves. It returns an error if the game does not count them. game is the name of the
// game for the error.
func (a *AnalyzeResult) countEvaluations(ctx context.Context, game string, agent engines.Agent) error {
	c, ok := engines.AsHeuristic[evaluationCounter](a.Engine)
	if !ok {
		return mistakef("%s: the evaluations of its search are not counted", game)
	}
	counts, err := c.CountEvaluations(ctx, a.Game, agent)
	if err == nil {
		a.Extra = append(a.Extra, counts)
	}
	return err
}

// solveForecaster is implemented by engines that estimate how long their Solve takes.
type solveForecaster interface {
	// SolvingTakes returns the estimated solving time of a position as a line of text, or "" if
	// the time is short.
	SolvingTakes(p engines.Position) string
}

// evaluationCounter is implemented by engines that count the evaluations of an agent's search with
// and without sorted moves.
type evaluationCounter interface {
	CountEvaluations(ctx context.Context, p engines.Position, a engines.Agent) (analysis.Extra, error)
}

// painter is implemented by engines that draw a position as a picture.
type painter interface {
	Paint(p engines.Position) (image.Image, error)
}

// paintable returns an error if the game cannot draw positions, or if the file name has the wrong
// ending.
func paintable(c Catalog, e engines.Engine, file string) error {
	if file == "" {
		return nil
	}
	if ext := filepath.Ext(file); !strings.EqualFold(ext, ".png") {
		return mistakef("%s: the picture of a position is a .png", file)
	}
	if _, ok := engines.As[painter](e); ok {
		return nil
	}
	return mistakef("%s: %s draws no picture of a position%s", file, e.Spec().Name, painters(c))
}

// painters returns the end of an error message about a game that cannot draw positions. It names
// the games that can, or is "" if there are none.
func painters(c Catalog) string {
	var names []string
	for _, e := range c.Games {
		if _, ok := engines.As[painter](e); ok {
			names = append(names, e.Spec().Name)
		}
	}
	if names == nil {
		return ""
	}
	return "; those that do: " + strings.Join(names, ", ")
}

func paint(p painter, g engines.Game, file string) error {
	picture, err := p.Paint(g)
	if err != nil {
		return err
	}
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return files.Write(file, data.Bytes())
}
