package cmd

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/runs"
)

func newEtudes(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "etudes",
		Short: "Check labelled positions, rate them yourself, or make new ones by self-play",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newEtudesCheck(a, a.checkEtudes), newEtudesMake(a, a.makeEtudes), newEtudesRate(a, a.rateEtudes))
	return c
}

// etudesOptions name a set of etudes.
type etudesOptions struct {
	engine, file string
	settings     []string
	output       string // for what a person says of them
}

// etudesOptions are about the first game that ships etudes, where nothing else is typed.
func (a *app) etudesOptions() (o etudesOptions) {
	for _, e := range slices.Backward(a.catalog.Games) {
		if _, ok := engines.As[training.EtudeFiles](e); ok {
			o.engine = e.Spec().Name
		}
	}
	return o
}

func (o *etudesOptions) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.engine, "engine", o.engine, "`NAME` of the game")
	settingsFlag(c.Flags(), &o.settings)
}

// etudes reads a set.
func (a *app) etudes(o etudesOptions) (engines.Engine, []training.Etude, error) {
	e, err := a.openEngine(o.engine, o.settings)
	if err != nil {
		return nil, nil, err
	}
	list, err := runs.Etudes(e, o.file)
	return e, list, err
}

func newEtudesCheck(a *app, run func(context.Context, etudesOptions) error) *cobra.Command {
	o := a.etudesOptions()
	c := &cobra.Command{
		Use:     "check FILE",
		Short:   "Check a file of etudes and summarize it",
		Example: "  lanista etudes check mine.csv\n  lanista etudes check hare-20.csv   # a set that ships with the game",
		Args:    cobra.ExactArgs(1),
	}
	o.flags(c)
	a.jsonFlag(c)
	return does(c, &o, run, &o.file)
}

func (a *app) checkEtudes(_ context.Context, o etudesOptions) error {
	e, etudes, err := a.etudes(o)
	if err != nil {
		return err
	}
	count, err := runs.CountEtudes(e, o.file, etudes)
	if err != nil {
		return err
	}
	document := func(c runs.EtudeCount) etudesDocument { return newEtudesDocument(e.Spec().Name, c) }
	return answer(a, count, document, func(w textWriter, c runs.EtudeCount) error { return w.etudeCounts(o.file, c) })
}

// etudesDocument is the output of etudes check with --json.
type etudesDocument struct {
	Engine  string      `json:"engine"`
	Etudes  int         `json:"etudes"`
	Players map[int]int `json:"players" doc:"etudes by the number of players"`
	Winners map[int]int `json:"winners" doc:"etudes by the winner, counted from 1"`
	Hits    int         `json:"default_hits" doc:"etudes whose winner the default weights put first"`
}

func newEtudesDocument(engine string, c runs.EtudeCount) etudesDocument {
	out := etudesDocument{engine, c.Etudes, c.Seats, make(map[int]int), c.Hits}
	for seat, n := range c.Winners {
		out.Winners[seat+1] = n
	}
	return out
}

type makeOptions struct {
	training.EtudeOptions
	engine          string
	settings, label []string
	seed            *uint64
	output          string
}

func newEtudesMake(a *app, run func(context.Context, makeOptions) error) *cobra.Command {
	o := makeOptions{EtudeOptions: training.EtudeOptions{Count: 100, Games: 5}, seed: new(uint64)}
	c := &cobra.Command{
		Use:   "make ENGINE",
		Short: "Make etudes: positions of varied games, labelled by games of strong agents",
		Long: `Draws positions from varied games. From each, agents with a deep search play -k games to
the end, and the label is the player who wins most of them. The file also contains the
number of games, the depth, and the size of the majority.`,
		Example: `  lanista etudes make hare --count 1000 --seed 1 --output mine.csv
  lanista etudes make hare --players 3 --label depth=3 -k 7`,
		Args: cobra.ExactArgs(1),
	}
	f := c.Flags()
	f.Var(countValue(&o.Count), "count", "number of etudes")
	f.IntVar(&o.Seats, "players", 2, "number `N` of players in every etude")
	f.VarP(countValue(&o.Games), "games", "k", "number of games per label")
	f.Var(seedValue(&o.seed), "seed", "seed; a longer set with the same seed begins with the shorter one")
	f.StringArrayVar(&o.label, "label", nil, "setting of the labelling agents, as `NAME=VALUE` (repeatable)")
	f.StringVar(&o.output, "output", "", "`FILE` to write; standard output if absent or -")
	settingsFlag(f, &o.settings)
	workersFlag(f, &o.Workers)
	return does(c, &o, run, &o.engine)
}

func (a *app) makeEtudes(ctx context.Context, o makeOptions) error {
	e, err := a.openEngine(o.engine, o.settings)
	if err != nil {
		return err
	}
	maker, ok := engines.As[training.EtudeMaker](e)
	if !ok {
		return usageErrorf("%s makes no etudes", o.engine)
	}
	if o.Label, err = runs.ParseSettings(o.label); err != nil {
		return err
	}
	p := a.progress("etudes")
	defer p.Finish()
	o.Seed, o.Progress = *o.seed, func(done, of int) { p.At(int64(done), int64(of)) }
	etudes, err := maker.MakeEtudes(ctx, o.EtudeOptions)
	if err != nil {
		return flagErrors(err)
	}
	p.Finish()
	var out bytes.Buffer
	fmt.Fprintf(&out, "# %s etudes make %s --count %d --players %d --games %d --seed %d", a.name, o.engine, o.Count, o.Seats, o.Games, o.Seed)
	for _, text := range o.label {
		fmt.Fprintf(&out, " --label %s", text)
	}
	for _, text := range o.settings {
		fmt.Fprintf(&out, " --set %s", text)
	}
	fmt.Fprintln(&out)
	if err := training.WriteEtudes(e, &out, etudes); err != nil {
		return err
	}
	return files.WriteOr(a.out, o.output, out.Bytes())
}

