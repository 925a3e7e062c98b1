package serve

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The forms of the page about the API show the same responses as the API.
func TestOperationsAreTried(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	try := func(form url.Values) (int, string) {
		w := ask(t, s, http.MethodPost, "/api?part=try", form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
		return w.Code, w.Body.String()
	}
	for _, c := range []struct {
		form url.Values
		says []string
	}{
		{url.Values{"operation": {"get-runs-id"}, "in.id": {"bred"}}, []string{"GET /api/v1/runs/bred", "200 OK", "strategy"}},
		{url.Values{"operation": {"get-runs-id"}, "in.id": {"../../etc"}}, []string{"400 Bad Request", "must not contain"}},
		{url.Values{"operation": {"get-runs"}, "in.engine": {"risk"}, "in.limit": {"1"}}, []string{"GET /api/v1/runs?engine=risk&amp;limit=1", "200 OK"}},
		{url.Values{"operation": {"get-runs"}, "in.limit": {"many"}}, []string{"400 Bad Request"}},
		{url.Values{"operation": {"post-games"}, "body": {`{"engine":"hare","seats":1}`}}, []string{"422 Unprocessable Entity", "seats: 1 is not within [2, 6]"}},
		{url.Values{"operation": {"post-games"}, "body": {`{"engine":"hare","seats":2}`}}, []string{"200 OK", "0;68;3;f;0;68;3;f"}},
		{url.Values{"operation": {"get-events"}}, []string{"200 OK", "event: hello"}},
	} {
		code, text := try(c.form)
		for _, says := range c.says {
			if code != http.StatusOK || !strings.Contains(text, says) {
				t.Errorf("%v: %d without %q in %s", c.form, code, says, text)
			}
		}
	}
	if code, _ := try(url.Values{"operation": {"nonsense"}}); code != http.StatusNotFound {
		t.Errorf("no operation: %d", code)
	}
	w := ask(t, s, http.MethodPost, "/api", url.Values{"operation": {"get-health"}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	if text := w.Body.String(); !strings.Contains(text, "<h1>API") || !strings.Contains(text, "200 OK") {
		t.Errorf("without a script: %d %s", w.Code, text)
	}
}

// In a browser the response appears in the form that was sent.
func TestAFormOfTheAPI(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/api")
	eval[any](p, `document.getElementById("get-health").open = true`)
	p.do(chromedp.Click(`#get-health form button`))
	p.until(`document.querySelector("#get-health .result")?.textContent.includes("200 OK")`)
	if eval[int](p, `document.querySelectorAll(".operation").length`) < 15 {
		t.Error("the others are gone")
	}
}
