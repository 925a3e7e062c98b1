//go:build race

package probability

const boards = 1_500 // random positions compared with enumeration
