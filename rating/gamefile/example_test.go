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

// The example reads two games that begin with the same opening and have swapped seats, and finds
// that they are a pair.
func Example() {
	r, err := gamefile.Open(strings.NewReader(file), "games.pgn")
	if err != nil {
		panic(err)
	}
	pairs := gamefile.NewPairs(func(games []gamefile.Single) {
		for _, g := range games {
			names := r.Names()
			fmt.Printf("%s against %s: %v; ", names[g.Players[0]], names[g.Players[1]], g.Result == gamefile.Won)
		}
		fmt.Println(len(games), "games")
	})
	for {
		g, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			panic(err)
		}
		pairs.Add(&g)
	}
	pairs.Close()
	// Output:
	// alpha against beta: true; beta against alpha: false; 2 games
}
