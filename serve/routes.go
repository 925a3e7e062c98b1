package serve

import (
	"fmt"
	"net/http"
	"strings"
)

// register adds the routes of all features: pages to s.mux, the API to s.api.
func (s *Server) register(games *sessions) {
	s.assets()
	s.health()
	configs := &configAPI{s}
	for _, feature := range []interface{ register() }{
		&eventStreams{s}, &runAPI{s}, &runPages{s}, &pointPages{s}, &downloads{s}, &comparisons{s}, configs,
		&jobAPI{s, s.starter}, &jobPages{s, s.starter, configs},
		&sessionAPI{s, games}, &engineAPI{s, games}, &replayAPI{server: s, searches: games.searches}, &etudeAPI{s, games},
		&apiPages{s},
	} {
		feature.register()
	}
	s.lost()
}

// lost answers requests without a route: with 405 if another method has one, otherwise
// with 404.
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

// methods returns the methods for which the path of a request has a route.
func (s *Server) methods(r *http.Request) (list []string) {
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPatch, http.MethodPost, http.MethodPut} {
		other := &http.Request{Method: method, URL: r.URL, Host: r.Host}
		if _, pattern := s.mux.Handler(other); pattern != "/" {
			list = append(list, method)
		}
	}
	return list
}
