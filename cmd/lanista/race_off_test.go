//go:build !race

package main

const defaultKillGames = 3000
