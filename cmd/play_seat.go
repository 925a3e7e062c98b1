package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
	"github.com/lanista/lanista/terminal"
)

// seat is the place of a person at the terminal.
type seat struct {
	*app
	*runs.Match
	lines <-chan terminal.Line
	guide engines.Guide
}

// seated says who sits where.
func (s *seat) seated() string {
	seats, own := s.Game().Seats(), s.guide.Seat(s.Person)
	if s.Person < len(s.guide.Seats) {
		own = fmt.Sprintf("%s (seat %d)", own, s.Person+1)
	}
	switch seats {
	case 1:
		return fmt.Sprintf("You play alone; %s gives the hints.", s.Agent.Name)
	case 2:
		return fmt.Sprintf("You are %s; %s plays %s.", own, s.Agent.Name, s.guide.Seat(1-s.Person))
	}
	return fmt.Sprintf("You are %s; %s plays the others.", own, s.Agent.Name)
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
			s.tell(fmt.Sprintf("%s plays %s", s.guide.Seat(seat), move))
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

// tell says what was played, and what chance made of it.
func (s *seat) tell(what string) {
	if told := s.Told(); told != "" {
		what += " (" + told + ")"
	}
	fmt.Fprintln(s.out, what)
}

// conclude says how the game has ended for the person.
func (s *seat) conclude(o engines.Outcome) {
	score, scored := o.Score(s.Person)
	switch place := o.Place(s.Person); {
	case o.Seats() == 1 && scored:
		fmt.Fprintf(s.out, "You scored %s.\n", summary.Number(score))
	case o.Seats() == 1:
		fmt.Fprintln(s.out, "The game is over.")
	case o.Drawn():
		fmt.Fprintln(s.out, "A draw.")
	case place == 1:
		fmt.Fprintln(s.out, "You win.")
	case o.Seats() == 2:
		fmt.Fprintln(s.out, "You lose.")
	default:
		fmt.Fprintf(s.out, "You come in place %d of %d.\n", place, o.Seats())
	}
}

func (s *seat) draw() {
	g := s.Seen(s.Person)
	fmt.Fprintf(s.out, "\n%s\n", strings.TrimRight(engines.Illustrate(s.Engine, g), "\n"))
}

// ask waits for a line of the person and does what it says.
func (s *seat) ask(ctx context.Context) error {
	fmt.Fprintf(s.out, "%s> ", s.guide.Seat(s.Person))
	select {
	case <-ctx.Done():
		fmt.Fprintln(s.out)
		return ctx.Err()
	case t := <-s.lines:
		if t.Err != nil {
			return t.Err
		}
		return s.obey(ctx, t.Text)
	}
}

// obey does what a line says.
func (s *seat) obey(ctx context.Context, line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch strings.ToLower(word) {
	case "":
	case "quit", "exit", "q", "resign":
		return io.EOF
	case "help", "?":
		s.help()
	case "rules":
		fmt.Fprintln(s.out, s.guide.Rules)
	case "board":
		s.draw()
		fmt.Fprintln(s.out, s.Seen(s.Person).String())
	case "moves":
		s.moves()
	case "hint":
		return s.hint(ctx)
	case "undo":
		return s.takeBack(ctx)
	case "save":
		s.save(strings.TrimSpace(rest))
	default:
		if err := s.Make(line); err != nil {
			fmt.Fprintf(s.out, "%v\n", err)
		} else if s.Told() != "" {
			s.tell("you play " + line)
		}
	}
	return nil
}

// help says how moves are written, and what else can be said.
func (s *seat) help() {
	for _, part := range []string{s.guide.Moves, s.guide.Picture} {
		if part != "" {
			fmt.Fprintln(s.out, part)
		}
	}
	fmt.Fprintln(s.out, "besides: moves, hint, undo, board, rules, save FILE, quit")
}

// manyMoves is from how many moves on they are not listed one by one.
const manyMoves = 60

// moves lists the legal moves, the first of very many.
func (s *seat) moves() {
	list := documents.Moves(s.Seen(s.Person))
	more := ""
	if n := len(list); n > manyMoves {
		list, more = list[:manyMoves], fmt.Sprintf(" ... and %d more; help says how they are written", n-manyMoves)
	}
	fmt.Fprintln(s.out, strings.Join(list, " ")+more)
}

// hint tells what the agent would play, and what it expects to follow.
func (s *seat) hint(ctx context.Context) error {
	move, err := s.Hint(ctx)
	if err != nil {
		return err
	}
	line, err := s.Expects(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s would play %s", s.Agent.Name, move)
	if len(line) > 1 && line[0] == move {
		fmt.Fprintf(s.out, ", and expects %s", strings.Join(line[1:], " "))
	}
	fmt.Fprintln(s.out)
	return nil
}

func (s *seat) takeBack(ctx context.Context) error {
	found, err := s.Undo(ctx)
	if err == nil && !found {
		fmt.Fprintln(s.out, "there is nothing to take back")
	}
	return err
}

func (s *seat) save(path string) {
	if path == "" {
		fmt.Fprintln(s.out, "save FILE: the name of a file is needed")
		return
	}
	if err := s.writeMatch(s.Match, path); err != nil {
		fmt.Fprintln(s.out, err)
		return
	}
	fmt.Fprintf(s.out, "Continue with: %s play --resume %s\n", s.name, path)
}
