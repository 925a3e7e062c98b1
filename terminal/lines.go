package terminal

import (
	"bufio"
	"context"
	"io"
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
