package cmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/session"
)

// console is the connection to the user at a terminal. It provides the typed lines and writes text.
type console struct {
	in      <-chan term.Line
	out     *term.Screen
	program string // name of the program as typed, for recommended commands
	echoed  bool   // typed lines appear on the screen
	// await reports that work is still running, until the caller calls stop; nil for no reports.
	await func(ctx context.Context, what string) (stop func())
}

// read returns the next typed line. It returns the error of ctx if ctx is done before, and io.EOF after
// the last line.
func (c console) read(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		c.out.Println()
		return "", ctx.Err()
	case line, more := <-c.in:
		if line.Err == nil && more {
			if c.echoed {
				c.out.Entered()
			}
			return line.Text, nil
		}
		return "", cmp.Or(line.Err, io.EOF)
	}
}

// thinking displays that an agent is searching for a move, until the caller calls stop. who is the
// name of the agent or of its seat.
func (c console) thinking(ctx context.Context, who string) (stop func()) {
	if c.await == nil {
		return func() {}
	}
	return c.await(ctx, who+" has been thinking")
}

// say prints a formatted line, wrapped to the width of the terminal.
func (c console) say(format string, args ...any) {
	c.out.Println(term.Reflowed(fmt.Sprintf(format, args...), c.out.Width()))
}

// saveGame writes a game, finished or not, to a file from which it can be continued. If file is
// "-", it writes to the console.
func (c console) saveGame(g *playSession, file string) error {
	data, err := json.MarshalIndent(g.record(), "", "  ")
	if err != nil {
		return err
	}
	return files.WriteOr(c.out, file, append(data, '\n'))
}

// resumeCommand returns the shell command that continues a saved game. If the game was opened with
// a config, the command names the config, which defines the external programs.
func (c console) resumeCommand(g *playSession, file string) string {
	command := c.program + " play "
	if runs.IsConfig(g.engine) {
		command += runs.ShellWord(g.engine) + " "
	}
	return command + "--resume " + runs.ShellWord(file)
}

// humanPlayer lets the user play a seat at the terminal: it shows the game and reads moves and
// commands.
type humanPlayer struct {
	console console
	game    *playSession
	session *session.Session // game that is played
	guide   show.Guide
	saved   string // file to which the game was last saved
}

// playGame plays a game between the user and an agent until it is over, the user quits or ctx is
// done. It returns the file to which the game was last saved, or "" if it was not saved.
func (c console) playGame(ctx context.Context, g *playSession) (saved string, err error) {
	s := &humanPlayer{console: c, game: g, session: g.session, guide: show.GuideTo(g.session.Engine())}
	s.console.say("%s Seed %d. Type help for the commands.", s.seated(), g.session.Seed())
	err = s.run(ctx)
	return s.saved, err
}

// seated returns a line that lists the seats of the people at the terminal, and the agent that
// plays the other seats.
func (s *humanPlayer) seated() string {
	seats := s.session.Seats()
	var names []string
	for _, seat := range s.game.people {
		name := s.guide.Seat(seat)
		if seat < len(s.guide.Seats) {
			name = fmt.Sprintf("%s (seat %d)", name, seat+1)
		}
		names = append(names, name)
	}
	if n := len(names); n == seats && n > 1 {
		return fmt.Sprintf("People play %s; %s gives the hints.", strings.Join(names, ", "), s.game.agent.Name)
	} else if n > 1 {
		return fmt.Sprintf("People play %s; %s plays the others.", strings.Join(names, ", "), s.game.agent.Name)
	}
	own := names[0]
	switch seats {
	case 1:
		return fmt.Sprintf("You play alone; %s gives the hints.", s.game.agent.Name)
	case 2:
		return fmt.Sprintf("You are %s; %s plays %s.", own, s.game.agent.Name, s.guide.Seat(1-s.game.people[0]))
	}
	return fmt.Sprintf("You are %s; %s plays the others.", own, s.game.agent.Name)
}

