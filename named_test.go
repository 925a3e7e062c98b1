package lanista_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	backticked = regexp.MustCompile("`([^`\n]+)`")
	// sourcePath matches the path of a file of the repository. Capital letters are
	// placeholders, as in cmd/help/VERB.txt.
	sourcePath = regexp.MustCompile(`^[a-z0-9_./-]+\.(go|sql|html|js|css|tmpl)$`)
	folderPath = regexp.MustCompile(`^([a-z0-9_]+)/[a-z0-9_/]+$`)
	testName   = regexp.MustCompile(`^(?:Test|Benchmark|Fuzz|Example)[A-Z]\w*$`)
	// qualified matches a Go identifier after its package, with fields or methods after it.
	qualified = regexp.MustCompile(`^([a-z][a-z0-9]*)((?:\.[A-Za-z]\w*)+)(?:\(\))?$`)
	// placed matches Go identifiers and, in parentheses after them, the file that they are in, as in
	// `one`, `two.three` (`folder/file.go`).
	placed     = regexp.MustCompile("((?:`[A-Za-z][\\w.]*`(?:, | and )?)+) \\(`([a-z0-9_./-]+\\.go)`")
	identifier = regexp.MustCompile("`([A-Za-z][\\w.]*)`")
)

// notInName reports whether a character cannot be part of a name of the sources, which are in ASCII.
func notInName(c rune) bool {
	return c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
}

// TestPagesNameWhatExists checks the pages for maintainers: a file, a folder or a test between
// backquotes exists, the parts of a qualified Go identifier occur in its package, and an identifier
// with its file in parentheses after it occurs in the code of this file.
func TestPagesNameWhatExists(t *testing.T) {
	var files []string
	code := make(map[string]map[string]bool)
	names := make(map[string]map[string]bool) // identifiers by the name of the package's folder
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && strings.HasPrefix(d.Name(), ".") && file != "." {
				return filepath.SkipDir
			}
			return err
		}
		file = filepath.ToSlash(file)
		files = append(files, file)
		if path.Ext(file) != ".go" {
			return nil
		}
		text, err := os.ReadFile(file)
		folder := path.Base(path.Dir(file))
		if names[folder] == nil {
			names[folder] = make(map[string]bool)
		}
		for name := range strings.FieldsFuncSeq(string(text), notInName) {
			names[folder][name] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "docs/code-index.md", "docs/compatibility.md", "docs/security.md", "docs/decisions/*.md", "docs/lab/*.md"} {
		pages, err := filepath.Glob(pattern)
		if err != nil || len(pages) == 0 {
			t.Fatalf("%s: no pages, %v", pattern, err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range backticked.FindAllStringSubmatch(string(text), -1) {
				if missing := missingName(found[1], files, names); missing != "" {
					t.Errorf("%s: `%s`: there is no %s", page, found[1], missing)
				}
			}
			for _, found := range placed.FindAllStringSubmatch(string(text), -1) {
				for _, name := range identifier.FindAllStringSubmatch(found[1], -1) {
					if !inFile(t, name[1], found[2], files, code) {
						t.Errorf("%s: `%s` is not in %s", page, name[1], found[2])
					}
				}
			}
		}
	}
}

// inFile reports whether the last part of a Go identifier occurs in the code, not only in the
// comments, of a file. Other names, such as those of files, count as present. file is a path, or
// its end. code has the identifiers of the files that were read before.
func inFile(t *testing.T, name, file string, files []string, code map[string]map[string]bool) bool {
	if sourcePath.MatchString(name) {
		return true
	}
	return slices.ContainsFunc(files, func(f string) bool {
		if f != file && !strings.HasSuffix(f, "/"+file) {
			return false
		}
		if code[f] == nil {
			code[f] = identifiers(t, f)
		}
		return code[f][name[strings.LastIndexByte(name, '.')+1:]]
	})
}

// identifiers returns the identifiers in the code of a Go file.
func identifiers(t *testing.T, file string) map[string]bool {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile(file, -1, len(text)), text, nil, 0)
	for {
		switch _, kind, literal := s.Scan(); kind {
		case token.EOF:
			return found
		case token.IDENT:
			found[literal] = true
		}
	}
}

// missingName returns the part of a name that does not exist, "" if all of it does or if it is
// none of these.
func missingName(name string, files []string, names map[string]map[string]bool) string {
	if sourcePath.MatchString(name) {
		if slices.ContainsFunc(files, func(f string) bool { return f == name || strings.HasSuffix(f, "/"+name) }) {
			return ""
		}
		return "file " + name
	}
	if parts := folderPath.FindStringSubmatch(name); parts != nil && inFolder(files, parts[1]) && !inFolder(files, strings.TrimSuffix(name, "/")) && !slices.Contains(files, name) {
		return "file or folder " + name
	}
	if testName.MatchString(name) {
		for _, inPackage := range names {
			if inPackage[name] {
				return ""
			}
		}
		return "test " + name
	}
	parts := qualified.FindStringSubmatch(name)
	if parts == nil || names[parts[1]] == nil || !strings.ContainsAny(parts[2], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		return "" // a config key, a word, or an identifier of another module
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(parts[2], "."), ".") {
		if !names[parts[1]][part] {
			return part + " in " + parts[1]
		}
	}
	return ""
}

// inFolder reports whether one of the files is in the folder.
func inFolder(files []string, folder string) bool {
	return slices.ContainsFunc(files, func(f string) bool { return strings.HasPrefix(f, folder+"/") })
}
