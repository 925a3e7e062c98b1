package main

import (
	"archive/tar"
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// userID is the id of the user and the group that run a container. Distroless images use this
// number for their user nonroot.
const userID = 65532

// image returns a container image of the program in the OCI layout, as a tar archive. It supports
// those of the platforms linux/amd64 and linux/arm64 that programs contains. The image contains the
// program, the folder /tmp, and the empty folder /data, in which the program runs.
func image(programs map[platform][]byte, version string, s *source) ([]byte, error) {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	labels := map[string]string{
		"org.opencontainers.image.title": "lanista", "org.opencontainers.image.description": summary,
		"org.opencontainers.image.version": version, "org.opencontainers.image.revision": s.revision,
		"org.opencontainers.image.source": homepage, "org.opencontainers.image.licenses": "MIT",
		"org.opencontainers.image.created": s.date.Format(time.RFC3339),
	}
	for _, machine := range []string{"amd64", "arm64"} {
		p := platform{"linux", machine}
		program, ok := programs[p]
		if !ok {
			continue
		}
		data, err := layer(program, s.date)
		if err != nil {
			return nil, err
		}
		l, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil },
			tarball.WithMediaType(types.OCILayer))
		if err != nil {
			return nil, err
		}
		base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
		base, err = mutate.ConfigFile(base, &v1.ConfigFile{
			OS: p.system, Architecture: p.machine, Created: v1.Time{Time: s.date}, Author: authors,
			RootFS: v1.RootFS{Type: "layers"},
			Config: v1.Config{
				User: "65532:65532", WorkingDir: "/data", Labels: labels,
				Env: []string{"PATH=/usr/bin", "HOME=/data"}, Entrypoint: []string{"/usr/bin/lanista"},
			},
		})
		if err != nil {
			return nil, err
		}
		img, err := mutate.Append(base, mutate.Addendum{
			Layer: l, History: v1.History{Created: v1.Time{Time: s.date}, CreatedBy: "lanista " + version},
		})
		if err != nil {
			return nil, err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: img, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: p.system, Architecture: p.machine}},
		})
	}
	dir, err := os.MkdirTemp("", "image-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path, err := layout.Write(dir, empty.Index)
	if err != nil {
		return nil, err
	}
	tag := strings.ReplaceAll(version, "+", "-") // a tag contains no plus sign
	err = path.AppendIndex(index, layout.WithAnnotations(map[string]string{
		"org.opencontainers.image.ref.name": tag, "io.containerd.image.name": "lanista:" + tag,
	}))
	if err != nil {
		return nil, err
	}
	return tarOf(dir, s.date)
}

// layer returns the only layer of a container image as a tar archive.
func layer(program []byte, date time.Time) ([]byte, error) {
	var out bytes.Buffer
	t := tar.NewWriter(&out)
	for _, h := range []tar.Header{
		{Name: "data/", Typeflag: tar.TypeDir, Mode: 0o755, Uid: userID, Gid: userID},
		{Name: "tmp/", Typeflag: tar.TypeDir, Mode: 0o1777},
		{Name: "usr/", Typeflag: tar.TypeDir, Mode: 0o755},
		{Name: "usr/bin/", Typeflag: tar.TypeDir, Mode: 0o755},
		{Name: "usr/bin/lanista", Mode: 0o755, Size: int64(len(program))},
	} {
		h.ModTime, h.Format = date, tar.FormatPAX
		if err := t.WriteHeader(&h); err != nil {
			return nil, err
		}
		if h.Size > 0 {
			if _, err := t.Write(program); err != nil {
				return nil, err
			}
		}
	}
	err := t.Close()
	return out.Bytes(), err
}

// tarOf returns the files of a folder as a tar archive, in the order of their names.
func tarOf(dir string, date time.Time) ([]byte, error) {
	var out bytes.Buffer
	t := tar.NewWriter(&out)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		header := tar.Header{Name: filepath.ToSlash(name), Mode: 0o644, Size: int64(len(data)), ModTime: date, Format: tar.FormatPAX}
		if err := t.WriteHeader(&header); err != nil {
			return err
		}
		_, err = t.Write(data)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = t.Close()
	return out.Bytes(), err
}
