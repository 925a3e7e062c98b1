// Command connectfour tunes an agent for Connect Four. It is an example of a program with a
// game of its own and all verbs of Lanista.
//
//	go run . evolve connectfour.yaml
//	go run . play connectfour --agent run:last
package main

import "github.com/lanista/lanista/cmd"

func main() { cmd.Main(ConnectFour{}) }
