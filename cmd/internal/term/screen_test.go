package term

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
)

// full accepts a number of bytes and then returns an error.
type full struct{ left int }

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), f.left)
	f.left -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

func nothing(string) string { return "" }

func TestScreenRemembersItsFailure(t *testing.T) {
	t.Parallel()
	to := &full{left: 5}
	s := New(to, nothing)
	if s.Used() || s.Err() != nil {
		t.Error("a fresh screen was used, or has failed")
	}
	s.Println("abcd")
	if !s.Used() || s.Err() != nil {
		t.Errorf("used %v, %v", s.Used(), s.Err())
	}
	s.Println("efgh")
	to.left = 100
	if _, err := s.Write([]byte("more")); !errors.Is(err, errFull) || !errors.Is(s.Err(), errFull) || to.left != 100 {
		t.Errorf("%v, %v, and %d bytes were written after it", err, s.Err(), 100-to.left)
	}
	if err := s.Table("a").Flush(); !errors.Is(err, errFull) {
		t.Errorf("a table on a screen that has failed: %v", err)
	}
}

func TestGapWritesNoSecondEmptyLine(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	s := New(&b, nothing)
	s.Print("a")
	s.Println()
	s.Gap()
	s.Gap()
	s.Print("b\n\n")
	s.Gap()
	s.Print("c\n")
	s.Print("\n")
	s.Gap()
	s.Println("d")
	s.Gap()
	if got, want := b.String(), "a\n\nb\n\nc\n\nd\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestLinesOfManyGoroutinesAreWhole(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	s := New(&b, nothing)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				s.Printf("%s\n", "a line")
			}
		})
	}
	all.Wait()
	if got := strings.Count(b.String(), "a line\n"); got != 400 || b.Len() != 7*400 {
		t.Errorf("%d whole lines in %d bytes, want 400", got, b.Len())
	}
}

// Output to a file is not coloured, and is fitted to a width only if COLUMNS is set.
func TestFilesAreWrittenPlain(t *testing.T) {
	t.Parallel()
	f, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := New(f, nothing)
	if s.Interactive() || s.Width() != 0 || s.Coloured(Red, "text") != "text" {
		t.Errorf("interactive %v, width %d, %q", s.Interactive(), s.Width(), s.Coloured(Red, "text"))
	}
	if on, _ := narrow("33"); on.Width() != 33 {
		t.Errorf("width %d, want 33", on.Width())
	}
	if on, _ := narrow("-3"); on.Width() != 0 {
		t.Errorf("width %d, want 0", on.Width())
	}
}
