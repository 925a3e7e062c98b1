package weights

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

func TestGoSourceCompiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := documents().Draw(t, "document")
		var b bytes.Buffer
		if err := d.Write(&b, "go"); err != nil {
			t.Fatal(err)
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, "weights.go", b.Bytes(), parser.ParseComments)
		if err != nil {
			t.Fatalf("%v\n%s", err, b.Bytes())
		}
		pkg, err := (&types.Config{Importer: importer.Default()}).Check("weights", files, []*ast.File{file}, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, b.Bytes())
		}
		var values []float64
		for _, decl := range file.Decls {
			if g := decl.(*ast.GenDecl); g.Tok == token.CONST {
				for _, spec := range g.Specs {
					c := pkg.Scope().Lookup(spec.(*ast.ValueSpec).Names[0].Name).(*types.Const)
					x, _ := constant.Float64Val(c.Val())
					values = append(values, x)
				}
			}
		}
		for i, w := range d.Weights {
			if values[i] != w.Value {
				t.Fatalf("%v became %v", w, values[i])
			}
		}
	})
}

func TestCSourceCompiles(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no C compiler here")
	}
	d := testDocument()
	d.Weights = append(d.Weights, Named{"*/ int x; /*", 1.0 / 3}, Named{"min-diff", 5e-324}, Named{"über\\", 1e300})
	for _, text := range hostile {
		d.Weights = append(d.Weights, Named{text + " x", 1}, Named{"x " + text, 2})
	}
	d.About = strings.Join(hostile, "int evil;")
	dir := t.TempDir()
	must(t, d.WriteFile(filepath.Join(dir, "weights.h"), "c"))
	main := `#include <stdio.h>
#include "weights.h"
int main(void) { for (int i = 0; i < RISK_WEIGHT_COUNT; i++) printf("%.17g\n", risk_weights[i]); return 0; }`
	must(t, os.WriteFile(filepath.Join(dir, "main.c"), []byte(main), 0o644))
	must(t, os.WriteFile(filepath.Join(dir, "alone.c"), []byte("#include \"weights.h\"\nint main(void) { return RISK_UNITS > 9; }"), 0o644))
	alone := exec.Command(gcc, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", filepath.Join(dir, "alone.c"))
	if out, err := alone.CombinedOutput(); err != nil {
		t.Errorf("macros alone: %v\n%s", err, out)
	}
	exe := filepath.Join(dir, "main")
	if out, err := exec.Command(gcc, "-Wall", "-Wextra", "-Werror", "-std=c99", "-o", exe, filepath.Join(dir, "main.c")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(exe).Output()
	must(t, err)
	lines := strings.Fields(string(out))
	for i, w := range d.Weights {
		if x, _ := strconv.ParseFloat(lines[i], 64); x != w.Value {
			t.Errorf("%v became %s", w, lines[i])
		}
	}
}

// TestScriptsKeepTheWeights imports the modules and compares their weights and their checksum.
func TestScriptsKeepTheWeights(t *testing.T) {
	t.Parallel()
	d := testDocument()
	d.Weights = append(d.Weights, Named{"2", 2}, Named{"1", 1})
	for _, text := range hostile {
		d.Weights = append(d.Weights, Named{strings.ToValidUTF8(text, "") + " x", 1.0 / 3}, Named{"x " + strings.ToValidUTF8(text, ""), 5e-324})
	}
	d.Weights = slices.CompactFunc(d.Weights, func(a, b Named) bool { return a.Name == b.Name })
	d.About = strings.Join(hostile, "import evil;")
	sum := sha256.New()
	for _, w := range d.Weights {
		fmt.Fprintf(sum, "%s\n", w.Name)
	}
	for format, run := range map[string][]string{
		"python":     {"weights.py", "python3", "-c", "import json, weights; print(json.dumps([weights.FEATURES, list(weights.WEIGHTS.items())]))"},
		"javascript": {"weights.js", "node", "-e", "const w = require('./weights.js'); console.log(JSON.stringify([w.FEATURES, [...w.WEIGHTS]]))"},
	} {
		if _, err := exec.LookPath(run[1]); err != nil {
			t.Logf("%s is not installed, so that %s is not tested", run[1], format)
			continue
		}
		dir := t.TempDir()
		must(t, d.WriteFile(filepath.Join(dir, run[0]), format))
		c := exec.Command(run[1], run[2:]...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", format, err, out)
		}
		var got []any
		must(t, json.Unmarshal(out, &got))
		if want := hex.EncodeToString(sum.Sum(nil))[:16]; got[0] != want {
			t.Errorf("%s: the checksum is %v, want %s", format, got[0], want)
		}
		rows := got[1].([]any)
		if len(rows) != len(d.Weights) {
			t.Fatalf("%s: %d weights, want %d", format, len(rows), len(d.Weights))
		}
		for i, w := range d.Weights {
			if row := rows[i].([]any); row[0] != w.Name || row[1] != w.Value {
				t.Errorf("%s: weight %d is %v, want %v", format, i+1, row, w)
			}
		}
	}
}

// hostile are texts that would mean something in source if they could leave
// their comment.
var hostile = []string{
	"*/", "/*", "/*/", "*/*", "**/", "//", "\\", "\\\n", "??/", "???/\n", "*??/\n/", "\n", "\r", "\u2028", "\u202e", "\u200b", "\x00", "\xff",
	"\n#include \"x\"\n", "//go:build ignore", "\n//go:build ignore\n", "+build ignore", "go:build ignore", "\n//line x.go:1\n", "#define X",
	"package", "`", "'", "\"", "Deprecated: x", "\n\npackage evil\n", "_", "*", "/", "?",
}

// hostileDocuments draws documents whose texts are made of these.
func hostileDocuments() *rapid.Generator[Document] {
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(append([]string{"a"}, hostile...)), 0, 5), func(parts []string) string {
		return strings.Join(parts, "")
	})
	return rapid.Custom(func(t *rapid.T) Document {
		d := Document{
			Engine: "risk", Name: text.Draw(t, "name"), Run: text.Draw(t, "run"), Version: text.Draw(t, "version"), About: text.Draw(t, "about"),
			Status: text.Draw(t, "status"), Settings: map[string]string{text.Draw(t, "setting"): text.Draw(t, "value")},
		}
		for i, name := range rapid.SliceOfN(text, 0, 4).Draw(t, "weights") {
			d.Weights = append(d.Weights, Named{name, float64(i)})
		}
		return d
	})
}

