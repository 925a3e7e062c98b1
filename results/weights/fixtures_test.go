package weights

import (
	"testing"

	"github.com/lanista/lanista/engines"
)

var testSpace = engines.Space{
	{Name: "territories", Min: 0, Max: 10, Default: 1},
	{Name: "units", Min: 0, Max: 10, Default: 1},
	{Name: "defence", Min: -1, Max: 1, Default: 0},
	{Name: "depth", Min: 1, Max: 9, Default: 2, Kind: engines.Integer},
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
