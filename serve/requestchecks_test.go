package serve

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/serve/static"
)

func TestOnlyRequestsForThisServerAreAnswered(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Hosts = []string{"tuner.lan"} })
	for host, want := range map[string]int{
		"localhost": 200, "localhost:7171": 200, "127.0.0.1:7171": 200, "[::1]:7171": 200, "127.9.9.9": 200, "TUNER.lan:80": 200, "localhost.": 200, "localhost:": 200,
		"evil.example": 421, "evil.example:7171": 421, "192.168.1.1": 421, "": 421, "localhost.evil.example": 421, "0x7f000001": 421,
		"127.0.0.1:7171.evil.example": 421, "localhost:evil.example": 421, "localhost:99999": 421, "]localhost[": 421, "[localhost": 421,
	} {
		for _, path := range []string{"/runs", "/api/v1/health", "/nothing"} {
			want := want
			if path == "/nothing" && want == 200 {
				want = 404
			}
			w := ask(t, s, http.MethodGet, path, "", "Host", host)
			if w.Code != want {
				t.Errorf("Host %q, %s: %d, not %d", host, path, w.Code, want)
			}
			if w.Header().Get("Content-Security-Policy") == "" {
				t.Errorf("Host %q, %s: no policy", host, path)
			}
		}
	}
}

func TestAnotherSiteCannotPost(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for _, header := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "same-site"}} {
		w := ask(t, s, http.MethodPost, "/api/v1/nothing", "{}", header...)
		if code, p := refusal(t, w); code != http.StatusForbidden || p.Code != codeNotAllowed {
			t.Errorf("%v: %d %s", header, code, p.Code)
		}
	}
	if w := ask(t, s, http.MethodPost, "/api/v1/nothing", "{}", "Sec-Fetch-Site", "same-origin"); w.Code != http.StatusNotFound {
		t.Errorf("the same origin: %d", w.Code)
	}
}

func TestIndecentRequestsAreRefused(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for _, c := range []struct {
		name, method, path, body string
		header                   []string
		status                   int
		code                     errorCode
	}{
		{"a path upwards", "GET", "/api/v1/../../etc/passwd", "", nil, 400, codeBadRequest},
		{"an encoded one", "GET", "/api/v1/runs/%2e%2e/x", "", nil, 400, codeBadRequest},
		{"a form", "POST", "/api/v1/nothing", "a=b", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, codeBadRequest},
		{"too much", "POST", "/api/v1/nothing", strings.Repeat(" ", largeBodyBytes+1), nil, 413, codeTooLarge},
		{"nowhere", "GET", "/api/v1/nothing", "", nil, 404, codeNotFound},
		{"an unknown parameter", "GET", "/api/v1/health?x=1", "", nil, 400, codeUnknownKey},
	} {
		if code, p := refusal(t, ask(t, s, c.method, c.path, c.body, c.header...)); code != c.status || p.Code != c.code {
			t.Errorf("%s: %d %s, not %d %s", c.name, code, p.Code, c.status, c.code)
		}
	}
}

// A client that sends a large body before it reads receives a response, not a closed
// connection.
func TestALargeBodyIsAnswered(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(newServer(t, nil)) // without the time limits of Serve
	defer web.Close()
	c, err := net.Dial("tcp", web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	const size = 16 << 20
	_, err = fmt.Fprintf(c, "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", size, strings.Repeat(" ", size))
	if err != nil {
		t.Fatal(err)
	}
	a, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || a.StatusCode != http.StatusRequestEntityTooLarge || a.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%+v, %v", a, err)
	}
	if err := errors.Join(a.Body.Close(), c.Close()); err != nil {
		t.Error(err)
	}
}

// counted is a body of unknown length that never ends. It counts the bytes that are read.
type counted struct{ n int }

func (c *counted) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	c.n += len(p)
	return len(p), nil
}

// A body without a length is read up to the limit and no further.
func TestABodyWithoutLengthEnds(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for _, path := range []string{"/new", "/etudes", "/api", "/api/v1/games", "/api/v1/configs/check"} {
		kind := "application/x-www-form-urlencoded"
		if strings.HasPrefix(path, "/api/") {
			kind = "application/json"
		}
		body := new(counted)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, body)
		r.Host = "localhost"
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code < 400 || w.Code >= 500 || body.n > largeBodyBytes+1<<16 {
			t.Errorf("%s: %d after %d bytes", path, w.Code, body.n)
		}
	}
}

