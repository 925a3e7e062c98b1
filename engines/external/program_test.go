package external

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/keys"
)

func TestValidate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain.txt")
	if err := os.WriteFile(plain, []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	space := engines.Space{{Name: "a", Min: 0, Max: 1}}
	notExecutable := []string{"command"}
	if runtime.GOOS == "windows" { // which notices it when the program is started
		notExecutable = nil
	}
	for _, tt := range []struct {
		p    Program
		want []string // keys
	}{
		{Program{Command: []string{shell}}, nil},
		{Program{Command: []string{shell, "{weights}", "{weight:a}"}, Weights: space}, nil},
		{Program{}, []string{"command"}},
		{Program{Command: []string{"no-such-program"}}, []string{"command"}},
		{Program{Command: []string{"./plain.txt"}, Folder: dir}, notExecutable},
		{Program{Command: []string{"./absent"}, Folder: dir}, []string{"command"}},
		{Program{Command: []string{shell}, Dir: "absent", Protocol: "morse", Restart: "often", Margin: -1}, []string{"dir", "protocol", "restart", "margin"}},
		{Program{Command: []string{shell, "{weights}"}}, []string{"weights"}},
		{Program{Command: []string{shell, "{weight:b}"}, Weights: space}, []string{"command"}},
		{Program{Command: []string{shell}, Protocol: "uci", Options: []protocol.Option{{Name: "King Safety", Value: "5"}, {Name: "Hash", Value: "4"}}, Tuned: []string{"king safety"}}, []string{"options"}},
		{Program{Command: []string{shell}, Protocol: "uci", Options: []protocol.Option{{Name: "Hash", Value: "16"}, {Name: "hash", Value: "32"}}}, []string{"options"}},
		{Program{Command: []string{shell}, Protocol: "xboard", Options: []protocol.Option{{Name: "Hash", Value: "16"}, {Name: "hash", Value: "32"}}}, nil},
		{Program{Command: []string{shell, "a\x00b"}, Timeouts: protocol.Timeouts{Move: -time.Second}}, []string{"command", "timeouts.move"}},
	} {
		var got []string
		for _, e := range keys.All(tt.p.Validate()) {
			got = append(got, e.Path)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v: %q, want %q", tt.p.Command, got, tt.want)
		}
	}
	err := Program{Command: []string{"toga3"}}.Validate()
	if err == nil || !strings.Contains(err.Error(), `"toga3" is not in PATH`) {
		t.Error(err)
	}
}

