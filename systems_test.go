package lanista_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// listedPackage is a package as "go list -json" prints it.
type listedPackage struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string
	Module     *struct{ Main bool }
	Error      *struct{ Err string }
}

// TestOtherSystems type-checks all packages with their tests as they are built for systems that the
// tests do not run on. It takes a quarter of the time of "go vet", because it reads of other
// modules only the declarations.
func TestOtherSystems(t *testing.T) {
	t.Parallel()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("it reads all sources of all modules, which takes seconds; LANISTA_EXHAUSTIVE=1 does it")
	}
	for _, system := range []string{"windows/amd64", "darwin/arm64"} {
		t.Run(system, func(t *testing.T) {
			found, err := typeErrors(system)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range found {
				t.Error(e)
			}
		})
	}
}

// typeErrors returns the errors that a compiler for a system, such as "linux/amd64", would report.
func typeErrors(system string) (found []error, err error) {
	name, machine, _ := strings.Cut(system, "/")
	list := exec.Command("go", "list", "-e", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,Module,Error", "./...")
	list.Env = append(os.Environ(), "GOOS="+name, "GOARCH="+machine, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	checked := map[string]*types.Package{"unsafe": types.Unsafe}
	set := token.NewFileSet()
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listedPackage
		err := in.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		own := p.Module != nil && p.Module.Main
		if p.Error != nil && own {
			return nil, fmt.Errorf("%s: %s", p.ImportPath, p.Error.Err)
		}
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") {
			continue // the second is a generated main package
		}
		files, err := parsePackage(set, p)
		if err != nil {
			return nil, err
		}
		config := types.Config{
			IgnoreFuncBodies: !own,
			Sizes:            types.SizesFor("gc", machine),
			FakeImportC:      true,
			Importer:         imports{checked, p.ImportMap},
			Error: func(err error) {
				if own {
					found = append(found, err)
				}
			},
		}
		path, _, _ := strings.Cut(p.ImportPath, " ") // without the test that it is built for
		checked[p.ImportPath], _ = config.Check(path, set, files, nil)
	}
	if len(checked) < 100 {
		return nil, fmt.Errorf("only %d packages", len(checked))
	}
	return found, nil
}

// imports finds the packages that one package imports.
type imports struct {
	checked map[string]*types.Package
	names   map[string]string // from paths in the source to those in checked, where they differ
}

func (i imports) Import(path string) (*types.Package, error) {
	if name, ok := i.names[path]; ok {
		path = name
	}
	if p := i.checked[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s was not listed", path)
}

func parsePackage(set *token.FileSet, p listedPackage) ([]*ast.File, error) {
	files := make([]*ast.File, len(p.GoFiles))
	failed := make([]error, len(p.GoFiles))
	var all sync.WaitGroup
	for i, name := range p.GoFiles {
		all.Go(func() {
			if !filepath.IsAbs(name) {
				name = filepath.Join(p.Dir, name)
			}
			files[i], failed[i] = parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		})
	}
	all.Wait()
	return files, errors.Join(failed...)
}
