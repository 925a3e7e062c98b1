package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"time"
)

// tarred returns a compressed tar archive of files in one folder. All files have the same date and
// belong to root.
func tarred(folder string, files []file, date time.Time) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		header := tar.Header{Name: folder + "/" + f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: date, Format: tar.FormatPAX}
		if err := t.WriteHeader(&header); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// zipped returns a zip archive of files in one folder. All files have the same date.
func zipped(folder string, files []file, date time.Time) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range files {
		header := zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: date}
		header.SetMode(f.mode)
		w, err := z.CreateHeader(&header)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}
