package serve

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"testing"
)

// For any name in a path the server responds with a status below 500.
func FuzzNames(f *testing.F) {
	text, err := stored()
	if err != nil {
		f.Fatal(err)
	}
	path := filepath.Join(f.TempDir(), "runs.db")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		f.Fatal(err)
	}
	s, err := New(Options{Program: "lanista", Catalog: catalog, Store: path, Log: func(line string) { f.Errorf("logged: %s", line) }})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		if err := s.Close(); err != nil {
			f.Error(err)
		}
	})
	addresses := []func(name string) string{
		func(n string) string { return "/api/v1/runs/" + n },
		func(n string) string { return "/runs/" + n },
		func(n string) string { return "/api/v1/etudes/" + n },
		func(n string) string { return "/etudes/" + n },
		func(n string) string { return "/api/v1/engines/" + n + "/layout" },
		func(n string) string { return "/api/v1/presets/" + n },
		func(n string) string { return "/api/v1/runs/cup/games?after=" + n },
		func(n string) string { return "/runs?q=" + n + "&after=" + n },
		func(n string) string { return "/api/v1/runs/lattice/grid?fix=" + n },
		func(n string) string { return "/api/v1/runs/bred/charts/" + n },
		func(n string) string { return "/runs/cup/games/0/1/" + n },
		func(n string) string { return "/compare?run=bred&run=" + n },
		func(n string) string { return "/play/" + n },
		func(n string) string { return "/api/v1/engines/hare?set=" + n },
	}
	for i, name := range []string{"last", "bred", "%_", "hare-20", "hare", "0.1.1", "risk-quick", "Kp:1", "convergence.svg", "'; DROP TABLE run; --", "../x", "\x00", "board=1978", ""} {
		f.Add(uint8(i), name)
	}
	f.Fuzz(func(t *testing.T, which uint8, name string) {
		at := addresses[int(which)%len(addresses)](url.PathEscape(name))
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		u, err := url.Parse(at)
		if err != nil {
			return
		}
		r.URL, r.Host = u, "localhost"
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code == http.StatusInternalServerError {
			t.Errorf("%s: %s", at, w.Body)
		}
	})
}
