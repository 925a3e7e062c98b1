package pages

import (
	"strings"
	"testing"
)

// The command of an operation sends the same request as its form: blanks in texts of the body stay,
// and the path is encoded.
func TestCurlSendsWhatTheFormSends(t *testing.T) {
	t.Parallel()
	o := APIOperation{
		Method: "POST", Path: "/runs/{id}", Params: []APIParam{{Name: "id", In: "path", Example: "a b/c"}},
		Body: "{\n  \"config\": \"engine:\\n    name: it's\"\n}",
	}
	want := `curl -X POST -H 'Content-Type: application/json' -d '{"config":"engine:\n    name: it'\''s"}' http://host/runs/a%20b%2Fc`
	if got := o.Curl(API{Address: "http://host"}); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if o.Body = "{ no JSON  "; !strings.Contains(o.Curl(API{}), "'{ no JSON  '") {
		t.Error(o.Curl(API{}))
	}
}