// run plays the game until it is over, the agent resigns or the user quits.
func (s *humanPlayer) run(ctx context.Context) error {
	shown := -1 // number of moves before the position that was shown last
	for !s.game.over() {
		if seat := s.session.Turn(); !slices.Contains(s.game.people, seat) {
			stop := s.console.thinking(ctx, s.guide.Seat(seat))
			p, err := s.session.Reply(ctx)
			stop()
			if errors.Is(err, engines.ErrResigned) {
				s.game.resigned = seat + 1
				break
			}
			if err != nil {
				return err
			}
			s.printMove(s.guide.Seat(seat)+" plays ", p)
			continue
		}
		if shown != len(s.session.Moves()) {
			s.draw()
			shown = len(s.session.Moves())
		}
		if err := s.ask(ctx); err != nil {
			if errors.Is(err, io.EOF) {
				s.console.out.Println("\nGoodbye.")
				return nil
			}
			return err
		}
	}
	if seat := s.game.resigned; seat > 0 {
		s.console.say("%s resigns.", s.guide.Seat(seat-1))
	}
	s.draw()
	s.conclude(s.game.outcome())
	return nil
}

// printMove prints a played move, and the chance event after it, such as a throw of dice. who is
// the beginning of the line.
func (s *humanPlayer) printMove(who string, p session.Played) {
	if p.Event != "" {
		p.Move += " (" + p.Event + ")"
	}
	s.console.say("%s%s", who, p.Move)
}

// conclude prints the result of the game from the user's point of view, or the places if several
// people have played.
func (s *humanPlayer) conclude(o engines.Outcome) {
	if len(s.game.people) > 1 {
		for seat := range o.Seats() {
			s.console.out.Printf("%s: place %d of %d\n", s.guide.Seat(seat), o.Place(seat), o.Seats())
		}
		return
	}
	score, scored := o.Score(s.game.people[0])
	switch place := o.Place(s.game.people[0]); {
	case o.Seats() == 1 && scored:
		s.console.out.Printf("You scored %s.\n", formatNumber(score))
	case o.Seats() == 1:
		s.console.out.Println("The game is over.")
	case o.Drawn():
		s.console.out.Println("A draw.")
	case place == 1:
		s.console.out.Println("You win.")
	case o.Seats() == 2:
		s.console.out.Println("You lose.")
	default:
		s.console.out.Printf("You come in place %d of %d.\n", place, o.Seats())
	}
}

func (s *humanPlayer) draw() {
	g := s.session.View(s.game.person())
	s.console.out.Println()
	s.console.out.Drawing(strings.TrimRight(show.Illustrate(s.session.Engine(), g), "\n"))
}

// ask waits until the user types a line, and executes it.
func (s *humanPlayer) ask(ctx context.Context) error {
	s.console.out.Printf("%s> ", s.guide.Seat(s.game.person()))
	line, err := s.console.read(ctx)
	if err != nil {
		return err
	}
	return s.execute(ctx, line)
}

// execute executes a line that the user typed: a command or a move. If words follow a command that
// takes none, it prints an error instead, except for help. It returns io.EOF after the command
// quit.
func (s *humanPlayer) execute(ctx context.Context, line string) error {
	word, rest, _ := strings.Cut(line, " ")
	command := strings.ToLower(word)
	switch command {
	case "exit", "q", "resign":
		command = "quit"
	case "?":
		command = "help"
	}
	if rest != "" && command != "save" && command != "help" && slices.Contains(playCommands, command) {
		s.console.say("%s: type %s alone", line, word)
		return nil
	}
	switch command {
	case "":
	case "quit":
		return io.EOF
	case "help":
		s.help()
	case "rules":
		s.console.say("%s", s.guide.Rules)
	case "board":
		s.draw()
		view := s.session.View(s.game.person())
		if text := view.String(); show.Illustrate(s.session.Engine(), view) != text {
			s.console.out.Println(text)
		}
	case "moves":
		s.printMoves()
	case "hint":
		return s.hint(ctx)
	case "undo":
		return s.undo()
	case "save":
		s.save(strings.TrimSpace(rest))
	default:
		s.move(line)
	}
	return nil
}

// playCommands lists the commands that the user can type instead of a move.
var playCommands = []string{"moves", "hint", "undo", "board", "rules", "save", "quit", "help"}

// move makes the move that the user typed, or prints why it is not legal.
func (s *humanPlayer) move(line string) {
	p, err := s.session.Play(line)
	if number, isNumber := strings.CutPrefix(line, "#"); err != nil && isNumber {
		legal := s.session.Legal()
		n, mistake := strconv.Atoi(number)
		if mistake != nil || n < 1 || n > len(legal) {
			s.console.say("%s: the legal moves are #1 to #%d; moves lists them", line, len(legal))
			return
		}
		p, err = s.session.Play(legal[n-1])
	}
	if err == nil {
		if p.Event != "" {
			s.printMove("you play ", p)
		}
		return
	}
	advice := ""
	first, _, several := strings.Cut(line, " ")
	if near := keys.Nearest(playCommands, first); near != "" {
		advice = "; did you mean " + near + "?"
	} else if _, wrong := s.session.Game().ParseMove(first); several && wrong == nil {
		advice = "; type one move at a time"
	}
	s.console.say("%v%s", err, advice)
}

