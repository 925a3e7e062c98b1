//go:build !race

package racetest

// Enabled reports whether the race detector is on.
const Enabled = false

// Effort is a divisor for the number of cases in tests with many random cases. It is 10 under the
// race detector and otherwise 1.
const Effort = 1
