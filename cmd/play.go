package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type playOptions struct {
	engine   string
	seat     int
	seats    int
	agent    string
	seed     seedFlag
	settings []string
	db       string
}

func newPlay(a *app, run func(context.Context, playOptions) error) *cobra.Command {
	var o playOptions
	c := &cobra.Command{
		Use:   "play ENGINE",
		Short: "Play against an agent in the terminal",
		Long: `Plays a game between you and an agent. Type a move as the game writes it, or

  moves   the legal moves          hint    what the agent would play
  undo    take your move back      quit    leave the game
  help    this list`,
		Example: `  lanista play othello
  lanista play risk --agent run:last --seat 1`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeEngines,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.engine = args[0]
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.IntVar(&o.seat, "seat", 0, "your seat, from 0")
	f.IntVar(&o.seats, "seats", 0, "seats at the table; 0 is two, or the nearest number that the game takes")
	f.StringVar(&o.agent, "agent", "champion", "who plays the others: champion, default, random, run:RUN, an agent that the game ships, or a weights file")
	f.Var(&o.seed, "seed", "the deal; drawn anew when absent")
	f.StringArrayVar(&o.settings, "set", nil, "a setting of the engine, as name=value (repeatable)")
	storeFlag(f, &o.db)
	return c
}

// seat is the place of a person at the terminal.
type seat struct {
	*app
	*runs.Match
	input *bufio.Reader
}

func (a *app) play(ctx context.Context, o playOptions) error {
	settings, err := runs.ParseSettings(o.settings)
	if err != nil {
		return err
	}
	if !o.seed.set {
		o.seed.value = rand.Uint64()
	}
	m, err := a.catalog.Match(ctx, runs.MatchOptions{
		Engine: o.engine, Settings: settings, Seats: o.seats, Person: o.seat, Agent: o.agent, Store: o.db, Seed: o.seed.value,
	})
	if err != nil {
		return err
	}
	defer func() { _ = m.Close() }()
	s := &seat{app: a, Match: m, input: bufio.NewReader(a.in)}
	who := fmt.Sprintf("You have seat %d; %s plays.", m.Person, m.Agent.Name)
	if m.Game().Seats() == 1 {
		who = fmt.Sprintf("You play alone; %s gives the hints.", m.Agent.Name)
	}
	fmt.Fprintf(a.out, "%s Deal: --seed %d. Type help for what you can say.\n", who, m.Seed)
	return s.run(ctx)
}

// run plays until the game is over or the person leaves.
func (s *seat) run(ctx context.Context) error {
	shown := -1 // the number of moves behind the position on the screen
	for !s.Game().Over() {
		if seat := s.Game().Turn(); seat != s.Person {
			move, err := s.Answer(ctx)
			if err != nil {
				return err
			}
			fmt.Fprintf(s.out, "seat %d plays %s\n", seat, move)
			continue
		}
		if shown != len(s.Moves()) {
			s.draw()
			shown = len(s.Moves())
		}
		if err := s.ask(ctx); err != nil {
			if errors.Is(err, io.EOF) {
				fmt.Fprintln(s.out, "\nGoodbye.")
				return nil
			}
			return err
		}
	}
	s.draw()
	s.conclude(s.Game().Outcome())
	return nil
}

// conclude says how the game has ended for the person.
func (s *seat) conclude(o engines.Outcome) {
	score, scored := o.Score(s.Person)
	switch place := o.Place(s.Person); {
	case o.Seats() == 1 && scored:
		fmt.Fprintf(s.out, "You scored %s.\n", number(score))
	case o.Seats() == 1:
		fmt.Fprintln(s.out, "The game is over.")
	case o.Drawn():
		fmt.Fprintln(s.out, "A draw.")
	case place == 1:
		fmt.Fprintln(s.out, "You win.")
	default:
		fmt.Fprintf(s.out, "You come in place %d of %d.\n", place, o.Seats())
	}
}

func (s *seat) draw() {
	g := s.Seen(s.Person)
	fmt.Fprintf(s.out, "\n%s\n", strings.TrimRight(engines.Illustrate(s.Engine, g), "\n"))
}

// ask reads one line from the person and does what it says.
func (s *seat) ask(ctx context.Context) error {
	fmt.Fprintf(s.out, "seat %d> ", s.Person)
	line, err := s.input.ReadString('\n')
	line = strings.TrimSpace(line)
	if err != nil && line == "" {
		return err
	}
	switch line {
	case "":
	case "quit", "exit":
		return io.EOF
	case "help", "?":
		fmt.Fprintln(s.out, "a move, moves, hint, undo, quit")
	case "moves":
		fmt.Fprintln(s.out, strings.Join(documents.Moves(s.Seen(s.Person)), " "))
	case "hint":
		move, err := s.Hint(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintf(s.out, "%s would play %s\n", s.Agent.Name, move)
	case "undo":
		found, err := s.Undo(ctx)
		if err != nil {
			return err
		}
		if !found {
			fmt.Fprintln(s.out, "there is nothing to take back")
		}
	default:
		if err := s.Make(line); err != nil {
			fmt.Fprintf(s.out, "%v\n", err)
		}
	}
	return nil
}
