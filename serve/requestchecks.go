package serve

import (
	"crypto/rand"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// headers are the HTTP headers of every response. They forbid pages to load files from other
// servers and to execute inline scripts. Unless a handler sets another Cache-Control, browsers must
// revalidate stored responses before using them.
var headers = map[string]string{
	"Cache-Control": "no-cache",
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           "camera=(), microphone=(), geolocation=()",
}

// requestChecks refuses invalid requests before they reach a handler.
type requestChecks struct{ server *Server }

func (c *requestChecks) wrap(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.server.fail(w, r, newProblem(http.StatusForbidden, codeNotAllowed, "requests from pages of other sites are not allowed"))
	}))
	next = cross.Handler(c.wellFormed(tagged(next)))
	if c.server.options.Token != "" {
		next = newTokenCheck(c.server).check(next)
	}
	return c.recovered(c.forThisHost(next))
}

// recovered returns a handler that calls next and recovers from its panics. The response then has
// the status 500, and the panic is logged with the same ID as in the response.
func (c *requestChecks) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		w := &onceWriter{ResponseWriter: out}
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler {
				panic(p)
			}
			id := rand.Text()[:8]
			c.server.options.log("error %s: %v\n%s", id, p, debug.Stack())
			writeProblem(w, newProblem(http.StatusInternalServerError, codeInternal, "internal error; the log of the server contains details under "+id))
		}()
		next.ServeHTTP(w, r)
	})
}

// forThisHost sets the headers of every response and refuses requests whose Host header does not
// name this server. This prevents DNS rebinding, by which a foreign site could read data of this
// server.
func (c *requestChecks) forThisHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		if !c.isOwnHost(r.Host) {
			writeProblem(w, newProblem(http.StatusMisdirectedRequest, codeBadRequest, "unknown host; add it with --host"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isOwnHost reports whether the value of a Host header names this server.
func (c *requestChecks) isOwnHost(host string) bool {
	if h, port, err := net.SplitHostPort(host); err == nil {
		if _, err := strconv.ParseUint(port, 10, 16); err != nil && port != "" {
			return false
		}
		host = h
	} else if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		host = host[1 : len(host)-1]
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || slices.ContainsFunc(c.server.options.Hosts, func(name string) bool { return strings.EqualFold(name, host) }) {
		return true
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	return ip.IsLoopback() || c.server.options.AnyAddress && isOwnAddress(ip)
}

func isOwnAddress(ip netip.Addr) bool {
	own, err := net.InterfaceAddrs()
	return err == nil && slices.ContainsFunc(own, func(a net.Addr) bool {
		prefix, err := netip.ParsePrefix(a.String())
		return err == nil && prefix.Addr().Unmap() == ip.Unmap()
	})
}

// wellFormed returns a handler that refuses malformed requests and passes others to next. It
// refuses a path with ".." and a body that is too large. For the API, it also refuses a path with
// an empty element or ".", and a body that is not JSON. [http.ServeMux] would redirect such paths,
// possibly to another operation.
func (c *requestChecks) wellFormed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case slices.Contains(strings.Split(r.URL.Path, "/"), ".."):
			c.server.fail(w, r, newProblem(http.StatusBadRequest, codeBadRequest, "a path must not contain .."))
			return
		case isAPI(r) && path.Clean(r.URL.EscapedPath()) != r.URL.EscapedPath(): // the name of a run may contain //
			c.server.fail(w, r, notFound("unknown path"))
			return
		case r.ContentLength > largeBodyBytes:
			if r.Header.Get("Expect") == "" { // many clients send the whole body before they read the response
				_, _ = io.CopyN(io.Discard, r.Body, drainedBytes)
			}
			c.server.fail(w, r, newProblem(http.StatusRequestEntityTooLarge, codeTooLarge, "the request is too large"))
			return
		case isAPI(r) && r.ContentLength != 0 && !isJSON(r):
			c.server.fail(w, r, newProblem(http.StatusUnsupportedMediaType, codeBadRequest, "the body must be JSON: Content-Type: application/json"))
			return
		case isAPI(r) && r.ContentLength != 0:
			r.Header.Set("Content-Type", jsonType) // the library huma distinguishes case
		}
		r.Body = http.MaxBytesReader(w, r.Body, largeBodyBytes)
		next.ServeHTTP(w, r)
	})
}

const jsonType = "application/json"

func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == jsonType
}
