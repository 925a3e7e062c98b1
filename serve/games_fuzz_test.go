package serve

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Every command returns a session or a problem with a status below 500.
func FuzzCommands(f *testing.F) {
	s, err := New(Options{
		Program: "lanista", Catalog: allGames, Store: filepath.Join(f.TempDir(), "none.db"), Think: 100 * time.Millisecond,
		Log: func(line string) { f.Errorf("logged: %s", line) },
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		if err := s.Close(); err != nil {
			f.Error(err)
		}
	})
	paths := []string{"/games", "/games/move", "/games/best", "/games/back", "/games/rate", "/games/history", "/games/think", "/etudes/check", "/etudes/format"}
	for i, body := range []string{
		`{"engine":"hare","position":"45;26;2;f;29;19;0;f"}`, `{"engine":"othello","moves":["f5"],"move":"d6"}`, `{"engine":"risk","seats":3,"agent":{"source":"random"}}`,
		`{"engine":"othello","moves":["f5"],"plies":1}`, `{"engine":"minesweeper","settings":{"width":"4","height":"4","mines":"3"}}`, `{"state":"v1.AAAA","after":3}`,
		`{"engine":"2048","think":{"depth":1,"seconds":0.01}}`, `{"engine":"hare","text":"45;26;2;f;29;19;0;f;2"}`, `{"engine":"hare","etudes":[{"position":"x","winner":0}]}`,
	} {
		f.Add(uint8(i), body)
	}
	f.Fuzz(func(t *testing.T, which uint8, body string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/v1"+paths[int(which)%len(paths)], strings.NewReader(body))
		r.Host = "localhost"
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code == http.StatusInternalServerError {
			t.Errorf("%s %q: %s", paths[int(which)%len(paths)], body, w.Body)
		}
	})
}
