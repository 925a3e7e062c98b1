package cmd

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/external/programtest"
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
	if len(os.Args) > 3 && os.Args[1] == "worker" && slices.Contains(os.Args, "--with-parent") { // a local worker of a test
		Main(games()...)
		return
	}
	testscript.Main(small{m}, map[string]func(){
		"lanista":        func() { Main(games()...) },
		"lanista-golden": goldenMain,
		"board-program":  boardProgram,
		"uci-engine":     func() { os.Exit(programtest.UCI(chess.New(), programtest.Mode(os.Args[1]), os.Stdin, os.Stdout)) },
	})
}

// boardProgram is a program that speaks the protocol of its first argument in the
// mode of its second.
func boardProgram() {
	speak := programtest.GTP
	if os.Args[1] == "nboard" {
		speak = programtest.NBoard
	}
	os.Exit(speak(othello.New(), programtest.Mode(os.Args[2]), os.Stdin, os.Stdout))
}

// small are the tests beside programs of a line. What plays is known by what its file
// says, and that of an engine of these tests would be this whole test to read, before
// every verb.
type small struct{ *testing.M }

// Run puts a line that starts the engine in the place of each engine. Hundreds of
// processes live for some milliseconds: they need not tidy up their memory.
func (s small) Run() int {
	if err := os.Setenv("GOGC", "400"); err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"board-program", "uci-engine"} {
		if runtime.GOOS == "windows" { // has no such lines
			break
		}
		if err := shrink(name); err != nil {
			log.Fatal(err)
		}
	}
	return s.M.Run()
}

// shrink puts a line in the place of a program and the program beside it. It is called
// by its name there, too.
func shrink(name string) error {
	path, err := exec.LookPath(name)
	if err != nil {
		return err
	}
	whole := filepath.Join(filepath.Dir(filepath.Dir(path)), "whole")
	if err := os.MkdirAll(whole, 0o700); err != nil {
		return err
	}
	if err := os.Rename(path, filepath.Join(whole, name)); err != nil {
		return err
	}
	line := fmt.Sprintf("#!/bin/sh\nexec '%s' \"$@\"\n", filepath.Join(whole, name))
	return os.WriteFile(path, []byte(line), 0o700)
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
			switch cond {
			case "root": // whom no file mode keeps out
				return os.Geteuid() == 0, nil
			case "exhaustive": // LANISTA_EXHAUSTIVE=1
				return exhaustive, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANISTA_NO_PROGRESS", "true")
			env.Vars = append(env.Vars, promptly)
			return nil
		},
	})
}
