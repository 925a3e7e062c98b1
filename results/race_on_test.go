//go:build race

package results

// raceEnabled scales the work of tests down under the race detector.
const raceEnabled = true
