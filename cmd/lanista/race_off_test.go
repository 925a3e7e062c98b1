//go:build !race

package main

const defaultKillGames = 2000
