package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
)

// tagged adds an ETag of the contents to JSON documents, and answers 304 if the client
// has that version.
func tagged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || !isAPI(r) {
			next.ServeHTTP(w, r)
			return
		}
		t := &tagWriter{ResponseWriter: w}
		next.ServeHTTP(t, r)
		t.finish(r)
	})
}

// tagWriter buffers a JSON document until it is complete. It passes other responses through.
type tagWriter struct {
	http.ResponseWriter
	document bytes.Buffer
	held     bool // the answer is a document
	begun    bool
}

// WriteHeader begins the answer, or the buffering.
func (t *tagWriter) WriteHeader(status int) {
	t.begun = true
	if t.held = status == http.StatusOK && t.Header().Get("Content-Type") == "application/json"; !t.held {
		t.ResponseWriter.WriteHeader(status)
	}
}

// Write adds to the answer, or to the buffer.
func (t *tagWriter) Write(p []byte) (int, error) {
	if !t.begun {
		t.WriteHeader(http.StatusOK)
	}
	if t.held {
		return t.document.Write(p)
	}
	return t.ResponseWriter.Write(p)
}

// Unwrap returns the wrapped writer, so that streams can flush and set deadlines.
func (t *tagWriter) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// finish sends a buffered document.
func (t *tagWriter) finish(r *http.Request) {
	if !t.held {
		return
	}
	tag := t.Header().Get("ETag")
	if tag == "" { // the handler may have set a tag of its own
		sum := sha256.Sum256(t.document.Bytes())
		tag = `"` + hex.EncodeToString(sum[:8]) + `"`
		t.Header().Set("ETag", tag)
	}
	t.Header().Set("Cache-Control", "no-cache")
	if isKnown(r, tag) {
		t.Header().Del("Content-Type")
		t.ResponseWriter.WriteHeader(http.StatusNotModified)
		return
	}
	t.ResponseWriter.WriteHeader(http.StatusOK)
	_, _ = t.ResponseWriter.Write(t.document.Bytes()) // an error means that the client has gone
}

// onceWriter writes only the first status of a response. huma writes a second status if the
// client leaves during a document, and so does a handler that panics; net/http would log both.
type onceWriter struct {
	http.ResponseWriter
	begun bool
}

// WriteHeader sends the first final status, and informational ones before it.
func (o *onceWriter) WriteHeader(status int) {
	if o.begun {
		return
	}
	o.begun = status >= http.StatusOK || status == http.StatusSwitchingProtocols
	o.ResponseWriter.WriteHeader(status)
}

// Write sends the body, and the status 200 if none was sent.
func (o *onceWriter) Write(p []byte) (int, error) {
	o.begun = true
	return o.ResponseWriter.Write(p)
}

// Flush sends the buffered data.
func (o *onceWriter) Flush() {
	o.begun = true
	_ = http.NewResponseController(o.ResponseWriter).Flush() // an error means that the client has gone
}

// Unwrap returns the wrapped writer, so that streams can set deadlines.
func (o *onceWriter) Unwrap() http.ResponseWriter { return o.ResponseWriter }
