package serve

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// cookieName is the cookie that stores the token in a browser.
const cookieName = "lanista"

// mostFailures is the number of wrong tokens per minute after which a client is refused.
const mostFailures = 10

// tokenCheck refuses requests without the token.
type tokenCheck struct {
	server *Server
	token  [sha256.Size]byte

	mu       sync.Mutex
	since    time.Time
	failures map[string]int // by address, since then
}

func newTokenCheck(s *Server) *tokenCheck {
	return &tokenCheck{server: s, token: sha256.Sum256([]byte(s.options.Token)), failures: make(map[string]int)}
}

// knows reports whether a token is correct. The comparison takes constant time.
func (g *tokenCheck) knows(token string) bool {
	sum := sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(sum[:], g.token[:]) == 1
}

// check accepts requests with the token in a header or a cookie. It accepts a token in the
// query, sets the cookie and redirects to the URL without the token.
func (g *tokenCheck) check(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from, _, _ := net.SplitHostPort(r.RemoteAddr)
		if g.failed(from, 0) >= mostFailures {
			g.server.fail(w, r, newProblem(http.StatusTooManyRequests, codeBusy, "too many wrong tokens; wait a minute").retry("60"))
			return
		}
		query := r.URL.Query()
		given := query.Get("token")
		cookie, _ := r.Cookie(cookieName)
		header, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		switch {
		case r.Method == http.MethodGet && given != "" && g.knows(given):
			http.SetCookie(w, &http.Cookie{
				Name: cookieName, Value: given, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: g.server.options.TLS,
			})
			query.Del("token")
			to := *r.URL
			to.RawQuery = query.Encode()
			http.Redirect(w, r, to.RequestURI(), http.StatusSeeOther)
		case given == "" && (isBearer && g.knows(header) || !isBearer && cookie != nil && g.knows(cookie.Value)):
			next.ServeHTTP(w, r)
		default:
			if given != "" || isBearer || cookie != nil {
				g.failed(from, 1)
			}
			w.Header().Set("WWW-Authenticate", "Bearer")
			g.server.fail(w, r, newProblem(http.StatusUnauthorized, codeUnauthorized, "a token is required; it is part of the URL that the server printed at its start"))
		}
	})
}

// failed adds failures of an address and returns their number within the last minute.
func (g *tokenCheck) failed(from string, more int) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Since(g.since) > time.Minute || len(g.failures) > 1000 {
		g.since = time.Now()
		clear(g.failures)
	}
	if more > 0 {
		g.failures[from] += more
	}
	return g.failures[from]
}
