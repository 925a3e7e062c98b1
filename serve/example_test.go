package serve_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve"
)

// A server for a new game is an http.Handler.
func Example() {
	hill := solo.Func(
		engines.Spec{Name: "hill", Doc: "The nearer to 3, the better.", Weights: engines.Space{{Name: "x", Max: 10, Default: 5}}},
		func(_ context.Context, a engines.Agent, _ uint64) (float64, error) {
			return -max(a.Weights[0]-3, 3-a.Weights[0]), nil
		},
	)
	s, err := serve.New(serve.Options{Program: "hill", Catalog: runs.Catalog{Games: engines.Registry{hill}}, Store: "hill.db"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = s.Close() }()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/api/v1/engines", nil))
	fmt.Println(w.Code)
	fmt.Print(w.Body)
	// Output:
	// 200
	// {"ok":true,"engines":[{"engine":"hill","title":"","doc":"The nearer to 3, the better.","seats":[1,1]}]}
}