func (s *humanPlayer) help() {
	moves := s.guide.Moves
	if legal := s.session.Legal(); moves == "" && len(legal) > 0 {
		moves = "A move is written as in " + legal[0] + "; moves lists the legal ones, and #1 makes the first of them."
	}
	for _, part := range []string{moves, s.guide.Picture} {
		if part != "" {
			s.console.say("%s", part)
		}
	}
	s.console.say("other commands: moves, hint, undo, board, rules, save FILE, quit")
}

// manyMoves is the number of legal moves above which printMoves abbreviates the list.
const manyMoves = 60

// printMoves prints the legal moves. If there are more than manyMoves, it abbreviates series such
// as 4+1..4+18, and prints at most manyMoves entries. If a move contains a blank or a character
// outside of ASCII, it instead prints all moves in numbered lines.
func (s *humanPlayer) printMoves() {
	list := s.session.Legal()
	if slices.ContainsFunc(list, func(m string) bool {
		return strings.ContainsFunc(m, func(r rune) bool { return r == ' ' || r > unicode.MaxASCII })
	}) {
		for i, m := range list {
			s.console.say("#%d  %s", i+1, m)
		}
		return
	}
	more := ""
	if len(list) > manyMoves {
		list = abbreviated(list)
	}
	if n := len(list); n > manyMoves {
		list, more = list[:manyMoves], fmt.Sprintf(" ... and %d more; help explains how to write them", n-manyMoves)
	}
	s.console.say("%s%s", strings.Join(list, " "), more)
}

// hint prints the move that the agent would play in place of the user, and the moves that the agent
// expects after it. If the agent fails, hint prints why. It returns only the error of ctx.
func (s *humanPlayer) hint(ctx context.Context) error {
	stop := s.console.thinking(ctx, s.game.agent.Name)
	thought, err := s.session.Hint(ctx, s.game.agent)
	stop()
	switch {
	case errors.Is(err, engines.ErrResigned):
		s.console.say("%s would resign", s.game.agent.Name)
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil: // the game can go on without a hint
		s.console.say("no hint: %v", err)
		return nil
	}
	expected := ""
	if line := thought.Line; len(line) > 1 && line[0] == thought.Move {
		expected = ", and expects " + strings.Join(line[1:], " ")
	}
	s.console.say("%s would play %s%s", s.game.agent.Name, thought.Move, expected)
	return nil
}

// undo takes back the user's last move and the agent's replies to it.
func (s *humanPlayer) undo() error {
	err := s.session.UndoTo(s.game.person())
	if errors.Is(err, session.ErrNothingToUndo) {
		s.console.out.Println("there is nothing to take back")
		return nil
	}
	return err
}

// save saves the game to a file and prints the command that continues it.
func (s *humanPlayer) save(path string) {
	if path == "" {
		s.console.say("save FILE: the name of a file is needed")
		return
	}
	if err := s.console.saveGame(s.game, path); err != nil {
		s.console.say("%v", err)
		return
	}
	if path == "-" { // the game is on the screen, and in no file
		return
	}
	s.saved = path
	s.console.out.Printf("Continue with: %s\n", s.console.resumeCommand(s.game, path))
}

// abbreviated shortens a list of moves. Three or more successive moves that end in consecutive
// numbers become an entry with the first and the last, such as 4+1..4+18.
func abbreviated(moves []string) []string {
	var out []string
	for len(moves) > 0 {
		n := countConsecutive(moves)
		if n < 3 {
			out, moves = append(out, moves[0]), moves[1:]
			continue
		}
		out, moves = append(out, moves[0]+".."+moves[n-1]), moves[n:]
	}
	return out
}

// countConsecutive returns how many moves at the beginning of a list have the same text except for
// a final number that grows by one. For "a7", "a8", "a9", "b1" it returns 3. It returns 1 if the
// first move does not end in a number. The list must not be empty.
func countConsecutive(moves []string) int {
	stem := strings.TrimRight(moves[0], "0123456789")
	first, err := strconv.Atoi(moves[0][len(stem):])
	if err != nil {
		return 1
	}
	n := 1
	for n < len(moves) && moves[n] == stem+strconv.Itoa(first+n) {
		n++
	}
	return n
}
