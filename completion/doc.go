// Package completion offers words to a shell that completes what is typed: games, presets,
// runs, agents, settings.
//
// What comes in: a catalog, and commands with their flags. What goes out: functions that
// cobra asks when a person presses the tab key. A word that cannot be found out is not
// offered; nothing fails.
package completion
