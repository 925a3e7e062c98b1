package serve

import "net/http"

// onceWriter lets an answer have one status. Huma sets a second one where the client
// has left while a document is written, and a handler that panics has begun already;
// net/http would complain of both in the log.
type onceWriter struct {
	http.ResponseWriter
	begun bool
}

// WriteHeader sends the first status; those that only inform may come before it.
func (o *onceWriter) WriteHeader(status int) {
	if o.begun {
		return
	}
	o.begun = status >= http.StatusOK || status == http.StatusSwitchingProtocols
	o.ResponseWriter.WriteHeader(status)
}

// Write begins the answer, if nobody has.
func (o *onceWriter) Write(p []byte) (int, error) {
	o.begun = true
	return o.ResponseWriter.Write(p)
}

// Flush sends what there is.
func (o *onceWriter) Flush() {
	o.begun = true
	_ = http.NewResponseController(o.ResponseWriter).Flush() // a client that has gone needs nothing
}

// Unwrap lets streams set their deadlines.
func (o *onceWriter) Unwrap() http.ResponseWriter { return o.ResponseWriter }
