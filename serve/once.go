package serve

import "net/http"

// onceWriter writes only the first status of an answer. huma writes a second one if the
// client leaves during a document, and so does a handler that panics; net/http would log
// both.
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
	_ = http.NewResponseController(o.ResponseWriter).Flush() // a client that has gone needs nothing
}

// Unwrap returns the wrapped writer, so that streams can set deadlines.
func (o *onceWriter) Unwrap() http.ResponseWriter { return o.ResponseWriter }