// A path of the API with an empty element is not that of another operation.
func TestEmptyElementsOfPaths(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for _, request := range []string{"GET /api/v1/runs//games", "GET /api/v1/runs/./games", "POST /api/v1/jobs//stop", "GET /api/v1//runs", "GET /api/v1/runs/"} {
		method, path, _ := strings.Cut(request, " ")
		if code, p := refusal(t, ask(t, s, method, path, "")); code != http.StatusNotFound || p.Code != codeNotFound {
			t.Errorf("%s: %d %+v", request, code, p)
		}
	}
}

// The name of a run may contain slashes, which a path has in their encoded form.
func TestSlashesInNames(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	run, err := store.Begin(t.Context(), results.Info{Kind: results.Evolve, Name: "/a//b/", Engine: "risk", Config: "engine: {name: risk}\n"})
	if err := errors.Join(err, run.Close(), store.Close()); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(o *Options) { o.Store = path })
	if w := ask(t, s, http.MethodGet, "/api/v1/runs/%2Fa%2F%2Fb%2F", ""); w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A body that is cut off, or whose chunks are malformed, is a mistake of the client and not of the
// server.
func TestABodyThatCannotBeRead(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(newServer(t, nil))
	defer server.Close()
	for _, body := range []string{"Content-Length: 100\r\n\r\n{\"en", "Transfer-Encoding: chunked\r\n\r\nzz\r\n"} {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"+body); err != nil {
			t.Fatal(err)
		}
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		var p problem
		err = json.NewDecoder(response.Body).Decode(&p)
		if err != nil || response.StatusCode != http.StatusBadRequest || p.Status != http.StatusBadRequest || p.Code != codeBadRequest {
			t.Errorf("%q: %d %+v, %v", body, response.StatusCode, p, err)
		}
		_ = conn.Close()
	}
}

// Errors name what the client sent, and no type of the program.
func TestErrorsNameWhatWasSent(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for _, c := range []struct{ method, path, body, want string }{
		{"GET", "/api/v1/engines/rsik", "", `unknown game "rsik" (did you mean risk?)`},
		{"GET", "/api/v1/engines/rsik/layout", "", `unknown game "rsik" (did you mean risk?)`},
		{"GET", "/api/v1/etudes/hare-21", "", `unknown etude set "hare-21"`},
		{"GET", "/api/v1/runs/bred/charts/weight.svg", "", `unknown chart "weight.svg"; one of `},
		{"GET", "/api/v1/runs/bred/charts/map.svg", "", `the run has no such chart`},
		{"GET", "/api/v1/runs/bred/generations/900/genomes", "", "there is no round 900"},
		{"GET", "/engines/rsik", "", "nknown game &#34;rsik&#34; (did you mean risk?)"},
		{"GET", "/play/rsik", "", "nknown game &#34;rsik&#34; (did you mean risk?)"},
		{"POST", "/api/v1/games", `{"engine":"hare","seats":2.0}`, "seats: a whole number is needed, in digits alone and not too large, not 2.0"},
		{"POST", "/api/v1/games/best", `{"engine":"hare","think":{"depth":1e1}}`, "depth: a whole number is needed, in digits alone and not too large, not 1e1"},
		{"POST", "/api/v1/games/back", `{"engine":"hare","plies":1e30}`, "plies: a whole number is needed, in digits alone and not too large, not 1e30"},
	} {
		w := ask(t, s, c.method, c.path, c.body)
		text := w.Body.String()
		if strings.HasPrefix(c.path, "/api/") {
			_, p := refusal(t, w)
			text = fmt.Sprint(p.Detail, p.Errors)
		}
		if w.Code/100 != 4 || !strings.Contains(text, c.want) || strings.Contains(text, "Go ") {
			t.Errorf("%s %s %s: %d %s, want %s", c.method, c.path, c.body, w.Code, text, c.want)
		}
	}
}

