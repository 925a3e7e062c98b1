package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
)

// seat is the place of a person at a game.
type seat struct {
	Console
	*runs.Match
	guide engines.Guide
	saved string // the last file that the game was saved to
}

// Play plays a game between a person and an agent, until it is over or the person
// leaves it. It ends with the context. saved is the file that the game was saved to last,
// "" if to none.
func (c Console) Play(ctx context.Context, m *runs.Match) (saved string, err error) {
	s := &seat{Console: c, Match: m, guide: engines.GuideTo(m.Engine)}
	fmt.Fprintf(s.Out, "%s Seed %d. Type help for what you can say.\n", s.seated(), m.Seed)
	err = s.run(ctx)
	return s.saved, err
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
				fmt.Fprintln(s.Out, "\nGoodbye.")
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
	fmt.Fprintln(s.Out, what)
}

// conclude says how the game has ended for the person.
func (s *seat) conclude(o engines.Outcome) {
	score, scored := o.Score(s.Person)
	switch place := o.Place(s.Person); {
	case o.Seats() == 1 && scored:
		fmt.Fprintf(s.Out, "You scored %s.\n", summary.Number(score))
	case o.Seats() == 1:
		fmt.Fprintln(s.Out, "The game is over.")
	case o.Drawn():
		fmt.Fprintln(s.Out, "A draw.")
	case place == 1:
		fmt.Fprintln(s.Out, "You win.")
	case o.Seats() == 2:
		fmt.Fprintln(s.Out, "You lose.")
	default:
		fmt.Fprintf(s.Out, "You come in place %d of %d.\n", place, o.Seats())
	}
}

func (s *seat) draw() {
	g := s.Seen(s.Person)
	fmt.Fprintf(s.Out, "\n%s\n", strings.TrimRight(engines.Illustrate(s.Engine, g), "\n"))
}

// ask waits for a line of the person and does what it says.
func (s *seat) ask(ctx context.Context) error {
	fmt.Fprintf(s.Out, "%s> ", s.guide.Seat(s.Person))
	select {
	case <-ctx.Done():
		fmt.Fprintln(s.Out)
		return ctx.Err()
	case t := <-s.In:
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
		fmt.Fprintln(s.Out, s.guide.Rules)
	case "board":
		s.draw()
		fmt.Fprintln(s.Out, s.Seen(s.Person).String())
	case "moves":
		s.moves()
	case "hint":
		return s.hint(ctx)
	case "undo":
		return s.takeBack(ctx)
	case "save":
		s.save(strings.TrimSpace(rest))
	default:
		s.move(line)
	}
	return nil
}

// words are what can be said besides a move.
var words = []string{"moves", "hint", "undo", "board", "rules", "save", "quit", "help"}

// move makes the move that a line says, or tells why it is none.
func (s *seat) move(line string) {
	err := s.Make(line)
	if err == nil {
		if moves := s.Moves(); s.Told() != "" {
			s.tell("you play " + s.Game().FormatMove(moves[len(moves)-1]))
		}
		return
	}
	fmt.Fprint(s.Out, err)
	first, _, several := strings.Cut(line, " ")
	if near := keys.Nearest(words, first); near != "" {
		fmt.Fprintf(s.Out, "; did you mean %s?", near)
	} else if _, wrong := s.Game().ParseMove(first); several && wrong == nil {
		fmt.Fprint(s.Out, "; type one move at a time")
	}
	fmt.Fprintln(s.Out)
}

// help says how moves are written, and what else can be said.
func (s *seat) help() {
	for _, part := range []string{s.guide.Moves, s.guide.Picture} {
		if part != "" {
			fmt.Fprintln(s.Out, part)
		}
	}
	fmt.Fprintln(s.Out, "besides: moves, hint, undo, board, rules, save FILE, quit")
}

// manyMoves is from how many moves on they are not listed one by one.
const manyMoves = 60

// moves lists the legal moves. Of very many those that count up are written as from
// the first to the last; what is still too long ends early.
func (s *seat) moves() {
	list := documents.Moves(s.Seen(s.Person))
	more := ""
	if len(list) > manyMoves {
		list = folded(list)
	}
	if n := len(list); n > manyMoves {
		list, more = list[:manyMoves], fmt.Sprintf(" ... and %d more; help says how they are written", n-manyMoves)
	}
	fmt.Fprintln(s.Out, strings.Join(list, " ")+more)
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
	fmt.Fprintf(s.Out, "%s would play %s", s.Agent.Name, move)
	if len(line) > 1 && line[0] == move {
		fmt.Fprintf(s.Out, ", and expects %s", strings.Join(line[1:], " "))
	}
	fmt.Fprintln(s.Out)
	return nil
}

func (s *seat) takeBack(ctx context.Context) error {
	found, err := s.Undo(ctx)
	if err == nil && !found {
		fmt.Fprintln(s.Out, "there is nothing to take back")
	}
	return err
}

func (s *seat) save(path string) {
	if path == "" {
		fmt.Fprintln(s.Out, "save FILE: the name of a file is needed")
		return
	}
	if err := s.Save(s.Match, path); err != nil {
		fmt.Fprintln(s.Out, err)
		return
	}
	s.saved = path
	fmt.Fprintf(s.Out, "Continue with: %s\n", s.Resume(s.Match, path))
}
