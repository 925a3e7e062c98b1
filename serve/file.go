package serve

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// file is a response that a browser saves as a file.
type file struct {
	Type        string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// attachment returns a response that a browser saves under the given name. Unusual characters of
// the name become hyphens: all but letters, digits, points, underscores and hyphens.
func attachment(name, kind string, body []byte) *file {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r) {
			return r
		}
		return '-'
	}, name)
	return &file{kind, fmt.Sprintf("attachment; filename=%q", safe), body}
}

// download adds a GET operation to the web API that responds with a file. The argument kinds contains
// the media types that the file can have.
func download[I any](s *Server, path, summary string, f func(context.Context, *I) (*file, error), kinds ...string) {
	op := newOperation(http.MethodGet, path, summary)
	content := make(map[string]*huma.MediaType)
	for _, kind := range kinds {
		content[kind] = &huma.MediaType{Schema: &huma.Schema{}} // any JSON
		if kind != jsonType {
			content[kind].Schema.Type = huma.TypeString
		}
	}
	op.Responses = map[string]*huma.Response{"200": {Description: "a file", Content: content}}
	huma.Register(s.api, op, func(ctx context.Context, in *I) (*file, error) {
		out, err := f(ctx, in)
		if err != nil {
			return nil, s.explain(ctx, err)
		}
		return out, nil
	})
}

func csvFile(name string, lines [][]string) (*file, error) {
	var text bytes.Buffer
	to := csv.NewWriter(&text)
	err := to.WriteAll(lines)
	return attachment(name, exportTypes["csv"], text.Bytes()), err
}
