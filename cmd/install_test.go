package cmd

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/runs"
)

// modulePath is the path of this module, and tag the version that the tests release it as.
const modulePath = "github.com/lanista/lanista"

var tag = "v" + strings.Split(runs.BuildInfo().Version, "+")[0]

// newcomer is a machine that has Go and nothing else: an empty home folder and an empty module
// cache. Go finds this module and its dependencies in module proxies of files, without a
// network.
type newcomer []string // the environment without HOME

func newNewcomer(t *testing.T) newcomer {
	t.Helper()
	dir := t.TempDir()
	proxy := filepath.Join(dir, "proxy")
	writeProxy(t, proxy)
	dependencies := filepath.Join(strings.TrimSpace(goOutput(t, "env", "GOMODCACHE")), "cache", "download")
	goOutput(t, "mod", "download") // completes the cache
	path := filepath.Join(dir, "go")
	return newcomer{
		"PATH=" + filepath.Join(path, "bin") + string(filepath.ListSeparator) + os.Getenv("PATH"), "TMPDIR=" + os.TempDir(), "LANISTA_NO_PROGRESS=true",
		// With -trimpath and without cgo the compiled dependencies of other builds can be used.
		"GOCACHE=" + strings.TrimSpace(goOutput(t, "env", "GOCACHE")), "CGO_ENABLED=0",
		"GOPATH=" + path, "GOFLAGS=-modcacherw -trimpath", "GOTOOLCHAIN=local", "GOSUMDB=off", "GOWORK=off",
		"GOPROXY=file://" + filepath.ToSlash(proxy) + ",file://" + filepath.ToSlash(dependencies),
	}
}

// goOutput returns the output of the go command in this module.
func goOutput(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", args...).Output()
	if err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
	return string(out)
}

// shell returns a shell in a home folder of its own, with the programs that were installed in
// PATH.
func (n newcomer) shell(t *testing.T) *shell {
	home := t.TempDir()
	return &shell{t, home, home, append([]string{"HOME=" + home}, n...)}
}

// writeProxy writes a module proxy that has one version of this module: the files of the
// working tree that git tracks or would track.
func writeProxy(t *testing.T, dir string) {
	t.Helper()
	list, err := exec.CommandContext(t.Context(), "git", "-C", "..", "ls-files", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skipf("the files of the module are not known: git ls-files: %v", err)
	}
	names := strings.Fields(string(list))
	var nested []string // folders of other modules
	for _, name := range names {
		if folder, ok := strings.CutSuffix(name, "/go.mod"); ok {
			nested = append(nested, folder+"/")
		}
	}
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for _, name := range names {
		if slices.ContainsFunc(nested, func(folder string) bool { return strings.HasPrefix(name, folder) }) {
			continue
		}
		data, err := os.ReadFile(filepath.Join("..", name))
		if os.IsNotExist(err) {
			continue // deleted, and the deletion is not committed
		}
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Create(modulePath + "@" + tag + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	versions := filepath.Join(dir, filepath.FromSlash(modulePath), "@v")
	if err := os.MkdirAll(versions, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, versions, "list", tag+"\n")
	write(t, versions, tag+".info", `{"Version":"`+tag+`","Time":"2026-01-01T00:00:00Z"}`)
	write(t, versions, tag+".mod", string(mod))
	write(t, versions, tag+".zip", archive.String())
}
