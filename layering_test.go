// Package lanista_test checks the layering of the module: which package may import which.
package lanista_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	_ "github.com/lanista/lanista/tools/raregc"
)

const module = "github.com/lanista/lanista/"

// layers lists, for every package, the packages of this module that it may import. A package
// may always import packages in its own folder. A name ending in /* means all packages below.
var layers = map[string][]string{
	".":                             {}, // documentation only
	"keys":                          {},
	"elementary":                    {},
	"engines":                       {},
	"engines/show":                  {"engines"},
	"engines/training":              {"engines"},
	"engines/analysis":              {"engines"},
	"engines/constraints":           {"engines"},
	"engines/deals":                 {"engines"},
	"engines/files":                 {"engines"},
	"engines/portable":              {"engines"},
	"engines/portable/portabletest": {"engines", "engines/portable"},
	"engines/conformance":           {"engines", "engines/internal/panics"},
	"engines/enginetest":            {"engines", "engines/conformance"},
	"engines/search":                {"engines"},
	"engines/risk":                  {"engines", "engines/search", "engines/internal/sketch"},
	"engines/riskclassic":           {"engines", "engines/risk", "engines/internal/sketch"},
	"engines/hare":                  {"engines", "engines/search"},
	"engines/othello":               {"engines"},
	"engines/minesweeper":           {"engines"},
	"engines/game2048":              {"engines"},
	"engines/chess":                 {"engines"},
	"engines/goban":                 {"engines"},
	"engines/shipped":               {"engines", "engines/*"},
	"engines/solo":                  {"engines", "engines/internal/panics"},
	"engines/external":              {"engines", "tempdir"},
	"rating":                        {},
	"rating/*":                      {"rating", "rating/*"},
	"tournament":                    {"rating", "engines"},
	"tempdir":                       {},
	"workers":                       {"tournament", "engines", "tempdir"},
	"tuning":                        {"tournament", "rating", "engines"},
	"tuning/*":                      {"tuning", "tuning/*", "tournament", "rating", "engines"},
	"genetic":                       {"tuning", "tuning/evolution", "tuning/vector", "tournament", "rating", "engines"},
	"grid":                          {"tuning", "tournament", "engines"},
	"fit":                           {"tuning", "rating", "engines"},
	"session":                       {"engines"},
	"configs":                       {"engines"},
	"configs/strict":                {},
	"results":                       {"rating", "tuning", "tournament", "engines", "configs/strict", "tempdir"},
	"results/evidence":              {"rating"},
	"results/files":                 {},
	"results/weights":               {"rating", "results/evidence", "results/files", "configs/strict", "engines"},
	"results/*":                     {"results", "results/*", "tuning", "tournament", "rating", "engines"},
	"runs":                          {"session", "engines/external", "engines/external/*", "engines/conformance", "configs", "configs/*", "results", "results/*", "genetic", "grid", "fit", "tuning", "tuning/*", "tournament", "rating", "rating/*", "engines"},
	"runs/documents":                {"rating", "runs", "configs/strict", "rating/gamefile", "results", "results/*", "grid", "tuning", "tournament", "engines"},
	"serve":                         {"session", "runs", "runs/*", "configs", "configs/*", "results", "results/*", "grid", "tuning", "tuning/*", "tournament", "rating", "rating/*", "engines"},
	"serve/jobs":                    {"tempdir"},
	"serve/*":                       {"serve/static", "serve/jobs", "session", "runs", "runs/*", "configs", "results", "results/*", "grid", "tuning", "tournament", "rating", "engines"},
	"cmd/internal/term":             {},
	"cmd/internal/term/termtest":    {},
	"cmd":                           {"engines/external", "engines/external/protocol", "serve", "session", "tempdir", "workers", "runs", "runs/*", "configs", "configs/*", "results", "results/*", "grid", "tuning", "tuning/*", "tournament", "rating", "rating/*", "engines"},
	"cmd/lanista":                   {"cmd", "engines/shipped"},

	"cmd/internal/project": {"engines"},
}

// abilities are the packages of what games may do beside the contract. A package that may
// import the contract may import them, except the contract itself and each other.
var abilities = []string{"engines/show", "engines/training", "engines/analysis", "engines/deals", "engines/files", "engines/portable", "engines/constraints"}

// leaves import nothing of this module and may be imported by every package.
var leaves = []string{"keys", "elementary"}

// technology lists the external packages that only the given packages may import.
var technology = map[string][]string{
	"github.com/spf13/":             {"cmd"},
	"github.com/schollz/":           {"cmd/internal/term"},
	"modernc.org/sqlite":            {"results"},
	"database/sql":                  {"results"},
	"gonum.org/v1/plot":             {"results/charts"},
	"codeberg.org/go-pdf/":          {"results/charts"},
	"net/http":                      {"serve", "serve/static"},
	"github.com/danielgtaylor/huma": {"serve"},
	"os/exec":                       {"engines/external", "engines/portable/portabletest", "serve/jobs", "cmd"}, // cmd starts local workers and opens a browser
	"log":                           {"serve"},
	"github.com/google/renameio":    {"results/files"},
	"go.yaml.in/yaml":               {"configs", "configs/strict", "results", "results/weights", "runs", "cmd", "engines/hare"},
	"golang.org/x/term":             {"cmd/internal/term"},
	"github.com/nats-io/":           {"workers"},
	"github.com/google/go-cmp/cmp":  {},
}

