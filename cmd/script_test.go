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
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/shipped"
)

// games lists the games of the command lanista.
func games() []engines.Engine {
	return shipped.Games()
}

func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "worker" && slices.Contains(os.Args, "--with-parent") { // a local worker of a test
		Main(games()...)
		return
	}
	testscript.Main(small{m}, map[string]func(){
		"lanista":       func() { Main(games()...) },
		"lanista-batch": func() { batchMain(Program{Games: games()}) },
		"drawn-batch":   func() { batchMain(Program{Games: drawnGames()}) },
		"golden-batch":  func() { batchMain(Program{Games: goldenGames()}) },
		"broken-nim":    func() { Main(brokenNim{os.Getenv("BROKEN_NIM")}) },
		"board-program": boardProgram,
		"uci-engine":    func() { os.Exit(programtest.UCI(chess.New(), programtest.Mode(os.Args[1]), os.Stdin, os.Stdout)) },
	})
}

// boardProgram runs a program for tests. Its first argument names the protocol, its second the
// mode.
func boardProgram() {
	speak := programtest.GTP
	if os.Args[1] == "nboard" {
		speak = programtest.NBoard
	}
	os.Exit(speak(othello.New(), programtest.Mode(os.Args[2]), os.Stdin, os.Stdout))
}

// small runs the tests with short programs in place of the engines. The hash of a program is that
// of its file, and hashing the test binary before every verb would be slow.
type small struct{ *testing.M }

// Run replaces each engine by a script of one line that starts it. It makes garbage collections
// rare, because hundreds of processes run for a few milliseconds.
func (s small) Run() int {
	if err := os.Setenv("GOGC", "400"); err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"board-program", "uci-engine"} {
		if runtime.GOOS == "windows" { // has no such scripts
			break
		}
		if err := shrink(name); err != nil {
			log.Fatal(err)
		}
	}
	return s.M.Run()
}

// shrink replaces a program by a script of one line and moves the program to a folder beside it,
// with the same name.
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

// promptly disables the wait of the race detector at the end of every process.
const promptly = "GORACE=atexit_sleep_ms=0"

// The scripts contain commands and their expected output. The command "call lanista ARGUMENTS" runs
// a command line in a process that the command lines of a script share, "exec lanista ARGUMENTS" in
// a process of its own.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "root": // file modes do not apply to root
				return os.Geteuid() == 0, nil
			case "exhaustive": // LANISTA_EXHAUSTIVE=1
				return exhaustive, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANISTA_NO_PROGRESS", "true")
			env.Vars = append(env.Vars, promptly, "GOGC="+os.Getenv("GOGC"))
			b, err := newBatch("lanista-batch", slices.Clone(env.Vars))
			if err != nil {
				return err
			}
			env.Values[batchKey{}] = b
			env.Defer(func() {
				if err := b.close(); err != nil {
					t.Error(err)
				}
			})
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"call": call},
	})
}

// batchKey is the key of a script's batch.
type batchKey struct{}

// call is the command of scripts that runs a command line in the script's batch.
func call(ts *testscript.TestScript, fails bool, args []string) {
	if len(args) == 0 || args[0] != "lanista" {
		ts.Fatalf("usage: call lanista ARGUMENTS")
	}
	r, err := ts.Value(batchKey{}).(*batch).run(ts.MkAbs("."), "", args[1:]...)
	ts.Check(err)
	_, _ = ts.Stdout().Write(r.Stdout)
	_, _ = ts.Stderr().Write(r.Stderr)
	if (r.Code != 0) != fails {
		ts.Fatalf("exit code %d: %s", r.Code, r.Stderr)
	}
}
