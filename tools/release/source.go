package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// file is a file of an archive.
type file struct {
	name string // with slashes
	mode fs.FileMode
	data []byte
}

// source is a checkout of one commit.
type source struct {
	dir      string
	revision string
	date     time.Time // of the commit
}

// checkOut clones the last commit of the repository that contains root into dir.
func checkOut(ctx context.Context, root, dir string) (*source, error) {
	top, err := output(ctx, root, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	revision, err := output(ctx, root, "git", "rev-parse", "HEAD")
	if err != nil {
		return nil, err
	}
	if changed, err := output(ctx, top, "git", "status", "--porcelain"); err == nil && changed != "" {
		fmt.Fprintln(os.Stderr, "release: uncommitted changes are not part of the release")
	}
	if _, err := output(ctx, root, "git", "clone", "--quiet", "--shared", "--no-checkout", top, dir); err != nil {
		return nil, err
	}
	if _, err := output(ctx, dir, "git", "checkout", "--quiet", "--detach", revision); err != nil {
		return nil, err
	}
	text, err := output(ctx, dir, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return nil, err
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	return &source{dir, revision, time.Unix(seconds, 0).UTC()}, err
}

// build returns the program for a platform. The program is static and needs no file of the
// operating system.
func (s *source) build(ctx context.Context, p platform) ([]byte, error) {
	path := filepath.Join(filepath.Dir(s.dir), "lanista-"+p.system+"-"+p.machine)
	if data, err := os.ReadFile(path); err == nil {
		return data, nil
	}
	if err := s.compile(ctx, p, path, "./cmd/lanista"); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// compile builds a package of the source as a program at the given path. It sets all flags and
// variables that affect the program, so that the user's environment does not matter.
func (s *source) compile(ctx context.Context, p platform, path, pkg string) error {
	_, err := output(ctx, s.dir, "env", "GOFLAGS=", "GOWORK=off", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0",
		"GOOS="+p.system, "GOARCH="+p.machine,
		"go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s", "-o", path, pkg)
	return err
}

// manualPages writes the manual pages into a folder with the program tools/man of the source.
func (s *source) manualPages(ctx context.Context, folder string) error {
	path := filepath.Join(filepath.Dir(s.dir), "man-pages")
	if err := s.compile(ctx, platform{runtime.GOOS, runtime.GOARCH}, path, "./tools/man"); err != nil {
		return err
	}
	_, err := output(ctx, s.dir, "env", s.epoch(), path, folder)
	return err
}

// epoch returns the environment variable SOURCE_DATE_EPOCH in the form name=value. It contains the
// date of the commit, which programs use as the date of the files that they write.
func (s *source) epoch() string { return fmt.Sprintf("SOURCE_DATE_EPOCH=%d", s.date.Unix()) }

// run runs a program on this machine and returns its output. All calls must have the same program.
func (s *source) run(ctx context.Context, program []byte, args ...string) (string, error) {
	path := filepath.Join(filepath.Dir(s.dir), "lanista")
	if _, err := os.Stat(path); err != nil {
		if err := os.WriteFile(path, program, 0o755); err != nil {
			return "", err
		}
	}
	return output(ctx, s.dir, "env", append([]string{s.epoch(), path}, args...)...)
}

// version returns the version that a program prints. It fails if the commit has the tag of
// another version.
func (s *source) version(ctx context.Context, program []byte) (string, error) {
	text, err := s.run(ctx, program, "version", "--json")
	if err != nil {
		return "", err
	}
	var v struct{ Version string }
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return "", err
	}
	tags, err := output(ctx, s.dir, "git", "tag", "--points-at", "HEAD", "v*")
	if tags != "" && !slices.Contains(strings.Fields(tags), "v"+v.Version) {
		return "", fmt.Errorf("the commit is tagged %s, but its program has version %s; correct the constant in runs/version.go", tags, v.Version)
	}
	return v.Version, err
}

// sharedFiles returns the files that all archives contain: documents, examples, manual pages
// and shell completions. The pages are written to man.
func (s *source) sharedFiles(ctx context.Context, program []byte, man string) ([]file, error) {
	list, err := output(ctx, s.dir, "git", "ls-files", "LICENSE", "*.md", "docs", "examples")
	if err != nil {
		return nil, err
	}
	var out []file
	add := func(name, from string) error {
		info, err := os.Stat(from)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755 // whatever the umask is
		}
		data, err := os.ReadFile(from)
		out = append(out, file{name, mode, data})
		return err
	}
	for name := range strings.Lines(list) {
		name = strings.TrimSpace(name)
		if folder := strings.HasPrefix(name, "docs/") || strings.HasPrefix(name, "examples/"); !folder && path.Dir(name) != "." {
			continue
		}
		if err := add(name, filepath.Join(s.dir, name)); err != nil {
			return nil, err
		}
	}
	if err := s.manualPages(ctx, man); err != nil {
		return nil, err
	}
	pages, err := os.ReadDir(man)
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		if err := add("man/"+page.Name(), filepath.Join(man, page.Name())); err != nil {
			return nil, err
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		text, err := s.run(ctx, program, "completion", shell)
		if err != nil {
			return nil, err
		}
		out = append(out, file{"completions/lanista." + shell, 0o644, []byte(text + "\n")})
	}
	return slices.Clip(out), nil
}

// output runs a program in dir and returns its standard output without the last newline. The
// error contains its standard error.
func output(ctx context.Context, dir, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	var stderr strings.Builder
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, stderr.String())
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}
