package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// built builds a release of the last commit, found from root, and returns its files.
func built(t *testing.T, root string, platforms ...platform) map[string][]byte {
	t.Helper()
	out := t.TempDir()
	if err := release(t.Context(), root, out, platforms); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, f := range list {
		if files[f.Name()], err = os.ReadFile(filepath.Join(out, f.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// named returns the only file whose name ends in suffix.
func named(t *testing.T, files map[string][]byte, suffix string) []byte {
	t.Helper()
	var found []string
	for name := range files {
		if strings.HasSuffix(name, suffix) {
			found = append(found, name)
		}
	}
	if len(found) != 1 {
		t.Fatalf("files that end in %s: %q, want one", suffix, found)
	}
	return files[found[0]]
}

// A release has every file, each of them is readable by an independent reader, and a second
// build in another folder without the build cache results in the same bytes.
func TestRelease(t *testing.T) {
	linux := platform{"linux", "amd64"}
	first := built(t, ".", linux)
	sums := string(first["SHA256SUMS"])
	for name, data := range first {
		if line := fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name); name != "SHA256SUMS" && !strings.Contains(sums, line) {
			t.Errorf("SHA256SUMS has no line %q", line)
		}
	}
	program := unpacked(t, named(t, first, "-linux-amd64.tar.gz"))["lanista"]
	testProgram(t, program)
	testBill(t, named(t, first, "-linux-amd64.cdx.json"), program)
	testPackage(t, named(t, first, "_amd64.deb"))
	testImage(t, named(t, first, "-oci.tar"), program)
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("a second build compiles everything: with LANISTA_EXHAUSTIVE=1")
	}
	t.Setenv("GOCACHE", t.TempDir())
	t.Setenv("GOAMD64", "v3")
	t.Setenv("GOFLAGS", "-buildvcs=false")
	t.Setenv("TZ", "Asia/Tokyo")
	second := built(t, "../..", linux)
	for name := range first {
		if !bytes.Equal(first[name], second[name]) {
			t.Errorf("%s differs between two builds", name)
		}
	}
	if len(first) != len(second) {
		t.Errorf("%d files, then %d", len(first), len(second))
	}
}

// unpacked returns the files of a compressed tar archive by their names below its folder.
func unpacked(t *testing.T, archive []byte) map[string][]byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		_, name, _ := strings.Cut(h.Name, "/")
		if files[name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

func testProgram(t *testing.T, program []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lanista")
	if err := os.WriteFile(path, program, 0o755); err != nil {
		t.Fatal(err)
	}
	got, err := output(t.Context(), t.TempDir(), path, "version")
	if err != nil || !strings.Contains(got, "\nrevision ") || strings.Contains(got, "devel") || strings.Contains(got, "modified") {
		t.Errorf("the version of the program is %q, %v", got, err)
	}
}

// testBill compares a bill of materials with the modules that a program was built from.
func testBill(t *testing.T, data, program []byte) {
	t.Helper()
	var bill cdx.BOM
	if err := cdx.NewBOMDecoder(bytes.NewReader(data), cdx.BOMFileFormatJSON).Decode(&bill); err != nil {
		t.Fatal(err)
	}
	if got, want := (*bill.Metadata.Component.Hashes)[0].Value, fmt.Sprintf("%x", sha256.Sum256(program)); got != want {
		t.Errorf("the bill is that of a program with the checksum %s, want %s", got, want)
	}
	versions := make(map[string]string)
	for _, c := range *bill.Components {
		versions[c.Name] = c.Version
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range info.Deps {
		if versions[m.Path] != m.Version {
			t.Errorf("the bill has version %q of %s, want %s", versions[m.Path], m.Path, m.Version)
		}
	}
	if len(info.Deps) < 20 || len(versions) != len(info.Deps)+1 { // and the standard library
		t.Errorf("%d modules, %d in the bill", len(info.Deps), len(versions))
	}
}

// testPackage reads a Debian package with dpkg.
func testPackage(t *testing.T, data []byte) {
	t.Helper()
	if _, err := output(t.Context(), ".", "dpkg-deb", "--version"); err != nil {
		t.Logf("the package is not read: no dpkg-deb")
		return
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "lanista.deb")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := output(t.Context(), dir, "dpkg-deb", "--extract", path, "."); err != nil {
		t.Fatal(err)
	}
	if got, err := output(t.Context(), dir, "usr/bin/lanista", "version"); err != nil || !strings.HasPrefix(got, "lanista ") {
		t.Errorf("the program of the package: %q, %v", got, err)
	}
	for _, name := range []string{"doc/lanista/copyright", "man/man1/lanista-evolve.1.gz", "bash-completion/completions/lanista"} {
		if _, err := os.Stat(filepath.Join(dir, "usr/share", name)); err != nil {
			t.Error(err)
		}
	}
}

// testImage checks the digests of an image, its user and the only program in it.
func testImage(t *testing.T, data, program []byte) {
	t.Helper()
	dir := t.TempDir()
	for r := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	outer, err := layout.ImageIndexFromPath(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(outer); err != nil {
		t.Error(err)
	}
	manifest, err := outer.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	index, err := outer.ImageIndex(manifest.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	if manifest, err = index.IndexManifest(); err != nil || len(manifest.Manifests) != 1 {
		t.Fatalf("images: %+v, %v, want one", manifest, err)
	}
	img, err := index.Image(manifest.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	config, err := img.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if config.Config.User != "65532:65532" || config.OS != "linux" || config.Architecture != "amd64" {
		t.Errorf("the image is %+v", config)
	}
	files := mutate.Extract(img)
	defer func() { _ = files.Close() }()
	for r := tar.NewReader(files); ; {
		h, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case h.Typeflag == tar.TypeDir && h.Name == "data" && h.Uid != userID:
			t.Errorf("%s belongs to user %d", h.Name, h.Uid)
		case h.Typeflag == tar.TypeReg && (h.Name != "usr/bin/lanista" || !bytes.Equal(content, program)):
			t.Errorf("the image contains %s with %d bytes", h.Name, len(content))
		}
	}
}

// A commit with the tag of another version than its program is refused.
func TestTagOfAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"init", "-q"},
		{"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "a"},
		{"tag", "v9.9.9"},
	} {
		if _, err := output(t.Context(), dir, "git", args...); err != nil {
			t.Fatal(err)
		}
	}
	s := source{dir: filepath.Join(t.TempDir(), "source")}
	if _, err := output(t.Context(), dir, "git", "clone", "-q", dir, s.dir); err != nil {
		t.Fatal(err)
	}
	program := []byte("#!/bin/sh\necho '{\"version\":\"1.0.0\"}'\n")
	if v, err := s.version(t.Context(), program); err == nil || !strings.Contains(err.Error(), "tagged v9.9.9") {
		t.Errorf("version %q, %v", v, err)
	}
	if _, err := output(t.Context(), s.dir, "git", "tag", "v1.0.0"); err != nil {
		t.Fatal(err)
	}
	if v, err := s.version(t.Context(), program); v != "1.0.0" || err != nil {
		t.Errorf("version %q, %v", v, err)
	}
}

func TestZipKeepsFiles(t *testing.T) {
	s := source{}
	data, err := zipped("folder", []file{{"a/b.txt", 0o644, []byte("text")}, {"run.exe", 0o755, []byte("program")}}, s.date)
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.File) != 2 || r.File[0].Name != "folder/a/b.txt" || r.File[1].Mode() != 0o755 || r.File[1].UncompressedSize64 != 7 {
		t.Errorf("the archive contains %+v", r.File)
	}
}

func TestPlatforms(t *testing.T) {
	if list, err := parsePlatforms(allPlatforms); err != nil || len(list) != 6 || list[5] != (platform{"windows", "arm64"}) {
		t.Errorf("platforms %v, %v", list, err)
	}
	for _, text := range []string{"", "linux", "linux/", "/amd64", "linux/amd64,"} {
		if list, err := parsePlatforms(text); err == nil {
			t.Errorf("%q is accepted as %v", text, list)
		}
	}
}
