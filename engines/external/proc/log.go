package proc

import (
	"bytes"
	"io"
	"strconv"
	"sync"
	"time"
)

// Exchange is a line that went to a process or came from it.
type Exchange struct {
	// At is the time since the start of the process.
	At time.Duration
	// Way is '>' to the process and '<' from it.
	Way byte
	// Text is the line, of long ones the beginning.
	Text string
}

// String is the line as a trace has it: 12.345 > line.
func (x Exchange) String() string {
	return strconv.FormatFloat(x.At.Seconds(), 'f', 3, 64) + " " + string(x.Way) + " " + x.Text
}

const (
	keptLines = 20  // of either way
	keptBytes = 300 // of a line
)

// log keeps the last lines of either way, and writes the trace if one is wanted.
type log struct {
	begun  time.Time
	ways   [2]lastLines
	traced bool

	mu    sync.Mutex // guards the trace, which standard error is written to as well
	trace io.Writer
	text  []byte
	half  []byte // a line of standard error that has not ended
}

// lastLines is a ring of lines.
type lastLines struct {
	lines [keptLines]keptLine
	n     int // lines ever entered
}

type keptLine struct {
	at   time.Duration
	text []byte
}

func newLog(trace io.Writer, begun time.Time) *log {
	return &log{begun: begun, traced: trace != nil, trace: trace}
}

// line enters a line.
func (l *log) line(way byte, text []byte) {
	at := time.Since(l.begun)
	ring := &l.ways[0]
	if way == '<' {
		ring = &l.ways[1]
	}
	kept := &ring.lines[ring.n%keptLines]
	ring.n++
	kept.at, kept.text = at, append(kept.text[:0], text[:min(len(text), keptBytes)]...)
	if l.traced {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.write(at, way, text)
	}
}

// lines enters a text of lines.
func (l *log) lines(way byte, text []byte) {
	for line := range bytes.Lines(text) {
		l.line(way, bytes.TrimSuffix(line, []byte{'\n'}))
	}
}

// stderr enters what came on standard error, of which the trace alone is told.
func (l *log) stderr(text []byte) {
	if !l.traced {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.half = append(l.half, text...)
	for {
		line, rest, whole := bytes.Cut(l.half, []byte{'\n'})
		if !whole && len(line) < maxLine {
			return
		}
		l.write(time.Since(l.begun), '!', line)
		l.half = append(l.half[:0], rest...)
	}
}

// write writes a line of the trace: 12.345 > line. A trace that cannot be written
// stops no game.
func (l *log) write(at time.Duration, way byte, line []byte) {
	if l.trace == nil { // it is closed
		return
	}
	l.text = strconv.AppendFloat(l.text[:0], at.Seconds(), 'f', 3, 64)
	l.text = append(l.text, ' ', way, ' ')
	l.text = append(append(l.text, line...), '\n')
	_, _ = l.trace.Write(l.text)
}

// close ends the trace.
func (l *log) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.half) > 0 {
		l.write(time.Since(l.begun), '!', l.half)
		l.half = nil
	}
	if c, ok := l.trace.(io.Closer); ok {
		_ = c.Close()
	}
	l.trace = nil
}

// recent lists the last lines of both ways in the order of time.
func (l *log) recent() []Exchange {
	var list []Exchange
	in, out := &l.ways[0], &l.ways[1]
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
