// Command lanista tunes the weights of game-playing agents: it plays them
// against each other, breeds the winners, or searches a grid of weights against
// labelled positions, and hands back the best weights with the evidence.
//
// A verb is a file here. A file parses and checks what was typed, wires the
// rooms that do the work, and prints what they return; nothing is worked out in
// this package.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
