// The command testengines runs a program of package programtest. The name of its file selects the
// program: uci-engine plays chess by UCI in the mode of its first argument, board-program plays
// Othello by the protocol of its first argument, gtp or nboard, in the mode of its second.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/external/programtest"
	"github.com/lanista/lanista/engines/othello"
)

func main() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	switch args := os.Args[1:]; {
	case name == "uci-engine" && len(args) > 0:
		os.Exit(programtest.UCI(chess.New(), programtest.Mode(args[0]), os.Stdin, os.Stdout))
	case name == "board-program" && len(args) > 1 && args[0] == "gtp":
		os.Exit(programtest.GTP(othello.New(), programtest.Mode(args[1]), os.Stdin, os.Stdout))
	case name == "board-program" && len(args) > 1 && args[0] == "nboard":
		os.Exit(programtest.NBoard(othello.New(), programtest.Mode(args[1]), os.Stdin, os.Stdout))
	}
	fmt.Fprintln(os.Stderr, "usage: uci-engine MODE, or board-program gtp|nboard MODE")
	os.Exit(2)
}