// bare is a document with the names of its weights alone.
func bare(d Document) Document { return Document{Engine: d.Engine, Weights: d.Weights} }

// Whatever a text says, the code of the source is that of a document without it.
func TestTextsCannotLeaveTheirCommentInC(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := hostileDocuments().Draw(t, "document")
		got, want := codeOfC(t, written(t, d, "c")), codeOfC(t, written(t, bare(d), "c"))
		if got != want {
			t.Fatalf("the code is\n%s\nof\n%s\nwant\n%s", got, written(t, d, "c"), want)
		}
		for _, line := range strings.Split(got, "\n") {
			if !plainC.MatchString(line) {
				t.Fatalf("a line of code is %q in\n%s", line, written(t, d, "c"))
			}
		}
	})
}

// plainC is what a line of a header may be once its comments are gone.
var plainC = regexp.MustCompile(`^\s*(|#(ifndef|ifdef|endif|define)( \w+)?( \w+| [-+.\de()]+)?|__attribute__\(\(unused\)\)|static const double \w+\[\w+\] = \{|\w+,|\};)\s*$`)

// codeOfC takes the comments out of C source, as a compiler does: trigraphs and
// joined lines first.
func codeOfC(t *rapid.T, source string) string {
	source = strings.ReplaceAll(source, "??/", "\\")
	source = strings.ReplaceAll(source, "\\\n", "")
	var b strings.Builder
	for {
		code, rest, ok := strings.Cut(source, "/*")
		b.WriteString(code)
		if !ok {
			return b.String()
		}
		inside, after, ok := strings.Cut(rest, "*/")
		if !ok || strings.Contains(inside, "/*") {
			t.Fatalf("a comment within a comment, or without an end: %q", inside)
		}
		source = after
	}
}

func TestTextsCannotLeaveTheirCommentInGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := hostileDocuments().Draw(t, "document")
		var got, want bytes.Buffer
		if err := errors.Join(d.Write(&got, "go"), bare(d).Write(&want, "go")); err != nil {
			t.Fatal(err)
		}
		if a, b := codeOfGo(t, got.Bytes()), codeOfGo(t, want.Bytes()); a != b {
			t.Fatalf("the code is\n%s\nwant\n%s", a, b)
		}
	})
}

