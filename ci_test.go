package lanista_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPhasesOfContinuousIntegrationNameTests reads the calls of "go test" with -run in .ci/run. Every
// alternative of a pattern selects a test of one of the packages of the call, and every package has a
// selected test, so that no renamed or moved test is left out.
func TestPhasesOfContinuousIntegrationNameTests(t *testing.T) {
	script, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	phases := regexp.MustCompile(`(?m)^[^#\n]*go test .*-run '?([^' ]+)'? (\..*)$`).FindAllStringSubmatch(string(script), -1)
	if len(phases) < 5 {
		t.Fatalf("%d phases with -run", len(phases))
	}
	for _, phase := range phases {
		folders := foldersWithTests(t, phase[2])
		selected := map[string]bool{}
		for _, alternative := range alternatives(phase[1]) {
			name, _, _ := strings.Cut(alternative, "/") // the rest selects subtests
			pattern, err := regexp.Compile(name)
			if err != nil {
				t.Errorf("%s: %v", alternative, err)
				continue
			}
			found := false
			for folder, tests := range folders {
				for test := range tests {
					if pattern.MatchString(test) {
						found, selected[folder] = true, true
					}
				}
			}
			if !found {
				t.Errorf("%q selects no test of %s", alternative, phase[2])
			}
		}
		for folder := range folders {
			if !selected[folder] && !strings.Contains(phase[2], "...") {
				t.Errorf("%q selects no test of %s", phase[1], folder)
			}
		}
	}
}

// alternatives splits a regular expression at the bars outside of parentheses.
func alternatives(pattern string) (list []string) {
	depth, from := 0, 0
	for i, c := range pattern {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '|':
			if depth == 0 {
				list = append(list, pattern[from:i])
				from = i + 1
			}
		}
	}
	return append(list, pattern[from:])
}

// foldersWithTests returns the tests of the packages that the arguments of a command name, by folder.
// An argument may contain one list in braces, or end in "/...".
func foldersWithTests(t *testing.T, arguments string) map[string]map[string]bool {
	t.Helper()
	folders := map[string]map[string]bool{}
	add := func(folder string) { folders[folder] = testsOf(t, folder) }
	for _, argument := range strings.Fields(arguments) {
		before, rest, braces := strings.Cut(argument, "{")
		names := []string{argument}
		if braces {
			list, after, _ := strings.Cut(rest, "}")
			names = names[:0]
			for name := range strings.SplitSeq(list, ",") {
				names = append(names, before+name+after)
			}
		}
		for _, name := range names {
			root, below := strings.CutSuffix(name, "/...")
			if !below {
				add(name)
				continue
			}
			if err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
				if files, _ := filepath.Glob(filepath.Join(path, "*_test.go")); err == nil && d.IsDir() && len(files) > 0 {
					add(path)
				}
				return err
			}); err != nil {
				t.Error(err)
			}
		}
	}
	return folders
}
