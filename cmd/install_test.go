package cmd

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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
type newcomer struct {
	t    *testing.T
	home string
	env  []string
}

func newNewcomer(t *testing.T) newcomer {
	t.Helper()
	home := t.TempDir()
	proxy := filepath.Join(home, "proxy")
	writeProxy(t, proxy)
	dependencies := filepath.Join(strings.TrimSpace(goOutput(t, "env", "GOMODCACHE")), "cache", "download")
	goOutput(t, "mod", "download") // completes the cache
	return newcomer{t, home, []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir(), "LANISTA_NO_PROGRESS=true",
		// With -trimpath and without cgo the compiled dependencies of other builds can be used.
		"GOCACHE=" + strings.TrimSpace(goOutput(t, "env", "GOCACHE")), "CGO_ENABLED=0",
		"GOPATH=" + filepath.Join(home, "go"), "GOFLAGS=-modcacherw -trimpath", "GOTOOLCHAIN=local", "GOSUMDB=off", "GOWORK=off",
		"GOPROXY=file://" + filepath.ToSlash(proxy) + ",file://" + filepath.ToSlash(dependencies),
	}}
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

// types runs a line of a shell in a folder below home and returns its output.
func (n newcomer) types(dir, line string) string {
	n.t.Helper()
	sh := exec.CommandContext(n.t.Context(), "sh", "-c", line)
	sh.Dir, sh.Env = filepath.Join(n.home, dir), n.env
	out, err := sh.CombinedOutput()
	if err != nil {
		n.t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
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

// The program can be installed without a clone, and knows its version.
func TestInstallFromAModuleProxy(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("links a program: with LANISTA_EXHAUSTIVE=1")
	}
	n := newNewcomer(t)
	program := filepath.Join(n.home, "go", "bin", "lanista")
	want := "lanista " + tag[1:] + " " + runtime.Version()
	for _, version := range []string{"latest", tag} {
		n.types("", "go install "+modulePath+"/cmd/lanista@"+version)
		if got := n.types("", program+" version"); !strings.HasPrefix(got, want) {
			t.Errorf("version installed as %s: %q, want %q", version, got, want)
		}
	}
	if got := n.types("", program+" evolve risk-quick --set budget.games=320 --set verification.games=200"); !strings.Contains(got, "against default: ") {
		t.Errorf("the installed program: %s", got)
	}
}

// The guide to own games begins in an empty folder. Its commands are typed as they are written,
// up to the test of the contract.
func TestOwnGameFromAModuleProxy(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("links two programs: with LANISTA_EXHAUSTIVE=1")
	}
	n := newNewcomer(t)
	guide := readPage(t, "../docs/own-game.md")
	dir := ""
	for _, c := range guide.commands {
		n.types(dir, c.text)
		if folder, ok := strings.CutPrefix(c.text, "mkdir nim && cd "); ok {
			dir = folder
			guide.unpack(t, filepath.Join(n.home, dir))
		}
		if c.text == "go test" {
			if got := n.types(dir, "./nim version"); !strings.Contains(got, "\nlanista "+tag[1:]+"\n") {
				t.Errorf("the version of the game's program: %q", got)
			}
			return
		}
	}
	t.Error("docs/own-game.md does not type go test")
}
