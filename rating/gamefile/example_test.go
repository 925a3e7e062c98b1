package gamefile_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/lanista/lanista/rating/gamefile"
)

const file = `[White "alpha"]
[Black "beta"]
[Result "1-0"]

1. e4 e5 2. Nf3 {a comment} Nc6 3. Bb5 1-0

[White "beta"]
[Black "alpha"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 1/2-1/2
`

// Two games from one opening with the colours changed are one cluster.
func Example() {
	r, err := gamefile.Open(strings.NewReader(file), "games.pgn")
	if err != nil {
		panic(err)
	}
	for {
		g, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			panic(err)
		}
		names := r.Names()
		fmt.Printf("line %d: %s %d, %s %d, cluster %d\n", g.Line, names[g.Players[0]], g.Places[0], names[g.Players[1]], g.Places[1], g.Cluster)
	}
	// Output:
	// line 1: alpha 1, beta 2, cluster 1
	// line 7: beta 1, alpha 1, cluster 1
}