func newEtudesRate(a *app, run func(context.Context, etudesOptions) error) *cobra.Command {
	o := a.etudesOptions()
	c := &cobra.Command{
		Use:   "rate FILE",
		Short: "Label positions yourself: who is winning",
		Long: `Shows the positions of a file one after the other and asks who is winning. Each label is
written to --output at once, in the format that grid reads. Positions that --output has
are skipped, so you can stop and continue. The label in FILE is shown after your answer.`,
		Example: "  lanista etudes rate hare-20.csv --output mine.csv\n  lanista grid hare-grid --etudes mine.csv",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			if o.output == "" || o.output == "-" {
				return usageErrorf("--output FILE is needed: it is where your verdicts go")
			}
			return run(cmd.Context(), o)
		},
	}
	o.flags(c)
	c.Flags().StringVar(&o.output, "output", "", "`FILE`.csv for your labels")
	return c
}

func (a *app) rateEtudes(ctx context.Context, o etudesOptions) error {
	e, etudes, err := a.etudes(o)
	if err != nil {
		return err
	}
	return a.console(ctx).rateEtudes(ctx, e, etudes, o.output)
}

// rateEtudes shows positions one by one and asks which seat is winning. It skips positions
// that are already in the file, shows the label of a position after each answer, and writes
// all answers to the file each time.
func (c console) rateEtudes(ctx context.Context, e engines.Engine, etudes []training.Etude, file string) error {
	rated, err := runs.ReadEtudeFile(e, file)
	if err != nil {
		return err
	}
	have := make(map[string]bool, len(rated))
	for _, x := range rated {
		have[x.Position] = true
	}
	agreed, asked := 0, 0
	for i, x := range etudes {
		if have[x.Position] {
			continue
		}
		winner, err := c.askWinner(ctx, e, x, fmt.Sprintf("%d of %d", i+1, len(etudes)))
		if err != nil {
			return err
		}
		switch winner {
		case quitAnswer:
			return c.concludeRating(asked, agreed, len(rated), file)
		case skipAnswer:
			continue
		}
		asked++
		if winner == x.Winner {
			agreed++
		}
		fmt.Fprintf(c.out, "the label says %d\n", x.Winner+1)
		rated = append(rated, training.Etude{Position: x.Position, Winner: winner})
		var out bytes.Buffer
		if err := training.WriteEtudes(e, &out, rated); err != nil {
			return err
		}
		if err := files.Write(file, out.Bytes()); err != nil {
			return err
		}
	}
	return c.concludeRating(asked, agreed, len(rated), file)
}

// Answers other than a seat.
const (
	skipAnswer = -1
	quitAnswer = -2
)

// askWinner shows a position and asks until the answer is a seat, skip or quit.
func (c console) askWinner(ctx context.Context, e engines.Engine, x training.Etude, which string) (int, error) {
	g, err := e.ParseGame(x.Position, 0)
	if err != nil {
		return 0, err
	}
	fmt.Fprintf(c.out, "\n%s: %s\n%s\n", which, x.Position, strings.TrimRight(show.Illustrate(e, g), "\n"))
	for {
		fmt.Fprintf(c.out, "seat %d to move. Who wins? 1 to %d, s to skip, q to stop> ", g.Turn()+1, g.Seats())
		select {
		case <-ctx.Done():
			fmt.Fprintln(c.out)
			return 0, ctx.Err()
		case in, more := <-c.in:
			if in.Err != nil || !more {
				return quitAnswer, nil
			}
			switch in.Text {
			case "s", "skip":
				return skipAnswer, nil
			case "q", "quit":
				return quitAnswer, nil
			}
			if seat, err := strconv.Atoi(in.Text); err == nil && seat >= 1 && seat <= g.Seats() {
				return seat - 1, nil
			}
			fmt.Fprintf(c.out, "%.20q is none of these\n", in.Text)
		}
	}
}

func (c console) concludeRating(asked, agreed, rated int, path string) error {
	_, err := fmt.Fprintf(c.out, "\nYou rated %d and agree with the labels in %d; %s has %d.\n", asked, agreed, path, rated)
	return err
}

// etudeCounts prints the numbers of etudes in a named set.
func (w textWriter) etudeCounts(name string, c runs.EtudeCount) error {
	w.Printf("%s: %s, all sound; the default weights hit %d.\n\n", name, term.Counted(c.Etudes, "etude"), c.Hits)
	t := w.Table("winner", "etudes")
	for seat := range engines.MaxSeats {
		if c.Winners[seat] > 0 {
			t.Row(fmt.Sprint("player ", seat+1), fmt.Sprint(c.Winners[seat]))
		}
	}
	for n := 1; n <= engines.MaxSeats; n++ {
		if c.Seats[n] > 0 {
			t.Row(fmt.Sprintf("(%d players)", n), fmt.Sprint(c.Seats[n]))
		}
	}
	return t.Flush()
}
