// Command lanista tunes the weights of game-playing agents: it plays them
// against each other, or tries them on labelled positions, finds better weights, and
// measures on fresh games whether they beat the defaults.
package main

import (
	"context"
	"os"

	"github.com/lanista/lanista/cmd"
	"github.com/lanista/lanista/engines/shipped"
)

func main() {
	os.Exit(cmd.Program{Name: "lanista", Games: shipped.Games()}.Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
