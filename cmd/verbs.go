package cmd

import (
	"context"

	"github.com/spf13/cobra"
)

// verbs returns all subcommands, in the order of the help text. The functions new... create them
// and declare their flags. Most of these functions take the function to call with the parsed
// options. Tests pass one that only records the options.
func verbs(a *app) []*cobra.Command {
	return []*cobra.Command{
		newInit(a, a.init),
		newEngines(a, a.engines),
		newPresets(a, a.presets),
		newConfig(a),
		newEvolve(a, a.evolve),
		newFit(a, a.fit),
		newRuns(a, a.runs),
		newStore(a),
		newExplain(a, a.explain),
		newReplay(a, a.replay),
		newCompare(a, a.compare),
		newExport(a, a.export),
		newChart(a, a.chart),
		newReport(a, a.report),
		newServe(a, a.serve),
		newWorker(a, a.worker),
		newWorkers(a, a.workers),
		newTournament(a, a.tournament),
		newMatch(a, a.match),
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
	}
}

// runsWith makes the command c call run with the options *o, and returns c. Before the call, the
// i-th argument of the command line is stored in *places[i]. The command must accept at most
// len(places) arguments.
func runsWith[O any](c *cobra.Command, o *O, run func(context.Context, O) error, places ...*string) *cobra.Command {
	c.RunE = func(cmd *cobra.Command, args []string) error {
		for i, arg := range args {
			*places[i] = arg
		}
		return run(cmd.Context(), *o)
	}
	return c
}
