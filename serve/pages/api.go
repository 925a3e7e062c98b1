package pages

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
)

// API contains the data of the page that describes the web API.
type API struct {
	Root    string
	Address string // URL at which the client reached the server
	Groups  []APIGroup
	Token   bool // clients need a token
	// Tried is the operation that the user sent from the page, or nil. It points to an element of
	// Groups.
	Tried *APIOperation
}

// Operation returns the operation with an ID, or nil if there is none.
func (a API) Operation(id string) *APIOperation {
	for _, g := range a.Groups {
		for i := range g.Operations {
			if g.Operations[i].ID == id {
				return &g.Operations[i]
			}
		}
	}
	return nil
}

// APIGroup contains the API operations that have the same OpenAPI tag.
type APIGroup struct {
	Name       string
	Operations []APIOperation
}

// APIOperation describes one operation of the web API.
type APIOperation struct {
	ID, Method, Path, Summary, Description string
	Params                                 []APIParam
	Body                                   string // example of the request body; "" if there is none
	Takes, Gives                           []APIKey
	Answers                                string // media type of the response
	Result                                 string // response to the request sent from the page; "" if none was sent
}

// APIParam describes a parameter in the path or the query of an API operation.
type APIParam struct {
	Name, In, Doc, Type, Example string
	Required                     bool
	Choices                      []string
}

// APIKey describes a key of a JSON document.
type APIKey struct {
	Path, Type, Doc string
}

// Curl returns a curl command that sends a request for the operation. It fills in the parameters of
// the path but leaves out those of the query. A JSON body is written in one line.
func (o APIOperation) Curl(api API) string {
	path := o.Path
	for _, p := range o.Params {
		if p.In == "path" {
			path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(p.Example))
		}
	}
	line := "curl "
	if api.Token {
		line += "-H 'Authorization: Bearer TOKEN' "
	}
	if o.Method != "GET" {
		line += "-X " + o.Method + " "
	}
	if o.Body != "" {
		var short bytes.Buffer
		if json.Compact(&short, []byte(o.Body)) != nil {
			short.WriteString(o.Body)
		}
		line += "-H 'Content-Type: application/json' -d '" + strings.ReplaceAll(short.String(), "'", `'\''`) + "' "
	}
	return line + api.Address + path
}
