package serve

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// command adds an operation with a body, which may be refused.
func command[I, O any](s *Server, path, summary string, f func(context.Context, *I) (O, error), more ...func(*huma.Operation)) {
	more = append(more, func(op *huma.Operation) { op.Errors = append(op.Errors, http.StatusUnprocessableEntity) })
	operation(s, http.MethodPost, path, summary, f, more...)
}

// describe adds a description to an operation.
func describe(text string) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Description = text }
}

// withLost declares that an operation may answer 404.
func withLost(op *huma.Operation) { op.Errors = append(op.Errors, http.StatusNotFound) }

// sends adds an example of a body to an operation.
func sends(body map[string]any) func(*huma.Operation) {
	return func(op *huma.Operation) {
		op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {Example: body}}}
	}
}
