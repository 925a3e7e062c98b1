package strict_test

import (
	"fmt"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/keys"
)

// Every mistake in a document is an error with its line: Decode finds mistakes of form, and Locate
// adds the lines to mistakes of values.
func Example() {
	d, err := strict.Parse([]byte("search:\n  rounds: -3\n  spred: 0.1\n"), "own.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	var search struct {
		Rounds int     `yaml:"rounds"`
		Spread float64 `yaml:"spread"`
	}
	fmt.Println(d.Decode("search", &search))
	fmt.Println(d.Locate("search", keys.Errorf("rounds", "%d is below 1", search.Rounds)))
	// Output:
	// own.yaml:3: search.spred: unknown key (did you mean spread?)
	// own.yaml:2: search.rounds: -3 is below 1
}
