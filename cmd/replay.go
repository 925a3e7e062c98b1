package cmd

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/runs"
)

type replayOptions struct {
	run    string
	config string // config file with the commands of the run's programs
	game   int    // number of the game in the run, from 1
	boards bool
	db     string
}

func newReplay(a *app, run func(context.Context, replayOptions) error) *cobra.Command {
	o := replayOptions{game: 1}
	c := &cobra.Command{
		Use:   "replay RUN [CONFIG]",
		Short: "Show a stored game, move by move",
		Long: `Plays a game of a run again and shows it move by move. Games are counted from 1: first
the games of the rounds in order, then those of the verification or the tournament. A
game is a function of its seed and its agents, so every game can be shown. If this version
of the program plays a game differently, an error reports it. For a run with programs,
also give the config with their commands.`,
		Example: `  lanista replay last
  lanista replay last --game 1200 --boards
  lanista replay last --game 7 --json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.run = args[0]
			var err error
			if o.config, err = configAfterRun(args); err != nil {
				return err
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(countValue(&o.game), "game", "number of the game in the run, from 1")
	f.BoolVar(&o.boards, "boards", false, "show the position after every move")
	storeFlag(f, &o.db)
	a.jsonFlag(c)
	return c
}

func (a *app) replay(ctx context.Context, o replayOptions) error {
	store, err := runs.OpenReadOnly(o.db)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	id, at, err := runs.FindGame(ctx, store, o.run, o.game)
	if err != nil {
		return err
	}
	stop := a.await(ctx, "playing the game again")
	r, err := runs.Replay(ctx, a.catalog, o.config, store, id, at)
	stop()
	if err != nil {
		return err
	}
	defer r.Close()
	if !a.json && !r.Same() { // the document has it
		a.warn("this version of the program plays the game differently; in the run it ended %s", r.Stored.Outcome)
	}
	if r.Rules != "" {
		a.warn("%s", r.Rules)
	}
	if a.json {
		return a.writeJSON(newReplayDocument(r, o.game))
	}
	return printReplay(a.out, r, o.game, o.boards)
}

type replayDocument struct {
	Run     string           `json:"run"`
	Engine  string           `json:"engine"`
	Game    int              `json:"game" doc:"of the run, from 1"`
	Round   int              `json:"round" doc:"0 in a tournament or a verification"`
	Pairing int              `json:"pairing" doc:"of the round, from 1"`
	Seed    string           `json:"seed" doc:"in decimal digits"`
	Agents  []replayAgent    `json:"agents" doc:"by seat"`
	Start   string           `json:"start"`
	Moves   []replayPly      `json:"moves"`
	Outcome engines.Outcome  `json:"outcome"`
	Ending  engines.Ending   `json:"ending"`
	Reason  string           `json:"reason,omitempty" doc:"why the game ended, in a word of the game"`
	Forfeit *engines.Forfeit `json:"forfeit,omitempty"`
	Same    bool             `json:"same" doc:"the game ended so in the run"`
	Stored  engines.Outcome  `json:"stored" doc:"the outcome in the run"`
}

// replayAgent describes an agent of a replayed game, in the JSON output of the command "replay".
type replayAgent struct {
	Name     string           `json:"name"`
	Player   string           `json:"player,omitempty"`
	Weights  engines.Weights  `json:"weights,omitempty"`
	Settings engines.Settings `json:"settings,omitempty"`
}

// replayPly describes one move of a replayed game, in the JSON output of the command "replay".
type replayPly struct {
	Seat     int    `json:"seat" doc:"from 0"`
	Move     string `json:"move"`
	Event    string `json:"event,omitempty" doc:"what chance did with the move"`
	Opening  bool   `json:"opening,omitempty" doc:"a move of the opening"`
	Position string `json:"position" doc:"after the move"`
}

func newReplayDocument(r runs.ReplayResult, n int) replayDocument {
	doc := replayDocument{
		Run: r.Run, Engine: r.Engine.Spec().Name, Game: n, Round: r.Game.Round, Pairing: r.Game.Pairing + 1,
		Seed: strconv.FormatUint(r.Seed, 10), Agents: []replayAgent{}, Start: r.Start.String(), Moves: []replayPly{},
		Outcome: r.Played.Outcome, Ending: r.Played.Ending, Reason: r.Played.Reason(), Forfeit: r.Played.Forfeit, Same: r.Same(), Stored: r.Stored.Outcome,
	}
	for _, a := range r.Agents {
		doc.Agents = append(doc.Agents, replayAgent{a.Name, a.Player, a.Weights, a.Settings})
	}
	for p := range r.Plies {
		doc.Moves = append(doc.Moves, replayPly{p.Seat, p.Move, p.Event, p.Opening, p.Position.String()})
	}
	return doc
}

// printReplay prints the n-th game of a run move by move. If boards is true, it also prints the
// position after every move.
func printReplay(w *term.Screen, r runs.ReplayResult, n int, boards bool) error {
	where := ""
	if r.Game.Round > 0 { // 0 in a tournament
		where = fmt.Sprintf("round %d, ", r.Game.Round)
	}
	w.Paragraph("Run %s, game %d (%spairing %d, game %d), %s, seed %d",
		r.Run, n, where, r.Game.Pairing+1, r.Game.Game+1, r.Engine.Spec().Name, r.Seed)
	for seat, agent := range r.Agents {
		w.Paragraph("seat %d: %s", seat+1, agentLine(r.Engine, agent))
	}
	w.Println()
	w.Drawing(strings.TrimRight(show.Illustrate(r.Engine, r.Start), "\n"))
	w.Println()
	number := 0
	var last engines.Game
	for ply := range r.Plies {
		number++
		line := fmt.Sprintf("%3d. seat %d  %s", number, ply.Seat+1, ply.Move)
		if ply.Event != "" {
			line += "  (" + ply.Event + ")"
		}
		if ply.Opening {
			line += "  [opening]"
		}
		w.Println(term.Fitted(line, w.Width()))
		if last = ply.Position; boards {
			w.Drawing(strings.TrimRight(show.Illustrate(r.Engine, last), "\n"))
			w.Println()
		}
	}
	if last != nil && !boards {
		w.Println()
		w.Drawing(strings.TrimRight(show.Illustrate(r.Engine, last), "\n"))
	}
	ended := ""
	if f := r.Played.Forfeit; f != nil {
		ended = fmt.Sprintf("; seat %d forfeited (%s): %s", f.Seat+1, f.Kind, f.Reason)
	} else if why := r.Played.Why(); why != engines.ByRules.String() {
		ended = "; ended by " + why
	}
	w.Println()
	w.Paragraph("places by seat: %s%s", r.Played.Outcome, ended)
	return w.Err()
}

func agentLine(e engines.Engine, agent engines.Agent) string {
	line := agent.Name
	if agent.Player != "" && agent.Player != agent.Name {
		line += " (" + agent.Player + ")"
	}
	with, err := e.With(agent.Settings)
	if err == nil && len(agent.Weights) == len(with.Spec().Weights) && len(agent.Weights) > 0 {
		line = strings.TrimSpace(line + "  " + formatWeightList(with.Spec().Weights, agent.Weights))
	}
	return line
}
