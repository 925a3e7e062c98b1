package cmd

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/runs"
)

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
				return usageErrorf("--output FILE is needed for your labels")
			}
			return run(cmd.Context(), o)
		},
	}
	o.flags(c)
	c.Flags().StringVarP(&o.output, "output", "o", "", "`FILE`.csv for your labels")
	return c
}

func (a *app) rateEtudes(ctx context.Context, o etudesOptions) error {
	if err := folderExists("output", o.output); err != nil {
		return err
	}
	e, etudes, err := a.etudes(o)
	if err != nil {
		return err
	}
	return a.console(ctx).rateEtudes(ctx, e, etudes, o.output)
}

// rateEtudes shows etudes (labelled positions) one by one and asks the user which seat is winning.
// After each answer it shows the stored label and writes all answers to file. It skips positions
// that the file already contains, and those that an earlier line of the same set has.
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
		c.out.Printf("the label is %d\n", x.Winner+1)
		rated = append(rated, training.Etude{Position: x.Position, Winner: winner})
		have[x.Position] = true // a later line may repeat the position
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

// skipAnswer and quitAnswer are results of askWinner in place of a seat: the user skips the
// position or quits.
const (
	skipAnswer = -1
	quitAnswer = -2
)

// askWinner shows a position and asks which seat wins, until the user answers with a seat, skip or
// quit. It returns the seat, counted from 0, or skipAnswer or quitAnswer. The end of the input counts
// as quit.
func (c console) askWinner(ctx context.Context, e engines.Engine, x training.Etude, which string) (int, error) {
	g, err := e.ParseGame(x.Position, 0)
	if err != nil {
		return 0, err
	}
	c.out.Printf("\n%s: %s\n", which, x.Position)
	c.out.Drawing(strings.TrimRight(show.Illustrate(e, g), "\n"))
	for {
		c.out.Printf("seat %d to move. Who wins? 1 to %d, s to skip, q to stop> ", g.Turn()+1, g.Seats())
		answer, err := c.read(ctx)
		switch {
		case err == nil: // even if the context is done by now
		case ctx.Err() != nil:
			return 0, err
		default:
			return quitAnswer, nil
		}
		switch answer {
		case "s", "skip":
			return skipAnswer, nil
		case "q", "quit":
			return quitAnswer, nil
		}
		if seat, err := strconv.Atoi(answer); err == nil && seat >= 1 && seat <= g.Seats() {
			return seat - 1, nil
		}
		c.out.Printf("%.20q is none of these\n", answer)
	}
}

// concludeRating prints how many positions the user rated and how many of the answers agree with
// the stored labels.
func (c console) concludeRating(asked, agreed, rated int, path string) error {
	c.say("\nYou rated %d and agree with the labels in %d; %s has %d.", asked, agreed, path, rated)
	return c.out.Err()
}
