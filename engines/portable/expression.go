package portable

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// expr translates an expression to the target language.
func (t *translator) expr(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.INT && t.isFloat(e) {
			return e.Value + ".0"
		}
		return e.Value
	case *ast.Ident:
		if e.Name == "true" || e.Name == "false" {
			return t.literal(e.Name == "true")
		}
		return t.ident(e)
	case *ast.ParenExpr:
		return "(" + t.expr(e.X) + ")"
	case *ast.IndexExpr:
		return t.expr(e.X) + "[" + t.expr(e.Index) + "]"
	case *ast.UnaryExpr:
		if e.Op == token.NOT && t.target == python {
			return "not " + t.operand(e.X, 10)
		}
		return e.Op.String() + t.operand(e.X, 10)
	case *ast.BinaryExpr:
		return t.binary(e)
	case *ast.CallExpr:
		return t.call(e)
	}
	t.fail(e, "expression %T", e)
	return ""
}

func (p *program) isFloat(e ast.Expr) bool {
	b, ok := p.info.TypeOf(e).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// strengths contains the precedence of those operators that have the same order of precedence in
// all target languages. A higher number binds more strongly. Other operators are not supported.
var strengths = map[token.Token]int{
	token.MUL: 5, token.QUO: 5, token.REM: 5, token.ADD: 4, token.SUB: 4,
	token.EQL: 3, token.NEQ: 3, token.LSS: 3, token.LEQ: 3, token.GTR: 3, token.GEQ: 3,
	token.LAND: 2, token.LOR: 1,
}

// operand translates an operand of an operator with the given precedence (see [strengths]). It
// adds parentheses if the operand is itself an operation with the same or a lower precedence.
func (t *translator) operand(e ast.Expr, strength int) string {
	text := t.expr(e)
	switch x := e.(type) {
	case *ast.BinaryExpr:
		own := strengths[x.Op]
		mixed := x.Op == token.LAND && strength == strengths[token.LOR] // compilers of C warn of it
		if (own <= strength || mixed) && !t.isCall(x) {
			return "(" + text + ")"
		}
	case *ast.UnaryExpr:
		if t.target == python && x.Op == token.NOT {
			return "(" + text + ")"
		}
	}
	return text
}

// isCall reports whether the target language needs a function call for the operation. Python, for
// example, has no integer division that rounds towards zero.
func (t *translator) isCall(e *ast.BinaryExpr) bool {
	whole := !t.isFloat(e)
	return t.target != clang && whole && e.Op == token.QUO || t.target == python && e.Op == token.REM
}

func (t *translator) binary(e *ast.BinaryExpr) string {
	if t.isCall(e) {
		return map[token.Token]string{token.QUO: "div", token.REM: "rem"}[e.Op] + "(" + t.expr(e.X) + ", " + t.expr(e.Y) + ")"
	}
	own, op := strengths[e.Op], e.Op.String()
	if own == 0 {
		t.fail(e, "operator %s", e.Op)
	}
	switch {
	case t.target == python && e.Op == token.LAND:
		op = "and"
	case t.target == python && e.Op == token.LOR:
		op = "or"
	case t.target == javascript && (e.Op == token.EQL || e.Op == token.NEQ):
		op += "="
	}
	left := t.operand(e.X, own)
	if x, ok := e.X.(*ast.BinaryExpr); ok && own != 3 && strengths[x.Op] == own && !t.isCall(x) {
		left = t.expr(e.X) // operators of equal strength are evaluated from the left
	}
	return left + " " + op + " " + t.operand(e.Y, own)
}

func (t *translator) call(e *ast.CallExpr) string {
	var in []string
	for _, a := range e.Args {
		in = append(in, t.expr(a))
	}
	args := strings.Join(in, ", ")
	if s, ok := e.Fun.(*ast.SelectorExpr); ok {
		name := s.Sel.Name
		switch t.target {
		case clang:
			return map[string]string{"Abs": "fabs", "Pow": "pow"}[name] + "(" + args + ")"
		case javascript:
			return "Math." + strings.ToLower(name) + "(" + args + ")"
		}
		return map[string]string{"Abs": "abs", "Pow": "math.pow"}[name] + "(" + args + ")"
	}
	f := e.Fun.(*ast.Ident)
	if t.global[t.info.Uses[f]] {
		return t.ident(f) + "(" + args + ")"
	}
	float := t.isFloat(e)
	switch f.Name {
	case "min", "max":
		if t.target == clang {
			return fold(map[bool]string{true: "d", false: "i"}[float]+f.Name, in)
		}
		return map[language]string{python: "", javascript: "Math."}[t.target] + f.Name + "(" + args + ")"
	case "float64":
		if t.isFloat(e.Args[0]) || t.target == javascript {
			return "(" + args + ")"
		}
		return map[language]string{clang: "(double)(", python: "float("}[t.target] + args + ")"
	case "int":
		return map[language]string{clang: "(long long)(", python: "int(", javascript: "Math.trunc("}[t.target] + args + ")"
	}
	t.fail(e, "call of %s", f.Name)
	return ""
}

// fold applies a function with two arguments to a longer list by nested calls. For example, max and
// a, b, c give "max(max(a, b), c)".
func fold(name string, in []string) string {
	out := in[0]
	for _, a := range in[1:] {
		out = fmt.Sprintf("%s(%s, %s)", name, out, a)
	}
	return out
}
