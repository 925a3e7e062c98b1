package serve

import (
	"context"
	"net/http"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

type health struct {
	OK      bool   `json:"ok"`
	Version string `json:"version" doc:"version of the program"`
	Format  int    `json:"format" doc:"format of the store"`
	Runs    int    `json:"runs" doc:"number of runs in the store"`
	Live    bool   `json:"live" doc:"whether changes by other processes are seen at once"`
}

// healthAPI serves the health check, for programs that monitor the server.
type healthAPI struct{ server *Server }

func (s *healthAPI) register() {
	operation(s.server, http.MethodGet, "/health", "Whether the server can read its store", func(ctx context.Context, _ *struct{}) (health, error) {
		h := health{OK: true, Version: runs.BuildInfo().Version}
		err := s.server.read(func(store *results.Store) (err error) {
			h.Live = store.Live()
			h.Format, h.Runs, err = store.Size(ctx)
			return err
		})
		if err != nil {
			p := s.server.explain(ctx, err)
			return h, newProblem(http.StatusServiceUnavailable, p.Code, p.Detail)
		}
		return h, nil
	})
}
