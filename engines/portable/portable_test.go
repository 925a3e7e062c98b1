package portable

import (
	"fmt"
	"strings"
	"testing"
)

// A translation would silently mean another program if these statements were accepted.
func TestStatementsOutsideOfTheSubset(t *testing.T) {
	t.Parallel()
	const frame = "package agent\n\nfunc Evaluate(position []int, seat int) float64 {\n\tn := len5()\n\tlist := make([]int, 3)\n\t%s\n\treturn float64(n + list[0])\n}\n\nfunc Choose(position []int, depth int) int { return 0 }\n\nfunc len5() int { return 5 }\n"
	for body, want := range map[string]string{
		"for i := range n { n += i }":                                           "a loop that changes its limit",
		"for i := range n { n++; list[i] = 0 }":                                 "a loop that changes its limit",
		"for i := range 5 { i++ }":                                              "a loop that changes its limit",
		"switch { case n > 2: break; default: n = 1 }":                          "a break in a switch",
		"switch { default: n = 1 }":                                             "a default that is not the last",
		"switch { case n > 1: n = 1; default: n = 2; case n > 5: n = 3 }":       "a default that is not the last",
		"switch { case n > 1: fallthrough; default: n = 2 }":                    "fallthrough",
		"outer: for n > 1 { for n > 2 { break outer } }":                        "statement *ast.LabeledStmt",
		"if n > 1 { n = 1 } else if m := len5(); m > 1 { n = m }":               "an if statement with a definition",
		"for n > 1 { switch { case n > 2: for n > 2 { n--; break }; }; n = 1 }": "",
	} {
		p := Program{Game: "x", Sources: []string{fmt.Sprintf(frame, body)}}
		for _, format := range []string{"c", "python", "javascript"} {
			_, err := p.Write(format, nil)
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: %s: %v, want %q", format, body, err, want)
			}
		}
	}
}

// On some processors Go adds to a product before it rounds the product, unless the product is converted.
func TestGoProductsAreConverted(t *testing.T) {
	t.Parallel()
	const frame = "package agent\n\n// Evaluate multiplies.\nfunc Evaluate(position []int, seat int) float64 {\n\tx, y, z := 1.5, 2.5, 3.5\n\tlist := make([]float64, 9)\n\t%s\n\treturn z + list[0]\n}\n\nfunc Choose(position []int, depth int) int { return 0 }\n"
	for body, want := range map[string]string{
		"z = x*y + z":                           "z = float64(x*y) + z",
		"z += x * y * z":                        "z += float64(x * y * z)",
		"z -= (x*y + 1) * z":                    "z -= float64((float64(x*y) + 1) * z)",
		"z *= x; list[int(x*y)] *= y * z":       "z = float64(z * (x))\n\tlist[int(x*y)] = float64(list[int(x*y)] * (float64(y * z)))",
		"z *= x - x*y":                          "z = float64(z * (x - float64(x*y)))",
		"z = float64(x*y) + x*y/z":              "z = float64(x*y) + x*y/z",
		"z = max(x*y, 2*3.5) + 1":               "z = max(float64(x*y), 2*3.5) + 1",
		"z = float64(position[0]*seat) + x - y": "z = float64(position[0]*seat) + x - y",
		"position[0] *= int(x - y)":             "position[0] *= int(x - y)",
		"if x*y > z { z = -x * y }":             "if float64(x*y) > z {\n\t\tz = float64(-x * y)\n\t}",
	} {
		got, err := Program{Game: "x", Sources: []string{fmt.Sprintf(frame, body)}}.Write("go", nil)
		if want := "\t" + want + "\n\treturn z + list[0]"; err != nil || !strings.Contains(got, want) || !strings.Contains(got, "// Evaluate multiplies.\nfunc Evaluate") {
			t.Errorf("%s: %v\n%s, want %s", body, err, got, want)
		}
	}
}

// A whole number of C has 32 bits without a suffix, so that products of constants would overflow.
func TestConstantsOfCAreLong(t *testing.T) {
	t.Parallel()
	const source = "package agent\n\n// Unit is a number.\nconst Unit = 7\n\n// Twice depends on it.\nconst Twice = 2 * Unit\n\n// Half is a fraction.\nconst Half = 0.5\n\n" +
		"func Evaluate(position []int, seat int) float64 {\n\treturn float64(Twice*-1000000) + Half\n}\n\nfunc Choose(position []int, depth int) int { return 0 }\n"
	text, err := Program{Game: "x", Sources: []string{source}, Values: []Value{{Name: "Unit", Value: 1_000_000_000}}}.Write("c", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"#define UNIT ((long long)(1000000000))\n", "#define TWICE ((long long)(2 * UNIT))\n", "#define HALF (0.5)\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}
