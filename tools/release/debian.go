package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

// These constants contain what Debian packages and container images state about the project.
const (
	authors  = "The Lanista authors"
	homepage = "https://github.com/lanista/lanista"
	summary  = "Tune the weights of game-playing agents"
)

// debian returns a Debian package of the program. shared contains the files that all archives have
// in common, such as manual pages. The package contains some of them.
func debian(program []byte, shared []file, version string, p platform, date time.Time) ([]byte, error) {
	temp, err := os.MkdirTemp("", "debian-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	var contents files.Contents
	for i, f := range append(shared, file{"lanista", 0o755, program}) {
		name := installed(f.name)
		if name == "" {
			continue
		}
		if strings.HasSuffix(name, ".gz") {
			if f.data, err = compressed(f.data); err != nil {
				return nil, err
			}
		}
		from := filepath.Join(temp, strconv.Itoa(i))
		if err := os.WriteFile(from, f.data, 0o600); err != nil {
			return nil, err
		}
		contents = append(contents, &files.Content{
			Source: from, Destination: name,
			FileInfo: &files.ContentFileInfo{Mode: f.mode, MTime: date, Owner: "root", Group: "root"},
		})
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "lanista", Arch: p.machine, Platform: p.system, Version: version, Section: "games", Priority: "optional",
		Maintainer: authors, Homepage: homepage, License: "MIT", Description: summary, MTime: date,
		DisableGlobbing: true, Overridables: nfpm.Overridables{Contents: contents},
	})
	var out bytes.Buffer
	err = deb.Default.Package(info, &out)
	return out.Bytes(), err
}

// installed returns the path at which a Debian package installs a file of an archive, or "" if the
// package does not contain the file.
func installed(name string) string {
	switch name {
	case "lanista":
		return "/usr/bin/lanista"
	case "LICENSE":
		return "/usr/share/doc/lanista/copyright"
	case "completions/lanista.bash":
		return "/usr/share/bash-completion/completions/lanista"
	case "completions/lanista.zsh":
		return "/usr/share/zsh/vendor-completions/_lanista"
	case "completions/lanista.fish":
		return "/usr/share/fish/vendor_completions.d/lanista.fish"
	case "completions/lanista.powershell":
		return ""
	}
	if page, ok := strings.CutPrefix(name, "man/"); ok {
		return "/usr/share/man/man1/" + page + ".gz"
	}
	return path.Join("/usr/share/doc/lanista", name)
}

// compressed returns data compressed by gzip, without a name and a date.
func compressed(data []byte) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}
