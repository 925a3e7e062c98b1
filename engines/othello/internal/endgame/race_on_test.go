//go:build race

package endgame

// slow divides the work of long tests when the race detector watches.
const slow = 10
