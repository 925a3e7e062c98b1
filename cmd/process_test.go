package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
)

// lanista runs the program as a process in a folder.
func lanista(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	return program(t, "lanista", dir, args...)
}

// program returns a command that runs one of the programs of TestMain.
func program(t *testing.T, name, dir string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LANISTA_NO_PROGRESS=true", promptly)
	return cmd
}

// batch is a process that runs command lines one after the other. The start of a process takes
// longer than most command lines, so tests that are not about processes share one.
type batch struct {
	process  *exec.Cmd
	stdin    io.Closer
	commands *json.Encoder
	replies  *json.Decoder
	stderr   bytes.Buffer // of the process, not of a command line
}

// batchCommand is a command line, the folder in which it runs, and its standard input.
type batchCommand struct {
	Dir   string
	Args  []string
	Input string
}

// batchReply is what a command line printed and its exit code.
type batchReply struct {
	Stdout, Stderr []byte
	Code           int
}

// newBatch starts one of the batches of TestMain with an environment. It must be closed.
func newBatch(name string, env []string) (*batch, error) {
	b := &batch{process: exec.Command(name)}
	b.process.Env, b.process.Stderr = env, &b.stderr
	stdin, err := b.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := b.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.stdin, b.commands, b.replies = stdin, json.NewEncoder(stdin), json.NewDecoder(stdout)
	return b, b.process.Start()
}

// run runs a command line in a folder.
func (b *batch) run(dir, input string, args ...string) (batchReply, error) {
	var r batchReply
	err := b.commands.Encode(batchCommand{Dir: dir, Args: args, Input: input})
	if err == nil {
		err = b.replies.Decode(&r)
	}
	if err != nil {
		return r, fmt.Errorf("the batch ended: %w: %s", err, b.stderr.String())
	}
	return r, nil
}

// close ends the process.
func (b *batch) close() error {
	return errors.Join(b.stdin.Close(), b.process.Wait())
}

// batchMain is the main function of a batch. It runs the command lines of its standard input
// with a program.
func batchMain(p Program) {
	commands, replies := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var c batchCommand
		if err := commands.Decode(&c); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		if err := os.Chdir(c.Dir); err != nil {
			log.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		code := p.Run(context.Background(), c.Args, strings.NewReader(c.Input), &stdout, &stderr)
		if err := replies.Encode(batchReply{stdout.Bytes(), stderr.Bytes(), code}); err != nil {
			log.Fatal(err)
		}
	}
}

// startBatch starts a batch for the duration of a test.
func startBatch(t *testing.T, name string) *batch {
	t.Helper()
	b, err := newBatch(name, program(t, name, "").Env)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// document parses the JSON of a verb without the values that may differ between two runs.
func document(t *testing.T, data []byte) string {
	t.Helper()
	var doc any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	dropTimes(doc)
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// dropTimes removes IDs and times, which differ between two runs of one config. The arguments of
// the next steps name the run.
func dropTimes(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range []string{"run", "id", "seconds", "started", "ended", "arguments"} {
			delete(v, key)
		}
		for _, value := range v {
			dropTimes(value)
		}
	case []any:
		for _, value := range v {
			dropTimes(value)
		}
	}
}

func output(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.String())
	}
	return out
}

// stepsOf returns the number of stored steps of the only run in the store of a killed process:
// rounds and, in a tournament or a verification, pairings.
func stepsOf(t *testing.T, dir, db string) (safe int, begun bool) {
	t.Helper()
	list, err := progressOf(filepath.Join(dir, db))
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, results.ErrEmpty):
		t.Fatal(err)
	case len(list) == 0:
		return 0, false
	case len(list) > 1:
		t.Fatalf("a resumed run became two: %+v", list)
	}
	return list[0].Rounds + list[0].Pairings, true
}

// progressOf returns the progress of the runs in a store.
func progressOf(path string) ([]results.Progress, error) {
	store, err := results.OpenReadOnly(path)
	if err != nil {
		return nil, err
	}
	list, err := store.Progress(context.Background())
	return list, errors.Join(err, store.Close())
}
