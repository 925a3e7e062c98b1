package serve

import (
	"fmt"
	"net/http"
	"strings"
)

// features are what the server can do. Each registers its routes: pages with
// s.mux, the API with huma on s.api.
var features = []func(*Server){
	(*Server).assets,
	(*Server).health,
	(*Server).live,
	(*Server).runAPI,
	(*Server).downloads,
	(*Server).compareAPI,
	(*Server).configAPI,
	(*Server).jobAPI,
	(*Server).jobPages,
	(*Server).runPages,
	(*Server).games,
	(*Server).apiPage,
	(*Server).lost,
}

// lost answers what no route is for: 405 where there is one for another method.
func (s *Server) lost() {
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		methods := s.methods(r)
		if len(methods) == 0 {
			s.fail(w, r, notFound("there is nothing at this address"))
			return
		}
		allow := strings.Join(methods, ", ")
		p := newProblem(http.StatusMethodNotAllowed, codeNotAllowed, fmt.Sprintf("this address takes %s alone", allow))
		p.header = http.Header{"Allow": {allow}}
		s.fail(w, r, p)
	})
}

// methods are those for which a request's address has a route, in order.
func (s *Server) methods(r *http.Request) (list []string) {
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPatch, http.MethodPost, http.MethodPut} {
		other := &http.Request{Method: method, URL: r.URL, Host: r.Host}
		if _, pattern := s.mux.Handler(other); pattern != "/" {
			list = append(list, method)
		}
	}
	return list
}
