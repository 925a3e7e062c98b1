package conformance_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/conformance"
	"github.com/lanista/lanista/engines/game2048"
)

// The example checks a game by a few games. A Go test calls enginetest.Run instead.
func ExampleCheck() {
	fmt.Println("as it is:", conformance.Check(context.Background(), game2048.New(), 2))
	fmt.Println("without a name:", conformance.Check(context.Background(), nameless{game2048.New()}, 2))
	// Output:
	// as it is: <nil>
	// without a name: spec: the name "" is not one word in lower case
}

// nameless is a game without a name.
type nameless struct{ engines.Engine }

func (n nameless) Spec() engines.Spec {
	s := n.Engine.Spec()
	s.Name, s.Settings = "", nil
	return s
}
