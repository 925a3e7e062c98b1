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

// errorCode identifies a kind of error in API responses. The codes do not change between
// releases.
type errorCode string

// These codes are the possible values of code in a problem document.
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

// problem is the JSON response to a failed request, in the format of RFC 9457. It contains no
// file names and no internals of the server.
type problem struct {
	OK     bool      `json:"ok" doc:"always false"`
	Type   string    `json:"type"`
	Title  string    `json:"title" doc:"text of the status"`
	Status int       `json:"status" doc:"of HTTP"`
	Code   errorCode `json:"code" doc:"stable name of the kind of error"`
	Detail string    `json:"detail" doc:"description of the error"`
	Errors []mistake `json:"errors,omitempty" doc:"single mistakes, if there are several or their location is known"`

	header http.Header
}

type mistake struct {
	Location string `json:"location,omitempty" doc:"location, such as body.move or query.limit"`
	Message  string `json:"message"`
}

func (p *problem) Error() string { return p.Detail }

// GetStatus returns the HTTP status of the problem. It implements an interface of the library
// huma.
func (p *problem) GetStatus() int { return p.Status }

// GetHeaders returns the HTTP headers of the response. It implements an interface of the library
// huma.
func (p *problem) GetHeaders() http.Header { return p.header }

// ContentType returns the media type of a problem document. It implements an interface of the
// library huma.
func (p *problem) ContentType(string) string { return "application/problem+json" }

func newProblem(status int, code errorCode, detail string, mistakes ...mistake) *problem {
	return &problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: code, Detail: detail, Errors: mistakes}
}

// refuse returns the problem document of a request with one mistake. field is the wrong key of the
// request body, or "" for the whole body.
func refuse(code errorCode, field, format string, args ...any) *problem {
	text := fmt.Errorf(format, args...).Error()
	return refuseAll(code, mistake{bodyField(field), text})
}

// refuseKeys returns the problem document for a request with the mistakes in err. field is the key
// of the request body that contains the mistakes, such as "settings", or "" for the whole body. The
// paths of the mistakes are relative to it.
func refuseKeys(code errorCode, field string, err error) *problem {
	var mistakes []mistake
	for _, m := range keys.All(err) {
		at := strings.Trim(field+"."+m.Path, ".")
		mistakes = append(mistakes, mistake{bodyField(at), m.Error()})
	}
	return refuseAll(code, mistakes...)
}

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

// bodyField returns the location of a key of the request body, such as body.winner.
func bodyField(field string) string {
	if field == "" {
		return "body"
	}
	return "body." + field
}

func notFound(detail string) *problem { return newProblem(http.StatusNotFound, codeNotFound, detail) }

// retry sets the Retry-After header, which contains the number of seconds that a client should
// wait before it repeats the request.
func (p *problem) retry(seconds string) *problem {
	p.header = http.Header{"Retry-After": {seconds}}
	return p
}

// codes maps an HTTP status that the library huma sets to the error code of the response.
var codes = map[int]errorCode{
	http.StatusUnauthorized: codeUnauthorized, http.StatusForbidden: codeNotAllowed, http.StatusNotFound: codeNotFound,
	http.StatusRequestEntityTooLarge: codeTooLarge, http.StatusTooManyRequests: codeBusy, http.StatusInternalServerError: codeInternal,
}

// unknownQuery is the error message of the library huma for an unknown query parameter.
const unknownQuery = "unknown query parameter"

// unreadableBody is the error message of the library huma for a request body that ends early or has
// a wrong encoding. Its status 500 is replaced, because the mistake is the client's.
const unreadableBody = "cannot read request body"

// problemOf converts the errors that the library huma finds in a request to a problem document.
func problemOf(status int, message string, errs ...error) *problem {
	if message == unreadableBody {
		status = http.StatusBadRequest
	}
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
