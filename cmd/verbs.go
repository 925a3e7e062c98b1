package cmd

import (
	"context"

	"github.com/spf13/cobra"
)

// verbs lists the verbs in the order of the help text. The flags of each are
// read by its new function, which hands its options to the function given.
func verbs(a *app) []*cobra.Command {
	return []*cobra.Command{
		newEngines(a, a.engines),
		newPresets(a, a.presets),
		newConfig(a),
		newEvolve(a, a.evolve),
		newFit(a, a.fit),
		newRuns(a, a.runs),
		newReplay(a, a.replay),
		newCompare(a, a.compare),
		newExport(a, a.export),
		newChart(a, a.chart),
		newReport(a, a.report),
		newServe(a, a.serve),
		newWorker(a, a.worker),
		newWorkers(a, a.workers),
		newTournament(a, a.tournament),
		newCheck(a, a.check),
		newRate(a, a.rate),
		newGrid(a, a.grid),
		newEtudes(a),
		newAgents(a, a.agents),
		newPlay(a, a.play),
		newNotation(a),
		newEval(a, a.eval),
		newPerft(a, a.perft),
		newBench(a, a.bench),
		newExperiment(a, a.experiment),
		newVersion(a),
		newMan(a),
	}
}

// does lets a command run with options: its arguments go to the places given, one after
// the other.
func does[O any](c *cobra.Command, o *O, run func(context.Context, O) error, places ...*string) *cobra.Command {
	c.RunE = func(cmd *cobra.Command, args []string) error {
		for i, arg := range args {
			*places[i] = arg
		}
		return run(cmd.Context(), *o)
	}
	return c
}
