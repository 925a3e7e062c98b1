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

// Line is a line of input without surrounding spaces, or the error of reading it.
type Line struct {
	Text string
	Err  error // io.EOF after the last line
}

// Lines returns a channel that receives the lines of a reader. It reads at most one line ahead. The
// caller can thus react to a signal while the reader blocks. If the reader blocks forever, so does
// the goroutine that reads.
func Lines(ctx context.Context, from io.Reader) <-chan Line {
	lines := make(chan Line)
	go func() {
		in := bufio.NewReader(from)
		for {
			line, err := in.ReadString('\n')
			if line = strings.TrimSpace(line); line != "" {
				err = nil // the next read returns io.EOF
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

// Until returns a reader that reads from r until ctx is done. After that, reads return the error of
// ctx, even while r blocks. If r blocks forever, a goroutine remains until the process exits.
func Until(ctx context.Context, r io.Reader) io.Reader {
	in, out := io.Pipe()
	go func() {
		_, err := io.Copy(out, r)
		_ = out.CloseWithError(err) // it always returns nil
	}()
	context.AfterFunc(ctx, func() { _ = out.CloseWithError(ctx.Err()) })
	return in
}

// Open opens a file or a named pipe for reading. Once ctx is done, reads return the error of ctx. A
// regular file is opened immediately. Any other file is opened at the first read, because opening a
// pipe may block. The error does not contain the path.
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
	case info.Mode().IsRegular(): // report an error before anything is read
		f, err := os.Open(path)
		if errors.As(err, &wrong) {
			err = wrong.Err
		}
		if err != nil {
			return nil, err
		}
		return &opened{ctx: ctx, file: f}, nil
	}
	return Until(ctx, &unopened{path: path}), nil
}

// opened is a reader of a regular file. It closes the file at the first error, such as the end of
// the file or the error of ctx. All later reads return the same error.
type opened struct {
	ctx  context.Context
	file *os.File
	err  error
}

func (o *opened) Read(b []byte) (n int, err error) {
	if o.err != nil {
		return 0, o.err
	}
	if o.err = o.ctx.Err(); o.err == nil {
		n, o.err = o.file.Read(b)
	}
	if o.err != nil {
		_ = o.file.Close()
	}
	return n, o.err
}

// unopened is a reader that opens its file at the first read and closes it at the end of the file.
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
