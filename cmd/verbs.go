package cmd

import "github.com/spf13/cobra"

// verbs lists the verbs in the order of the help text.
func verbs(a *app) []*cobra.Command {
	return []*cobra.Command{
		newEngines(a),
		newPresets(a),
		newEvolve(a),
		newRuns(a),
		newExport(a),
		newChart(a),
		newReport(a),
		newTournament(a),
		newGrid(a),
		newEtudes(a),
		newPlay(a),
		newEval(a),
		newPerft(a),
		newBench(a),
		newVersion(a),
	}
}
