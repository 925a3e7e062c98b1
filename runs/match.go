package runs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/results/weights"
)

// MatchOptions say who plays a game. Engine is needed; if Agent is empty, the default
// opponent of the game plays.
type MatchOptions struct {
	Engine   string // a game of the catalog, or the file of a config
	Settings engines.Settings
	Seats    int    // 0 means two, or the nearest number that the game takes
	Person   int    // the seat of the person, from 0
	Agent    string // who plays the other seats, by the name of a source
	// MoveTime, above 0, is how long the agent may think about a move; it looks as
	// far ahead as it can.
	MoveTime time.Duration
	Store    string // where the agents called run:RUN are
	Seed     uint64 // the deal
}

// Match is a game between a person and an agent. It is a position and the moves
// that led to it: all chance comes from the seed, so that a move taken back and
// made again brings the same.
type Match struct {
	Engine engines.Engine
	Agent  engines.Agent
	Person int
	Seed   uint64

	options MatchOptions
	opened  *OpenedGame
	seats   int
	game    engines.Game
	players []engines.Player
	moves   []engines.Move
}

// quiet are settings for matches between agents, which a person does not expect:
// play begins at the game's own start and without random moves, unless they are
// given.
var quiet = []string{"random_plies", "opening", "epsilon"}

// atEase are the settings of a table for a person.
func atEase(e engines.Engine, given engines.Settings) engines.Settings {
	out := maps.Clone(given)
	for _, s := range e.Spec().Settings {
		if _, ok := given[s.Name]; ok || !slices.Contains(quiet, s.Name) {
			continue
		}
		if out == nil {
			out = make(engines.Settings)
		}
		out[s.Name] = "0"
	}
	return out
}

// usualOpponent is the name of the source of the agent that plays where nobody says who:
// the second of the levels, or the champion.
func usualOpponent(e engines.Engine) string {
	if l, ok := e.(show.Levels); ok {
		if levels := l.Levels(); len(levels) > 0 {
			return "level:" + levels[min(1, len(levels)-1)].Agent.Name
		}
	}
	return "champion"
}

// Match deals a game. Without the name of an opponent, the opponent is the second of the
// game's levels. In a game without levels it is the champion, or the default agent if no
// champion ships.
func (c Catalog) Match(ctx context.Context, o MatchOptions) (*Match, error) {
	opened, err := c.Open(ctx, o.Engine, o.Settings, o.Store)
	if err != nil {
		return nil, err
	}
	m := &Match{opened: opened, options: o}
	if err := m.begin(ctx); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}

// begin seats the agent and deals the game.
func (m *Match) begin(ctx context.Context) error {
	o := &m.options
	o.Settings = atEase(m.opened.Engine, o.Settings)
	if err := m.opened.set(o.Settings); err != nil {
		return err
	}
	m.Engine, m.Person, m.Seed, m.seats = m.opened.Engine, o.Person, o.Seed, o.Seats
	if m.seats == 0 {
		m.seats = defaultSeats(m.Engine)
	}
	if spec := m.Engine.Spec(); m.seats < spec.MinSeats || m.seats > spec.MaxSeats {
		return mistakef("seats: %d is not within [%d, %d]", m.seats, spec.MinSeats, spec.MaxSeats)
	}
	if o.Person < 0 || o.Person >= m.seats {
		if m.seats == 1 {
			return mistakef("seat %d: the table has one seat", o.Person+1)
		}
		return mistakef("seat %d: the table has seats 1 to %d", o.Person+1, m.seats)
	}
	o.Seats = m.seats
	var err error
	named := o.Agent != ""
	if !named {
		if o.Agent, err = m.opened.opponent(ctx); err != nil {
			return err
		}
	}
	m.Agent, err = m.opened.Agent(ctx, o.Agent, m.seats)
	switch {
	case !errors.Is(err, weights.ErrNoChampion):
	case named:
		err = mistakef("%w; the agents of %s are default, %s", err, m.Engine.Spec().Name, strings.Join(weights.AgentNames(m.Engine), ", "))
	default:
		m.Agent, err = m.opened.Agent(ctx, "default", m.seats)
	}
	if err != nil {
		return err
	}
	if o.MoveTime > 0 {
		m.Agent = m.opened.timed(m.Agent, engines.Limit{Move: o.MoveTime})
	}
	return mistake(m.deal(ctx))
}

// deal starts the game again from its seed.
func (m *Match) deal(ctx context.Context) error {
	if err := m.rise(); err != nil {
		return err
	}
	g, err := m.Engine.NewGame(m.seats, m.Seed)
	if err != nil {
		return err
	}
	m.game, m.moves = g, nil
	m.players = make([]engines.Player, m.seats)
	for seat := range m.players {
		if seat == m.Person {
			continue
		}
		if m.players[seat], err = m.player(ctx, seat); err != nil {
			return err
		}
	}
	return nil
}

