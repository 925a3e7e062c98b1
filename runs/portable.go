package runs

import (
	"cmp"
	"context"
	"fmt"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/portable"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
)

// PortableAgent is an agent that can be exported as a program that does not need Lanista.
type PortableAgent struct {
	Program portable.Program
	engine  engines.Engine
	seats   int
}

// Portable returns an agent that can be exported as a program. It has the weights in doc, and plays
// the game with the settings of the run rec. The error states why the agent cannot be exported.
func Portable(c Catalog, rec results.Record, doc weights.Document) (PortableAgent, error) {
	if doc.Player != "" {
		return PortableAgent{}, fmt.Errorf("the player %s has no portable form", doc.Player)
	}
	e, err := c.find(doc.Engine)
	if err != nil {
		return PortableAgent{}, fmt.Errorf("the game %s is not part of this program", doc.Engine)
	}
	config, err := StoredConfig(rec.Summary)
	if err != nil {
		return PortableAgent{}, err
	}
	for _, settings := range []engines.Settings{configs.Settings(config.Engine.Settings), doc.Settings} {
		if e, err = e.With(settings); err != nil {
			return PortableAgent{}, err
		}
	}
	exporter, ok := engines.AsHeuristic[portable.Exporter](e)
	if !ok {
		return PortableAgent{}, fmt.Errorf("the game %s has no portable form", doc.Engine)
	}
	agent, err := doc.Agent(e.Spec())
	if err != nil {
		return PortableAgent{}, err
	}
	p, err := exporter.Portable(agent)
	if err != nil {
		return PortableAgent{}, err
	}
	return PortableAgent{Program: p, engine: e, seats: cmp.Or(doc.Seats, defaultSeats(e))}, nil
}

// deepVectors is the largest number of test vectors from a search to the agent's full depth. A test
// vector is a position with the agent's move and evaluations.
const deepVectors = 20

// Vectors plays games of the agent and returns test vectors, which are positions with the agent's
// move and evaluations. count vectors come from a search of depth 1, and a few more from a search
// to the agent's full depth.
func (p PortableAgent) Vectors(ctx context.Context, count int) ([]portable.Vector, error) {
	return portable.Vectors(ctx, p.engine, p.Program, portable.VectorOptions{
		Count: count, Deep: min(deepVectors, count), Seats: p.seats, Seed: 1,
	})
}
