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

func newPlay(a *app) *cobra.Command {
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
			return a.play(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.IntVar(&o.seat, "seat", 0, "your seat, from 0")
	f.IntVar(&o.seats, "seats", 0, "seats at the table; 0 is two, or the fewest the game takes")
	f.StringVar(&o.agent, "agent", "champion", "who plays the others: champion, default, random, run:RUN, an agent that the game ships, or a weights file")
	f.Var(&o.seed, "seed", "the deal; drawn anew when absent")
	f.StringArrayVar(&o.settings, "set", nil, "a setting of the engine, as name=value (repeatable)")
	storeFlag(f, &o.db)
	return c
}

// match is a game between a person and an agent.
type match struct {
	*app
	engine engines.Engine
	agent  engines.Agent
	seats  int
	person int
	seed   uint64

	game    engines.Game
	players []engines.Player
	moves   []engines.Move // all that were made
	input   *bufio.Reader
}

func (a *app) play(ctx context.Context, o playOptions) error {
	e, err := a.openEngine(o.engine, o.settings)
	if err != nil {
		return err
	}
	m := &match{app: a, engine: e, seats: o.seats, person: o.seat, seed: o.seed.value, input: bufio.NewReader(a.in)}
	if m.seats == 0 {
		m.seats = defaultSeats(e)
	}
	if o.seat < 0 || o.seat >= m.seats {
		return usagef("--seat %d: the table has seats 0 to %d", o.seat, m.seats-1)
	}
	if !o.seed.set {
		m.seed = rand.Uint64()
	}
	typed, err := parseSettings(o.settings)
	if err != nil {
		return err
	}
	m.agent, err = agentFrom(ctx, e, typed, o.agent, o.db)
	if errors.Is(err, errNoChampion) {
		m.agent, err = agentFrom(ctx, e, typed, "default", o.db)
	}
	if err != nil {
		return err
	}
	if err := m.deal(ctx); err != nil {
		return usage(err)
	}
	fmt.Fprintf(a.out, "You have seat %d; %s plays. Deal: --seed %d. Type help for what you can say.\n", m.person, m.agent.Name, m.seed)
	return errors.Join(m.run(ctx), m.close())
}

// deal starts the game again from its seed.
func (m *match) deal(ctx context.Context) error {
	g, err := m.engine.NewGame(m.seats, m.seed)
	if err != nil {
		return err
	}
	if err := m.close(); err != nil {
		return err
	}
	m.game, m.players = g, make([]engines.Player, m.seats)
	for seat := range m.players {
		if m.players[seat], err = m.player(ctx, seat); err != nil {
			return err
		}
	}
	return nil
}

// close ends the players of the last deal.
func (m *match) close() error {
	var errs []error
	for _, p := range m.players {
		errs = append(errs, engines.Close(p))
	}
	m.players = nil
	return errors.Join(errs...)
}

// player makes a player and lets it begin the game.
func (m *match) player(ctx context.Context, seat int) (engines.Player, error) {
	p, err := engines.NewPlayer(ctx, m.engine, m.agent)
	if err != nil {
		return nil, err
	}
	if s, ok := p.(engines.Starter); ok {
		err = s.Start(ctx, engines.Seating{Seat: seat, Seats: m.seats, Seed: m.seed, From: engines.Seen(m.game, seat)})
	}
	return p, err
}

// run plays until the game is over or the person leaves.
func (m *match) run(ctx context.Context) error {
	shown := -1 // the number of moves behind the position on the screen
	for !m.game.Over() {
		if m.game.Turn() != m.person {
			if err := m.answer(ctx); err != nil {
				return err
			}
			continue
		}
		if shown != len(m.moves) {
			m.draw()
			shown = len(m.moves)
		}
		if err := m.ask(ctx); err != nil {
			if errors.Is(err, io.EOF) {
				fmt.Fprintln(m.out, "\nGoodbye.")
				return nil
			}
			return err
		}
	}
	m.draw()
	o := m.game.Outcome()
	switch place := o.Place(m.person); {
	case o == engines.Draw(m.seats):
		fmt.Fprintln(m.out, "A draw.")
	case place == 1:
		fmt.Fprintln(m.out, "You win.")
	default:
		fmt.Fprintf(m.out, "You come in place %d of %d.\n", place, m.seats)
	}
	return nil
}

// seen is the game as a seat sees it.
func (m *match) seen(seat int) engines.Position { return engines.Seen(m.game, seat) }

func (m *match) draw() {
	g := m.seen(m.person)
	if d, ok := m.engine.(engines.Illustrator); ok {
		fmt.Fprintf(m.out, "\n%s\n", strings.TrimRight(d.Draw(g), "\n"))
		return
	}
	fmt.Fprintf(m.out, "\n%s\n", g)
}

// answer lets the agent move.
func (m *match) answer(ctx context.Context) error {
	seat := m.game.Turn()
	move, err := m.players[seat].Choose(ctx, m.seen(seat))
	if err != nil {
		return fmt.Errorf("%s: %w", m.agent.Name, err)
	}
	fmt.Fprintf(m.out, "seat %d plays %s\n", seat, m.game.FormatMove(move))
	return m.make(move)
}

func (m *match) make(move engines.Move) error {
	if err := m.game.Apply(move); err != nil {
		return err
	}
	m.moves = append(m.moves, move)
	return nil
}

// ask reads one line from the person and does what it says.
func (m *match) ask(ctx context.Context) error {
	fmt.Fprintf(m.out, "seat %d> ", m.person)
	line, err := m.input.ReadString('\n')
	line = strings.TrimSpace(line)
	if err != nil && line == "" {
		return err
	}
	switch line {
	case "":
	case "quit", "exit":
		return io.EOF
	case "help", "?":
		fmt.Fprintln(m.out, "a move, moves, hint, undo, quit")
	case "moves":
		fmt.Fprintln(m.out, strings.Join(moveNames(m.game), " "))
	case "hint":
		return m.hint(ctx)
	case "undo":
		return m.undo(ctx)
	default:
		move, err := m.game.ParseMove(line)
		if err == nil {
			err = m.make(move)
		}
		if err != nil {
			fmt.Fprintf(m.out, "%v\n", err)
		}
	}
	return nil
}

func (m *match) hint(ctx context.Context) error {
	player, err := m.player(ctx, m.person)
	if err != nil {
		return err
	}
	move, err := player.Choose(ctx, m.seen(m.person))
	if err := errors.Join(err, engines.Close(player)); err != nil {
		return err
	}
	fmt.Fprintf(m.out, "%s would play %s\n", m.agent.Name, m.game.FormatMove(move))
	return nil
}

// undo goes back to before the person's last move by playing the game again:
// all chance comes from the seed, so it falls the same way.
func (m *match) undo(ctx context.Context) error {
	moves := m.moves
	if err := m.deal(ctx); err != nil {
		return err
	}
	last := -1
	for i, move := range moves {
		if m.game.Turn() == m.person {
			last = i
		}
		if err := m.game.Apply(move); err != nil {
			return err
		}
	}
	if last < 0 {
		fmt.Fprintln(m.out, "there is nothing to take back")
		last = len(moves)
	}
	m.moves = nil
	if err := m.deal(ctx); err != nil {
		return err
	}
	for _, move := range moves[:last] {
		if err := m.make(move); err != nil {
			return err
		}
	}
	return nil
}
