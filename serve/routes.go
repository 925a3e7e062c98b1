package serve

import "net/http"

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

// lost answers what no route is for.
func (s *Server) lost() {
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, notFound("there is nothing at this address"))
	})
}
