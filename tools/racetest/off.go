//go:build !race

package racetest

// Enabled reports whether the race detector is on.
const Enabled = false

// Effort is the number by which tests with many random cases divide the number of their cases. It
// is 10 under the race detector and otherwise 1.
const Effort = 1
