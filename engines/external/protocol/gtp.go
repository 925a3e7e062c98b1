package protocol

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
)

// gtpVersion is the version of the Go Text Protocol.
const gtpVersion = "2"

// gtpSession is a session with a program in the Go Text Protocol, version 2. The program plays
// Go, Othello, or another game of two seats whose moves are written as vertices, such as D4, or
// "pass". The protocol cannot declare weights. The config lists them, and the line that sets one.
//
// An example of Go; ">" marks lines to the program:
//
//	> 1 protocol_version
//	< =1 2
//	<
//	> 2 name
//	< =2 GNU Go
//	<
//	> 3 list_commands
//	< =3 boardsize
//	...
//	> 4 boardsize 9                 8 in Othello; the setting size of another game, if it has one
//	> 5 clear_board
//	> 6 komi 7.5                    the setting komi of the game, if it has one
//	> 7 set_random_seed 77          if it is listed
//	> 8 play b E5
//	> 9 genmove w
//	< =9 C3
//	<
//
// Answers may lack the number. In Othello, a forced pass is neither requested nor sent, because
// most programs play it without a command. A program that refuses a move without the pass receives
// passes from then on. The protocol has no limit of depth or nodes. A program receives a limit of
// time by time_settings and time_left, each of which is sent if the program lists it.
//
// Source: G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2.
type gtpSession struct {
	options   Options
	io        textIO
	commands  []string // that the program lists; nil if it refuses list_commands
	last      int      // number of the last command
	owed      int      // number of the oldest command without an answer
	game      Game
	side      string
	sentMoves []engines.Move // of the game
	skipped   bool           // a pass before the next command was not sent
	passes    bool           // the program receives passes
	own       engines.Move   // the program's last move
	made      bool           // the program has already made the move own, which is not in sentMoves yet
	list      []engines.Move
}

func newGTP(o Options) Session {
	return &gtpSession{options: o, io: textIO{process: o.Process}, owed: 1}
}

// Stray returns the number of output lines that did not belong to an answer.
func (s *gtpSession) Stray() Stray { return s.io.stray }

// refusal is the error for a GTP command that failed. The program's answer to such a command begins
// with a question mark.
type refusal struct{ command, text string }

func (r *refusal) Error() string {
	return fmt.Sprintf("%s: %s", r.command, cmp.Or(Printable(r.text), "refused without a reason"))
}

// isRefusal reports whether an error means that the program answered a command with a question
// mark.
func isRefusal(err error) bool {
	var r *refusal
	return errors.As(err, &r)
}

// ask sends a GTP command and returns the answer. A refused command is a fault that wraps a
// *refusal. limit is the time for the answer.
func (s *gtpSession) ask(ctx context.Context, limit time.Duration, command ...string) (string, error) {
	s.last++
	s.io.put(append([]string{strconv.Itoa(s.last), " "}, command...)...)
	deadline := time.Now().Add(limit)
	if err := s.io.send(ctx, deadline, limit); err != nil {
		s.last-- // the program did not receive it
		return "", err
	}
	for {
		a, err := s.next(ctx, deadline, limit)
		switch {
		case err != nil:
			return "", err
		case a.number > s.last:
			return "", malformed("an answer to command %d, which has not been given (the last was %d)", a.number, s.last)
		case a.number < s.last:
			s.io.stray.Late++
			continue
		case !a.ok:
			why := &refusal{strings.Join(command, ""), a.text}
			return "", &engines.Fault{Kind: engines.ForfeitError, Err: why}
		}
		return a.text, nil
	}
}

// next reads one GTP answer up to the empty line at its end. An answer without a number is
// assigned to the oldest unanswered command.
func (s *gtpSession) next(ctx context.Context, deadline time.Time, limit time.Duration) (a gtpAnswer, err error) {
	begun := false
	var more []byte // the lines after the first
	err = s.io.read(ctx, deadline, limit, "an answer", func(line []byte) (bool, error) {
		blank := len(bytes.TrimSpace(line)) == 0
		switch {
		case begun && blank:
			return true, nil
		case begun:
			more = append(append(more, '\n'), line...)
		case !blank:
			if a, begun = parseGTPAnswer(line, s.last); !begun {
				s.io.stray.add(line)
			}
		}
		return false, nil
	})
	if err != nil {
		return a, err
	}
	a.text += string(more)
	if !a.numbered {
		a.number = s.owed
	}
	s.owed = max(s.owed, a.number+1)
	return a, nil
}

// Hello performs the handshake. If the program refuses protocol_version, version 2 is assumed. If
// it refuses list_commands, only the commands that GTP requires are assumed.
func (s *gtpSession) Hello(ctx context.Context) (Description, error) {
	d := Description{Weights: s.options.Declared, TimeOnly: true}
	version, err := s.ask(ctx, s.options.Timeouts.Start, "protocol_version")
	switch {
	case err == nil && version != gtpVersion:
		return d, malformed("it speaks version %s of GTP; %s is needed", Printable(version), gtpVersion)
	case err != nil && !isRefusal(err):
		return d, explainHello(ctx, err, s.options, &s.io, "gtp", "answer to protocol_version", "a program that speaks GTP answers = and an empty line")
	}
	if d.Name, err = s.ask(ctx, s.options.Timeouts.Reply, "name"); err != nil && !isRefusal(err) {
		return d, err
	}
	d.Name = Printable(d.Name)
	list, err := s.ask(ctx, s.options.Timeouts.Reply, "list_commands")
	if err != nil && !isRefusal(err) {
		return d, err
	}
	if s.commands = nil; err == nil {
		s.commands = strings.Fields(list)
	}
	if d.Usual = othelloName; s.lists("komi") {
		d.Usual = "go"
	}
	if s.lists("time_settings") {
		d.CheckLimit = checkGTPTime
	}
	s.io.stray = Stray{} // a banner before the handshake is common
	return d, s.askAll(ctx, s.options.Setup)
}

