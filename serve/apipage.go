package serve

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/serve/pages"
)

// apiPages serves the page /api. The page lists the operations of the web API, each with a form for
// sending a request.
type apiPages struct{ server *Server }

func (s *apiPages) register() {
	s.server.handle("GET /api", func(w http.ResponseWriter, r *http.Request) error { return s.apiPageOf(w, r, s.apiData(r)) })
	s.server.handle("POST /api", s.tryOperation)
}

func (s *apiPages) apiPageOf(w http.ResponseWriter, r *http.Request, data pages.API) error {
	return s.server.page(w, r, "api", pages.Page{
		Title: "API", Section: "/api", Scripts: []string{"forms"}, Libraries: []string{"vendor/idiomorph/idiomorph.min.js"}, Styles: []string{"charts.css"}, Data: data,
	})
}

// apiData returns the data of the page that describes the web API. Its examples contain the
// server address that the client used.
func (s *apiPages) apiData(r *http.Request) pages.API {
	return pages.API{Root: apiRoot, Address: address(r, s.server.options.TLS), Groups: groups(s.server.api.OpenAPI()), Token: s.server.options.Token != ""}
}

// address returns the server's URL as the client has addressed it.
func address(r *http.Request, isTLS bool) string {
	if isTLS {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// groups returns the operations of an API grouped by their OpenAPI tag, in the order of the paths.
func groups(doc *huma.OpenAPI) (list []pages.APIGroup) {
	at := make(map[string]int)
	for _, op := range operations(doc) {
		tag := op.Tags[0]
		i, known := at[tag]
		if !known {
			i = len(list)
			at[tag] = i
			list = append(list, pages.APIGroup{Name: tag})
		}
		list[i].Operations = append(list[i].Operations, describeOperation(doc, op))
	}
	return list
}

// operations returns the operations of an API, sorted by path and method.
func operations(doc *huma.OpenAPI) (list []*huma.Operation) {
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
			if op != nil {
				list = append(list, op)
			}
		}
	}
	slices.SortFunc(list, func(a, b *huma.Operation) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method))
	})
	return list
}

// describeOperation converts an OpenAPI operation to the description that the page about the API
// shows.
func describeOperation(doc *huma.OpenAPI, op *huma.Operation) pages.APIOperation {
	o := pages.APIOperation{ID: op.OperationID, Method: op.Method, Path: op.Path, Summary: op.Summary, Description: op.Description}
	for _, p := range op.Parameters {
		if p.In == "header" || p.In == "cookie" {
			continue
		}
		o.Params = append(o.Params, pages.APIParam{
			Name: p.Name, In: p.In, Doc: p.Description, Required: p.Required || p.In == "path", Type: typeName(p.Schema), Example: example(p), Choices: choices(p.Schema),
		})
	}
	if op.RequestBody != nil {
		if media := op.RequestBody.Content["application/json"]; media != nil {
			o.Body = bodyExample(doc, media)
			o.Takes = keysOf(doc, media.Schema, "")
		}
	}
	if answer := op.Responses["200"]; answer != nil {
		kinds := slices.Sorted(maps.Keys(answer.Content))
		o.Answers, o.Gives = strings.Join(kinds, ", "), keysOf(doc, answer.Content[kinds[0]].Schema, "")
	}
	return o
}

// example returns the initial text of a parameter in the form for trying an operation.
func example(p *huma.Param) string {
	if p.In == "path" && len(p.Schema.Examples) > 0 {
		return text(p.Schema.Examples[0])
	}
	return ""
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return strings.Trim(string(b), `"`)
}

func choices(s *huma.Schema) (list []string) {
	for _, v := range s.Enum {
		list = append(list, text(v))
	}
	return list
}

// bodyExample returns an example of a request body as JSON text.
func bodyExample(doc *huma.OpenAPI, media *huma.MediaType) string {
	v := media.Example
	if v == nil {
		v = sample(doc, media.Schema, 0)
	}
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return "{}"
	}
	return string(b)
}

// sample returns an example value for a JSON Schema. This is the example in the schema. For an
// object without one, it is an object with the examples of its properties. Otherwise sample returns
// nil, or an empty object at depth 0. depth is the number of objects that contain the value. The
// schema must not contain itself.
func sample(doc *huma.OpenAPI, s *huma.Schema, depth int) any {
	s = resolved(doc, s)
	if len(s.Examples) > 0 {
		return s.Examples[0]
	}
	if s.Type != huma.TypeObject {
		return nil
	}
	out := make(map[string]any)
	for name, part := range s.Properties {
		if v := sample(doc, part, depth+1); v != nil {
			out[name] = v
		}
	}
	if len(out) == 0 && depth > 0 {
		return nil
	}
	return out
}

func resolved(doc *huma.OpenAPI, s *huma.Schema) *huma.Schema {
	if s.Ref != "" {
		return doc.Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

// keysOf lists the keys of the JSON documents that a schema describes. under is put in front of
// each key. The keys of a nested object follow the object's own key. If the schema has
// alternatives, the keys of all are listed. The schema must not contain itself.
func keysOf(doc *huma.OpenAPI, s *huma.Schema, under string) (list []pages.APIKey) {
	s = resolved(doc, s)
	for s.Items != nil {
		under, s = under+"[]", resolved(doc, s.Items)
	}
	for _, one := range s.AnyOf {
		list = append(list, keysOf(doc, one, under)...)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		part := s.Properties[name]
		path := strings.TrimPrefix(under+"."+name, ".")
		list = append(list, pages.APIKey{Path: path, Type: typeName(part), Doc: part.Description})
		list = append(list, keysOf(doc, part, path)...)
	}
	return list
}

// typeName returns the name of a JSON Schema's type for the page about the API.
func typeName(s *huma.Schema) string {
	switch {
	case s.Ref != "":
		return s.Ref[strings.LastIndex(s.Ref, "/")+1:]
	case s.Items != nil:
		return "list of " + typeName(s.Items)
	case s.Type == "":
		return "any"
	}
	return s.Type
}
