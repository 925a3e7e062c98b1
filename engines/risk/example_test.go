package risk_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/risk"
)

// The example evaluates a position with an agent that searches one ply.
func Example() {
	e := risk.New()
	g, err := e.ParseGame("A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3", 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	agent := engines.Agent{Settings: engines.Settings{"depth": "1"}}
	a, err := e.(analysis.Analyst).Analyze(context.Background(), g, agent)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s, worth %.4f\n", a.Best, *a.Value[0])
	fmt.Println(a.Extra[1].Text)
	// Output:
	// 8-7x6, worth 2.0794
	// attacks of A
	//   attack   army  defenders     odds
	//      0-1      2          1   0.5000
	//      2-1      2          1   0.5000
	//      8-7      6          5   0.5000
	//      8-5      4          2   0.6875
}
