package process

import (
	"bytes"
	"io"
	"strconv"
	"sync"
	"time"
)

// Exchange is a line sent to a process or received from it.
type Exchange struct {
	// At is the time since the process was started.
	At time.Duration
	// Way is '>' for a line sent to the process and '<' for a line received from it.
	Way byte
	// Text is the line itself, of which at most the first 300 bytes are kept.
	Text string
}

// String returns the line in the form of a trace file: the time in seconds, the direction and the
// text, such as "12.345 > line".
func (x Exchange) String() string {
	return strconv.FormatFloat(x.At.Seconds(), 'f', 3, 64) + " " + string(x.Way) + " " + x.Text
}

const (
	keptLines = 20  // in each direction
	keptBytes = 300 // of a line
)

// trace records the lines exchanged with a process. It keeps the last lines in each direction and
// writes all lines to a writer, if there is one.
type trace struct {
	begun     time.Time
	ways      [2]lastLines
	hasWriter bool // all lines are written to out

	mu    sync.Mutex // guards the fields below: two goroutines write lines
	out   io.Writer
	text  []byte
	start []byte // the beginning of a line of standard error that has not ended
}

// lastLines is a ring buffer of lines.
type lastLines struct {
	lines [keptLines]keptLine
	n     int // lines ever added
}

type keptLine struct {
	at   time.Duration
	text []byte
}

func newTrace(out io.Writer, begun time.Time) *trace {
	return &trace{begun: begun, hasWriter: out != nil, out: out}
}

// addLine records a line and its time since the start of the process. way is '>' for a line that
// was sent and '<' for a received one.
func (t *trace) addLine(way byte, at time.Duration, text []byte) {
	ring := &t.ways[0]
	if way == '<' {
		ring = &t.ways[1]
	}
	kept := &ring.lines[ring.n%keptLines]
	ring.n++
	kept.at, kept.text = at, append(kept.text[:0], text[:min(len(text), keptBytes)]...)
	if t.hasWriter {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.write(at, way, text)
	}
}

// addLines records every line of text, all with the present time. way is '>' for lines that were
// sent to the program and '<' for those received.
func (t *trace) addLines(way byte, text []byte) {
	at := time.Since(t.begun)
	for line := range bytes.Lines(text) {
		t.addLine(way, at, bytes.TrimSuffix(line, []byte{'\n'}))
	}
}

// addStderr writes text from standard error to the writer of the trace, if it has one, as soon as a
// line is complete. Unlike lines that were sent or received, these lines are not kept in memory.
func (t *trace) addStderr(text []byte) {
	if !t.hasWriter {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.start = append(t.start, text...)
	for {
		line, rest, whole := bytes.Cut(t.start, []byte{'\n'})
		if !whole && len(line) < maxLine {
			return
		}
		t.write(time.Since(t.begun), '!', line)
		t.start = append(t.start[:0], rest...)
	}
}

// write writes a line in the form "12.345 > line". It ignores errors, so that a full disk does
// not stop a game.
func (t *trace) write(at time.Duration, way byte, line []byte) {
	if t.out == nil { // closed
		return
	}
	t.text = strconv.AppendFloat(t.text[:0], at.Seconds(), 'f', 3, 64)
	t.text = append(t.text, ' ', way, ' ')
	t.text = append(append(t.text, line...), '\n')
	_, _ = t.out.Write(t.text)
}

// close writes an unfinished line of standard error, if there is one, and closes the writer.
func (t *trace) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.start) > 0 {
		t.write(time.Since(t.begun), '!', t.start)
		t.start = nil
	}
	if c, ok := t.out.(io.Closer); ok {
		_ = c.Close()
	}
	t.out = nil
}

// recent returns the kept lines of both directions, ordered by time.
func (t *trace) recent() []Exchange {
	var list []Exchange
	in, out := &t.ways[0], &t.ways[1]
	i, j := max(0, in.n-keptLines), max(0, out.n-keptLines)
	for i < in.n || j < out.n {
		if j == out.n || i < in.n && in.lines[i%keptLines].at <= out.lines[j%keptLines].at {
			kept := &in.lines[i%keptLines]
			list = append(list, Exchange{kept.at, '>', string(kept.text)})
			i++
		} else {
			kept := &out.lines[j%keptLines]
			list = append(list, Exchange{kept.at, '<', string(kept.text)})
			j++
		}
	}
	return list
}

// tailBytes is the number of bytes of standard error that are kept.
const tailBytes = 4096

// tail keeps the last bytes that were written to it. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) add(b []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if over := len(t.text) - tailBytes; over > 0 {
		t.text = t.text[:copy(t.text, t.text[over:])]
	}
}

// String returns the kept bytes.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
