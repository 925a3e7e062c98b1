// Command lanista tunes the weights of game-playing agents. It plays agents against each other, or
// evaluates labelled positions, to find better weights, and measures on fresh games whether these
// beat the defaults.
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
