package portabletest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/portable"
)

// tools contains the programs that the test of an exported agent needs, by format.
var tools = map[string]string{"go": "go", "c": "cc", "python": "python3", "javascript": "node"}

// Run exports an agent of a game and runs the exported test. By default it does so in JavaScript,
// or in Python if node is not installed, for few positions. With LANISTA_EXHAUSTIVE=1 it does so in
// every installed language. It then tests 1,000 positions with a search of depth 1, and 20 with the
// agent's own depth.
func Run(t *testing.T, e engines.Engine, a engines.Agent, seats int) {
	t.Helper()
	e, err := e.With(a.Settings)
	if err != nil {
		t.Fatal(err)
	}
	exporter, ok := engines.AsHeuristic[portable.Exporter](e)
	if !ok {
		t.Fatalf("%T does not implement portable.Exporter", e)
	}
	p, err := exporter.Portable(a)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	o := portable.VectorOptions{Count: 10, Deep: 1, Seats: seats, Seed: 1}
	formats := []string{"python"}
	if _, err := exec.LookPath(tools["javascript"]); err == nil { // which is faster
		formats = []string{"javascript"}
	}
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		o.Count, o.Deep = 1000, 20
		formats = []string{"go", "c", "python", "javascript"}
	}
	vectors, err := portable.Vectors(ctx, e, p, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("sh is not installed, so that no exported agent is tested")
	}
	for _, format := range formats {
		t.Run(format, func(t *testing.T) {
			if _, err := exec.LookPath(tools[format]); err != nil {
				t.Skipf("%s is not installed, so that the agent in %s is not tested", tools[format], format)
			}
			dir := t.TempDir()
			files, err := p.Files(format, nil, vectors)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			run(ctx, t, dir, portable.Command(format))
		})
	}
}

// Long skips the test of an agent unless the environment variable LANISTA_EXHAUSTIVE is set. Call
// it for agents whose code is mostly covered by the tests of other agents.
func Long(t *testing.T) {
	t.Helper()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("other agents use the same code: with LANISTA_EXHAUSTIVE=1")
	}
}

func run(ctx context.Context, t *testing.T, dir, command string) {
	t.Helper()
	c := exec.CommandContext(ctx, "sh", "-c", command)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	t.Logf("%s", out)
}
