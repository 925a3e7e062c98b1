package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const example = `package x

const limit = 7

// Sign returns the sign of n.
func Sign(n int) int {
	log()
	if n > 0 && n != limit {
		return 1
	}
	return 0 - 1
}

func log() { calls = true }

var calls bool
`

func TestMutantsOfAFile(t *testing.T) {
	list, err := mutantsIn("x.go", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		got = append(got, m.what)
		if changed := string(m.apply([]byte(example))); changed == example || strings.Count(changed, "\n") != strings.Count(example, "\n") {
			t.Errorf("%s: %s", m, changed)
		}
	}
	want := []string{"call removed", "condition negated", "> to >=", "0 to 1", "&& to ||", "!= to ==", "1 to 2", "0 to 1", "- to +", "1 to 2", "assignment removed", "true to false"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if changed := string(list[1].apply([]byte(example))); !strings.Contains(changed, "if !(n > 0 && n != limit) {") {
		t.Error(changed)
	}
	if list[2].String() != "x.go:8: > to >=: if n > 0 && n != limit {" || list[2].key() != "x.go: > to >=: if n > 0 && n != limit {" {
		t.Errorf("%s, %s", list[2], list[2].key())
	}
}

// Changes that read the same, on one line or on several, are numbered, so that a reason belongs to
// one of them.
func TestEqualChangesAreNumbered(t *testing.T) {
	list, err := mutantsIn("x.go", []byte("package x\n\nvar between = a < b && b < c\n\nvar x = d < e\n\nvar (\n\tx = d < e\n\ty = 1\n)\n\nvar x = d < e\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		got = append(got, m.what)
	}
	if want := []string{"< to <=", "&& to ||", "< to <= (2)", "< to <=", "< to <=", "1 to 2", "< to <= (2)"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The sign of an infinity is not made larger, which would change nothing; that either sign is meant
// is a change.
func TestSignsOfInfinities(t *testing.T) {
	list, err := mutantsIn("x.go", []byte("package x\n\nvar a, b, c, d = math.Inf(1), math.Inf(-1), math.IsInf(x, 1), math.IsInf(x, 0)\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || list[0].what != "0 to 1" {
		t.Errorf("%v", list)
	}
}

// TestRun tries the changes of a package of which one branch is not tested.
func TestRun(t *testing.T) {
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("compiles a module five times: with LANISTA_EXHAUSTIVE=1")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module x\n\ngo 1.26\n",
		"x.go":   "package x\n\nfunc Max(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n\nfunc Untested(a, b int) int { return a + b }\n",
		"x_test.go": "package x\n\nimport \"testing\"\n\nfunc TestMax(t *testing.T) {\n\tif Max(1, 2) != 2 || Max(3, 2) != 3 {\n\t\tt.Fail()\n\t}\n" +
			"}\n",
		"tools/mutate/explained.txt": "# a comment\nx.go: > to >=: if a > b { # equal numbers\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var out bytes.Buffer
	o := options{timeout: time.Minute}
	if err := run(t.Context(), o, []string{"."}, &out); err != nil {
		t.Fatal(err)
	}
	want := "noticed   x.go:4: condition negated: if a > b { # TestMax\n" +
		"explained x.go:4: > to >=: if a > b {\n" +
		"ALIVE     x.go:10: + to -: func Untested(a, b int) int { return a + b }\n" +
		".: 1 of 3 changes noticed, 1 explained, 1 alive (67% noticed or explained)\n"
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
	out.Reset()
	o.match = "Untested"
	o.list = true
	if err := run(t.Context(), o, []string{"."}, &out); err != nil || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%s, %v", out.String(), err)
	}
	if err := os.WriteFile("x.go", []byte("package x\n\nfunc Max(a, b int) int {\n\tif a < b {\n\t\treturn a\n\t}\n\treturn b\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o.list = false
	if err := run(t.Context(), o, []string{"."}, &out); err == nil || !strings.Contains(err.Error(), "without a change") {
		t.Errorf("%v", err)
	}
	if err := run(t.Context(), o, nil, &out); err == nil {
		t.Error("no package")
	}
}

// TestTheSampleIsAFunctionOfTheSeed checks that a sample can be repeated.
func TestTheSampleIsAFunctionOfTheSeed(t *testing.T) {
	list := choose([]mutant{{file: "a", what: "1"}, {file: "b", what: "2"}, {file: "c", what: "3"}}, options{sample: 2, seed: 1})
	again := choose([]mutant{{file: "a", what: "1"}, {file: "b", what: "2"}, {file: "c", what: "3"}}, options{sample: 2, seed: 1})
	if len(list) != 2 || !slices.Equal(list, again) {
		t.Errorf("%v, %v", list, again)
	}
	if got := summary(map[outcome]int{noticed: 9, alive: 1, invalid: 3}); got != "9 of 10 changes noticed, 0 explained, 1 alive (90% noticed or explained)" {
		t.Error(got)
	}
}

// Every explanation belongs to a change that can still be made.
func TestExplanationsBelongToChanges(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	reasons, err := explanations(filepath.Join("tools", "mutate", "explained.txt"))
	if err != nil {
		t.Fatal(err)
	}
	possible, read := make(map[string]bool), make(map[string]bool)
	for key := range reasons {
		file, _, _ := strings.Cut(key, ": ")
		dir := filepath.Dir(filepath.FromSlash(file))
		if read[dir] {
			continue
		}
		read[dir] = true
		list, err := mutantsOf(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			possible[m.key()] = true
		}
	}
	for key := range reasons {
		if !possible[key] {
			t.Errorf("no such change: %s", key)
		}
	}
}
