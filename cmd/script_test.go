package cmd

import (
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/external/boardtest"
	"github.com/lanista/lanista/engines/external/uci/ucitest"
	"github.com/lanista/lanista/engines/game2048"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/minesweeper"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
)

// games are those of the command lanista.
func games() []engines.Engine {
	return []engines.Engine{risk.New(), hare.New(), othello.New(), minesweeper.New(), game2048.New(), chess.New()}
}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"lanista":        func() { Main(games()...) },
		"lanista-golden": goldenMain,
		"board-program":  boardProgram,
		"uci-engine":     func() { os.Exit(ucitest.Run(chess.New(), ucitest.Mode(os.Args[1]), os.Stdin, os.Stdout)) },
	})
}

// boardProgram is a program that speaks the protocol of its first argument in the
// mode of its second.
func boardProgram() {
	speak := boardtest.GTP
	if os.Args[1] == "nboard" {
		speak = boardtest.NBoard
	}
	os.Exit(speak(othello.New(), boardtest.Mode(os.Args[2]), os.Stdin, os.Stdout))
}

// promptly keeps the race detector from holding every process for a second at its
// end.
const promptly = "GORACE=atexit_sleep_ms=0"

// The scripts are what a user types, and what comes back.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition: func(cond string) (bool, error) {
			if cond != "root" { // whom no file mode keeps out
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return os.Geteuid() == 0, nil
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANISTA_NO_PROGRESS", "true")
			env.Vars = append(env.Vars, promptly)
			return nil
		},
	})
}
