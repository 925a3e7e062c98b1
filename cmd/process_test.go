package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"
)

// lanista runs the program in a process of its own, in a folder.
func lanista(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	return program(t, "lanista", dir, args...)
}

// program runs one of the programs of TestMain.
func program(t *testing.T, name, dir string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LANISTA_NO_PROGRESS=true", promptly)
	return cmd
}

// document reads a verb's JSON without what may differ between two runs.
func document(t *testing.T, data []byte) string {
	t.Helper()
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	delete(doc, "run")
	delete(doc, "seconds")
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
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

// progressOf looks into the store of a killed process: what is safe of its only
// run, in rounds or, of a tournament, in games.
func progressOf(t *testing.T, dir, db string) (safe int, begun bool) {
	t.Helper()
	out, err := lanista(t, dir, "runs", "--json", "--db", db).Output()
	if err != nil { // there is no store yet
		return 0, false
	}
	var list []struct {
		Kind               string
		Generations, Games int
	}
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	switch {
	case len(list) == 0:
		return 0, false
	case len(list) > 1:
		t.Fatalf("a resumed run became two: %s", out)
	case list[0].Kind == "tournament":
		return list[0].Games, true
	}
	return list[0].Generations, true
}
