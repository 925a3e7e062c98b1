package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

// options are the flags of the program.
type options struct {
	sample  int
	seed    uint64
	run     string
	match   string
	timeout time.Duration
	list    bool
	short   bool
}

func main() {
	var o options
	flag.IntVar(&o.sample, "sample", 20, "changes to try of each package; 0 means all")
	flag.Uint64Var(&o.seed, "seed", 1, "of the choice of changes")
	flag.StringVar(&o.run, "run", "", "only these tests, as in go test -run")
	flag.StringVar(&o.match, "match", "", "only changes whose printed line contains this text")
	flag.DurationVar(&o.timeout, "timeout", 5*time.Minute, "longest time of the tests of a change; a change that makes them longer is noticed")
	flag.BoolVar(&o.list, "list", false, "print the changes without trying them")
	flag.BoolVar(&o.short, "short", false, "leave out long tests, as go test -short")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, flag.Args(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// outcome states whether the tests detected a change.
type outcome string

const (
	noticed   outcome = "noticed"
	alive     outcome = "ALIVE"
	explained outcome = "explained"
	invalid   outcome = "does not compile"
)

// run makes changes to each package, one at a time, and prints whether its tests detect them. It
// returns an error if no package is given, or if the tests of a package fail without a change.
func run(ctx context.Context, o options, packages []string, w io.Writer) error {
	if len(packages) == 0 {
		return errors.New("no packages; name their folders, such as ./rating")
	}
	reasons, err := explanations(filepath.Join("tools", "mutate", "explained.txt"))
	if err != nil {
		return err
	}
	total := map[outcome]int{}
	for _, dir := range packages {
		list, err := mutantsOf(dir)
		if err != nil {
			return err
		}
		list = choose(list, o)
		if o.list {
			for _, m := range list {
				fmt.Fprintln(w, m)
			}
			continue
		}
		if result, output := test(ctx, o, dir, ""); result != alive {
			return fmt.Errorf("the tests of %s fail without a change:\n%s", dir, output[:min(len(output), 1000)])
		}
		counts := map[outcome]int{}
		for _, m := range list {
			result, output, err := try(ctx, o, dir, m)
			if err != nil {
				return err
			}
			by := ""
			if result == noticed {
				by = " # " + failure(output)
			}
			reason := reasons[m.key()]
			if result == alive && reason != "" {
				result = explained
			}
			counts[result]++
			total[result]++
			fmt.Fprintf(w, "%-9s %s%s\n", result, m, by)
		}
		fmt.Fprintf(w, "%s: %s\n", dir, summary(counts))
	}
	if !o.list && len(packages) > 1 {
		fmt.Fprintf(w, "all: %s\n", summary(total))
	}
	return nil
}

func summary(counts map[outcome]int) string {
	valid := counts[noticed] + counts[alive] + counts[explained]
	text := fmt.Sprintf("%d of %d changes noticed, %d explained, %d alive", counts[noticed], valid, counts[explained], counts[alive])
	if valid > 0 {
		text += fmt.Sprintf(" (%.0f%% noticed or explained)", 100*float64(valid-counts[alive])/float64(valid))
	}
	return text
}

// choose returns the changes in list that match the options, in the order of the source. If the
// options limit their number, it returns a random sample of this size.
func choose(list []mutant, o options) []mutant {
	var fit []mutant
	for _, m := range list {
		if strings.Contains(m.String(), o.match) {
			fit = append(fit, m)
		}
	}
	if o.sample <= 0 || len(fit) <= o.sample {
		return fit
	}
	rng := rand.New(rand.NewPCG(o.seed, 0))
	chosen := make(map[int]bool)
	for _, i := range rng.Perm(len(fit))[:o.sample] {
		chosen[i] = true
	}
	var out []mutant
	for i, m := range fit {
		if chosen[i] {
			out = append(out, m)
		}
	}
	return out
}

// failure returns the name of the test that failed first, according to the output of go test. If
// the tests timed out, perhaps because the machine was busy, it returns "out of time".
func failure(output string) string {
	if strings.Contains(output, "panic: test timed out") {
		return "out of time"
	}
	if _, after, ok := strings.Cut(output, "--- FAIL: "); ok {
		return strings.Fields(after)[0]
	}
	return "no test names itself"
}

// try runs the tests of a package with one change of its source. It returns whether the tests
// detected it, and their output.
func try(ctx context.Context, o options, dir string, m mutant) (outcome, string, error) {
	folder, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return "", "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	source, err := os.ReadFile(m.file)
	if err != nil {
		return "", "", err
	}
	changed := filepath.Join(folder, "changed.go")
	if err := os.WriteFile(changed, m.apply(source), 0o600); err != nil {
		return "", "", err
	}
	original, err := filepath.Abs(m.file)
	if err != nil {
		return "", "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", "", err
	}
	overlay := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", "", err
	}
	result, output := test(ctx, o, dir, overlay)
	return result, output, ctx.Err()
}

// test runs the tests of a package and returns the outcome and the output. overlay is the file for
// the flag -overlay of go test, which replaces a file of the source. If it is "", the source is
// tested as it is.
func test(ctx context.Context, o options, dir, overlay string) (outcome, string) {
	ctx, cancel := context.WithTimeout(ctx, o.timeout+5*time.Minute) // compiling counts too
	defer cancel()
	args := []string{"test", "-count=1", "-failfast", "-vet=off", "-ldflags=-w", "-timeout", o.timeout.String()}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	if o.short {
		args = append(args, "-short")
	}
	if o.run != "" {
		args = append(args, "-run", o.run)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, dir)...)
	cmd.WaitDelay = 10 * time.Second
	output, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return alive, string(output)
	case strings.Contains(string(output), "[build failed]"):
		return invalid, string(output)
	}
	return noticed, string(output)
}

// explanations reads the file that lists mutants (changes of the source) which no test can detect.
// It returns the reason for each. A line of the file has the mutant as this program prints it,
// without the line number, then " # " and the reason.
func explanations(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	reasons := make(map[string]string)
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		at := strings.LastIndex(line, " # ")
		if at < 0 {
			return nil, fmt.Errorf("%s:%d: no reason; want CHANGE # REASON", path, n)
		}
		reasons[line[:at]] = line[at+3:]
	}
	return reasons, lines.Err()
}
