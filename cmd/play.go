package cmd

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/session"
)

type playOptions struct {
	engine   string // name of a game, or path of a config with programs; may be "" with resume
	resume   string // path of the saved game to continue
	seats    int
	people   []int // seats that people play, from 1
	level    string
	agent    string // source of the agent, such as level:hard or a file
	moveTime time.Duration
	seed     *uint64
	settings []string
	position string // position at the start of the game; "" for the usual one
	output   string
	tally    string // file in which results are counted; "" for none
	store    string
}

func newPlay(a *app, run func(context.Context, playOptions) error) *cobra.Command {
	var o playOptions
	c := &cobra.Command{
		Use:   "play [ENGINE]",
		Short: "Play against an agent in the terminal",
		Long:  longHelp("play"),
		Example: `  lanista play othello --level hard
  lanista play hare --level best --movetime 2s
  lanista play risk --agent run:last --seat 2
  lanista play hare --seats 3 --seat 1,2 --level hard --tally ours.json
  lanista play hare --position '45;26;2;f;29;19;0;f'
  lanista play --resume mine.game`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && o.resume == "":
				return usageErrorf("an ENGINE is needed, or --resume FILE")
			case len(args) == 1:
				o.engine = args[0]
			}
			for _, name := range []string{"agent", "level", "movetime", "position", "seat", "seats", "seed", "set"} {
				if o.resume != "" && flagTyped(cmd.Flags(), name) {
					return usageErrorf("--%s cannot be used with --resume: the file contains the options of the game", name)
				}
			}
			if o.level != "" && o.agent != "" {
				return usageErrorf("--level cannot be used with --agent")
			}
			if o.moveTime < 0 {
				return usageErrorf("--movetime: %v is below the minimum 0", o.moveTime)
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.IntSliceVar(&o.people, "seat", []int{1}, "your `SEAT`, from 1, or the seats of several people at this terminal, such as 1,2")
	f.IntVar(&o.seats, "seats", 0, "number `N` of seats; 0 means the number in the config, or 2 or the nearest number that the game allows")
	f.StringVar(&o.level, "level", "", "strength of the other players, a `WORD`: easy, medium, hard or best (default medium)")
	f.StringVar(&o.agent, "agent", "", "`AGENT` for all other seats instead of a level: champion, default, random, run:RUN, another agent of the game, or a weights file")
	f.DurationVar(&o.moveTime, "movetime", 0, "thinking `TIME` of the other players per move, such as 2s; 0 means that they search to their own depth")
	f.Var(seedValue(&o.seed), "seed", "seed of the game (default: random)")
	f.StringVar(&o.position, "position", "", "begin with the position `TEXT`, in the game's notation")
	settingsFlag(f, &o.settings)
	f.StringVar(&o.tally, "tally", "", "count the result in `FILE`, and print the results against the same agent so far")
	f.StringVarP(&o.output, "output", "o", "", "save the game to `FILE` when it ends or you leave it; - is standard output")
	f.StringVar(&o.resume, "resume", "", "continue the game in `FILE`")
	storeFlag(f, &o.store)
	return c
}

func (a *app) play(ctx context.Context, o playOptions) error {
	g, err := a.openGame(ctx, o)
	if err != nil {
		return err
	}
	defer g.close()
	if o.tally != "" && g.session.Seats() == 1 {
		return usageErrorf("--tally: a game of one player is neither won nor lost")
	}
	if o.tally != "" { // a file that cannot be used is a mistake before the game
		if _, err := readTally(o.tally); err != nil {
			return fmt.Errorf("--tally: %w", err)
		}
		if err := checkFile("tally", o.tally); err != nil {
			return err
		}
	}
	if err := folderExists("output", o.output); err != nil {
		return err
	}
	console, ended := a.console(ctx), g.over()
	saved, err := console.playGame(ctx, g)
	var unsaved error
	if o.output != "" {
		saved, unsaved = o.output, console.saveGame(g, o.output)
	}
	switch {
	case o.tally == "" || err != nil || !g.over():
	case ended:
		a.out.Println("The game was over before; --tally does not count it again.")
	default:
		err = countResult(a.out, o.tally, g)
	}
	switch {
	case !errors.Is(err, context.Canceled):
		return errors.Join(err, unsaved)
	case unsaved != nil:
		return errorWithExitCode(exitInterrupted, "interrupted; the game is not saved: %w", unsaved)
	case saved == "-":
		return errorWithExitCode(exitInterrupted, "interrupted; the game is on standard output, from which --resume cannot read it until it is in a file")
	case saved == "":
		return errorWithExitCode(exitInterrupted, "interrupted; the game is not saved (use save FILE or --output FILE to save games)")
	}
	return errorWithExitCode(exitInterrupted, "interrupted; the game is stored as it was last saved. Resume with: %s", console.resumeCommand(g, saved))
}

// console returns the connection to the user at the terminal, which reads lines from standard input
// and writes to standard output.
func (a *app) console(ctx context.Context) console {
	return console{in: term.Lines(ctx, a.in), out: a.out, program: a.name, echoed: term.Interactive(a.in, a.env), await: a.await}
}

// playSession is a game of people at the terminal against an agent, or among themselves.
type playSession struct {
	session *session.Session
	opened  *runs.OpenedGame
	engine  string // engine as typed: name of a game, or path of a config
	people  []int  // seats that people play, from 0, ascending
	agent   engines.Agent
	source  string // source of the agent
	// resigned is the seat, from 1, whose agent has given up the game; 0 if none has.
	resigned int
}

// over reports whether the game has ended by its rules or because the agent has resigned.
func (g *playSession) over() bool { return g.session.Over() || g.resigned > 0 }

// outcome returns the outcome of a game that is over.
func (g *playSession) outcome() engines.Outcome {
	if g.resigned > 0 {
		return engines.Loser(g.session.Seats(), g.resigned-1)
	}
	return g.session.Outcome()
}

// close closes the agent and the external programs of the game.
func (g *playSession) close() {
	_ = g.session.Close() // its errors no longer matter
	g.opened.Close()
}

// person returns the seat of the person whose turn it is. If it is the agent's turn, it returns the
// first seat of a person.
func (g *playSession) person() int {
	if turn := g.session.Turn(); !g.session.Over() && slices.Contains(g.people, turn) {
		return turn
	}
	return g.people[0]
}

// record returns the game in the form in which it is saved to a file.
func (g *playSession) record() session.Record {
	r := session.NewRecord(g.session, g.people[0])
	r.Engine, r.Agent, r.Resigned = g.engine, g.source, g.resigned
	if g.resigned > 0 {
		o := g.outcome()
		for seat := range o.Seats() {
			r.Places = append(r.Places, o.Place(seat))
		}
	}
	for _, seat := range g.people[1:] {
		r.Others = append(r.Others, seat+1)
	}
	return r
}

// openGame starts a new game or opens a saved one, as the options request.
func (a *app) openGame(ctx context.Context, o playOptions) (*playSession, error) {
	if o.resume != "" {
		g, err := a.resumeGame(ctx, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.resume, err)
		}
		return g, nil
	}
	settings, err := runs.ParseSettings(o.settings)
	if err != nil {
		return nil, err
	}
	if o.position == "start" { // as the position of other verbs
		o.position = ""
	}
	r := session.Record{Engine: o.engine, Settings: settings, Seats: o.seats, Agent: o.agent, Start: o.position, Seed: rand.Uint64()}
	if o.seed != nil {
		r.Seed = *o.seed
	}
	if o.level != "" {
		r.Agent = "level:" + o.level
	}
	r.Person, r.Others = o.people[0], o.people[1:]
	return a.newGame(ctx, r, o.moveTime, o.store)
}

