package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/ratinglist"

	"github.com/lanista/lanista/cmd/internal/term"
)

type rateOptions struct {
	file    string
	options ratinglist.Options
}

func newRate(a *app, run func(context.Context, rateOptions) error) *cobra.Command {
	var o rateOptions
	c := &cobra.Command{
		Use:   "rate FILE",
		Short: "Rate the players of a file of results, CSV or PGN",
		Long:  longHelp("rate"),
		Example: `  lanista rate games.pgn --anchor stockfish=3600
  lanista rate results.csv --model davidson --first-seat --json
  lanista rate match.pgn --sprt 0,5`,
		Args: cobra.ExactArgs(1),
	}
	f := c.Flags()
	f.StringVar(&o.options.Model, "model", "", "rating model `NAME`: "+strings.Join(ratinglist.Models(), ", ")+" (default bradley-terry, and plackett-luce for a file of places)")
	f.Var(anchors(&o.options.Anchors), "anchor", "fix the rating of an agent, as NAME=ELO (repeatable)")
	f.BoolVar(&o.options.FirstSeat, "first-seat", false, "also fit the advantage of the first seat")
	f.BoolVar(&o.options.WinnerOnly, "winner-only", false, "with plackett-luce: use only the winners")
	f.Float64Var(&o.options.Prior, "prior", 0, "number `N` of virtual draws per agent; 0 means as many as the model needs (bayeselo 2, others 0.5 if an agent won or lost all games)")
	f.Float64Var(&o.options.Confidence, "confidence", rating.Confidence, "confidence of the intervals, as a `SHARE`")
	f.StringVar(&o.options.Scale, "scale", "", "`SCALE` of the ratings: "+strings.Join(ratinglist.Scales(), ", ")+" (default logistic)")
	f.BoolVar(&o.options.Trinomial, "trinomial", false, "count every game as one observation, even if it belongs to a pair")
	f.BoolVar(&o.options.Chance, "chance", false, "the game has dice or cards: count games with equal moves as different games")
	f.BoolVar(&o.options.Matrix, "matrix", false, "also print the crosstable and the probability that each agent is stronger")
	f.Var(sprt(&o.options.Test), "sprt", "run a sequential test of elo0,elo1 or elo0,elo1,alpha,beta on a match of two (normalised Elo; with bayeselo as in cutechess)")
	a.jsonFlag(c)
	return does(c, &o, run, &o.file)
}

// anchors is a list of agents held at ratings.
func anchors(to *[]ratinglist.Anchor) pflag.Value {
	return newFlagValue("NAME=ELO", func(text string) error {
		anchor, err := ratinglist.ParseAnchor(text)
		*to = append(*to, anchor)
		return err
	}, func() string { return "" })
}

// sprt is a sequential test that may be absent.
func sprt(to **rating.SPRT) pflag.Value {
	return newFlagValue("ELO0,ELO1", func(text string) error {
		test, err := rating.ParseSPRT(text)
		*to = &test
		return err
	}, func() string { return "" })
}

func (a *app) rate(ctx context.Context, o rateOptions) error {
	if o.options.Confidence == 0 {
		return usageErrorf("--confidence: 0 is not within (0, 1)")
	}
	list, err := a.rateFile(ctx, o)
	var inFile *gamefile.Error
	if errors.As(err, &inFile) {
		return usageError(err)
	}
	if err != nil {
		return flagErrors(err)
	}
	err = answer(a, list, itself, func(w textWriter, l *ratinglist.List) error {
		return w.ratingList(l, inputName(o.file), len(o.options.Anchors) > 0, o.options.Matrix)
	})
	if err != nil {
		return err
	}
	return verdict(list.Test)
}

// rateFile rates the games of a file, or of standard input.
func (a *app) rateFile(ctx context.Context, o rateOptions) (*ratinglist.List, error) {
	if o.file == "-" {
		return ratinglist.RateFile(term.Until(ctx, a.in), inputName(o.file), o.options)
	}
	in, err := term.Open(ctx, o.file)
	if err != nil {
		return nil, usageError(fmt.Errorf("%s: %w", o.file, err))
	}
	return ratinglist.RateFile(in, o.file, o.options)
}

// verdict returns the exit code of a sequential test. It is nil only if the test accepts
// the claim.
func verdict(t *ratinglist.Test) error {
	switch {
	case t == nil || t.Decision == rating.AcceptH1:
		return nil
	case t.Decision == rating.AcceptH0:
		return withExitCode(exitRefuted, errors.New("the sequential test accepts H0"))
	case t.LLR == nil:
		return errorWithExitCode(exitUndecided, "the sequential test has no verdict: %d games have no partner; add --trinomial to test single games", t.Unpaired)
	}
	return withExitCode(exitUndecided, errors.New("the sequential test cannot decide yet"))
}