// No response may be used again unless it is requested again, except files of the program, whose
// address changes with their contents.
func TestEveryResponseIsRequestedAgain(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Token = strings.Repeat("t", 16) })
	token := []string{"Authorization", "Bearer " + strings.Repeat("t", 16)}
	for path, want := range map[string]string{
		"/": "no-cache", "/runs": "no-cache", "/nothing": "no-store", "/api/v1/runs": "no-cache", "/api/v1/runs/bred/report": "no-cache", "/api/v1/runs/bred/config": "no-cache",
		"/api/v1/runs/bred/history.csv": "no-cache", "/api/v1/openapi.json": "no-cache", "/api/v1/engines/none": "no-cache", "/api/v1/nothing": "no-store",
		static.Path("app.css"): "public, max-age=31536000, immutable",
	} {
		if w := ask(t, s, http.MethodGet, path, "", token...); w.Header().Get("Cache-Control") != want {
			t.Errorf("%s: %d, Cache-Control: %q, want %q", path, w.Code, w.Header().Get("Cache-Control"), want)
		}
	}
	if w := ask(t, s, http.MethodGet, "/runs?token="+strings.Repeat("t", 16), ""); w.Code != http.StatusSeeOther || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("the response with the cookie: %d, Cache-Control: %q", w.Code, w.Header().Get("Cache-Control"))
	}
}

// Media types do not distinguish case.
func TestMediaTypeInCapitals(t *testing.T) {
	t.Parallel()
	if w := ask(t, newServer(t, nil), http.MethodPost, "/api/v1/games", `{"engine":"hare"}`, "Content-Type", "Application/JSON"); w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A request with the wrong method receives the allowed ones.
func TestOtherMethodsAreNamed(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for _, c := range []struct{ method, path, allow string }{
		{"PUT", "/runs", "GET, HEAD"},
		{"POST", "/", "GET, HEAD"},
		{"DELETE", "/etudes", "GET, HEAD, POST"},
		{"POST", "/api/v1/runs", "GET, HEAD"},
		{"PATCH", "/api/v1/games/move", "POST"},
		{"GET", "/api/v1/games/move", "POST"},
	} {
		w := ask(t, s, c.method, c.path, "{}")
		if got := w.Header().Get("Allow"); w.Code != http.StatusMethodNotAllowed || got != c.allow {
			t.Errorf("%s %s: %d, Allow: %q, want %q", c.method, c.path, w.Code, got, c.allow)
		}
		if strings.HasPrefix(c.path, "/api/v1/") {
			if code, p := refusal(t, w); code != http.StatusMethodNotAllowed || p.Code != codeNotAllowed || p.Detail == "" {
				t.Errorf("%s %s: %+v", c.method, c.path, p)
			}
		}
	}
}

func TestThePanicOfAHandlerIsAnswered(t *testing.T) {
	t.Parallel()
	var logged string
	s := newServer(t, func(o *Options) { o.Log = func(line string) { logged += line } })
	s.mux.HandleFunc("GET /api/v1/panic", func(http.ResponseWriter, *http.Request) { panic("secret of /etc/shadow") })
	code, p := refusal(t, ask(t, s, http.MethodGet, "/api/v1/panic", ""))
	if code != http.StatusInternalServerError || p.Code != codeInternal || strings.Contains(p.Detail, "secret") {
		t.Errorf("%d %+v", code, p)
	}
	if !strings.Contains(logged, "secret of /etc/shadow") || !strings.Contains(p.Detail, strings.Fields(logged)[1][:8]) {
		t.Errorf("answered %q, logged %q", p.Detail, logged)
	}
}

func TestTheTokenOpensTheGate(t *testing.T) {
	t.Parallel()
	const token = "abcdefghijklmnop"
	s := newServer(t, func(o *Options) { o.Token = token })
	if code, p := refusal(t, ask(t, s, http.MethodGet, "/api/v1/health", "")); code != 401 || p.Code != codeUnauthorized {
		t.Errorf("without a token: %d %s", code, p.Code)
	}
	for path, want := range map[string]int{
		static.Path("app.css"): 200, static.Path("app.css") + "?token=wrong": 401, "/static/none.css": 404, "/static/../runs": 401, "/static/..%2fruns": 401, "/runs": 401, "/": 401,
	} {
		if w := ask(t, s, http.MethodGet, path, ""); w.Code != want {
			t.Errorf("%s without a token: %d, want %d", path, w.Code, want)
		}
	}
	if w := ask(t, s, http.MethodPost, static.Path("app.css"), "{}"); w.Code != 401 {
		t.Errorf("a POST request without a token: %d", w.Code)
	}
	if w := ask(t, s, http.MethodGet, "/api/v1/health", "", "Authorization", "Bearer "+token); w.Code != 200 {
		t.Errorf("a header: %d", w.Code)
	}
	for path, to := range map[string]string{"//other.example/x": "/other.example/x", "///other.example": "/other.example", "/": "/"} {
		if w := ask(t, s, http.MethodGet, path+"?token="+token, ""); w.Header().Get("Location") != to {
			t.Errorf("%s: redirected to %s", path, w.Header().Get("Location"))
		}
	}
	w := ask(t, s, http.MethodGet, "/runs?token="+token+"&q=x", "")
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/runs?q=x" {
		t.Errorf("the address: %d to %q", w.Code, w.Header().Get("Location"))
	}
	cookie := w.Header().Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Strict", "Path=/"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("the cookie %q has no %s", cookie, want)
		}
	}
	for host, name := range map[string]string{"localhost:7171": "lanista7171", "localhost:7172": "lanista7172", "[::1]:7171": "lanista7171", "localhost": "lanista"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/runs?token="+token, nil)
		r.Host = host
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); !strings.HasPrefix(w.Header().Get("Set-Cookie"), name+"=") {
			t.Errorf("%s: %s", host, w.Header().Get("Set-Cookie"))
		}
	}
	if w := ask(t, s, http.MethodGet, "/runs", "", "Cookie", strings.SplitN(cookie, ";", 2)[0]); w.Code != 200 {
		t.Errorf("the cookie: %d", w.Code)
	}
	if strings.Contains(cookie, token) {
		t.Errorf("the cookie %q contains the token", cookie)
	}
	name := cookie[:strings.Index(cookie, "=")+1]
	for _, forged := range []string{token, "AgAAAAB", strings.SplitN(strings.TrimPrefix(cookie, name), ";", 2)[0] + "A"} {
		if code, _ := refusal(t, ask(t, s, http.MethodGet, "/api/v1/health", "", "Cookie", name+forged)); code != 401 {
			t.Errorf("the cookie %q: %d", forged, code)
		}
	}
	for range mostFailures - 1 { // the address of a style sheet had one
		if w := ask(t, s, http.MethodGet, "/api/v1/health?token=wrong", ""); w.Code != 401 {
			t.Errorf("a wrong token: %d", w.Code)
		}
	}
	if code, p := refusal(t, ask(t, s, http.MethodGet, "/api/v1/health?token=wrong", "")); code != 429 || p.Code != codeBusy {
		t.Errorf("after %d wrong ones: %d %s", mostFailures, code, p.Code)
	}
	// The owner behind the same address is not locked out.
	if w := ask(t, s, http.MethodGet, "/api/v1/health", "", "Authorization", "Bearer "+token); w.Code != 200 {
		t.Errorf("the right token after wrong ones: %d", w.Code)
	}
	if w := ask(t, s, http.MethodGet, "/runs", "", "Cookie", strings.SplitN(cookie, ";", 2)[0]); w.Code != 200 {
		t.Errorf("the session after wrong ones: %d", w.Code)
	}
}

