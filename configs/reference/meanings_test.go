package reference

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// documented are the packages whose options are part of a config.
var documented = []string{"configs", "genetic", "grid", "fit", "runs", "tuning/*"}

// The meanings of the keys are the comments of the fields.
func TestMeaningsAreTheComments(t *testing.T) {
	t.Parallel()
	want := make(map[string]string)
	for _, pattern := range documented {
		files, err := filepath.Glob(filepath.Join("..", "..", pattern, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				maps.Copy(want, commentsOf(t, file))
			}
		}
	}
	text, err := json.MarshalIndent(want, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if os.Getenv("LANISTA_UPDATE") == "1" {
		if err := os.WriteFile("meanings.json", text, 0o600); err != nil {
			t.Fatal(err)
		}
		meaningsFile = text
	}
	if string(meaningsFile) != string(text) {
		t.Error("meanings.json is not what the comments say: LANISTA_UPDATE=1 go test ./configs/reference rewrites it")
	}
}

// commentsOf are the comments of the fields in a file that have a key.
func commentsOf(t *testing.T, file string) map[string]string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := filepath.Rel(filepath.Join("..", ".."), filepath.Dir(file))
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]string)
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok {
			for name, text := range fieldComments(s) {
				out[filepath.ToSlash(folder)+"."+spec.Name.Name+"."+name] = text
			}
		}
		return true
	})
	return out
}

// fieldComments are the comments of the fields of a struct that have a key. A field
// without a comment of its own shares that above it, if it names the field.
func fieldComments(s *ast.StructType) map[string]string {
	keys := make(map[string]string)
	for _, f := range s.Fields.List {
		if key := keyOf(f); key != "" {
			keys[f.Names[0].Name] = key
		}
	}
	out := make(map[string]string)
	above := ""
	for _, f := range s.Fields.List {
		comment := f.Doc.Text() + f.Comment.Text()
		if comment == "" && len(f.Names) > 0 && strings.Contains(above, f.Names[0].Name) {
			comment = above
		}
		above = comment
		if key := keyOf(f); key != "" && comment != "" {
			out[f.Names[0].Name] = sentence(comment, f.Names[0].Name, keys)
		}
	}
	return out
}

func keyOf(f *ast.Field) string {
	if f.Tag == nil || len(f.Names) == 0 {
		return ""
	}
	key, _, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("yaml"), ",")
	return strings.TrimPrefix(key, "-")
}

var (
	links   = regexp.MustCompile(`\s*\((?:\[[A-Z]\w*\](?:,? or |, )?)+\)`)
	link    = regexp.MustCompile(`\[([A-Z]\w*)\]`)
	opening = regexp.MustCompile(`^[A-Z]\w*(?: and [A-Z]\w*)?,? (?:is |are )?`)
	word    = regexp.MustCompile(`\b[A-Z]\w*\b`)
)

// sentence makes the comment of a field a sentence about its key: "Population is the
// number" becomes "The number".
func sentence(comment, field string, keys map[string]string) string {
	text := strings.Join(strings.Fields(comment), " ")
	text = links.ReplaceAllString(text, "")
	text = link.ReplaceAllString(text, "$1")
	if strings.HasPrefix(text, field) || keys[strings.Fields(text)[0]] != "" {
		text = opening.ReplaceAllString(text, "")
	}
	head, tail := text[:1], text[1:]
	for _, w := range word.FindAllStringIndex(tail, -1) {
		if key, ok := keys[tail[w[0]:w[1]]]; ok && !strings.HasSuffix(tail[:w[0]], ". ") {
			return sentence(head+tail[:w[0]]+key+tail[w[1]:], "", keys)
		}
	}
	return strings.TrimRight(strings.ToUpper(head)+tail, ".") + "."
}