// codeOfGo lists the tokens of Go source, and refuses comments that tell the
// compiler or the build something.
func codeOfGo(t *rapid.T, source []byte) string {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("weights.go", -1, len(source)), source, nil, scanner.ScanComments)
	var b strings.Builder
	for {
		_, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return b.String()
		case tok != token.COMMENT:
			fmt.Fprintf(&b, "%s %s\n", tok, text)
		case !strings.HasPrefix(text, "// ") && text != "//", constraint.IsGoBuild(text), constraint.IsPlusBuild(text):
			t.Fatalf("a directive: %q in\n%s", text, source)
		}
	}
}

// A weight of whole numbers is an integer in source code, and every other number a floating-point
// number. A choice is its index with the text in a comment in Go and C; in Python and JavaScript it
// is the text or the truth value that a program receives in a game.
func TestValuesInSources(t *testing.T) {
	t.Parallel()
	d := Document{
		Engine: "chess", Space: engines.Space{
			{Name: "Safety", Min: -400, Max: 400, Kind: engines.Integer},
			{Name: "Attack", Min: -400, Max: 400, Kind: engines.Integer},
			{Name: "Futility", Min: 0, Max: 400},
			engines.NewChoices("Style", "", []string{"timid", "plain"}, "timid"),
			engines.NewChoices("Ponder", "", engines.Switch, "true"),
			engines.NewChoices("Book", "", engines.Switch, "true"),
			{Name: "Huge", Min: 0, Max: 1e300, Kind: engines.Integer},
		}, Weights: []Named{{"Safety", 207}, {"Attack", -3}, {"Futility", 12}, {"Style", 1}, {"Ponder", 1}, {"Book", 0}, {"Huge", 1e200}},
		Choices: map[string]string{"Style": "plain", "Ponder": "true", "Book": "false"},
	}
	for format, want := range map[string][]string{
		"c": {
			"#define CHESS_SAFETY 207 /*", "#define CHESS_ATTACK (-3) /*", "#define CHESS_FUTILITY 12.0 /*",
			"#define CHESS_STYLE 1 /* Style: plain */", "#define CHESS_PONDER 1 /* Ponder: true */", "#define CHESS_HUGE 1e+200 /*",
		},
		"go": {
			"ChessSafety = 207 //", "ChessAttack = -3 //", "ChessFutility = 12.0 //", "ChessStyle = 1 // Style: plain\n", "ChessHuge = 1e+200 //",
		},
		"python": {
			`"Safety": 207, #`, `"Attack": -3, #`, `"Futility": 12.0, #`, `"Style": "plain", # Style: timid, plain`, `"Ponder": True, # Ponder: false, true`, `"Book": False, #`, `"Huge": 1e+200, #`,
		},
		"json": {`"Style": "plain"`, `"Ponder": true`, `"Book": false`},
		"yaml": {"Style: plain\n", "Ponder: true\n", "Book: false\n"},
		"javascript": {
			`["Safety", 207], //`, `["Attack", -3], //`, `["Futility", 12.0], //`, `["Style", "plain"], // Style: timid, plain`, `["Ponder", true], // Ponder: false, true`, `["Book", false], //`, `["Huge", 1e+200], //`,
		},
	} {
		source := regexp.MustCompile(" +").ReplaceAllString(written(t, d, format), " ") // gofmt aligns columns
		for _, line := range want {
			if !strings.Contains(source, line) {
				t.Errorf("%s: no %s in\n%s", format, line, source)
			}
		}
	}
}

// The origin of start weights that were kept has no rating against the start, which plays no games
// against itself. A rating against another opponent stays.
func TestOriginOfKeptStart(t *testing.T) {
	t.Parallel()
	zero, elo := 0.0, 12.5
	start := Document{
		Engine: "chess", Weights: []Named{{"a", 1}}, Rating: &zero, Interval: &rating.Interval{}, Against: "start",
		Verdict: &evidence.Verdict{Text: "nothing better found, the start was kept", Against: "start", KeptStart: true},
	}
	better := start
	better.Rating, better.Interval, better.Against, better.Games = &elo, &rating.Interval{Low: -3, High: 28}, "default", 400
	for _, c := range []struct {
		d    Document
		want []string
	}{
		{start, []string{"Result: the weights with which the run began", "Verdict: nothing better found, the start was kept"}},
		{better, []string{
			"Result: the weights with which the run began", "Rating: +12.5 Elo against default, 95% interval -3.0 to +28.0, 400 games",
			"Verdict: nothing better found, the start was kept",
		}},
	} {
		if got := c.d.Origin()[1:]; !slices.Equal(got, c.want) { // the first line is the checksum
			t.Errorf("against %s: %q, want %q", c.d.Against, got, c.want)
		}
	}
}
