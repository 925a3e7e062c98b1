package portable

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Exporter is implemented by engines whose agents can be written as programs.
type Exporter interface {
	// Portable returns the program of an agent. Settings that the agent does not have are those
	// of the engine. It returns an error if the agent cannot be written as a program, for example
	// because of its model.
	Portable(a engines.Agent) (Program, error)
}

// Program describes an agent as a program in a subset of Go. The package comment describes this
// subset.
type Program struct {
	Game    string   // name of the game
	Sources []string // source files in the subset of Go, each with a package clause
	Values  []Value  // of constants and variables that the sources declare
	// About contains sentences for the reader of the program. They state what the numbers of a
	// position and of a move mean, and what the program leaves out.
	About []string
	Depth int // search depth of the agent

	// Encode returns a position as the list of numbers that the program reads. It returns false
	// for a position that the program does not support.
	Encode func(engines.Game) ([]int, bool)
	// Move returns the number by which the program denotes a move.
	Move func(g engines.Game, m engines.Move) int
	// Agent returns the original agent with the given search depth.
	Agent func(depth int) engines.Agent
	// Tied reports whether a search of the original agent to the given depth has several best moves, of
	// which the program may choose another one. Such a position is no test vector. Nil means that
	// the program chooses the same of several best moves.
	Tied func(ctx context.Context, g engines.Game, depth int) (bool, error)
	// Evaluations returns what the function Evaluate of the program must return for each seat. Nil
	// stands for the evaluations of the engine, which then must be an engines.Evaluator.
	Evaluations func(context.Context, engines.Game) ([]float64, error)
}

// Value is a value for a constant or a variable of an exported program, such as the weights of an
// agent. It replaces the value in the source text.
type Value struct {
	Name  string
	Value any      // int, float64, bool, []int or []float64
	Notes []string // one comment for every element; nil for none
}

// language is a programming language in which programs are written. Code depends on it where target
// is read (translate.go, expression.go, statement.go): python is the default branch, and a map without
// the language gives "". A new one also needs its helpers in preambles, its words in reserved, its
// types in cType if it has them, its text in tests.go, a case in literal where its literals differ
// from those of number (literal.go), entries in languages, Extension and Command (files.go), and its
// tool in portabletest/run.go. These name the languages in words: doc.go, cmd/export.go (help and
// --format) and docs/export.md.
type language int

const (
	golang language = iota
	clang
	python
	javascript
)

// languages maps the name of each export format to its programming language.
var languages = map[string]language{"go": golang, "c": clang, "python": python, "javascript": javascript}

// Extension returns the file name extension of a format, such as ".py" for python. It returns ""
// if programs cannot be written in the format.
func Extension(format string) string {
	l, ok := languages[format]
	if !ok {
		return ""
	}
	return []string{golang: ".go", clang: ".c", python: ".py", javascript: ".js"}[l]
}

// program is a [Program] whose sources have been parsed and type-checked.
type program struct {
	Program
	files  *token.FileSet
	parsed []*ast.File
	info   *types.Info
	values map[string]Value
	global map[types.Object]bool // constants, variables and functions of the top level
}

// parse parses and type-checks the sources of the program.
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

// mathNames contains the functions of package math that a source may call. The value is the
// number of arguments.
var mathNames = map[string]int{"Abs": 1, "Pow": 2}

// mathOnly is an importer for the type checker. It provides package math with the functions in
// [mathNames], and no other package.
type mathOnly struct{}

// Import returns package math. It returns an error for any other path.
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

// doc returns the lines of a comment without the comment markers.
func doc(group *ast.CommentGroup) []string {
	if group == nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(group.Text()), "\n")
}

// Weights returns a value for the variable Weights of a program: the weights of an agent, with a
// comment for each. Nil stands for the default weights. Weights returns an error if the space
// does not allow the weights.
func Weights(space engines.Space, w engines.Weights) (Value, error) {
	w, err := space.Complete(w)
	if err != nil {
		return Value{}, err
	}
	v := Value{Name: "Weights", Value: []float64(w)}
	for _, x := range space {
		v.Notes = append(v.Notes, fmt.Sprintf("%s, from %v to %v", x.Name, x.Min, x.Max))
	}
	return v, nil
}
