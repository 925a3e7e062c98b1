package configs_test

import (
	"fmt"

	"github.com/lanista/lanista/configs"
)

// The example parses a config, replaces one of its values as --set does, and decodes it.
func Example() {
	d, err := configs.Parse([]byte("engine: {name: risk, settings: {depth: 2}}\nbudget: {games: 20000}\n"), "own.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	if d, err = d.Set("engine.settings.depth=1"); err != nil {
		fmt.Println(err)
		return
	}
	c, err := d.Config()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Engine.Name, configs.Settings(c.Engine.Settings), c.Budget.Games)
	// Output: risk map[depth:1] 20000
}
