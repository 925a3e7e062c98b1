package cmd

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/runs"
)

// newEtudes returns the command "etudes" with its subcommands, which handle etudes: labelled
// positions of a game.
func newEtudes(a *app) *cobra.Command {
	c := &cobra.Command{
		SuggestFor: []string{"puzzles"},
		Use:        "etudes",
		Short:      "Check labelled positions, label them yourself, or make new ones by self-play",
	}
	c.AddCommand(newEtudesCheck(a, a.checkEtudes), newEtudesLabel(a, a.labelEtudes), newEtudesMake(a, a.makeEtudes), newEtudesRate(a, a.rateEtudes))
	return c
}

// etudesOptions are the arguments and flags of the commands "etudes check", "etudes rate" and "etudes
// label".
type etudesOptions struct {
	engine, file string
	settings     []string
	output       string // file to which "etudes rate" and "etudes label" write
}

// etudesOptions returns the default options. The default game is the first one that ships etudes
// (labelled positions). If none does, it is the only game of the program, or "" if there are
// several.
func (a *app) etudesOptions() (o etudesOptions) {
	if len(a.catalog.Games) == 1 {
		o.engine = a.catalog.Games[0].Spec().Name
	}
	for _, e := range slices.Backward(a.catalog.Games) {
		if _, ok := engines.As[training.EtudeFiles](e); ok {
			o.engine = e.Spec().Name
		}
	}
	return o
}

// flags adds the flags that "etudes check", "etudes rate" and "etudes label" have in common.
func (o *etudesOptions) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.engine, "engine", o.engine, "`NAME` of the game")
	settingsFlag(c.Flags(), &o.settings)
}

// etudes opens the game that the options name, and reads the etudes (labelled positions).
func (a *app) etudes(o etudesOptions) (engines.Engine, []training.Etude, error) {
	if o.engine == "" {
		return nil, nil, usageErrorf("--engine NAME is needed: the game of the positions")
	}
	e, err := a.openEngine(o.engine, o.settings)
	if err != nil {
		return nil, nil, err
	}
	list, err := runs.Etudes(e, o.file)
	if err != nil && len(a.catalog.Games) > 1 && o.engine == a.etudesOptions().engine {
		err = fmt.Errorf("%w; use --engine if the game is not %s", err, o.engine)
	}
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
	return runsWith(c, &o, run, &o.file)
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
	if a.json {
		return a.writeJSON(newEtudesDocument(e.Spec().Name, count))
	}
	return printEtudeCounts(a.out, o.file, count)
}

type etudesDocument struct {
	Engine  string      `json:"engine"`
	Etudes  int         `json:"etudes" doc:"number of etudes"`
	Players map[int]int `json:"players" doc:"etudes by the number of players"`
	Winners map[int]int `json:"winners" doc:"etudes by the winner, counted from 1"`
	Hits    int         `json:"default_hits" doc:"etudes whose winner the default weights put first"`

	Repeated [][]int `json:"repeated,omitempty" doc:"lines of every position that several lines contain"`
}

func newEtudesDocument(engine string, c runs.EtudeCount) etudesDocument {
	out := etudesDocument{engine, c.Etudes, c.Seats, make(map[int]int), c.Hits, c.Repeated}
	for seat, n := range c.Winners {
		out.Winners[seat+1] = n
	}
	return out
}

// printEtudeCounts prints how many etudes (labelled positions) a set contains, in total and for
// each winner.
func printEtudeCounts(w *term.Screen, name string, c runs.EtudeCount) error {
	w.Paragraph("%s: %s, all sound; the default weights hit %d.", name, term.Counted(c.Etudes, "etude"), c.Hits)
	w.Println()
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
	if err := t.Flush(); err != nil {
		return err
	}
	printRepeated(w, c.Repeated)
	return w.Err()
}

// listedRepeats is the largest number of repeated positions that are printed.
const listedRepeats = 10

