package portable

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// block writes a statement that has a body. head is the text before the body, such as that of a
// loop.
func (t *translator) block(head string, body *ast.BlockStmt) {
	t.open(head)
	t.statements(body.List)
	t.close("")
}

func (t *translator) open(head string) {
	if t.target == python {
		t.line(head + ":")
	} else {
		t.line(head + " {")
	}
	t.depth++
}

// close ends a block. If tail is not empty, it is the text that begins a second block, such as
// "else". In languages with braces this text follows the closing brace on the same line.
func (t *translator) close(tail string) {
	t.depth--
	switch {
	case t.target == python && tail != "":
		t.open(tail)
	case t.target == python:
	case tail != "":
		t.line("} " + tail + " {")
		t.depth++
	default:
		t.line("}")
	}
}

func (t *translator) statements(list []ast.Stmt) {
	if len(list) == 0 && t.target == python {
		t.line("pass")
	}
	for _, s := range list {
		t.statement(s)
	}
}

// end returns the text that ends a simple statement: a semicolon, or nothing in Python.
func (t *translator) end() string {
	if t.target == python {
		return ""
	}
	return ";"
}

func (t *translator) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		t.assign(s)
	case *ast.IncDecStmt:
		t.line(fmt.Sprintf("%s %c= 1%s", t.expr(s.X), s.Tok.String()[0], t.end()))
	case *ast.ExprStmt:
		t.line(t.expr(s.X) + t.end())
	case *ast.ReturnStmt:
		if len(s.Results) == 0 {
			t.line("return" + t.end())
			return
		}
		t.line("return " + t.expr(s.Results[0]) + t.end())
	case *ast.BranchStmt:
		if s.Label != nil || s.Tok == token.FALLTHROUGH {
			t.fail(s, "%s", s.Tok)
		}
		t.line(s.Tok.String() + t.end())
	case *ast.IfStmt:
		t.conditional(s)
	case *ast.SwitchStmt:
		t.alternatives(s)
	case *ast.ForStmt:
		if s.Init != nil || s.Post != nil {
			t.fail(s, "a loop has one condition or a range")
		}
		t.block(t.head("while", t.expr(s.Cond)), s.Body)
	case *ast.RangeStmt:
		t.loop(s)
	case *ast.BlockStmt:
		t.statements(s.List)
	default:
		t.fail(s, "statement %T", s)
	}
}

// head returns the first line of an if or while statement, without an opening brace or colon.
func (t *translator) head(word, condition string) string {
	if t.target == python {
		return word + " " + condition
	}
	return word + " (" + condition + ")"
}

func (t *translator) assign(s *ast.AssignStmt) {
	if len(s.Lhs) != 1 {
		t.fail(s, "an assignment of several values")
		return
	}
	if s.Tok != token.DEFINE {
		t.line(fmt.Sprintf("%s %s %s%s", t.expr(s.Lhs[0]), s.Tok, t.expr(s.Rhs[0]), t.end()))
		return
	}
	name := s.Lhs[0].(*ast.Ident)
	ident := t.ident(name)
	if call, ok := s.Rhs[0].(*ast.CallExpr); ok {
		if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "make" {
			t.allocate(ident, call, "")
			return
		}
	}
	value := t.expr(s.Rhs[0])
	switch t.target {
	case clang:
		t.line(fmt.Sprintf("%s %s = %s;", t.cType(t.info.TypeOf(name)), ident, value))
	case javascript:
		t.line(fmt.Sprintf("let %s = %s;", ident, value))
	default:
		t.line(fmt.Sprintf("%s = %s", ident, value))
	}
}

// allocate writes the definition of a list that is filled with zeros. storage is the storage class
// in C: "static " for a list of the top level, which is zero from the start.
func (t *translator) allocate(ident string, call *ast.CallExpr, storage string) {
	element := t.info.TypeOf(call).Underlying().(*types.Slice).Elem()
	size := t.expr(call.Args[1])
	zero := "0"
	if types.Identical(element, types.Typ[types.Float64]) {
		zero = "0.0"
	}
	switch t.target {
	case clang:
		t.line(fmt.Sprintf("%s%s %s[%s];", storage, t.cType(element), ident, size))
		if storage == "" {
			t.line(fmt.Sprintf("memset(%s, 0, sizeof %[1]s);", ident))
		}
	case javascript:
		t.line(fmt.Sprintf("const %s = new Array(%s).fill(0);", ident, size))
	default:
		t.line(fmt.Sprintf("%s = [%s] * (%s)", ident, zero, size))
	}
}