// askAll sends commands one by one. It returns an error at the first one that the program
// refuses.
func (s *gtpSession) askAll(ctx context.Context, lines []string) error {
	for _, line := range lines {
		if _, err := s.ask(ctx, s.options.Timeouts.Reply, line); err != nil {
			return err
		}
	}
	return nil
}

// gtpSeedBits is the number of bits of the seeds that GTP programs receive, because integers in GTP
// have 31 bits.
const gtpSeedBits = 31

// Begin clears the program's board and sends the weights for a game.
func (s *gtpSession) Begin(ctx context.Context, g Game) error {
	if g.Seats != len(gtpSides) {
		return &engines.UnplayableError{Err: fmt.Errorf("the game has %d seats, and GTP has two colours", g.Seats)}
	}
	s.game = g
	s.side = gtpSides[g.Seat]
	return s.newGame(ctx)
}

// newGame sends the commands at the beginning of a game.
func (s *gtpSession) newGame(ctx context.Context) error {
	s.sentMoves, s.skipped, s.made = s.sentMoves[:0], false, false
	g := &s.game
	var lines []string
	if size := boardSize(g); size != "" {
		lines = append(lines, "boardsize "+size)
	}
	lines = append(lines, "clear_board")
	if komi, ok := g.Settings["komi"]; ok && (s.commands == nil || s.lists("komi")) {
		lines = append(lines, "komi "+komi)
	}
	if s.lists("set_random_seed") {
		lines = append(lines, "set_random_seed "+strconv.FormatUint(g.Seed&(1<<gtpSeedBits-1), 10))
	}
	if g.Limit.Timed() && s.lists("time_settings") {
		lines = append(lines, timeSettings(g.Limit))
	}
	lines = append(lines, setLines(s.options.Set, g.Space, g.Weights)...)
	return s.askAll(ctx, append(lines, s.options.EachGame...))
}

// boardSize returns the size of the board for the GTP command boardsize, or "" if the game has no
// setting for it.
func boardSize(g *Game) string {
	if g.Game == othelloName {
		return "8"
	}
	return g.Settings["size"]
}

// lists reports whether a GTP command is in the program's list of commands.
func (s *gtpSession) lists(command string) bool { return slices.Contains(s.commands, command) }

// End does nothing, because the protocol has no message for the end of a game.
func (s *gtpSession) End(context.Context, engines.Outcome, string) error { return nil }

// Sync waits until the program has completed all earlier requests. It sends a command and waits
// for the answer.
func (s *gtpSession) Sync(ctx context.Context) error {
	_, err := s.ask(ctx, s.options.Timeouts.Reply, "name")
	if isRefusal(err) {
		return nil
	}
	return err
}

// Quit requests the program to exit.
func (s *gtpSession) Quit() {
	s.last++
	s.io.quit(strconv.Itoa(s.last)+" quit\n", s.options.Timeouts.Quit)
}

// gtpAnswer is the parsed first line of a GTP answer, such as "=8 D6" or "?8 illegal move".
type gtpAnswer struct {
	ok       bool // the command was executed; otherwise text is the reason
	numbered bool
	number   int // of the command
	text     string
}

// maxDigits is the largest number of digits in the number of a GTP command.
const maxDigits = 9

// parseGTPAnswer parses the first line of a GTP answer, such as "=8 D6", "= 8 D6" or "=D6". last is
// the number of the last command. In "= 8 D6" the digits are the number of the command if they are
// at most last and more text follows. Otherwise they are the first word of the answer. ok is false
// for a line that does not begin an answer.
func parseGTPAnswer(line []byte, last int) (a gtpAnswer, ok bool) {
	if len(line) == 0 || line[0] != '=' && line[0] != '?' {
		return a, false
	}
	a.ok = line[0] == '='
	first, rest := line[1:], []byte(nil)
	if i := bytes.IndexAny(first, " \t"); i >= 0 {
		first, rest = first[:i], bytes.TrimSpace(first[i:])
	}
	if len(first) == 0 { // "= 17 D3", or "= D3"
		number, text, more := bytes.Cut(rest, []byte(" "))
		if n, isNumber := parseDigits(number); isNumber && more && n <= last {
			a.numbered, a.number, rest = true, n, bytes.TrimSpace(text)
		}
	} else if n, isNumber := parseDigits(first); isNumber {
		a.numbered, a.number = true, n
	} else { // "=D3"
		rest = bytes.TrimSpace(line[1:])
	}
	a.text = string(rest)
	return a, true
}

// parseDigits parses the number of a GTP command. ok is false if text is not such a number.
func parseDigits(text []byte) (n int, ok bool) {
	if len(text) == 0 || len(text) > maxDigits {
		return 0, false
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}