// A client with the token for reading sees runs and plays games, and can start, stop and save
// nothing, with the token or with its session.
func TestTheReadTokenOnlyReads(t *testing.T) {
	t.Parallel()
	const token, reader = "abcdefghijklmnop", "ponmlkjihgfedcba"
	s := newServer(t, func(o *Options) {
		o.Token, o.ReadToken, o.Runs, o.Executable, o.Etudes = token, reader, 1, "/bin/false", t.TempDir()
	})
	cookie := strings.SplitN(ask(t, s, http.MethodGet, "/runs?token="+reader, "").Header().Get("Set-Cookie"), ";", 2)[0]
	for _, header := range [][2]string{{"Authorization", "Bearer " + reader}, {"Cookie", cookie}} {
		for _, path := range []string{"/runs", "/runs/bred", "/compare?a=bred&b=cup", "/api/v1/runs", "/new", "/jobs"} {
			w := ask(t, s, http.MethodGet, path, "", header[0], header[1])
			if w.Code != 200 || strings.Contains(w.Body.String(), `action="/jobs"`) || strings.Contains(w.Body.String(), `/resume"`) && path != "/api" {
				t.Errorf("%s: %d, or a button that writes", path, w.Code)
			}
		}
		if w := ask(t, s, http.MethodPost, "/api/v1/games", `{"engine":"hare"}`, header[0], header[1]); w.Code != 200 {
			t.Errorf("a game: %d", w.Code)
		}
		for _, write := range [][2]string{
			{http.MethodPost, "/api/v1/jobs"},
			{http.MethodPost, "/jobs"},
			{http.MethodPost, "/jobs/x/stop"},
			{http.MethodPost, "/api/v1/jobs/x/stop"},
			{http.MethodPost, "/runs/bred/resume"},
			{http.MethodPost, "/api/v1/runs/bred/resume"},
			{http.MethodPut, "/api/v1/etudes/hare-20/1"},
			{http.MethodPost, "/runs/bred/stop"},
		} {
			if w := ask(t, s, write[0], write[1], "{}", header[0], header[1]); w.Code != 403 || !strings.Contains(w.Body.String(), "only reads") {
				t.Errorf("%s %s: %d", write[0], write[1], w.Code)
			}
		}
		// The forms of the page about the API allow no more than the API.
		for _, operation := range []string{"post-jobs", "post-jobs-id-stop", "post-runs-id-resume", "put-etudes-set-line"} {
			form := url.Values{"operation": {operation}, "body": {"{}"}, "in.id": {"bred"}, "in.set": {"hare-20"}, "in.line": {"1"}}
			w := ask(t, s, http.MethodPost, "/api", form.Encode(), "Content-Type", "application/x-www-form-urlencoded", header[0], header[1])
			if text := w.Body.String(); w.Code != 200 || !strings.Contains(text, "403 Forbidden") || !strings.Contains(text, "only reads") {
				t.Errorf("the form of %s: %d", operation, w.Code)
			}
		}
	}
}

