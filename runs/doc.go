// Package runs is what a run is, whatever face it has: a command line, a page, a
// program in Go. It takes a config to a stored result.
//
// What comes in: a [Catalog] of what configs may name (games, presets,
// champions, methods), and [Options]: which config, which store, how many
// workers. What goes out: a [TuneResult], [TournamentResult], [GridResult] or [FitResult] that is in
// the store, and on the way [tuning.Events].
//
//   - [Catalog.Tune] tunes weights by any method and verifies the answer;
//     [Catalog.Forecast] says beforehand what that costs and can tell.
//   - [Catalog.Tournament] plays agents against each other.
//   - [Catalog.Grid] searches a grid of weights over labelled positions.
//   - [Catalog.Open] opens a game with its agents for a session between people and
//     agents; see package session.
//   - [Catalog.Agent] finds an agent by name: a file, a run, a champion, an agent
//     that the game ships.
//
// A mistake in what was asked for is a [MistakeError]: then nothing was played,
// and nothing stored. The package prints nothing.
package runs
