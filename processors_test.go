package lanista_test

import (
	"bufio"
	"go/ast"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sameEverywhere lists the packages whose results must be the same on every processor: games and
// agents, and the searches whose weights do not depend on the linear algebra of gonum. A name
// ending in /* means all packages below. See docs/decisions/processors.md.
var sameEverywhere = []string{
	"elementary", "engines", "engines/*", "tournament", "tuning", "tuning/pairwise", "tuning/arms",
	"tuning/spsa", "tuning/de", "tuning/evolution", "tuning/vector", "tuning/cmaes", "genetic", "grid",
}

// exportedText reports whether a package is the text of an agent that the verb export writes. It is not
// part of the program; engines/portable converts its products.
func exportedText(pkg string) bool { return strings.HasSuffix(pkg, "/exported/source") }

// fusedOperation matches an instruction of arm64, as the compiler prints it, that multiplies and
// adds floating-point numbers and rounds once. The groups are the file and the line.
var fusedOperation = regexp.MustCompile(`\(([^()]+\.go):(\d+)\)\s+FN?M(?:ADD|SUB)[SD]\s`)

// buildError matches a line of the message of a build that fails.
var buildError = regexp.MustCompile(`^(go: |# |\S+\.go:\d+:\d+: )`)

// The compiler fuses x*y + z into one operation on processors that have it, unless the product is
// converted explicitly: float64(x*y) + z. It does so across statements and calls of small
// functions, so this test reads the instructions. amd64 from v3 on fuses a part of what arm64 does.
func TestNoFusedOperations(t *testing.T) {
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("it compiles many packages for arm64; LANISTA_EXHAUSTIVE=1 does it")
	}
	arguments := []string{"build", "-trimpath", "-gcflags=-S"}
	for _, pkg := range packagesOf(t) {
		arguments = append(arguments, "./"+pkg)
	}
	cmd := exec.Command("go", arguments...)
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=")
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	explicit := 0
	met := map[string]bool{}
	lines := bufio.NewReaderSize(out, 1<<20)
	message := "" // of a failed build
	for {
		line, err := lines.ReadString('\n')
		if buildError.MatchString(line) {
			message += line
		}
		if m := fusedOperation.FindStringSubmatch(line); m != nil && !met[m[1]+":"+m[2]] {
			met[m[1]+":"+m[2]] = true
			switch file, inside := strings.CutPrefix(m[1], module); {
			case file == "elementary/processor.go": // it tests whether the compiler fuses
			case inside && strings.Contains(lineOf(t, file, m[2]), "math.FMA("):
				explicit++
			case strings.HasPrefix(m[1], "gonum.org/v1/gonum@") && strings.HasSuffix(m[1], "/stat/distuv/norm.go"):
				// The quantile of the normal distribution, for intervals.
			default:
				t.Errorf("%s:%s: the compiler fuses a product and a sum here; write float64(x*y) + z, also if the product is a variable or the result of a function", file, m[2])
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v:\n%s", err, message)
	}
	if explicit < 3 {
		t.Errorf("only %d of the explicitly fused operations of elementary.Exp were found", explicit)
	}
}

// packagesOf returns the folders of the packages in sameEverywhere.
func packagesOf(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, s := range sources(t) {
		if matches(sameEverywhere, s.pkg) && !exportedText(s.pkg) && !slices.Contains(out, s.pkg) {
			out = append(out, s.pkg)
		}
	}
	if len(out) < 40 {
		t.Fatalf("only %d packages found", len(out))
	}
	return out
}

// lineOf returns a line of a file of the module.
func lineOf(t *testing.T, file, number string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(number)
	lines := strings.Split(string(text), "\n")
	if err != nil || n < 1 || n > len(lines) {
		t.Fatalf("%s has no line %s", file, number)
	}
	return lines[n-1]
}

// exactFunctions lists the functions of package math whose results the standard IEEE 754 defines,
// and those that only inspect a number. Package math computes them alike on every processor.
var exactFunctions = []string{
	"Abs", "Ceil", "Copysign", "Float32bits", "Float32frombits", "Float64bits", "Float64frombits", "Floor", "FMA",
	"Frexp", "Inf", "IsInf", "IsNaN", "Ldexp", "Max", "Min", "Mod", "Modf", "NaN", "Nextafter", "Round", "RoundToEven",
	"Signbit", "Sqrt", "Trunc", "Pow10", // a table
}

// The linear algebra of gonum has assembly on amd64 whose sums have another order. Statistics and
// pictures may use gonum.
func TestNoLinearAlgebraThatDependsOnTheProcessor(t *testing.T) {
	allowed := []string{
		"engines/risk gonum.org/v1/gonum/graph", // the pictures of maps
		"engines/risk gonum.org/v1/gonum/graph/iterator",
		"engines/risk gonum.org/v1/gonum/graph/layout",
		"engines/risk gonum.org/v1/gonum/graph/simple",
		"tuning gonum.org/v1/gonum/stat/distuv", // intervals
	}
	used := map[string]bool{}
	for _, s := range sources(t) {
		if !matches(sameEverywhere, s.pkg) || exportedText(s.pkg) {
			continue
		}
		for _, imported := range s.file.Imports {
			path, err := strconv.Unquote(imported.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if use := s.pkg + " " + path; strings.HasPrefix(path, "gonum.org/") {
				used[use] = true
				if !slices.Contains(allowed, use) {
					t.Errorf("%s imports %s, whose results depend on the processor", s.path, path)
				}
			}
		}
	}
	for _, use := range allowed {
		if !used[use] {
			t.Errorf("%s is no longer used", use)
		}
	}
}

// Package elementary has the functions that package math does not compute alike, and the normal
// distribution.
func TestNoFunctionsThatDependOnTheProcessor(t *testing.T) {
	allowed := map[string]bool{
		"engines/risk/shape.go Sincos": true, // the outlines of territories in pictures
		"engines/risk/shape.go Hypot":  true,
		"elementary/processor.go Exp":  true, // it tests how package math computes
	}
	checked := 0
	for _, s := range sources(t) {
		if !matches(sameEverywhere, s.pkg) || exportedText(s.pkg) || s.pkg == "elementary" { // it calls them for special values
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			name := f.Sel.Name
			x, _ := f.X.(*ast.Ident)
			switch {
			case x != nil && x.Name == "math" && !slices.Contains(exactFunctions, name) && !allowed[s.path+" "+name]:
				t.Errorf("%s: math.%s has other last digits on other processors; use package elementary", s.set.Position(n.Pos()), name)
			case (name == "NormFloat64" || name == "ExpFloat64") && s.pkg != "tournament/executortest" && s.pkg != "tuning/pairwise/pairwisetest":
				t.Errorf("%s: %s draws other numbers on other processors; use elementary.Normal", s.set.Position(n.Pos()), name)
			}
			if x != nil && x.Name == "math" {
				checked++
			}
			return true
		})
	}
	if checked < 200 {
		t.Errorf("only %d calls of package math found", checked)
	}
}