// A session ends after its time, and with the key or the token of the server.
func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	now := time.Now()
	o := Options{Token: "abcdefghijklmnop", Key: make([]byte, keySize)}
	s := newBrowserSessions(o)
	text := s.start(readAccess, now)
	if a := s.accessOf(text, now.Add(sessionTime-time.Minute)); a != readAccess {
		t.Errorf("before its end: %d", a)
	}
	if a := s.accessOf(text, now.Add(sessionTime+time.Minute)); a != noAccess {
		t.Errorf("after its end: %d", a)
	}
	other := o
	other.Token = "another token of it"
	if a := newBrowserSessions(other).accessOf(text, now); a != noAccess {
		t.Errorf("with another token: %d", a)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	t.Parallel()
	if _, err := New(Options{Token: "short"}); err == nil || !strings.Contains(err.Error(), "store") || !strings.Contains(err.Error(), "16") {
		t.Errorf("%v", err)
	}
}

func TestHostsAreNames(t *testing.T) {
	t.Parallel()
	for host, ok := range map[string]bool{"tuner.lan": true, "192.168.1.2": true, "fd00::1": true, "": false, "http://tuner": false, "tuner:80": false, "a b": false} {
		if err := (Options{Store: "x", Hosts: []string{host}}).Validate(); (err == nil) != ok {
			t.Errorf("%q: %v", host, err)
		}
	}
}

func TestAConnectionMoreWaits(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	l := limited(s.Listener, 1)
	s.Listener = l
	s.Start()
	defer s.Close()
	for range 3 { // each closes its connection, which makes room for the next
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Close = true
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
	}
}

// A server for other machines is reached by the addresses of its network interfaces and by no others.
func TestHostsOfAServerForOtherMachines(t *testing.T) {
	t.Parallel()
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	open := &requestChecks{&Server{options: Options{AnyAddress: true}}}
	local := &requestChecks{&Server{}}
	for _, a := range own {
		ip := a.(*net.IPNet).IP
		if host := net.JoinHostPort(ip.String(), "7171"); !open.isOwnHost(host) || local.isOwnHost(host) != ip.IsLoopback() {
			t.Errorf("%s: %t for any address, %t for this machine", host, open.isOwnHost(host), local.isOwnHost(host))
		}
	}
	for _, host := range []string{"203.0.113.9:7171", "203.0.113.9", "[2001:db8::9]:7171", "other.example"} {
		if open.isOwnHost(host) {
			t.Errorf("%s is accepted", host)
		}
	}
}
