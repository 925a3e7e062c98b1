//go:build !race

package probability

const boards = 20_000 // random positions compared with enumeration
