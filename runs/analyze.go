package runs

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/results/files"
)

// AnalyzeOptions say which agent thinks about which position.
type AnalyzeOptions struct {
	Engine   string // a game of the catalog, or the file of a config
	Position string
	Settings engines.Settings
	Agent    string // by the name of a source
	Store    string // where the agents called run:RUN are
	Exact    bool   // also solve the position, where the game can be solved
	// Told, when not nil, is told how long solving may take, where the game knows.
	Told func(string)
}

// Analyzed is what an agent thinks of a position.
type Analyzed struct {
	engines.Analysis
	Engine  engines.Engine // set as the agent was
	Game    engines.Game   // the position
	Elapsed time.Duration
}

// Analyze asks an agent what it thinks of a position.
func (c Catalog) Analyze(ctx context.Context, o AnalyzeOptions) (Analyzed, error) {
	opened, err := c.Open(ctx, o.Engine, o.Settings, o.Store)
	if err != nil {
		return Analyzed{}, err
	}
	defer opened.Close()
	agent, err := opened.Agent(ctx, o.Agent, defaultSeats(opened.Engine))
	if err != nil {
		return Analyzed{}, err
	}
	// What was asked for outweighs what the weights came with.
	agent.Settings = overlay(agent.Settings, o.Settings)
	e, err := opened.Engine.With(agent.Settings)
	if err != nil {
		return Analyzed{}, mistakef("%s: %w", o.Engine, err)
	}
	g, err := Position(e, o.Position)
	if err != nil {
		return Analyzed{}, err
	}
	if f, ok := e.(engines.SolveForecaster); ok && o.Exact && o.Told != nil {
		if text := f.SolvingTakes(g); text != "" {
			o.Told(text)
		}
	}
	if table, ok := e.(*external.Table); ok { // the game's own player explains itself without them
		if game, alone, ok := table.Alone(agent); ok {
			e, agent = game, alone
		}
	}
	a := Analyzed{Engine: e, Game: g}
	start := time.Now()
	if a.Analysis, err = engines.Analyze(ctx, e, g, agent); err != nil {
		return Analyzed{}, err
	}
	if o.Exact {
		solver, ok := e.(engines.Solver)
		if !ok {
			return Analyzed{}, mistakef("%s: the game cannot be solved", o.Engine)
		}
		extra, err := solver.Solve(ctx, g)
		if err != nil {
			return Analyzed{}, err
		}
		a.Extra = append(a.Extra, extra...)
	}
	a.Elapsed = time.Since(start)
	return a, nil
}

// Paint writes a picture of the position to a PNG file, where the game can draw one.
func (n Analyzed) Paint(path string) error {
	p, ok := n.Engine.(engines.Painter)
	if !ok {
		return mistakef("%s has no picture of a position", n.Engine.Spec().Name)
	}
	picture, err := p.Paint(n.Game)
	if err != nil {
		return err
	}
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return files.Write(path, data.Bytes())
}