// player makes the agent's player for a seat and lets it begin the game.
func (m *Match) player(ctx context.Context, seat int) (engines.Player, error) {
	p, err := engines.NewPlayer(ctx, m.Engine, m.Agent)
	if err != nil {
		return nil, err
	}
	if s, ok := p.(engines.Starter); ok {
		if err := s.Start(ctx, engines.Seating{Seat: seat, Seats: m.seats, Seed: m.Seed, From: m.Seen(seat)}); err != nil {
			return nil, errors.Join(err, engines.Close(p))
		}
	}
	return p, nil
}

// Close ends the players, and the programs among them.
func (m *Match) Close() error {
	err := m.rise()
	m.opened.Close()
	return err
}

// rise ends the players.
func (m *Match) rise() error {
	var errs []error
	for _, p := range m.players {
		errs = append(errs, engines.Close(p))
	}
	m.players = nil
	return errors.Join(errs...)
}

// Game is the present position, with what no seat may see.
func (m *Match) Game() engines.Position { return m.game }

// Seen is the position as a seat sees it.
func (m *Match) Seen(seat int) engines.Position { return engines.View(m.game, seat) }

// Moves are the moves made so far.
func (m *Match) Moves() []engines.Move { return m.moves }

// Make makes a move, written as the game writes it, for the seat to move.
func (m *Match) Make(text string) error {
	move, err := m.game.ParseMove(text)
	if err != nil {
		return err
	}
	return m.apply(move)
}

func (m *Match) apply(move engines.Move) error {
	seat := m.game.Turn()
	if err := m.game.Apply(move); err != nil {
		return err
	}
	m.moves = append(m.moves, move)
	for _, p := range m.players {
		if w, ok := p.(engines.Watcher); ok {
			w.Saw(seat, move)
		}
	}
	if m.game.Over() {
		for _, p := range m.players {
			if e, ok := p.(engines.Ender); ok {
				e.End(m.game.Outcome())
			}
		}
	}
	return nil
}

// The errors of who is asked out of turn.
var (
	errOver   = errors.New("the game is over")
	errPerson = errors.New("it is the person's turn")
	errAgent  = errors.New("it is not the person's turn")
)

// Answer lets the agent move in the seat whose turn it is, and returns its move
// as the game writes it. It refuses to move for the person, and after the end.
func (m *Match) Answer(ctx context.Context) (string, error) {
	seat := m.game.Turn()
	switch {
	case m.game.Over():
		return "", errOver
	case seat == m.Person:
		return "", errPerson
	}
	ctx, cancel := m.patience(ctx)
	defer cancel()
	move, err := m.players[seat].Choose(ctx, m.Seen(seat))
	if err != nil {
		return "", fmt.Errorf("%s: %w", m.Agent.Name, err)
	}
	text := m.game.FormatMove(move)
	return text, m.apply(move)
}

// mostLate is how much longer than its time an agent is waited for.
const mostLate = 10 * time.Second

// patience bounds how long an agent is waited for whose moves have a time: a program
// keeps it by itself, or not.
func (m *Match) patience(ctx context.Context) (context.Context, context.CancelFunc) {
	if m.options.MoveTime == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, m.options.MoveTime+mostLate)
}

// Told is what the last move has brought: dice, a card, cells opened; "" if the game
// does not say.
func (m *Match) Told() string { return show.LastEvent(m.game) }

// Hint is the move that the agent would make in the person's place, whose turn it
// must be.
func (m *Match) Hint(ctx context.Context) (string, error) {
	switch {
	case m.game.Over():
		return "", errOver
	case m.game.Turn() != m.Person:
		return "", errAgent
	}
	ctx, cancel := m.patience(ctx)
	defer cancel()
	player, err := m.player(ctx, m.Person)
	if err != nil {
		return "", err
	}
	move, err := player.Choose(ctx, m.Seen(m.Person))
	if err := errors.Join(err, engines.Close(player)); err != nil {
		return "", err
	}
	return m.game.FormatMove(move), nil
}

// Expects is the play that the agent expects from the present position on, as the
// game writes moves; nil where the game does not tell, or where the agent thinks for
// as long as its time lasts.
func (m *Match) Expects(ctx context.Context) ([]string, error) {
	if m.Agent.Player != "" || m.options.MoveTime > 0 {
		return nil, nil
	}
	e, err := m.Engine.With(m.Agent.Settings)
	if err != nil {
		return nil, err
	}
	n, err := analysis.Analyze(ctx, e, m.game, m.Agent)
	return n.Line, err
}

// Undo goes back to before the person's last move. It returns false, and leaves
// the game as it is, where there is none.
func (m *Match) Undo(ctx context.Context) (bool, error) {
	moves := m.moves
	last := -1
	if err := m.deal(ctx); err != nil {
		return false, err
	}
	for i, move := range moves {
		if m.game.Turn() == m.Person {
			last = i
		}
		if err := m.game.Apply(move); err != nil {
			return false, err
		}
	}
	found := last >= 0
	if !found {
		last = len(moves)
	}
	if err := m.deal(ctx); err != nil {
		return false, err
	}
	for _, move := range moves[:last] {
		if err := m.apply(move); err != nil {
			return false, err
		}
	}
	return found, nil
}