// The error about a command that is a file in the config's folder names what to write instead.
func TestCommandsThatAreFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"bot.py", "bot.mjs", "bot.bin"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for command, want := range map[string]string{
		"bot.py":  `"bot.py" is not in PATH; write [python3, bot.py]`,
		"bot.mjs": `"bot.mjs" is not in PATH; write [node, bot.mjs]`,
		"bot.bin": `"bot.bin" is not in PATH; write ./bot.bin`,
		"bot.c":   `"bot.c" is not in PATH`,
	} {
		if err := (Program{Command: []string{command}, Folder: dir}).Validate(); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", command, err, want)
		}
	}
	below := filepath.Join(dir, "below")
	if err := os.Mkdir(below, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(below, "engine"), nil, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"below", below} {
		err := Program{Command: []string{"./engine"}, Folder: dir, Dir: name}.Validate()
		if want := `"./engine" does not exist; a command is relative to the folder of the config, not to dir: write [` + filepath.Join(name, "engine") + "]"; err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := (Program{Command: []string{"./other"}, Folder: dir, Dir: "below"}).Validate(); err == nil || !strings.HasSuffix(err.Error(), `"./other" does not exist`) {
		t.Error(err)
	}
	if runtime.GOOS == "windows" {
		return // has no permission to run
	}
	err := Program{Command: []string{"./bot.py"}, Folder: dir}.Validate()
	if err == nil || !strings.HasSuffix(err.Error(), `"./bot.py" cannot be run: permission denied; write [python3, ./bot.py]`) {
		t.Error(err)
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := Program{
		Command: []string{shell, "-w", "{weights}", "--a={weight:a}", "plain", "{weights}"},
		Weights: engines.Space{{Name: "a", Min: 0, Max: 9}, {Name: "b", Min: 0, Max: 9}},
	}
	args, file, err := p.arguments(engines.Weights{1.5, 2}, func() (string, error) { return folder, nil })
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Dir(file) != folder {
		t.Errorf("the file is %s", file)
	}
	if want := []string{"-w", file, "--a=1.5", "plain", file}; !slices.Equal(args, want) {
		t.Errorf("%q, want %q", args, want)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]float64
	if err := json.Unmarshal(text, &got); err != nil || got["a"] != 1.5 || got["b"] != 2 {
		t.Errorf("%s: %v", text, err)
	}
	if p.withDefaults().Restart != RestartWithWeights {
		t.Error("a command with weights in it outlives them")
	}
}

// A weights file is removed when its process ends, its folder when the programs are closed, and the
// folder of a process that was killed when the next one creates its own.
func TestWeightsFile(t *testing.T) {
	temp := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP"} { // Unix and Windows
		t.Setenv(name, temp)
	}
	if runtime.GOOS != "windows" { // which has no file locks
		left := filepath.Join(temp, "lanista-weights-1")
		for _, err := range []error{os.Mkdir(left, 0o700), os.WriteFile(filepath.Join(left, "lock"), nil, 0o600), os.WriteFile(filepath.Join(left, "1.json"), nil, 0o600)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	p := testProgram(t, "well")
	p.Command = append(p.Command, "{weights}")
	p.Weights = engines.Space{{Name: "nth", Max: 9, Kind: engines.Integer}}
	count := func(pattern string) int {
		list, _ := filepath.Glob(filepath.Join(temp, pattern))
		return len(list)
	}
	ps := newTestPrograms(t, p)
	if _, err := ps.Description(t.Context(), p.Name); err != nil {
		t.Fatal(err)
	}
	if count("lanista-weights-*") != 1 || count("lanista-weights-*/*.json") != 1 {
		t.Errorf("%d folders with %d files", count("lanista-weights-*"), count("lanista-weights-*/*.json"))
	}
	if err := ps.Close(); err != nil {
		t.Error(err)
	}
	if n := count("*"); n != 0 {
		t.Errorf("%d folders or files are left", n)
	}
}

func TestFingerprint(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := filepath.Join(dir, "bot.py")
	write := func(text string) {
		if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	p := Program{Command: []string{shell, "bot.py", "--level", "3", "--book=bot.py", "absent.txt"}, Folder: dir}
	path, files, err := p.Fingerprint()
	if err != nil || !filepath.IsAbs(path) || len(files) != 3 || files[1].Argument != "bot.py" || files[1].SHA256 != files[2].SHA256 {
		t.Fatalf("%s, %v, %v", path, files, err)
	}
	const one = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"
	if files[1].SHA256 != one {
		t.Errorf("the hash of %q is %s", "one", files[1].SHA256)
	}
	write("two")
	if _, again, err := p.Fingerprint(); err != nil || again[0] != files[0] || again[1] == files[1] {
		t.Errorf("after a change: %v, %v", again, err)
	}
}

func TestPaused(t *testing.T) {
	t.Parallel()
	from := time.Now()
	later := from.Add(time.Minute)
	if paused(from, later) {
		t.Error("a minute that both clocks saw is a pause")
	}
}

func TestAllStall(t *testing.T) {
	t.Parallel()
	var p pauses
	a, b := new(tableWorker), new(tableWorker)
	now := time.Now()
	p.join(a)
	if p.record(a, now) {
		t.Error("a single worker has nobody to compare with")
	}
	p.join(b)
	if !p.record(a, now) || p.stalledTogether(now) {
		t.Error("one of two has stalled")
	}
	if p.record(b, now.Add(sameTime/2)); !p.stalledTogether(now) {
		t.Error("two stalls at the same time")
	}
	if p.record(b, now.Add(2*sameTime)); p.stalledTogether(now) {
		t.Error("two stalls one after the other")
	}
	p.leave(b)
	if !p.stalledTogether(now) || len(p.workers) != 1 {
		t.Error("who has left is still counted")
	}
	p.leave(a)
	if p.end != nil {
		t.Error("it ticks without workers")
	}
}

// A long time between two ticks means that the process was stopped until the later one.
func TestStoppedProcess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // so that the process of the test is not stopped meanwhile
		begun := time.Now()
		p := pauses{ticked: begun}
		p.note(begun.Add(pauseTime))
		if !p.stopped.IsZero() {
			t.Error("a late tick is taken for a stop")
		}
		p.note(begun.Add(3 * pauseTime))
		if want := begun.Add(3 * pauseTime); p.stopped != want {
			t.Errorf("stopped until %v, want %v", p.stopped, want)
		}
		if p.ticked = time.Now(); !p.stoppedSince(begun) || p.stoppedSince(begun.Add(3*pauseTime)) {
			t.Error("a stop counts for games that began before its end")
		}
		p = pauses{ticked: time.Now().Add(-2 * pauseTime)}
		if !p.stoppedSince(begun.Add(-3 * pauseTime)) {
			t.Error("a stop counts before the next tick")
		}
	})
}