type source struct {
	path, pkg string
	file      *ast.File
	set       *token.FileSet
}

// sources returns the parsed files of the module, without tests and tools.
func sources(t *testing.T) []source {
	t.Helper()
	out, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 20 {
		t.Fatalf("only %d files found", len(out))
	}
	return out
}

// parsed parses the files once for all tests, which only read them.
var parsed = sync.OnceValues(func() (out []source, _ error) {
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (p == "bin" || p == "tools" || p == "examples" || strings.HasPrefix(d.Name(), ".") && p != "." || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, p, nil, parser.ParseComments)
		out = append(out, source{filepath.ToSlash(p), filepath.ToSlash(filepath.Dir(p)), f, set})
		return err
	})
	return out, err
})

// matches reports whether a package is on a list.
func matches(list []string, pkg string) bool {
	return slices.ContainsFunc(list, func(name string) bool {
		if within, ok := strings.CutSuffix(name, "/*"); ok {
			return strings.HasPrefix(pkg, within+"/")
		}
		return name == pkg
	})
}

// layerOf returns the entry of layers that a folder belongs to: its own or that of the
// nearest folder above.
func layerOf(folder string) (name string, allowed []string, ok bool) {
	if folder == "." {
		return ".", layers["."], true
	}
	for at := folder; at != "."; at = path.Dir(at) {
		if allowed, ok := layers[at]; ok {
			return at, allowed, true
		}
		if allowed, ok := layers[path.Dir(at)+"/*"]; ok {
			return at, allowed, true
		}
	}
	return "", nil, false
}

func TestImportsRunDownward(t *testing.T) {
	for _, s := range sources(t) {
		name, allowed, ok := layerOf(s.pkg)
		if !ok {
			t.Errorf("%s: %s is not in the table of layers", s.path, s.pkg)
			continue
		}
		for _, spec := range s.file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if pkg, ok := strings.CutPrefix(imported, module); ok {
				inside := pkg == name || strings.HasPrefix(pkg, name+"/")
				ability := slices.Contains(abilities, pkg) && slices.Contains(allowed, "engines") && !slices.Contains(abilities, name)
				if !inside && !ability && !slices.Contains(leaves, pkg) && !matches(allowed, pkg) {
					t.Errorf("%s: %s may not import %s", s.path, name, pkg)
				}
			}
			for prefix, users := range technology {
				if (imported == prefix || strings.HasPrefix(imported, strings.TrimSuffix(prefix, "/")+"/")) && !matches(users, name) {
					t.Errorf("%s: %s may not import %s", s.path, name, imported)
				}
			}
		}
	}
}

// streams lists the files that may use the streams and the exit code of the process, and
// global random sources. All other files write to the writers that they receive.
var streams = []string{"cmd/lanista/main.go", "cmd/program.go", "cmd/worker.go", "cmd/play.go"}

// Only a few files of the command line use the streams of the process or a global random
// source.
func TestNoPrintingAndNoGlobalRandomness(t *testing.T) {
	forbidden := map[string][]string{
		"fmt":  {"Print", "Printf", "Println", "Scan", "Scanf", "Scanln"},
		"os":   {"Stdout", "Stderr", "Stdin", "Exit"},
		"rand": {"Int", "IntN", "Int32", "Int32N", "Int64", "Int64N", "Uint32", "Uint64", "Uint64N", "N", "Float32", "Float64", "NormFloat64", "ExpFloat64", "Perm", "Shuffle", "Seed", "Intn"},
	}
	for _, s := range sources(t) {
		if slices.Contains(streams, s.path) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := selector.X.(*ast.Ident)
			if ok && pkg.Obj == nil && slices.Contains(forbidden[pkg.Name], selector.Sel.Name) {
				t.Errorf("%s: uses %s.%s", s.set.Position(n.Pos()), pkg.Name, selector.Sel.Name)
			}
			return true
		})
	}
}

// Every package has a doc.go with its package comment.
func TestEveryPackageHasADoc(t *testing.T) {
	documented := map[string]bool{}
	all := map[string]bool{}
	for _, s := range sources(t) {
		all[s.pkg] = true
		if s.file.Doc != nil && (path.Base(s.path) == "doc.go" || s.pkg == "cmd/lanista") {
			documented[s.pkg] = true
		}
	}
	for pkg := range all {
		if !documented[pkg] {
			t.Errorf("%s has no doc.go with a package comment", pkg)
		}
	}
}

