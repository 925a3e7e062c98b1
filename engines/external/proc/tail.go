package proc

import "sync"

// tailBytes is how much of standard error is kept.
const tailBytes = 4096

// tail keeps the end of a stream.
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

// String is what is kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
