package cmd

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/lanista/lanista/engines"
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
	})
}

// small runs the tests with the engines of package programtest in a folder of PATH. The engines are a
// program of their own, because the test binary takes ten milliseconds to start and the tests start
// hundreds of engines.
type small struct{ *testing.M }

// Run builds the engines. It makes garbage collections rare, because hundreds of processes run for
// a few milliseconds. Verbs play with one worker unless a test sets another number, because each worker
// starts its own engines.
func (s small) Run() int {
	for name, value := range map[string]string{"GOGC": "400", "LANISTA_WORKERS": "1"} {
		if err := os.Setenv(name, value); err != nil {
			log.Fatal(err)
		}
	}
	debug.SetGCPercent(400) // the variable is read when a process starts
	folder, err := os.MkdirTemp("", "lanista-engines-")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := buildEngines(folder); err != nil {
		log.Print(err) // the tests of engines fail, such as where no Go is installed
	}
	if err := os.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH")); err != nil {
		log.Fatal(err)
	}
	return s.M.Run()
}

// buildEngines builds uci-engine and board-program in a folder. Except on Windows, each is a script
// of one line that starts a file in a folder below: the hash of a program is that of its file, and
// every verb computes it.
func buildEngines(folder string) error {
	whole, suffix := filepath.Join(folder, "whole"), ""
	if runtime.GOOS == "windows" {
		whole, suffix = folder, ".exe"
	} else if err := os.Mkdir(whole, 0o700); err != nil {
		return err
	}
	path := filepath.Join(whole, "uci-engine"+suffix)
	if out, err := exec.Command("go", "build", "-o", path, "github.com/lanista/lanista/tools/testengines").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w: %s", err, out)
	}
	if err := os.Link(path, filepath.Join(whole, "board-program"+suffix)); err != nil {
		return err
	}
	if runtime.GOOS == "windows" {
		return nil
	}
	for _, name := range []string{"uci-engine", "board-program"} {
		line := fmt.Sprintf("#!/bin/sh\nexec '%s' \"$@\"\n", filepath.Join(whole, name))
		if err := os.WriteFile(filepath.Join(folder, name), []byte(line), 0o700); err != nil {
			return err
		}
	}
	return nil
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
			env.Setenv("LANISTA_WORKERS", "1")
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
