package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
)

type rateEtudesOptions struct {
	engine, file string
	settings     []string
	output       string
}

func newEtudesRate(a *app, run func(context.Context, rateEtudesOptions) error) *cobra.Command {
	o := rateEtudesOptions{engine: a.etudeGame()}
	c := &cobra.Command{
		Use:   "rate FILE",
		Short: "Say who is winning, position by position",
		Long: `Shows the positions of a file one after the other and asks who is winning. Your verdicts go
to --output, in the format that grid reads, after each answer; positions that it has already
are not asked again, so you can stop and go on. The label of FILE is told after your answer.`,
		Example: "  lanista etudes rate hare-20.csv --output mine.csv\n  lanista grid hare-grid --etudes mine.csv",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			if o.output == "" || o.output == "-" {
				return usagef("--output FILE is needed: it is where your verdicts go")
			}
			return run(cmd.Context(), o)
		},
	}
	c.Flags().StringVar(&o.engine, "engine", o.engine, "the game")
	c.Flags().StringArrayVar(&o.settings, "set", nil, "a setting of the engine, as name=value (repeatable)")
	c.Flags().StringVar(&o.output, "output", "", "the file of your verdicts, FILE.csv")
	return c
}

func (a *app) rateEtudes(ctx context.Context, o rateEtudesOptions) error {
	e, err := a.openEngine(o.engine, o.settings)
	if err != nil {
		return err
	}
	etudes, err := runs.Etudes(e, o.file)
	if err != nil {
		return err
	}
	rated, err := verdictsIn(e, o.output)
	if err != nil {
		return fmt.Errorf("%s: %w", o.output, err)
	}
	have := make(map[string]bool, len(rated))
	for _, x := range rated {
		have[x.Position] = true
	}
	lines, agreed, asked := terminal.Lines(ctx, a.in), 0, 0
	for i, x := range etudes {
		if have[x.Position] {
			continue
		}
		winner, err := a.askWinner(ctx, e, x, fmt.Sprintf("%d of %d", i+1, len(etudes)), lines)
		if err != nil {
			return err
		}
		switch winner {
		case leave:
			return a.concludeRating(asked, agreed, len(rated), o.output)
		case skip:
			continue
		}
		asked++
		if winner == x.Winner {
			agreed++
		}
		fmt.Fprintf(a.out, "the label says %d\n", x.Winner+1)
		rated = append(rated, engines.Etude{Position: x.Position, Winner: winner})
		var out bytes.Buffer
		if err := engines.WriteEtudes(e, &out, rated); err != nil {
			return err
		}
		if err := a.writeFile(o.output, out.Bytes()); err != nil {
			return err
		}
	}
	return a.concludeRating(asked, agreed, len(rated), o.output)
}

// verdictsIn reads what has been rated before; none where there is no file.
func verdictsIn(e engines.Engine, path string) ([]engines.Etude, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, usage(err)
	}
	defer func() { _ = f.Close() }()
	list, err := engines.ReadEtudes(e, f)
	return list, usage(err)
}

// Answers that are no seat.
const (
	skip  = -1
	leave = -2
)

// askWinner shows a position and asks until it is told a seat, skip or quit.
func (a *app) askWinner(ctx context.Context, e engines.Engine, x engines.Etude, which string, lines <-chan terminal.Line) (int, error) {
	g, err := e.ParseGame(x.Position, 0)
	if err != nil {
		return 0, err
	}
	fmt.Fprintf(a.out, "\n%s: %s\n%s\n", which, x.Position, strings.TrimRight(engines.Illustrate(e, g), "\n"))
	for {
		fmt.Fprintf(a.out, "seat %d to move. Who wins? 1 to %d, s to skip, q to stop> ", g.Turn()+1, g.Seats())
		select {
		case <-ctx.Done():
			fmt.Fprintln(a.out)
			return 0, ctx.Err()
		case in, more := <-lines:
			if in.Err != nil || !more {
				return leave, nil
			}
			switch in.Text {
			case "s", "skip":
				return skip, nil
			case "q", "quit":
				return leave, nil
			}
			if seat, err := strconv.Atoi(in.Text); err == nil && seat >= 1 && seat <= g.Seats() {
				return seat - 1, nil
			}
			fmt.Fprintf(a.out, "%.20q is none of these\n", in.Text)
		}
	}
}

func (a *app) concludeRating(asked, agreed, rated int, path string) error {
	_, err := fmt.Fprintf(a.out, "\nYou rated %d and agree with the labels in %d; %s has %d.\n", asked, agreed, path, rated)
	return err
}
