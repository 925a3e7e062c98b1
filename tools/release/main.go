// Release builds the files of a release. They are an archive and a bill of materials for every
// platform, Debian packages, a container image, and the checksums of all files.
//
//	go run . -out DIR [-platforms linux/amd64,windows/arm64]
//
// It builds the last commit of the repository that contains the working directory, from a fresh
// clone. The same commit and version of Go result in the same bytes.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
)

// platform is an operating system and a processor architecture, in the notation of GOOS and
// GOARCH.
type platform struct{ system, machine string }

func (p platform) String() string { return p.system + "/" + p.machine }

const allPlatforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	out := flag.String("out", "dist", "`folder` for the files; it must be empty or missing")
	list := flag.String("platforms", allPlatforms, "platforms as GOOS/GOARCH, separated by commas")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	platforms, err := parsePlatforms(*list)
	if err == nil {
		err = release(ctx, ".", *out, platforms)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		stop()
		os.Exit(1)
	}
}

func parsePlatforms(list string) ([]platform, error) {
	var out []platform
	for text := range strings.SplitSeq(list, ",") {
		system, machine, ok := strings.Cut(text, "/")
		if !ok || system == "" || machine == "" {
			return nil, fmt.Errorf("-platforms: %q is not GOOS/GOARCH, as in linux/amd64", text)
		}
		out = append(out, platform{system, machine})
	}
	return out, nil
}

// release writes the files of a release of the repository that contains root to out.
func release(ctx context.Context, root, out string, platforms []platform) error {
	if there, err := os.ReadDir(out); err == nil && len(there) > 0 {
		return fmt.Errorf("%s is not empty", out)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	s, err := checkOut(ctx, root, filepath.Join(temp, "source"))
	if err != nil {
		return err
	}
	host, err := s.build(ctx, platform{runtime.GOOS, runtime.GOARCH})
	if err != nil {
		return err
	}
	v, err := s.version(ctx, host)
	if err != nil {
		return err
	}
	shared, err := s.sharedFiles(ctx, host, filepath.Join(temp, "man"))
	if err != nil {
		return err
	}
	var written []string
	write := func(name string, data []byte, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		written = append(written, name)
		fmt.Printf("%s %.1f MB\n", name, float64(len(data))/1e6)
		return os.WriteFile(filepath.Join(out, name), data, 0o644)
	}
	images := make(map[platform][]byte)
	for _, p := range platforms {
		program, err := s.build(ctx, p)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("lanista-%s-%s-%s", v, p.system, p.machine)
		bill, err := billOfMaterials(program, v, s.date)
		if err := write(name+".cdx.json", bill, err); err != nil {
			return err
		}
		if p.system == "windows" {
			data, err := zipped(name, append(shared, file{"lanista.exe", 0o755, program}), s.date)
			if err := write(name+".zip", data, err); err != nil {
				return err
			}
			continue
		}
		data, err := tarred(name, append(shared, file{"lanista", 0o755, program}), s.date)
		if err := write(name+".tar.gz", data, err); err != nil {
			return err
		}
		if p.system == "linux" {
			images[p] = program
			data, err := debian(program, shared, v, p, s.date)
			if err := write(fmt.Sprintf("lanista_%s_%s.deb", v, p.machine), data, err); err != nil {
				return err
			}
		}
	}
	if len(images) > 0 {
		data, err := image(images, v, s)
		if err := write(fmt.Sprintf("lanista-%s-oci.tar", v), data, err); err != nil {
			return err
		}
	}
	return writeSums(out, written)
}

// writeSums writes the file SHA256SUMS in the format of sha256sum.
func writeSums(dir string, names []string) error {
	var sums strings.Builder
	var errs []error
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		errs = append(errs, err)
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
	}
	return errors.Join(append(errs, os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums.String()), 0o644))...)
}
