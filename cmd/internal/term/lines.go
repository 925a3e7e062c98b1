package term

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Line is a line that a person has typed, without the blanks about it, or why there is
// none.
type Line struct {
	Text string
	Err  error // io.EOF after the last line
}

// Lines reads what a person types, a line ahead at the most, so that a signal is
// not kept waiting for the next line. The reading ends with the process where the
// person types nothing more.
func Lines(ctx context.Context, from io.Reader) <-chan Line {
	lines := make(chan Line)
	go func() {
		in := bufio.NewReader(from)
		for {
			line, err := in.ReadString('\n')
			if line = strings.TrimSpace(line); line != "" {
				err = nil // the end comes with the next line
			}
			select {
			case lines <- Line{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

// Until reads what another reader has until a context is done, also while it waits for
// more, and then returns the context's error. Where the other reader waits for a person
// its reading ends with the process.
func Until(ctx context.Context, r io.Reader) io.Reader {
	in, out := io.Pipe()
	go func() {
		_, err := io.Copy(out, r)
		_ = out.CloseWithError(err) // it never fails
	}()
	context.AfterFunc(ctx, func() { _ = out.CloseWithError(ctx.Err()) })
	return in
}

// Open opens a file that a person has named, to be read until a context is done: a named
// pipe waits for somebody to write into it, and so may the first reading. The error says
// why there is no such file; its path is not in it.
func Open(ctx context.Context, path string) (io.Reader, error) {
	info, err := os.Stat(path)
	var wrong *fs.PathError
	switch {
	case errors.As(err, &wrong):
		return nil, wrong.Err
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("is a directory")
	case info.Mode().IsRegular(): // a mistake is told before anything is read
		f, err := os.Open(path)
		if errors.As(err, &wrong) {
			err = wrong.Err
		}
		if err != nil {
			return nil, err
		}
		return Until(ctx, &unopened{file: f}), nil
	}
	return Until(ctx, &unopened{path: path}), nil
}

// unopened is a file that the first reading opens, and the last one closes.
type unopened struct {
	path string
	file *os.File
}

func (u *unopened) Read(b []byte) (int, error) {
	if u.file == nil {
		f, err := os.Open(u.path)
		if err != nil {
			return 0, err
		}
		u.file = f
	}
	n, err := u.file.Read(b)
	if err != nil {
		_ = u.file.Close()
	}
	return n, err
}
