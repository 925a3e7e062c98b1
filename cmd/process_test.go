package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
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
