//go:build !race

package cmd

const defaultKillGames = 2000
