package serve

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/lanista/lanista/keys"
)

// errorCode is the stable name of a kind of error.
type errorCode string

// The codes of a problem.
const (
	codeBadRequest   errorCode = "bad_request"
	codeUnknownKey   errorCode = "unknown_key"
	codeTooLarge     errorCode = "too_large"
	codeUnauthorized errorCode = "unauthorized"
	codeNotAllowed   errorCode = "not_allowed"
	codeReadOnly     errorCode = "read_only"
	codeNotFound     errorCode = "not_found"
	codeAmbiguous    errorCode = "ambiguous"
	codeIllegalMove  errorCode = "illegal_move"
	codeBadPosition  errorCode = "bad_position"
	codeBadSetting   errorCode = "bad_setting"
	codeBadAgent     errorCode = "bad_agent"
	codeBadState     errorCode = "bad_state"
	codeBusy         errorCode = "busy"
	codeTooSlow      errorCode = "too_slow"
	codeConflict     errorCode = "conflict"
	codeInternal     errorCode = "internal"
)

// problem is the response to a request that failed (RFC 9457). It contains no file names and no
// internals of the server.
type problem struct {
	OK     bool      `json:"ok" doc:"always false"`
	Type   string    `json:"type"`
	Title  string    `json:"title" doc:"text of the status"`
	Status int       `json:"status"`
	Code   errorCode `json:"code" doc:"stable name of the kind of error"`
	Detail string    `json:"detail" doc:"description of the error"`
	Errors []mistake `json:"errors,omitempty" doc:"single mistakes, if there are several or their location is known"`

	header http.Header
}

// mistake is one mistake in a request, with its location.
type mistake struct {
	Location string `json:"location,omitempty" doc:"location, such as body.move or query.limit"`
	Message  string `json:"message"`
}

// Error returns the detail.
func (p *problem) Error() string { return p.Detail }

// GetStatus returns the HTTP status. huma calls it.
func (p *problem) GetStatus() int { return p.Status }

// GetHeaders returns the headers of the answer. huma calls it.
func (p *problem) GetHeaders() http.Header { return p.header }

// ContentType returns the media type of problems. huma calls it.
func (p *problem) ContentType(string) string { return "application/problem+json" }

// newProblem returns a problem.
func newProblem(status int, code errorCode, detail string, mistakes ...mistake) *problem {
	return &problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: code, Detail: detail, Errors: mistakes}
}

// refuse returns the problem of a request with one mistake. field is the key of the body
// that is wrong; "" is the whole body.
func refuse(code errorCode, field, format string, args ...any) *problem {
	text := fmt.Errorf(format, args...).Error()
	return refuseAll(code, mistake{bodyField(field), text})
}

// refuseKeys returns the problem of a request whose key field has the mistakes of err.
func refuseKeys(code errorCode, field string, err error) *problem {
	var mistakes []mistake
	for _, m := range keys.All(err) {
		at := strings.Trim(field+"."+m.Path, ".")
		text := m.Error()
		if field == "" {
			text = m.Err.Error()
		}
		mistakes = append(mistakes, mistake{bodyField(at), text})
	}
	return refuseAll(code, mistakes...)
}

// refuseAll returns the problem of a request with mistakes.
func refuseAll(code errorCode, mistakes ...mistake) *problem {
	status := http.StatusUnprocessableEntity
	switch code {
	case codeBusy:
		status = http.StatusTooManyRequests
	case codeTooSlow:
		status = http.StatusServiceUnavailable
	}
	var details []string
	for _, m := range mistakes {
		details = append(details, m.Message)
	}
	return newProblem(status, code, strings.Join(details, "; "), mistakes...)
}

// bodyField returns the location of a key of the body.
func bodyField(field string) string {
	if field == "" {
		return "body"
	}
	return "body." + field
}

func notFound(detail string) *problem { return newProblem(http.StatusNotFound, codeNotFound, detail) }

// retry adds the number of seconds after which the client should try again.
func (p *problem) retry(seconds string) *problem {
	p.header = http.Header{"Retry-After": {seconds}}
	return p
}

// codes maps the status of errors that huma makes to codes.
var codes = map[int]errorCode{
	http.StatusUnauthorized: codeUnauthorized, http.StatusForbidden: codeNotAllowed, http.StatusNotFound: codeNotFound,
	http.StatusRequestEntityTooLarge: codeTooLarge, http.StatusTooManyRequests: codeBusy, http.StatusInternalServerError: codeInternal,
}

// unknownQuery is the message of huma for an unknown query parameter.
const unknownQuery = "unknown query parameter"

// problemOf returns the problem of errors that huma finds in a request.
func problemOf(status int, message string, errs ...error) *problem {
	code, ok := codes[status]
	if !ok {
		code = codeBadRequest
	}
	p := newProblem(status, code, message)
	for _, err := range errs {
		var d huma.ErrorDetailer
		if !errors.As(err, &d) {
			if err != nil && status < http.StatusInternalServerError {
				p.Errors = append(p.Errors, mistake{Message: err.Error()})
			}
			continue
		}
		detail := d.ErrorDetail()
		if detail.Message == validation.MsgUnexpectedProperty || detail.Message == unknownQuery {
			p.Code = codeUnknownKey
		}
		p.Errors = append(p.Errors, mistake{Location: detail.Location, Message: detail.Message})
	}
	return p
}
