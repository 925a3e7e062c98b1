//go:build race

package cmd

// defaultKillGames is less under the race detector, where games take longer.
const defaultKillGames = 400
