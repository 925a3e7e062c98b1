//go:build race

package cmd

// defaultKillGames is smaller with the race detector, which slows games down.
const defaultKillGames = 400
