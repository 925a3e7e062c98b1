//go:build !race

package racetest

// Enabled reports whether the race detector is on.
const Enabled = false

// Effort is the number by which tests of many random cases divide their number of cases: 10 under
// the race detector, otherwise 1.
const Effort = 1
