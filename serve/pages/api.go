package pages

import "strings"

// API is what the page about the API shows.
type API struct {
	Root    string
	Address string // where the server was reached
	Groups  []APIGroup
	Token   bool // clients need a token
	// Tried is the operation that was sent from the page, nil where none was; it is one
	// of those in Groups.
	Tried *APIOperation
}

// Operation finds an operation by its ID; nil where there is none.
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

// APIGroup is operations about the same thing.
type APIGroup struct {
	Name       string
	Operations []APIOperation
}

// APIOperation is an operation.
type APIOperation struct {
	ID, Method, Path, Summary, Description string
	Params                                 []APIParam
	Body                                   string // an example of what is sent, "" where nothing is
	Takes, Gives                           []APIKey
	Answers                                string // the media type
	Result                                 string // what has come back, "" where it was not sent
}

// APIParam is a part of an address.
type APIParam struct {
	Name, In, Doc, Type, Example string
	Required                     bool
	Choices                      []string
}

// APIKey is a key of a document.
type APIKey struct {
	Path, Type, Doc string
	Required        bool
}

// Curl is a line that sends the operation.
func (o APIOperation) Curl(api API) string {
	path := o.Path
	for _, p := range o.Params {
		if p.In == "path" {
			path = strings.ReplaceAll(path, "{"+p.Name+"}", p.Example)
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
		line += "-H 'Content-Type: application/json' -d '" + strings.ReplaceAll(strings.Join(strings.Fields(o.Body), " "), "'", `'\''`) + "' "
	}
	return line + api.Address + path
}
