package project

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// lanista is the path of the module that Go projects import.
const lanista = "github.com/lanista/lanista"

// compiled imports packages from the compiler's export data, and package cmd from its source file
// that declares Main. Export data of all that cmd imports would take most of the time of the test.
type compiled struct {
	types.Importer
	cmd *types.Package
}

func (c compiled) Import(path string) (*types.Package, error) {
	if path == lanista+"/cmd" {
		return c.cmd, nil
	}
	return c.Importer.Import(path)
}

// newCompiled returns an importer for the packages in paths.
func newCompiled(t *testing.T, files *token.FileSet, paths []string) compiled {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", append([]string{"list", "-export", "-f", "{{.ImportPath}} {{.Export}}"}, paths...)...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	export := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		export[path] = file
	}
	c := compiled{Importer: importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
		if export[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(export[path])
	})}
	main, err := parser.ParseFile(files, "../../program.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	declarations := types.Config{Importer: c.Importer, IgnoreFuncBodies: true, Error: func(error) {}} // names of other files are unknown
	c.cmd, _ = declarations.Check(lanista+"/cmd", files, []*ast.File{main}, nil)
	if c.cmd.Scope().Lookup("Main") == nil {
		t.Fatal("program.go declares no Main")
	}
	return c
}

// The Go files of every project compile with the packages that they import.
func TestGoFilesHaveNoTypeErrors(t *testing.T) {
	t.Parallel()
	files := token.NewFileSet()
	paths := map[string]bool{}
	projects := map[string][]*ast.File{}
	for _, o := range every() {
		if o.Language != Go {
			continue
		}
		written, err := Files(o)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%s of %d seats, chance %v", o.Kind, o.Seats, o.Chance)
		for _, f := range written {
			if !strings.HasSuffix(f.Path, ".go") {
				continue
			}
			parsed, err := parser.ParseFile(files, f.Path, f.Text, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			projects[name] = append(projects[name], parsed)
			for _, i := range parsed.Imports {
				paths[strings.Trim(i.Path.Value, `"`)] = true
			}
		}
	}
	delete(paths, lanista+"/cmd")
	c := newCompiled(t, files, slices.Sorted(maps.Keys(paths)))
	for name, list := range projects {
		checked := types.Config{Importer: c, Error: func(err error) { t.Errorf("%s: %v", name, err) }}
		_, _ = checked.Check("oak", files, list, nil)
	}
	if len(projects) != 7 {
		t.Errorf("%d projects in Go, want 7", len(projects))
	}
}
