package lanista_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// rowsOfTheSources is the number of rows of each part of the table of the sources.
var rowsOfTheSources = map[string]int{"R": 34, "G": 24, "O": 16, "H": 50}

// TestEveryRowOfTheSourcesHasATest reads docs/lab/sources.md: its rows are numbered without gaps,
// and every test that a row names exists.
func TestEveryRowOfTheSourcesHasATest(t *testing.T) {
	text, err := os.ReadFile("docs/lab/sources.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`^\| ([RGOH])(\d+) \|(.*)\|$`)
	name := regexp.MustCompile("`([a-z0-9/]+)\\.(Test\\w+)`")
	met, all := map[string]int{}, 0
	tests := map[string]map[string]bool{}
	for _, line := range strings.Split(string(text), "\n") {
		m := row.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		all++
		met[m[1]]++
		if got := m[1] + m[2]; got != m[1]+strconv.Itoa(met[m[1]]) {
			t.Errorf("row %s follows row %s%d", got, m[1], met[m[1]]-1)
		}
		cells := strings.Split(strings.TrimSpace(m[3]), " | ")
		if len(cells) != 3 {
			t.Errorf("row %s%s has %d cells", m[1], m[2], len(cells))
			continue
		}
		named := name.FindAllStringSubmatch(cells[2], -1)
		if len(named) == 0 {
			t.Errorf("row %s%s names no test", m[1], m[2])
		}
		for _, n := range named {
			if tests[n[1]] == nil {
				tests[n[1]] = testsOf(t, n[1])
			}
			if !tests[n[1]][n[2]] {
				t.Errorf("row %s%s: %s has no %s", m[1], m[2], n[1], n[2])
			}
		}
	}
	for part, n := range rowsOfTheSources {
		if met[part] != n {
			t.Errorf("%d rows %s, want %d", met[part], part, n)
		}
	}
	if all != 124 {
		t.Errorf("%d rows, want 124", all)
	}
}

// testsOf returns the names of the tests of a package.
func testsOf(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Errorf("%s has no tests: %v", folder, err)
	}
	found := map[string]bool{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				found[fn.Name.Name] = true
			}
		}
	}
	return found
}
