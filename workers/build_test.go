package workers

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// The executable digest is that of the linker's build ID, or of the contents of a file without
// one. ThisBuild omits it if a revision identifies the program.
func TestExecutable(t *testing.T) {
	t.Parallel()
	name := func(path string) string {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		id, err := executable(f)
		if err != nil || len(id) != 32 {
			t.Fatalf("%s: %q, %v", path, id, err)
		}
		if runtime.GOOS == "linux" && path == os.Args[0] && goBuildID(f) == nil {
			t.Error("a program of Go has no build id")
		}
		return id
	}
	dir := t.TempDir()
	names := map[string]string{"own": name(os.Args[0])}
	for file, text := range map[string]string{"a": "#!/bin/sh\n", "b": "#!/bin/sh\necho\n"} {
		path := filepath.Join(dir, file)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		names[file] = name(path)
	}
	if names["a"] == names["b"] || names["a"] == names["own"] {
		t.Errorf("two files are one: %v", names)
	}
	for _, b := range []struct {
		version, revision string
		modified, hashed  bool
	}{
		{"v1.2.3", "", false, false},
		{"v1.2.3", "abc", false, false},
		{"(devel)", "abc", false, false},
		{"(devel)", "", false, true},
		{"1.0.0+devel", "", false, true},
		{"", "", false, true},
		{"v1.2.3", "abc", true, true},
	} {
		if got := ThisBuild(b.version, b.revision, b.modified); got.Executable != "" != b.hashed {
			t.Errorf("%+v is %+v", b, got)
		}
	}
}
