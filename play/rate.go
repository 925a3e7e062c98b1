package play

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/runs"
)

// Rate shows positions one after the other and asks who is winning. After each answer all
// verdicts are written to a file of etudes; positions that stand in it already are not asked
// again. The label of a position is told after the answer.
func (c Console) Rate(ctx context.Context, e engines.Engine, etudes []engines.Etude, file string) error {
	rated, err := runs.RatedEtudes(e, file)
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
		case leave:
			return c.concludeRating(asked, agreed, len(rated), file)
		case skip:
			continue
		}
		asked++
		if winner == x.Winner {
			agreed++
		}
		fmt.Fprintf(c.Out, "the label says %d\n", x.Winner+1)
		rated = append(rated, engines.Etude{Position: x.Position, Winner: winner})
		var out bytes.Buffer
		if err := engines.WriteEtudes(e, &out, rated); err != nil {
			return err
		}
		if err := files.Write(file, out.Bytes()); err != nil {
			return err
		}
	}
	return c.concludeRating(asked, agreed, len(rated), file)
}

// Answers that are no seat.
const (
	skip  = -1
	leave = -2
)

// askWinner shows a position and asks until it is told a seat, skip or quit.
func (c Console) askWinner(ctx context.Context, e engines.Engine, x engines.Etude, which string) (int, error) {
	g, err := e.ParseGame(x.Position, 0)
	if err != nil {
		return 0, err
	}
	fmt.Fprintf(c.Out, "\n%s: %s\n%s\n", which, x.Position, strings.TrimRight(engines.Illustrate(e, g), "\n"))
	for {
		fmt.Fprintf(c.Out, "seat %d to move. Who wins? 1 to %d, s to skip, q to stop> ", g.Turn()+1, g.Seats())
		select {
		case <-ctx.Done():
			fmt.Fprintln(c.Out)
			return 0, ctx.Err()
		case in, more := <-c.In:
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
			fmt.Fprintf(c.Out, "%.20q is none of these\n", in.Text)
		}
	}
}

func (c Console) concludeRating(asked, agreed, rated int, path string) error {
	_, err := fmt.Fprintf(c.Out, "\nYou rated %d and agree with the labels in %d; %s has %d.\n", asked, agreed, path, rated)
	return err
}