// conditional translates an if statement.
func (t *translator) conditional(s *ast.IfStmt) {
	t.open(t.head("if", t.expr(s.Cond)))
	for {
		if s.Init != nil {
			t.fail(s, "an if statement with a definition")
		}
		t.statements(s.Body.List)
		switch next := s.Else.(type) {
		case nil:
			t.close("")
			return
		case *ast.BlockStmt:
			t.close("else")
			t.statements(next.List)
			t.close("")
			return
		case *ast.IfStmt:
			t.close(t.head(t.elseIf(), t.expr(next.Cond)))
			s = next
		}
	}
}

func (t *translator) elseIf() string {
	if t.target == python {
		return "elif"
	}
	return "else if"
}

// alternatives translates a switch statement without a tag to a chain of if statements.
func (t *translator) alternatives(s *ast.SwitchStmt) {
	if s.Tag != nil || s.Init != nil {
		t.fail(s, "a switch with a tag")
		return
	}
	for i, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		switch {
		case len(clause.List) == 0 && (i == 0 || i < len(s.Body.List)-1):
			t.fail(clause, "a default that is not the last of several cases")
			return
		case len(clause.List) == 0:
			t.close("else")
		case i == 0:
			t.open(t.head("if", t.cases(clause.List)))
		default:
			t.close(t.head(t.elseIf(), t.cases(clause.List)))
		}
		ast.Inspect(clause, func(n ast.Node) bool {
			if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.BREAK {
				t.fail(b, "a break in a switch")
			}
			_, loop := n.(*ast.ForStmt)
			_, counted := n.(*ast.RangeStmt)
			return !loop && !counted
		})
		t.statements(clause.Body)
	}
	t.close("")
}

// cases returns the condition of a case in a switch statement. The case may list several
// expressions.
func (t *translator) cases(list []ast.Expr) string {
	out := t.expr(list[0])
	for _, e := range list[1:] {
		out += map[bool]string{true: " or ", false: " || "}[t.target == python] + t.expr(e)
	}
	return out
}

// loop translates a Go loop over the integers from 0 to below a limit into the target language. It
// records an error for any other range statement.
func (t *translator) loop(s *ast.RangeStmt) {
	if b, ok := t.info.TypeOf(s.X).Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 || s.Value != nil {
		t.fail(s, "a range over something else than an integer")
		return
	}
	if t.assigns(s.Body, s.X) || s.Key != nil && t.assigns(s.Body, s.Key) {
		t.fail(s, "a loop that changes its limit or its variable")
	}
	name, limit, start := "unused", t.expr(s.X), ""
	if id, ok := s.Key.(*ast.Ident); ok && id.Name != "_" {
		name = t.ident(id)
	}
	if _, ok := s.X.(*ast.CallExpr); ok && t.target != python { // evaluated once
		start, limit = fmt.Sprintf(", %s_end = %s", name, limit), name+"_end"
	}
	switch t.target {
	case clang:
		t.block(fmt.Sprintf("for (long long %s = 0%s; %[1]s < %[3]s; %[1]s++)", name, start, limit), s.Body)
	case javascript:
		t.block(fmt.Sprintf("for (let %s = 0%s; %[1]s < %[3]s; %[1]s++)", name, start, limit), s.Body)
	default:
		t.block(fmt.Sprintf("for %s in range(%s)", name, limit), s.Body)
	}
}

// assigns reports whether a block assigns to a variable that occurs in an expression. It ignores
// assignments to elements of lists.
func (t *translator) assigns(block *ast.BlockStmt, e ast.Expr) (found bool) {
	used := make(map[types.Object]bool)
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[t.info.ObjectOf(id)] = true
		}
		return true
	})
	ast.Inspect(block, func(n ast.Node) bool {
		var to ast.Expr
		switch s := n.(type) {
		case *ast.AssignStmt:
			to = s.Lhs[0]
		case *ast.IncDecStmt:
			to = s.X
		}
		if id, ok := to.(*ast.Ident); ok && used[t.info.ObjectOf(id)] {
			found = true
		}
		return true
	})
	return found
}
