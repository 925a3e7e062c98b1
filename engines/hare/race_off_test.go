//go:build !race

package hare

const effort = 1
