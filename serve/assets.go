package serve

import (
	"net/http"

	"github.com/lanista/lanista/serve/static"
)

// assets serves what browsers load besides pages.
func (s *Server) assets() {
	lost := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, notFound("there is no such file")) })
	s.mux.Handle("GET /static/", static.Handler(lost))
	s.mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, static.Path("icon.svg"), http.StatusFound)
	})
}
