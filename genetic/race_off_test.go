//go:build !race

package genetic

const raceEnabled = false
