package serve

import (
	"bytes"
	"net/http"
)

// tagged adds an ETag header, a hash of the contents, to JSON responses of the API to GET and HEAD
// requests. It responds with 304 (Not Modified) if the client already has that version.
func tagged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead || !isAPI(r) {
			next.ServeHTTP(w, r)
			return
		}
		t := &tagWriter{ResponseWriter: w}
		next.ServeHTTP(t, r)
		t.finish(r)
	})
}

// tagWriter buffers a JSON response until it is complete. It writes other responses directly.
type tagWriter struct {
	http.ResponseWriter
	document bytes.Buffer
	held     bool // the answer is a document
	begun    bool
}

// WriteHeader sets the status. It starts the buffering if the response is JSON.
func (t *tagWriter) WriteHeader(status int) {
	t.begun = true
	if t.held = status == http.StatusOK && t.Header().Get("Content-Type") == "application/json"; !t.held {
		t.ResponseWriter.WriteHeader(status)
	}
}

// Write appends data to the buffer if the response is JSON with status 200. Otherwise it writes the
// data to the client immediately.
func (t *tagWriter) Write(p []byte) (int, error) {
	if !t.begun {
		t.WriteHeader(http.StatusOK)
	}
	if t.held {
		return t.document.Write(p)
	}
	return t.ResponseWriter.Write(p)
}

// Unwrap returns the wrapped writer. http.ResponseController needs it to flush and to set
// deadlines.
func (t *tagWriter) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// finish sends the buffered JSON response with its ETag, or the status 304 (Not Modified) if the
// client already has that version. If the response was not buffered, finish does nothing.
func (t *tagWriter) finish(r *http.Request) {
	if !t.held {
		return
	}
	tag := t.Header().Get("ETag")
	if tag == "" { // the handler may have set a tag of its own
		tag = tagOf(t.document.Bytes())
		t.Header().Set("ETag", tag)
	}
	if isKnown(r, tag) {
		t.Header().Del("Content-Type")
		t.ResponseWriter.WriteHeader(http.StatusNotModified)
		return
	}
	t.ResponseWriter.WriteHeader(http.StatusOK)
	_, _ = t.ResponseWriter.Write(t.document.Bytes()) // an error means that the client has gone
}

// onceWriter is an http.ResponseWriter that sends only the first status of a response. Some
// handlers set a second one, for example after a client has disconnected. net/http would log this
// as an error.
type onceWriter struct {
	http.ResponseWriter
	begun bool
}

// WriteHeader sends the first final status and all informational statuses before it.
func (o *onceWriter) WriteHeader(status int) {
	if o.begun {
		return
	}
	o.begun = status >= http.StatusOK || status == http.StatusSwitchingProtocols
	o.ResponseWriter.WriteHeader(status)
}

// Write sends part of the body. It first sends the status 200 if no status was sent.
func (o *onceWriter) Write(p []byte) (int, error) {
	o.begun = true
	return o.ResponseWriter.Write(p)
}

// Flush sends buffered data to the client.
func (o *onceWriter) Flush() {
	o.begun = true
	_ = http.NewResponseController(o.ResponseWriter).Flush() // an error means that the client has gone
}

// Unwrap returns the wrapped writer. http.ResponseController needs it to set deadlines.
func (o *onceWriter) Unwrap() http.ResponseWriter { return o.ResponseWriter }
