//go:build race

package minesweeper

const raceEnabled = true
