package external

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/engines/othello"
)

// The programs of one goroutine's games are bound to one core, those of another goroutine to another.
func TestProgramsAreBoundToCores(t *testing.T) {
	t.Parallel()
	available := process.Cores()
	workers := min(2, len(available))
	p := testProgram(t, "well")
	ps, err := NewPrograms([]Program{p}, Options{Bind: true, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ps.Close() }()
	table, err := ps.Table(t.Context(), othello.New(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(table, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var used []string
	for range workers {
		one := arena.(engines.PerGoroutine).Fork()
		defer func() { _ = engines.Close(one) }()
		if _, err := one.Play(t.Context(), []engines.Agent{{Name: "a"}, {Name: "b"}}, 3); err != nil {
			t.Fatal(err)
		}
		var own []string
		for _, i := range one.(*tableWorker).processes.all {
			own = append(own, allowedCores(t, i.process.PID()))
		}
		if len(own) != 2 || own[0] != own[1] || slices.Contains(used, own[0]) || strings.ContainsAny(own[0], ",-") {
			t.Errorf("the programs of a game may use the cores %v, others %v", own, used)
		}
		used = append(used, own[0])
	}
	if _, err := NewPrograms([]Program{p}, Options{Bind: true, Workers: len(available) + 1}); err == nil {
		t.Error("more games than cores are bound")
	}
}

// Programs of several threads are not bound: the threads would share one core.
func TestProgramsOfSeveralThreadsAreNotBound(t *testing.T) {
	t.Parallel()
	p := testProgram(t, "well")
	for _, c := range []struct {
		name, value string
		refused     bool
	}{{"Threads", "1", false}, {"threads", "2", true}, {"cores", "4", true}, {"Hash", "4", false}} {
		p.Options = []protocol.Option{{Name: c.name, Value: c.value}}
		for _, bind := range []bool{false, true} {
			ps, err := NewPrograms([]Program{p}, Options{Bind: bind, Workers: 1})
			if refused := err != nil; refused != (bind && c.refused) {
				t.Errorf("%s=%s, bound: %v: %v", c.name, c.value, bind, err)
			}
			if err == nil {
				_ = ps.Close()
			}
		}
	}
}

// allowedCores returns the list of cores that a process may use, as the kernel writes it.
func allowedCores(t *testing.T, pid int) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("/proc", fmt.Sprint(pid), "status"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if list, ok := strings.CutPrefix(line, "Cpus_allowed_list:"); ok {
			return strings.TrimSpace(list)
		}
	}
	t.Fatal("the kernel does not list the cores of a process")
	return ""
}
