// Command connectfour tunes an agent of Connect Four: a game of one's own, with
// every verb that Lanista has.
//
//	go run . evolve connectfour.yaml
//	go run . play connectfour --agent run:last
package main

import "github.com/lanista/lanista/cmd"

func main() { cmd.Main(ConnectFour{}) }
