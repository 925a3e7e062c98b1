package portable

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Exporter is implemented by games whose agents can be written as programs.
type Exporter interface {
	// Portable returns the program of an agent, with the game's own settings where the agent has
	// none. It returns an error that says what prevents it, such as a model without a portable
	// form.
	Portable(a engines.Agent) (Program, error)
}

// Program is an agent as a program in the subset of Go that the package comment describes.
type Program struct {
	Game    string   // name of the game
	Sources []string // source files in the subset of Go, each with a package clause
	Values  []Value  // of constants and variables that the sources declare
	// About contains sentences on the program for its reader: what the numbers of a position and
	// of a move mean, and what the program leaves out.
	About []string
	Depth int // search depth of the agent

	// Encode returns a position as numbers. It reports false for positions that the program does
	// not cover.
	Encode func(engines.Game) ([]int, bool)
	// Move returns the number by which the program denotes a move of a position.
	Move func(g engines.Game, m engines.Move) int
	// Agent is the agent for a search of the given depth.
	Agent func(depth int) engines.Agent
}

// Value is the value of a constant or a variable in a source. It replaces the one in the source.
type Value struct {
	Name  string
	Value any      // int, float64, bool, []int or []float64
	Notes []string // one comment for every element; nil for none
}

// language is a target language.
type language int

const (
	golang language = iota
	clang
	python
	javascript
)

// languages contains the target languages by the names of formats.
var languages = map[string]language{"go": golang, "c": clang, "python": python, "javascript": javascript}

// Extension returns the file name extension of a format, such as ".py" for python. It returns ""
// for a format in which programs are not written.
func Extension(format string) string {
	l, ok := languages[format]
	if !ok {
		return ""
	}
	return []string{golang: ".go", clang: ".c", python: ".py", javascript: ".js"}[l]
}

// program is a Program after parsing.
type program struct {
	Program
	files  *token.FileSet
	parsed []*ast.File
	info   *types.Info
	values map[string]Value
	global map[types.Object]bool // constants, variables and functions of the top level
}

// parse parses and checks the sources.
func (p Program) parse() (*program, error) {
	out := &program{Program: p, files: token.NewFileSet(), values: make(map[string]Value), global: make(map[types.Object]bool)}
	for i, text := range p.Sources {
		f, err := parser.ParseFile(out.files, fmt.Sprintf("source%d.go", i+1), text, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("portable: %w", err)
		}
		out.parsed = append(out.parsed, f)
	}
	out.info = &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
	}
	config := types.Config{Importer: mathOnly{}}
	pkg, err := config.Check("agent", out.files, out.parsed, out.info)
	if err != nil {
		return nil, fmt.Errorf("portable: %w", err)
	}
	for _, name := range pkg.Scope().Names() {
		out.global[pkg.Scope().Lookup(name)] = true
	}
	for _, v := range p.Values {
		if pkg.Scope().Lookup(v.Name) == nil {
			return nil, fmt.Errorf("portable: the sources declare no %s", v.Name)
		}
		out.values[v.Name] = v
	}
	return out, nil
}

// mathNames contains the functions of package math that a source may call, with the number of
// their arguments.
var mathNames = map[string]int{"Abs": 1, "Pow": 2}

// mathOnly imports package math, reduced to mathNames, and nothing else.
type mathOnly struct{}

// Import returns package math.
func (mathOnly) Import(path string) (*types.Package, error) {
	if path != "math" {
		return nil, fmt.Errorf("import of %s; only math is known", path)
	}
	pkg := types.NewPackage("math", "math")
	number := func() *types.Var { return types.NewVar(token.NoPos, pkg, "", types.Typ[types.Float64]) }
	for name, n := range mathNames {
		var in []*types.Var
		for range n {
			in = append(in, number())
		}
		sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(in...), types.NewTuple(number()), false)
		pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, name, sig))
	}
	pkg.MarkComplete()
	return pkg, nil
}

// doc returns the lines of a comment without its markers.
func doc(group *ast.CommentGroup) []string {
	if group == nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(group.Text()), "\n")
}

// Weights returns the weights of an agent as the value of the variable Weights, with a comment for
// each. Nil weights are the defaults. It returns an error for weights that the space does not
// allow.
func Weights(space engines.Space, w engines.Weights) (Value, error) {
	if w == nil {
		w = space.Default()
	}
	if err := space.Check(w); err != nil {
		return Value{}, err
	}
	v := Value{Name: "Weights", Value: []float64(w)}
	for _, x := range space {
		v.Notes = append(v.Notes, fmt.Sprintf("%s, from %v to %v", x.Name, x.Min, x.Max))
	}
	return v, nil
}
