package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/lanista/lanista/serve/pages"
)

// These constants limit the requests that users send from the page about the API. tryTime is the
// longest duration of a request. tryShown is the largest number of bytes of the response that the
// page shows.
const (
	tryTime  = 20 * time.Second
	tryShown = 20_000
)

// tryOperation handles the form by which a user tries an operation of the API. It sends the request
// with the access rights of the user, and shows the page again with the response.
func (s *apiPages) tryOperation(w http.ResponseWriter, r *http.Request) error {
	if err := readForm(r); err != nil {
		return err
	}
	data := s.apiData(r)
	op := data.Operation(r.PostFormValue("operation"))
	if op == nil {
		return notFound("the API has no such operation")
	}
	data.Tried = op
	target := filledIn(op, r.PostForm)
	op.Result = op.Method + " " + target + "\n" + s.try(r, op, target)
	return s.apiPageOf(w, r, data)
}

// filledIn copies the values that a user typed into the form to op, so that the form shows them
// again. op describes the API operation of the form. filledIn returns the path and the query of the
// request.
func filledIn(op *pages.APIOperation, typed url.Values) string {
	path, query := op.Path, url.Values{}
	for i := range op.Params {
		p := &op.Params[i]
		p.Example = typed.Get("in." + p.Name)
		if p.In == "path" {
			path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(p.Example))
		} else if p.Example != "" {
			query.Set(p.Name, p.Example)
		}
	}
	if op.Body != "" {
		op.Body = typed.Get("body")
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return path
}

// try sends an API request to this server and returns the response as text. The request takes its
// cookies and its authorization from the request original.
func (s *apiPages) try(original *http.Request, op *pages.APIOperation, target string) string {
	ctx, cancel := context.WithTimeout(original.Context(), tryTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, op.Method, target, strings.NewReader(op.Body))
	if err != nil {
		return "This cannot be sent: " + err.Error()
	}
	request.Host, request.RemoteAddr = original.Host, original.RemoteAddr
	for _, name := range []string{"Authorization", "Cookie"} {
		request.Header[name] = original.Header[name]
	}
	if op.Body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	answer := &recordedResponse{header: make(http.Header), status: http.StatusOK, enough: cancel}
	s.server.handler.ServeHTTP(answer, request)
	return answer.String()
}

// recordedResponse is an http.ResponseWriter that records the beginning of a response instead of
// sending it. Of an event stream it records only the first message.
type recordedResponse struct {
	header http.Header
	status int
	sent   bool
	body   bytes.Buffer
	more   bool
	enough context.CancelFunc
}

func (r *recordedResponse) Header() http.Header { return r.header }

// WriteHeader records the HTTP status. Later calls have no effect.
func (r *recordedResponse) WriteHeader(status int) {
	if !r.sent {
		r.status, r.sent = status, true
	}
}

// Write records the beginning of the body and discards the bytes beyond the limit tryShown.
func (r *recordedResponse) Write(p []byte) (int, error) {
	r.sent = true
	room := tryShown - r.body.Len()
	r.body.Write(p[:min(len(p), room)])
	r.more = r.more || len(p) > room
	if strings.HasPrefix(r.header.Get("Content-Type"), "text/event-stream") {
		r.more = true
		r.enough()
	}
	return len(p), nil
}

// Flush does nothing, because the response is recorded and not sent. The same applies to the two
// methods that set deadlines.
func (r *recordedResponse) Flush()                           {}
func (r *recordedResponse) SetReadDeadline(time.Time) error  { return nil }
func (r *recordedResponse) SetWriteDeadline(time.Time) error { return nil }

// String returns the recorded status, headers and body as text.
func (r *recordedResponse) String() string {
	var out bytes.Buffer
	if r.more || json.Indent(&out, r.body.Bytes(), "", "  ") != nil {
		out.Reset()
		out.Write(r.body.Bytes())
	}
	if r.more {
		out.WriteString("\n…")
	}
	return fmt.Sprintf("%d %s\n\n%s", r.status, http.StatusText(r.status), strings.ToValidUTF8(out.String(), "�"))
}
