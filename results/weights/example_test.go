package weights_test

import (
	"fmt"
	"os"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/weights"
)

// A weight vector is written as a weights file, which a config can name as an agent.
func ExampleDocument_Write() {
	space := engines.Space{{Name: "units", Max: 10}, {Name: "defence", Max: 10}}
	d, err := weights.New("risk", space, engines.Weights{7.25, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := d.Write(os.Stdout, "yaml"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// engine: risk
	// weights:
	//   units: 7.25
	//   defence: 2
}
