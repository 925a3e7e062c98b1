package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mutant is one change of a source file: the bytes from start to end are replaced by text.
type mutant struct {
	file       string
	line       int
	start, end int
	text       string
	what       string // such as "< to <="
	source     string // the changed line without its indentation
}

// String returns the text that is printed for the change, with its file and line.
func (m mutant) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", filepath.ToSlash(m.file), m.line, m.what, m.source)
}

// key returns the text that identifies the change in explained.txt. It has no line number, so that
// it remains valid when other lines are added or removed.
func (m mutant) key() string {
	return fmt.Sprintf("%s: %s: %s", filepath.ToSlash(m.file), m.what, m.source)
}

// apply returns the text of the source file with the change m made.
func (m mutant) apply(source []byte) []byte {
	return slices.Concat(source[:m.start], []byte(m.text), source[m.end:])
}

// swaps maps each operator that the program mutates to the operator that replaces it.
var swaps = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
	token.SHL: token.SHR, token.SHR: token.SHL, token.AND: token.OR, token.OR: token.AND,
}

// mutantsOf returns all changes that can be made to the files of a package folder. It ignores tests,
// generated files, and files that are not compiled for this system.
func mutantsOf(dir string) ([]mutant, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var list []mutant
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		if compiled, err := build.Default.MatchFile(filepath.Split(file)); err != nil {
			return nil, err
		} else if !compiled {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found, err := mutantsIn(file, source)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

func mutantsIn(file string, source []byte) ([]mutant, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(parsed) {
		return nil, nil
	}
	var list []mutant
	lines := bytes.Split(source, []byte("\n"))
	add := func(from, to token.Pos, text, what string) {
		at := set.Position(from)
		list = append(list, mutant{
			file, at.Line, at.Offset, set.Position(to).Offset, text, what,
			strings.TrimSpace(string(lines[at.Line-1])),
		})
	}
	var signs []ast.Expr // of infinities; a larger number is the same sign
	ast.Inspect(parsed, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.GenDecl: // constants, and types with the lengths of arrays
			return n.Tok == token.VAR
		case *ast.BinaryExpr:
			if to, ok := swaps[n.Op]; ok && !isText(n) {
				add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), to.String(), n.Op.String()+" to "+to.String())
			}
		case *ast.IncDecStmt:
			text := map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok]
			add(n.TokPos, n.TokPos+2, text, n.Tok.String()+" to "+text)
		case *ast.AssignStmt:
			text := map[token.Token]string{token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+=", token.MUL_ASSIGN: "/=", token.QUO_ASSIGN: "*="}[n.Tok]
			if text != "" && !isText(n.Rhs[0]) {
				add(n.TokPos, n.TokPos+2, text, n.Tok.String()+" to "+text)
			}
			if n.Tok != token.DEFINE && !slices.ContainsFunc(n.Lhs, isBlank) {
				add(n.Pos(), n.End(), "", "assignment removed")
			}
		case *ast.IfStmt:
			if b, ok := n.Cond.(*ast.BinaryExpr); !ok || b.Op != token.EQL && b.Op != token.NEQ { // those are swapped
				from, to := set.Position(n.Cond.Pos()).Offset, set.Position(n.Cond.End()).Offset
				add(n.Cond.Pos(), n.Cond.End(), "!("+string(source[from:to])+")", "condition negated")
			}
		case *ast.Ident:
			if text := map[string]string{"true": "false", "false": "true"}[n.Name]; text != "" {
				add(n.Pos(), n.End(), text, n.Name+" to "+text)
			}
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Inf" || sel.Sel.Name == "IsInf") {
				if sign := n.Args[len(n.Args)-1]; !isZero(sign) {
					signs = append(signs, sign)
				}
			}
		case *ast.BasicLit:
			if slices.ContainsFunc(signs, func(sign ast.Expr) bool { return sign.Pos() <= n.Pos() && n.End() <= sign.End() }) {
				return true
			}
			if x, err := strconv.Atoi(n.Value); n.Kind == token.INT && err == nil {
				text := strconv.Itoa(x + 1)
				add(n.Pos(), n.End(), text, n.Value+" to "+text)
			}
		case *ast.ExprStmt:
			if _, ok := n.X.(*ast.CallExpr); ok {
				add(n.Pos(), n.End(), "", "call removed")
			}
		}
		return true
	})
	slices.SortStableFunc(list, func(a, b mutant) int { return a.start - b.start })
	number(list)
	return list, nil
}

// number makes the keys of the changes in list unique. It adds " (2)" to the description of the
// second change with a key, " (3)" to the third, and so on. Every line of the file explained.txt
// then names a single change.
func number(list []mutant) {
	counts := make(map[string]int)
	for i, m := range list {
		counts[m.key()]++
		if n := counts[m.key()]; n > 1 {
			list[i].what += fmt.Sprintf(" (%d)", n)
		}
	}
}

// isBlank reports whether an expression is the blank identifier.
func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// isZero reports whether an expression is the literal 0.
func isZero(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Value == "0"
}

// isText reports whether an expression contains a string literal. The value of such an expression
// is usually an error message.
func isText(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			found = true
		}
		return !found
	})
	return found
}
