package termtest

import (
	"errors"
	"io"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Terminal is a pseudo-terminal for tests. An [Emulator] interprets what a program writes to it.
type Terminal struct {
	Emulator
	Out, Err *os.File // files for a program's standard output and standard error

	t       *testing.T
	seen    *os.File
	reading sync.WaitGroup
	mu      sync.Mutex // protects the emulator until Close returns
}

// Open returns a pseudo-terminal with the given width in characters. It skips the test if the
// system has no pseudo-terminals. The caller must call Close. A slow terminal shows only about 50
// characters per millisecond.
func Open(t *testing.T, width int, slow bool) *Terminal {
	t.Helper()
	seen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	number, err := unix.IoctlGetInt(int(seen.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(seen.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(seen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(width)})
	}
	if err != nil {
		t.Skip(err)
	}
	var ends [2]*os.File
	for i := range ends {
		if ends[i], err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_WRONLY|unix.O_NOCTTY, 0); err != nil {
			t.Skip(err)
		}
	}
	terminal := &Terminal{Emulator: Emulator{width: width}, Out: ends[0], Err: ends[1], t: t, seen: seen}
	terminal.reading.Go(func() { terminal.read(slow) })
	return terminal
}

// Type sends characters to the terminal as if the user had typed them.
func (t *Terminal) Type(text string) {
	t.t.Helper()
	if _, err := t.seen.WriteString(text); err != nil {
		t.t.Error(err)
	}
}

// Await calls the function is repeatedly until it returns true. It fails the test after five
// minutes.
func (t *Terminal) Await(is func(*Emulator) bool) {
	t.t.Helper()
	holds := func() bool {
		t.mu.Lock()
		defer t.mu.Unlock()
		return is(&t.Emulator)
	}
	for begun := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > 5*time.Minute {
			t.t.Error("the terminal does not show what is awaited")
			return
		}
	}
}

// read passes the output of the pseudo-terminal to the emulator, until all files that write to the
// terminal are closed.
func (t *Terminal) read(slow bool) {
	buffer := make([]byte, 97)
	for {
		n, err := t.seen.Read(buffer)
		t.mu.Lock()
		t.show(buffer[:n])
		t.mu.Unlock()
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, unix.EIO) {
				t.t.Error(err)
			}
			return
		}
		if slow {
			time.Sleep(2 * time.Millisecond)
		}
	}
}

// Close closes the files and waits until everything is shown. It fails the test if the output had
// mistakes.
func (t *Terminal) Close() {
	t.t.Helper()
	if err := errors.Join(t.Out.Close(), t.Err.Close()); err != nil {
		t.t.Fatal(err)
	}
	t.reading.Wait()
	_ = t.seen.Close()
	for _, mistake := range t.mistakes {
		t.t.Error(mistake)
	}
}
