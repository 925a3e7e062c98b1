package session_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/session"
)

// A person plays Black against a level of Othello, and takes the first move back.
func Example() {
	ctx := context.Background()
	settings := session.WithoutChance(othello.New(), nil)
	game, err := othello.New().With(settings)
	if err != nil {
		panic(err)
	}
	level, err := show.FindLevel(game, "medium")
	if err != nil {
		panic(err)
	}
	s, err := session.New(game, session.Options{Settings: settings, Seed: 1})
	if err != nil {
		panic(err)
	}
	defer s.Close()
	if err := s.SetAgent(1, level.Agent); err != nil {
		panic(err)
	}
	fmt.Println("you can move to", s.Legal())
	for _, move := range []string{"f5", "d3"} {
		if _, err := s.Play(move); err != nil {
			panic(err)
		}
		if _, err := s.Reply(ctx); err != nil {
			panic(err)
		}
		fmt.Println(s.Status())
		if err := s.UndoTo(0); err != nil {
			panic(err)
		}
	}
	fmt.Println(len(s.Moves()), "moves after the undo")
	// Output:
	// you can move to [d3 c4 f5 e6]
	// Black 3, White 3
	// Black 3, White 3
	// 0 moves after the undo
}
