package cmd

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/results/files"
)

type labelOptions struct {
	etudesOptions
	labels []string // new labels, such as 7=1: seat 1 wins in etude 7
}

func newEtudesLabel(a *app, run func(context.Context, labelOptions) error) *cobra.Command {
	o := labelOptions{etudesOptions: a.etudesOptions()}
	c := &cobra.Command{
		Use:   "label FILE NUMBER=WINNER...",
		Short: "Copy a file of etudes with other labels",
		Long: `Writes the etudes of a file to --output, some with other labels. NUMBER counts the etudes
of the file from 1, as grid does when it lists the etudes that a point misses. WINNER is
the player who is expected to win, from 1.`,
		Example: "  lanista etudes label hare-20.csv 7=1 9=2 --output mine.csv\n  lanista grid hare-grid --etudes mine.csv",
		Args:    cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file, o.labels = args[0], args[1:]
			return run(cmd.Context(), o)
		},
	}
	o.flags(c)
	c.Flags().StringVarP(&o.output, "output", "o", "", "`FILE` to write; standard output if absent or -")
	return c
}

func (a *app) labelEtudes(_ context.Context, o labelOptions) error {
	e, etudes, err := a.etudes(o.etudesOptions)
	if err != nil {
		return err
	}
	given := make(map[int]string) // labels by the number of the etude
	for _, text := range o.labels {
		number, winner, err := parseLabel(text, len(etudes))
		if err != nil {
			return err
		}
		if earlier, twice := given[number]; twice {
			return usageErrorf("%s: etude %d has the label %s already", text, number, earlier)
		}
		given[number] = text
		x := &etudes[number-1]
		g, err := e.ParseGame(x.Position, 0)
		if err != nil {
			return err
		}
		if winner < 1 || winner > g.Seats() {
			return usageErrorf("%s: etude %d has players 1 to %d", text, number, g.Seats())
		}
		x.Winner, x.Comment = winner-1, ""
	}
	var out bytes.Buffer
	if err := training.WriteEtudes(e, &out, etudes); err != nil {
		return err
	}
	if _, mistakes := training.CheckEtudes(e, bytes.NewReader(out.Bytes())); len(mistakes) > 0 {
		return usageErrorf("the new file: %w", mistakes[0])
	}
	if err := files.WriteOr(a.out, o.output, out.Bytes()); err != nil || o.output == "" || o.output == "-" {
		return err
	}
	fmt.Fprintf(a.out, "%s: %s, %d with a new label.\n", o.output, term.Counted(len(etudes), "etude"), len(o.labels))
	return nil
}

// parseLabel parses the new label of an etude (a labelled position), such as 7=1 for a win of seat
// 1 in etude 7. etudes is the number of etudes.
func parseLabel(text string, etudes int) (number, winner int, err error) {
	left, right, ok := strings.Cut(text, "=")
	number, err = strconv.Atoi(left)
	if !ok || err != nil || number < 1 || number > etudes {
		return 0, 0, usageErrorf("%q: a label is NUMBER=WINNER, with the number of an etude from 1 to %d, such as 7=1", text, etudes)
	}
	if winner, err = strconv.Atoi(right); err != nil {
		return 0, 0, usageErrorf("%q: the winner must be a player's number, such as 7=1", text)
	}
	return number, winner, nil
}
