package ratinglist_test

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/ratinglist"
)

// A table of results is rated, with the rating of one agent fixed.
func Example() {
	r, err := gamefile.Open(strings.NewReader(`first,second,result
alpha,beta,1-0
beta,alpha,1/2-1/2
beta,gamma,1-0
gamma,beta,1-0
alpha,gamma,1/2-1/2
`), "results.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := ratinglist.Rate(r, ratinglist.Options{Anchors: []ratinglist.Anchor{{Agent: "gamma", Elo: 1500}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range list.Standings {
		fmt.Printf("%-6s %.0f of %d games\n", s.Agent, s.Rating, s.Games)
	}
	// Output:
	// alpha  1591 of 3 games
	// gamma  1500 of 3 games
	// beta   1455 of 4 games
}
