// Package runs plays and stores runs, for a command line, a web page or a Go program.
//
// A [Catalog] has what configs may name: games, presets, champions, strategies. [Options]
// state which config is played, where the run is stored, and on how many workers. A config
// is a preset, a YAML file, a text, or a configs.Config that is stated in Go.
//
//   - [Catalog.Tune] searches weights with any strategy and verifies the result.
//   - [Catalog.Tournament] plays agents against each other.
//   - [Catalog.Grid] searches a grid of weights over labelled positions.
//   - [Catalog.Fit] fits weights to positions of games.
//
// Each of them resolves the config once ([Catalog.Resolve]), plays it, stores what happens, and
// returns a [TuneResult], [TournamentResult], [GridResult] or [FitResult]. With [Options.Resume]
// a stored run goes on. [ForecastTuning], [ForecastTournament], [ForecastGrid] and
// [ForecastFit] estimate beforehand what a run costs and what it can detect.
//
// A mistake in what was asked for is a [MistakeError]; then nothing was played, and nothing is
// stored. The package prints nothing.
package runs
