package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/lanista/lanista/runs"
)

// apiRoot is the path prefix of the API.
const apiRoot = "/api/v1"

func init() { // huma makes its errors with these package variables
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return problemOf(status, message, errs...)
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
		return withFittingStatus(ctx.Operation(), problemOf(status, message, errs...))
	}
}

// withFittingStatus returns the problem document p with a status that suits the operation. For a
// GET request, which has no body, 400 (Bad Request) replaces 422 (Unprocessable Entity). Any other
// document is returned unchanged.
func withFittingStatus(op *huma.Operation, p *problem) *problem {
	if op == nil || op.Method != http.MethodGet || p.Status != http.StatusUnprocessableEntity {
		return p
	}
	bad := *p
	bad.Status, bad.Title = http.StatusBadRequest, http.StatusText(http.StatusBadRequest)
	return &bad
}

// newAPI returns a web API that has no operations yet. The documentation pages of the library
// huma are switched off, and the server itself serves /openapi.json.
func newAPI(mux *http.ServeMux) huma.API {
	c := huma.DefaultConfig("Lanista", runs.BuildInfo().Version)
	c.Info.Description = "The runs of a store, and games played by a server that stores nothing between requests. " +
		"Seeds are strings, times are RFC 3339 in UTC, and unknown numbers are null. Unknown keys are errors."
	c.OpenAPIPath, c.DocsPath, c.SchemasPath, c.CreateHooks = "", "", "", nil
	c.RejectUnknownQueryParameters = true
	format := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: readJSON}
	c.Formats = map[string]huma.Format{jsonType: format, "json": format}
	c.Components.Schemas = newRegistry("#/components/schemas/")
	api := humago.New(mux, c)
	mux.HandleFunc("GET "+apiRoot+"/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		text, err := api.OpenAPI().MarshalJSON()
		if err != nil {
			writeProblem(w, newProblem(http.StatusInternalServerError, codeInternal, "the description cannot be written"))
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text)
	})
	return api
}

// readJSON parses a JSON document into v. If a number does not fit an integer in v, such as 2.0 or
// 1e30, the error names the key and requests a whole number.
func readJSON(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%s: a whole number is needed, in digits alone and not too large, not %s", lastKey(wrong.Field), strings.TrimPrefix(wrong.Value, "number "))
	}
	return err
}

// lastKey returns the last key of the path of a JSON value, without indices of lists: "seats" for
// "agents.2.seats.0".
func lastKey(path string) string {
	keys := strings.Split(path, ".")
	isKey := func(key string) bool { _, err := strconv.Atoi(key); return err != nil }
	for len(keys) > 1 && !isKey(keys[len(keys)-1]) {
		keys = keys[:len(keys)-1]
	}
	return keys[len(keys)-1]
}

// answer is an HTTP response with a JSON document as its body.
type answer[T any] struct{ Body T }

// operation adds an operation to the web API. The function f receives the request and returns the
// JSON document of the response. Errors of f become problem documents; see [Server.explain].
func operation[I, O any](s *Server, method, path, summary string, f func(context.Context, *I) (O, error), more ...func(*huma.Operation)) {
	op := newOperation(method, path, summary)
	op.MaxBodyBytes = bodyBytes
	for _, m := range more {
		m(&op)
	}
	huma.Register(s.api, op, func(ctx context.Context, in *I) (*answer[O], error) {
		out, err := f(ctx, in)
		if err != nil {
			return nil, withFittingStatus(&op, s.explain(ctx, err))
		}
		return &answer[O]{out}, nil
	})
}

// newOperation returns the OpenAPI description of an operation. Its tag is the first element of the
// path.
func newOperation(method, path, summary string) huma.Operation {
	return huma.Operation{OperationID: operationID(method, path), Method: method, Path: apiRoot + path, Summary: summary, Tags: []string{strings.Split(path, "/")[1]}}
}

// operationID returns the OpenAPI name of an operation, made of its method and path, such as
// get-runs-id-history.
func operationID(method, path string) string {
	words := strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune("/{}._", r) })
	return strings.ToLower(method) + "-" + strings.Join(words, "-")
}

func describe(text string) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Description = text }
}

// withBodyExample returns an option that adds an example of the request body to the OpenAPI
// description of an operation.
func withBodyExample(body map[string]any) func(*huma.Operation) {
	return func(op *huma.Operation) {
		op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {Example: body}}}
	}
}