// printRepeated prints a note about positions that occur in several lines of a file of labelled
// positions (etudes). Each element of repeated lists the numbers of the lines of one such position.
func printRepeated(w *term.Screen, repeated [][]int) {
	if len(repeated) == 0 {
		return
	}
	var list []string
	for _, lines := range repeated[:min(len(repeated), listedRepeats)] {
		list = append(list, listed(lines))
	}
	if more := len(repeated) - listedRepeats; more > 0 {
		list = append(list, fmt.Sprintf("%d more (--json has them)", more))
	}
	w.Println()
	w.Paragraph("Note: %s in several lines: %s. A grid counts every line.", term.CountedVerb(len(repeated), "position"), strings.Join(list, "; "))
}

type makeOptions struct {
	options         training.EtudeOptions
	engine          string
	settings, label []string
	seed            *uint64
	output          string
}

func newEtudesMake(a *app, run func(context.Context, makeOptions) error) *cobra.Command {
	o := makeOptions{options: training.EtudeOptions{Count: 100, Games: 5}, seed: new(uint64)}
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
	f.Var(countValue(&o.options.Count), "count", "number of etudes")
	f.IntVar(&o.options.Seats, "players", 2, "number `N` of players in every etude")
	f.VarP(countValue(&o.options.Games), "games", "k", "number of games per label")
	f.Var(seedValue(&o.seed), "seed", "seed; a longer set with the same seed begins with the shorter one")
	f.StringArrayVar(&o.label, "label", nil, "setting of the labelling agents, as `NAME=VALUE` (repeatable)")
	f.StringVarP(&o.output, "output", "o", "", "`FILE` to write; standard output if absent or -")
	settingsFlag(f, &o.settings)
	workersFlag(f, &o.options.Workers)
	return runsWith(c, &o, run, &o.engine)
}

// etudeMakers returns the names of the games that can make etudes.
func (a *app) etudeMakers() []string {
	var names []string
	for _, e := range a.catalog.Games {
		if _, ok := engines.As[training.EtudeMaker](e); ok {
			names = append(names, e.Spec().Name)
		}
	}
	return names
}

func (a *app) makeEtudes(ctx context.Context, o makeOptions) error {
	e, err := a.openEngine(o.engine, o.settings)
	if err != nil {
		return err
	}
	maker, ok := engines.As[training.EtudeMaker](e)
	if !ok {
		return usageErrorf("%s cannot make etudes (%s); a game in Go makes etudes if it implements training.EtudeMaker", o.engine, keys.Suggest(a.etudeMakers(), ""))
	}
	spec := e.Spec()
	if err := keys.Within(float64(spec.MinSeats), float64(spec.MaxSeats)).Check("players", float64(o.options.Seats)); err != nil {
		return flagErrors(err)
	}
	if o.options.Label, err = runs.ParseSettings(o.label); err != nil {
		return typedError{err, strings.Replace(err.Error(), "--set ", "--label ", 1)}
	}
	if _, err := e.With(o.options.Label); err != nil {
		return usageErrorf("--label: %w", err)
	}
	if err := folderExists("output", o.output); err != nil {
		return err
	}
	p := a.progress("etudes")
	defer p.Finish()
	o.options.Seed, o.options.Progress = *o.seed, func(done, of int) { p.At(int64(done), int64(of)) }
	etudes, err := maker.MakeEtudes(ctx, o.options)
	if err != nil {
		return flagErrors(err)
	}
	p.Finish()
	var out bytes.Buffer
	fmt.Fprintln(&out, "# "+strings.ReplaceAll(o.command(a.name), "\n", "\n# "))
	if err := training.WriteEtudes(e, &out, etudes); err != nil {
		return err
	}
	return files.WriteOr(a.out, o.output, out.Bytes())
}

// command returns the shell command that makes a set of etudes (labelled positions) with these
// options. program is the name of the program in the command.
func (o makeOptions) command(program string) string {
	out := fmt.Sprintf("%s etudes make %s --count %d --players %d --games %d --seed %d", program, o.engine, o.options.Count, o.options.Seats, o.options.Games, o.options.Seed)
	for _, text := range o.label {
		out += " --label " + runs.ShellWord(text)
	}
	for _, text := range o.settings {
		out += " --set " + runs.ShellWord(text)
	}
	return out
}