// The comment of a function or a type begins with its name.
func TestCommentsBeginWithTheName(t *testing.T) {
	found := 0
	check := func(s source, name *ast.Ident, doc *ast.CommentGroup) {
		text := doc.Text() // "" without a comment
		if text == "" {
			return
		}
		found++
		if first, _, _ := strings.Cut(text, " "); strings.TrimRight(first, ",.\n") != name.Name {
			t.Errorf("%s: the comment of %s begins with %q", s.set.Position(doc.Pos()), name.Name, first)
		}
	}
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				check(s, d.Name, d.Doc)
			case *ast.GenDecl:
				if one, ok := d.Specs[0].(*ast.TypeSpec); ok && len(d.Specs) == 1 {
					check(s, one.Name, d.Doc)
				}
			}
		}
	}
	if found < 1000 {
		t.Fatalf("only %d comments found", found)
	}
}

// shippedGames returns the packages of the games that ship.
func shippedGames(t *testing.T) map[string]bool {
	t.Helper()
	games := map[string]bool{}
	for _, s := range sources(t) {
		if s.pkg != "engines/shipped" {
			continue
		}
		for _, spec := range s.file.Imports {
			if game, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module); ok && strings.HasPrefix(game, "engines/") {
				games[game] = true
			}
		}
	}
	if len(games) < 4 {
		t.Fatalf("only %d games found", len(games))
	}
	return games
}

// A game that ships exports New and nothing else. Its helpers are in packages internal to it.
func TestGamesExportNewAlone(t *testing.T) {
	games := shippedGames(t)
	for _, s := range sources(t) {
		if games[path.Dir(s.pkg)] && path.Base(s.pkg) != "internal" {
			t.Errorf("%s: a package beside a game that is not internal to it", s.path)
		}
		for _, name := range exported(s.file) {
			if games[s.pkg] && name != "New" {
				t.Errorf("%s: exports %s", s.path, name)
			}
		}
	}
}

// The methods of the engine of a game that ships are in the file of the contract and in those of
// its optional abilities.
func TestMethodsOfAnEngineAreInTheFilesOfItsAbilities(t *testing.T) {
	files := []string{"engine.go", "show.go", "analysis.go", "training.go", "portable.go"}
	games, found := shippedGames(t), 0
	for _, s := range sources(t) {
		if !games[s.pkg] {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*") != "engine" {
				continue
			}
			if found++; !slices.Contains(files, path.Base(s.path)) {
				t.Errorf("%s: the method %s of the engine is in none of %v", s.path, f.Name.Name, files)
			}
		}
	}
	if found < 100 {
		t.Fatalf("only %d methods found", found)
	}
}

// exported lists the exported names that a file declares, methods left out.
func exported(file *ast.File) (names []string) {
	add := func(id *ast.Ident) {
		if id.IsExported() {
			names = append(names, id.Name)
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(spec.Name)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						add(id)
					}
				}
			}
		}
	}
	return names
}

// An ability of an engine is found by engines.As or engines.AsHeuristic, which look below a
// wrapper, and never by a type assertion.
func TestAbilitiesOfEnginesAreFoundBelowWrappers(t *testing.T) {
	all := sources(t)
	abilities := map[string]bool{}
	for _, s := range all {
		ast.Inspect(s.file, func(n ast.Node) bool {
			x, ok := n.(*ast.IndexExpr)
			if ok && strings.HasPrefix(nameIn(s, x.X), "engines.As") {
				abilities[nameIn(s, x.Index)] = true
			}
			return true
		})
	}
	if len(abilities) < 20 {
		t.Fatalf("only %d abilities found: %v", len(abilities), abilities)
	}
	for _, s := range all {
		if s.path == "engines/as.go" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			x, ok := n.(*ast.TypeAssertExpr)
			if ok && x.Type != nil && abilities[nameIn(s, x.Type)] {
				t.Errorf("%s: asserts %s, which engines.As finds", s.set.Position(n.Pos()), types.ExprString(x.Type))
			}
			return true
		})
	}
}

// nameIn returns the text of a name with its package, also within this package.
func nameIn(s source, e ast.Expr) string {
	text := types.ExprString(e)
	if _, ok := e.(*ast.Ident); ok {
		return s.file.Name.Name + "." + text
	}
	return text
}

// Every exported field of a type of options has a comment, which states what its zero value means
// if that is not plain.
func TestFieldsOfOptionsHaveComments(t *testing.T) {
	found := 0
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || !spec.Name.IsExported() || !strings.HasSuffix(spec.Name.Name, "Options") {
				return true
			}
			fields, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			for _, f := range fields.Fields.List {
				if found++; len(f.Names) > 0 && f.Names[0].IsExported() && f.Doc == nil && f.Comment == nil {
					t.Errorf("%s: the field %s of %s has no comment", s.set.Position(f.Pos()), f.Names[0].Name, spec.Name.Name)
				}
			}
			return true
		})
	}
	if found < 100 {
		t.Fatalf("only %d fields found", found)
	}
}
