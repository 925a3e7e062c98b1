package main

import (
	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/minesweeper"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
)

// games lists the games that the program ships.
func games() engines.Registry {
	return engines.Registry{risk.New(), hare.New(), othello.New(), minesweeper.New()}
}

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