// newGame starts a game with the settings and agents of a record. It ignores the record's moves.
func (a *app) newGame(ctx context.Context, r session.Record, moveTime time.Duration, store string) (_ *playSession, err error) {
	g := &playSession{engine: r.Engine}
	for _, seat := range append([]int{r.Person}, r.Others...) {
		if slices.Contains(g.people, seat-1) {
			return nil, usageErrorf("--seat: seat %d is given twice", seat)
		}
		g.people = append(g.people, seat-1)
	}
	slices.Sort(g.people)
	if g.opened, err = a.catalog.Open(ctx, r.Engine, r.Settings, store); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			g.opened.Close()
		}
	}()
	settings := session.WithoutChance(g.opened.Engine, r.Settings)
	if err := g.opened.Set(settings); err != nil {
		return nil, err
	}
	seats := r.Seats
	if seats == 0 && r.Start == "" { // a position has its own number of seats
		seats = g.opened.Seats()
	}
	options := session.Options{Settings: settings, Seats: seats, Position: r.Start, Seed: r.Seed, MoveTime: moveTime}
	if g.session, err = session.New(g.opened.Engine, options); err != nil {
		return nil, usageError(err)
	}
	for _, seat := range g.people {
		if err := g.session.CheckSeat(seat); err != nil {
			return nil, usageError(err)
		}
	}
	g.agent, g.source, err = g.opened.Opponent(ctx, r.Agent, g.session.Seats(), moveTime)
	if err != nil {
		return nil, err
	}
	for _, note := range g.opened.Notes {
		a.say(note)
	}
	for seat := range g.session.Seats() {
		if !slices.Contains(g.people, seat) {
			err = errors.Join(err, g.session.SetAgent(seat, g.agent))
		}
	}
	return g, err
}

// resumeGame continues the saved game in a file. If external programs play in it, the options
// must name a config that defines them, because a saved file must not start programs by itself.
func (a *app) resumeGame(ctx context.Context, o playOptions) (*playSession, error) {
	f, err := os.Open(o.resume)
	if err != nil {
		return nil, usageError(errors.Unwrap(err))
	}
	defer func() { _ = f.Close() }()
	r, err := session.ReadRecord(f)
	if err != nil {
		return nil, usageError(err)
	}
	switch {
	case runs.IsConfig(r.Engine) && o.engine == "":
		return nil, usageErrorf("the game was played with the programs of %s; give that config: play CONFIG --resume FILE", r.Engine)
	case !runs.IsConfig(r.Engine) && runs.IsConfig(o.engine):
		return nil, usageErrorf("the game is %s, which needs no config", r.Engine)
	case runs.IsConfig(o.engine):
		r.Engine = o.engine
	case o.engine != "" && o.engine != r.Engine:
		return nil, usageErrorf("the game is %s, not %s", r.Engine, o.engine)
	}
	var moveTime time.Duration
	if r.MoveTime != "" {
		if moveTime, err = time.ParseDuration(r.MoveTime); err != nil || moveTime <= 0 {
			return nil, usageErrorf("movetime: %q is not a positive duration, such as 2s", r.MoveTime)
		}
	}
	g, err := a.newGame(ctx, r, moveTime, o.store)
	if err != nil {
		return nil, err
	}
	err = r.Replay(g.session)
	if g.resigned = r.Resigned; err == nil && g.resigned != 0 {
		err = keys.Under("resigned", g.session.CheckSeat(g.resigned-1))
	}
	if err != nil {
		g.close()
		return nil, usageError(err)
	}
	return g, nil
}
