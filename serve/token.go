package serve

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// cookieName returns the name of the cookie that authenticates a browser. It contains the port of
// the server, because browsers send a cookie to all ports of a host.
func cookieName(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host) // "" if there is none
	return "lanista" + port
}

// mostFailures is the number of wrong tokens that a client address may send per minute. Further
// wrong tokens receive status 429 (Too Many Requests).
const mostFailures = 10

// access is the set of rights that a client has, such as read access.
type access byte

const (
	noAccess   access = iota
	readAccess        // look at runs and play games; start, stop and write nothing
	fullAccess
)

// accessKey is the context key under which a request stores the rights of its client.
type accessKey struct{}

// reads reports whether the client of a request has read access only.
func reads(ctx context.Context) bool { return ctx.Value(accessKey{}) == readAccess }

// tokenCheck refuses requests without a valid access token or session cookie, except those that
// isOpen allows. A browser sends the token once, in the URL, and then receives a session cookie.
//
// A correct token is accepted even after many wrong ones, so an attacker behind the same address
// cannot lock out the owner.
type tokenCheck struct {
	server   *Server
	tokens   map[access][sha256.Size]byte
	sessions browserSessions

	mu       sync.Mutex
	since    time.Time
	failures map[string]int // number of wrong tokens by client address, counted from the time since
}

func newTokenCheck(s *Server) *tokenCheck {
	o := s.options
	g := &tokenCheck{server: s, failures: make(map[string]int), tokens: map[access][sha256.Size]byte{fullAccess: sha256.Sum256([]byte(o.Token))}}
	if o.ReadToken != "" {
		g.tokens[readAccess] = sha256.Sum256([]byte(o.ReadToken))
	}
	g.sessions = newBrowserSessions(o)
	return g
}

// accessOf returns the rights that a token grants. The comparison takes constant time, to reveal
// nothing about the token.
func (g *tokenCheck) accessOf(token string) access {
	sum := sha256.Sum256([]byte(token))
	found := noAccess
	for a, known := range g.tokens {
		if subtle.ConstantTimeCompare(sum[:], known[:]) == 1 {
			found = max(found, a)
		}
	}
	return found
}

// check returns a handler that passes requests to next if they have a valid token in a header or a
// valid session cookie, or if they need none; see [isOpen]. If a GET request has a valid token in
// the query, the handler sets the cookie and redirects to the URL without the token. It refuses
// other requests with a token in the query. Clients with read access may send only requests that
// onlyReads allows.
func (g *tokenCheck) check(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		given := query.Get("token")
		cookie, _ := r.Cookie(cookieName(r))
		header, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		var may access
		switch {
		case given != "":
			may = g.accessOf(given)
		case isBearer:
			may = g.accessOf(header)
		case cookie != nil:
			may = g.sessions.accessOf(cookie.Value, time.Now())
		}
		wrong := given != "" || isBearer
		switch {
		case may == noAccess && !wrong && isOpen(r):
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), accessKey{}, readAccess)))
		case may == noAccess:
			g.refuse(w, r, wrong)
		case given != "" && r.Method == http.MethodGet:
			http.SetCookie(w, &http.Cookie{
				Name: cookieName(r), Value: g.sessions.start(may, time.Now()), Path: "/", MaxAge: int(sessionTime / time.Second),
				HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: g.server.options.TLS,
			})
			w.Header().Set("Cache-Control", "no-store")
			query.Del("token")
			to := *r.URL
			to.RawQuery = query.Encode()
			http.Redirect(w, r, "/"+strings.TrimLeft(to.RequestURI(), "/"), http.StatusSeeOther) // //name would be another server
		case given != "":
			g.refuse(w, r, false)
		case may == readAccess && !onlyReads(r):
			g.server.fail(w, r, newProblem(http.StatusForbidden, codeReadOnly, "the token of this client only reads; starting, stopping and saving need the other token"))
		default:
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), accessKey{}, may)))
		}
	})
}

// isOpen reports whether a request needs no token, because it reads a style sheet, a script or the
// icon of the program.
func isOpen(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && strings.HasPrefix(r.URL.Path, "/static/") && path.Clean(r.URL.Path) == r.URL.Path
}

// refuse responds to a request without access. wrong is true if the request contained a wrong
// token. After too many of them from a client address, the status is 429.
func (g *tokenCheck) refuse(w http.ResponseWriter, r *http.Request, wrong bool) {
	from, _, _ := net.SplitHostPort(r.RemoteAddr)
	if wrong && g.failed(from) > mostFailures {
		g.server.fail(w, r, newProblem(http.StatusTooManyRequests, codeBusy, "too many wrong tokens; wait a minute").retry("60"))
		return
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	text := "a token is required"
	if wrong {
		text = "the token is wrong"
	}
	g.server.fail(w, r, newProblem(http.StatusUnauthorized, codeUnauthorized, text+"; the URL that the server printed at its start contains the token"))
}

// failed records a wrong token of a client address and returns the address's number of wrong
// tokens. All numbers are reset after a minute, and when more than 1,000 addresses have sent wrong
// tokens.
func (g *tokenCheck) failed(from string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Since(g.since) > time.Minute || len(g.failures) > 1000 {
		g.since = time.Now()
		clear(g.failures)
	}
	g.failures[from]++
	return g.failures[from]
}

// readingPosts contains the paths to which clients with read access may send POST requests. The
// server stores nothing for them. A path that ends with a slash includes all paths below it.
var readingPosts = []string{
	apiRoot + "/games", apiRoot + "/games/", apiRoot + "/configs/check", apiRoot + "/etudes/check", apiRoot + "/etudes/format", apiRoot + "/etudes/agreement",
	apiRoot + "/etudes/draw", "/figures/values", "/new", "/etudes", "/api",
}

// onlyReads reports whether a request is allowed for clients with read access.
func onlyReads(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return true
	case http.MethodPost:
		return slices.ContainsFunc(readingPosts, func(allowed string) bool {
			return r.URL.Path == allowed || strings.HasSuffix(allowed, "/") && strings.HasPrefix(r.URL.Path, allowed)
		})
	}
	return false
}
