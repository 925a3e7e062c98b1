package cmd

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/ratinglist"
)

// readFiles reads the files that flags name: fixed ratings, reference ratings, synonyms of names,
// and lists of players to include or exclude.
func (o *rateOptions) readFiles(ctx context.Context) (err error) {
	selection := &o.options.Selection
	if o.options.AnchorRatings, err = readNamed(ctx, "anchors", o.anchors, gamefile.ReadRatings); err != nil {
		return err
	}
	if o.options.Reference, err = readNamed(ctx, "reference", o.reference, gamefile.ReadRatings); err != nil {
		return err
	}
	if selection.Synonyms, err = readNamed(ctx, "synonyms", o.synonyms, gamefile.ReadSynonyms); err != nil {
		return err
	}
	if selection.Include, err = readNamed(ctx, "include", o.include, gamefile.ReadPlayers); err != nil {
		return err
	}
	selection.Exclude, err = readNamed(ctx, "exclude", o.exclude, gamefile.ReadPlayers)
	return err
}

// readNamed reads the file that a flag names, with the function read. It returns the zero value if
// the flag was not given.
func readNamed[T any](ctx context.Context, flag, file string, read func(io.Reader, string) (T, error)) (value T, err error) {
	if file == "" {
		return value, nil
	}
	in, err := term.Open(ctx, file)
	if err == nil {
		value, err = read(in, file)
	} else {
		err = fmt.Errorf("%s: %w", file, err)
	}
	if err != nil {
		return value, fmt.Errorf("--%s: %w", flag, err)
	}
	return value, nil
}

// referenceCells returns the last two cells of an agent's row in a rating table. They are the
// agent's rating in the file of reference ratings, and the difference between its computed rating
// and the reference. Both are "-" if the file does not contain the agent.
func referenceCells(r *ratinglist.Reference, agent string) []string {
	at := slices.IndexFunc(r.Agents, func(a ratinglist.Referred) bool { return a.Agent == agent })
	if at < 0 {
		return []string{"-", "-"}
	}
	return []string{fmt.Sprintf("%.1f", tenths(r.Agents[at].Reference)), fmt.Sprintf("%+.1f", tenths(r.Agents[at].Difference))}
}

// printRatingFiles prints a summary of the rating files that the user named. For a file of fixed
// ratings, it states how many of them belong to agents in l. For a file of reference ratings, it
// states how far the ratings in l differ from them.
func printRatingFiles(w *term.Screen, l *ratinglist.List, o rateOptions) {
	if o.options.AnchorRatings != nil {
		w.Paragraph("%d of the %d ratings in %s are anchors.", len(l.Anchors)-len(o.options.Anchors), len(o.options.AnchorRatings.List), o.anchors)
	}
	r := l.Reference
	if r == nil {
		return
	}
	if len(r.Agents) == 0 {
		w.Paragraph("%s rates none of these agents.", o.reference)
		return
	}
	shift := ""
	if len(r.Shifts) == 1 && r.Shifts[0] != 0 {
		shift = fmt.Sprintf(" %+.1f, which makes the means equal", r.Shifts[0])
	}
	w.Paragraph("Difference from the reference%s: root mean square %.1f Elo over %s.", shift, r.Deviation, term.Counted(len(r.Agents), "agent"))
	if len(r.Missing) > 0 {
		w.Paragraph("%d of the ratings in %s belong to agents without games here.", len(r.Missing), o.reference)
	}
}
