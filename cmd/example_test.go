package cmd_test

import (
	"context"
	"os"
	"strings"

	"github.com/lanista/lanista/cmd"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
)

// A program for another game has every verb. Its main function calls cmd.Main(hill).
func ExampleProgram() {
	hill := solo.Func(
		engines.Spec{Name: "hill", Doc: "The nearer to 3, the better.", Weights: engines.Space{{Name: "x", Max: 10, Default: 5}}},
		func(_ context.Context, a engines.Agent, _ uint64) (float64, error) {
			return -max(a.Weights[0]-3, 3-a.Weights[0]), nil
		},
	)
	p := cmd.Program{Name: "hill", Games: []engines.Engine{hill}}
	p.Run(context.Background(), []string{"engines"}, strings.NewReader(""), os.Stdout, os.Stderr)
	// Output:
	// ENGINE  SEATS  WEIGHTS  WHAT IT IS
	// hill    1      1        The nearer to 3, the better.
}
