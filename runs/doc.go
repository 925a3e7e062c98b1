// Package runs plays configs and stores what they give, for a command line, a web page or a Go
// program. A run is one execution of a config: a search for weights, a tournament, a grid search or
// a fit.
//
// To tune a game of your own, put its engine into a [Catalog] and call [Catalog.Tune]:
//
//	catalog := runs.Catalog{Games: engines.Registry{mygame.New()}}
//	tuned, err := catalog.Tune(ctx, runs.Options{
//		Store: "mygame.db",
//		Config: configs.Config{
//			Engine:       configs.Engine{Name: "mygame"},
//			Budget:       configs.Budget{Games: 10_000},
//			Verification: configs.Verification{Games: 4_000, Opponents: []configs.Agent{configs.AgentFrom("default")}},
//		},
//	}, nil)
//
// The result contains the best weights (tuned.Verification.Result) and the verdict on them
// (tuned.Record.Verdict()). The example of this package is a complete program that tunes Pig, a
// game of dice. The examples of [Catalog.Tune], [Catalog.Tournament], [Catalog.Grid] and
// [Catalog.Fit] state whole configs in Go, and that of [NewStrategy] adds a strategy. The example
// of [Replay] reads a stored run, that of [InterruptedError] stops a run and resumes it, and that
// of [MistakeError] reads the key and the line of a mistake.
//
// A [Catalog] contains what a config may name: games, presets, champions and strategies.
// [Options] state which config is played, where the run is stored, and on how many workers. A
// config is a preset, a YAML file, a text, or a configs.Config.
//
//   - [Catalog.Tune] searches weights with any strategy and verifies the result.
//   - [Catalog.Tournament] plays agents against each other.
//   - [Catalog.Grid] searches a grid of weights over labelled positions.
//   - [Catalog.Fit] fits weights to positions of games.
//
// Each of them resolves the config once ([Catalog.Resolve]), plays it, stores every round or
// pairing, and returns a [TuneResult], [TournamentResult], [GridResult] or [FitResult]. With
// [Options.Resume] a stored run continues. [ForecastTuning], [ForecastTournament],
// [ForecastGrid] and [ForecastFit] estimate what a run costs and how large a difference it
// can show.
//
// The results of a run follow from its config and seed. Exceptions are time limits of moves, a time
// budget, and programs that are not deterministic; [TuneResult].Irreproducible lists those of a run.
//
// A mistake in the options or the config is a [MistakeError]; then nothing is played or stored. The
// package prints nothing: warnings and progress go to [Options].Events.
//
// # Names by purpose
//
//	playing               Catalog, Options, TuneSeeds, Experiment, MeasurePool
//	before a run          Catalog.Resolve, NewPlan, CheckConfig, Forecast..., DescribeEngine, DescribeOpenings
//	errors                MistakeError, InterruptedError, StoppedError, FinishedError, NoStoreError
//	stored runs           OpenReadOnly, OpenStore, List, Record, StoredStandings, Scoreboard, StoredLengths
//	after a run           NextSteps, Explain, Compare, Document, ReachedConstraints, Portable
//	stored games          FindGame, Replay, Lengths, Failures, ReplayFailure
//	games and positions   Catalog.Open, Catalog.Agent, Opponents, Analyze, Perft, Etudes, CountEtudes
//	external programs     Check, CheckCommand, MatchOptions, ImportTuning
//	other machines        Options.NewExecutor, ExecutorRequest, AllowedPrograms
//	strategies            NamedStrategy, NewStrategy, BenchEntries, Calibrate, Reference
package runs
