package serve

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// leaving is a response writer whose connection ends during a response.
type leaving struct {
	http.ResponseWriter
	leave context.CancelFunc
}

func (l leaving) Write([]byte) (int, error) {
	l.leave()
	return 0, errors.New("the connection is gone")
}

func (l leaving) Unwrap() http.ResponseWriter { return l.ResponseWriter }

// A client that closes its connection during a response causes no log entry.
func TestAClientThatLeavesIsNotLogged(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	var logged bytes.Buffer
	web := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, leave := context.WithCancel(r.Context())
		defer leave()
		s.ServeHTTP(leaving{w, leave}, r.WithContext(ctx))
	}))
	web.Config.ErrorLog = log.New(&logged, "", 0)
	web.Start()
	body := `{"engine":"hare","seats":2}`
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL+"/api/v1/games", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if answer, err := web.Client().Do(request); err == nil {
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
	}
	web.Close() // waits for the handler
	if logged.Len() > 0 {
		t.Errorf("logged: %s", &logged)
	}
}
