package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type runsOptions struct {
	run      string // run to show; "" lists all runs
	db       string
	query    results.Query
	newest   bool   // if runs are listed without --limit: print only the newest
	failures bool   // show the games that programs lost by failing
	lengths  bool   // show the lengths of games
	replay   int    // number of the failure to repeat, from 1; 0 for none
	config   string // config with the commands of the programs, for a repeated game
	trace    string // folder for the input and output of these programs
}

func newRuns(a *app, run func(context.Context, runsOptions) error) *cobra.Command {
	var o runsOptions
	c := &cobra.Command{
		SuggestFor: []string{"list", "ls", "show", "history"},
		Use:        "runs [RUN [CONFIG]]",
		Short:      "List the stored runs, or show one",
		Long:       longHelp("runs"),
		Example: `  lanista runs
  lanista runs last --json
  lanista runs --engine hare --status finished --limit 10
  lanista runs last --lengths
  lanista runs last --failures
  lanista runs last bot.yaml --failures --replay 1 --trace trace
  lanista runs tag last paper`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.run = args[0]
			}
			var err error
			if o.config, err = configAfterRun(args); err != nil {
				return err
			}
			o.newest = o.run == "" && !cmd.Flags().Changed("limit")
			switch {
			case o.query.Limit < 0:
				return usageErrorf("--limit: %d is below the minimum 0", o.query.Limit)
			case o.run != "" && o.query != (results.Query{}):
				return usageErrorf("a RUN cannot be used with flags that select runs, such as --engine")
			case (o.failures || o.replay > 0) && o.run == "":
				return usageErrorf("--failures and --replay need a RUN")
			case o.lengths && (o.failures || o.replay > 0):
				return usageErrorf("--lengths cannot be used with --failures or --replay")
			case o.replay == 0 && (o.config != "" || o.trace != ""):
				return usageErrorf("CONFIG and --trace need --replay N")
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	storeFlag(f, &o.db)
	f.StringVar(&o.query.Engine, "engine", "", "only runs of the game `NAME`")
	f.Var(choiceValue(&o.query.Kind, results.Evolve, results.Tournament, results.Grid, results.Fit), "kind", "only runs of this kind: evolve, tournament, grid or fit")
	f.Var(choiceValue(&o.query.Status, results.Finished, results.Running, results.Interrupted), "status", "only runs that are finished, running or interrupted")
	f.StringVar(&o.query.Strategy, "strategy", "", "only runs of the strategy `NAME`")
	f.StringVar(&o.query.Tag, "tag", "", "only runs with the tag `WORD`")
	f.StringVar(&o.query.Text, "search", "", "only runs with `TEXT` in their id, name or note")
	f.IntVar(&o.query.Limit, "limit", 0, fmt.Sprintf("at most `N` runs, the newest; 0 lists all (default %d, with --json all)", shownRuns))
	f.BoolVar(&o.failures, "failures", false, "show the games that programs lost by failing, with the evidence")
	f.BoolVar(&o.lengths, "lengths", false, "also show how long games are, in plies; replays up to 200 games of a run, or 20 of every run in a list")
	f.Var(countValue(&o.replay), "replay", "with --failures: play the N-th of these games again")
	f.StringVar(&o.trace, "trace", "", "with --replay: `FOLDER` for all input and output, one file per process (default RUN-failure-N)")
	annotate(f, excludedMark, []string{anArgument}, "engine", "kind", "status", "strategy", "tag", "search", "limit")
	annotate(f, neededMark, []string{anArgument}, "failures", "replay")
	annotate(f, neededMark, []string{"replay"}, "trace")
	a.jsonFlag(c)
	c.AddCommand(newRunsDelete(a, a.deleteRuns), newRunsRename(a, a.renameRun), newRunsTag(a, a.tagRun), newRunsNote(a, a.noteRun))
	return c
}

func (a *app) runs(ctx context.Context, o runsOptions) error {
	switch {
	case o.run == "":
		return a.listRuns(ctx, o)
	case o.replay > 0:
		return a.replayFailure(ctx, o)
	case o.failures:
		list, err := runs.Failures(ctx, o.db, o.run)
		if err != nil {
			return err
		}
		if a.json {
			return a.writeJSON(newFailureDocuments(list))
		}
		return printFailures(a.out, list)
	}
	rec, err := runs.RecordWithCrosstable(ctx, o.db, o.run)
	if err != nil {
		return err
	}
	var lengths runs.GameLengths
	var unknown *runs.MistakeError // why the games cannot be replayed
	if o.lengths {
		lengths, err = runs.StoredLengths(ctx, a.catalog, o.db, rec.ID, lengthsShown)
		if err != nil && !errors.As(err, &unknown) {
			return err
		}
	}
	var contest *storedTournament
	if rec.Kind == results.Tournament {
		contest = new(storedTournament)
		if contest.table, contest.test, err = runs.StoredStandings(ctx, a.catalog, o.db, rec.Summary); err != nil {
			return err
		}
	}
	if !a.json {
		err := printRun(a.out, a.advice(o.db), rec, runs.NextSteps(a.catalog, rec), contest)
		switch {
		case unknown != nil:
			a.out.Println()
			a.out.Paragraph("Length: unknown, because %v.", unknown)
		case o.lengths:
			a.out.Println()
			a.out.Paragraph("%s", lengths)
		}
		return cmp.Or(err, a.out.Err())
	}
	document := documents.Record(rec).WithForecast(runs.PlannedGames(rec.Summary), rec.Elapsed)
	document.Next = runs.NextSteps(a.catalog, rec)
	if contest != nil {
		document = document.WithStandings(contest.table, contest.test)
	}
	if unknown != nil {
		a.warn("the lengths of games are unknown, because %v", unknown)
	} else if o.lengths {
		document.Lengths = &lengths
	}
	return a.writeJSON(document)
}

// shownRuns is the number of runs in a printed list without the flag --limit.
const shownRuns = 50

// listRuns prints the list of stored runs that the options select.
func (a *app) listRuns(ctx context.Context, o runsOptions) error {
	query := o.query
	query.Conclusions = true
	newest := o.newest && !a.json
	if newest {
		query.Limit = shownRuns + 1
	}
	list, err := runs.List(ctx, o.db, query)
	if err != nil {
		return err
	}
	older := newest && len(list) > shownRuns
	if older {
		list = list[:shownRuns]
	}
	slices.Reverse(list) // the first of the order is the last line, next to the prompt
	lengths, err := a.lengthsOf(ctx, o, list)
	if err != nil {
		return err
	}
	if !a.json {
		if meant := a.meantQuery(o.query); len(list) == 0 && meant != "" {
			a.out.Printf("no such runs; did you mean %s?\n", meant)
			return a.out.Err()
		}
		if err := printRuns(a.out, a.name, list, o.query != (results.Query{}), lengths); err != nil || !older {
			return err
		}
		a.out.Println()
		a.out.Println("Older runs are left out; --limit 0 lists all.")
		return a.out.Err()
	}
	document := documents.Summaries(list)
	for i := range document {
		if l, ok := lengths[document[i].ID]; ok {
			document[i].Lengths = &l
		}
	}
	return a.writeJSON(document)
}

// meantQuery returns a suggestion for a query with an unknown game or strategy: the flag with the
// most similar known name, such as "--strategy spsa". It returns "" if both names are known or no
// known name is similar.
func (a *app) meantQuery(q results.Query) string {
	strategies := []string{string(results.Grid), string(results.Fit)}
	for _, s := range a.catalog.AllStrategies() {
		strategies = append(strategies, s.Name)
	}
	for _, f := range []struct {
		flag, given string
		known       []string
	}{{"engine", q.Engine, a.catalog.Games.Names()}, {"strategy", q.Strategy, strategies}} {
		if f.given == "" || slices.Contains(f.known, f.given) {
			continue
		}
		if name := keys.Nearest(f.known, f.given); name != "" {
			return "--" + f.flag + " " + name
		}
	}
	return ""
}

// To measure the lengths of games, stored games are replayed. lengthsShown is the largest number of
// games that are replayed if one run is shown. lengthsListed is the largest number for each run in
// a list of runs.
const (
	lengthsShown  = 200
	lengthsListed = 20
)

// lengthsOf returns the lengths of games of the listed runs by their IDs. It returns nil without
// the flag --lengths. It leaves out runs whose games cannot be replayed, such as games of external
// programs.
func (a *app) lengthsOf(ctx context.Context, o runsOptions, list []results.Summary) (map[string]runs.GameLengths, error) {
	if !o.lengths {
		return nil, nil //nolint:nilnil // nothing is asked for
	}
	lengths := make(map[string]runs.GameLengths)
	for _, s := range list {
		l, err := runs.StoredLengths(ctx, a.catalog, o.db, s.ID, lengthsListed)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && l.Games > 0 {
			lengths[s.ID] = l
		}
	}
	return lengths, nil
}

// printRuns prints a table of stored runs. chosen is true if the list contains only the runs that
// the user's filters select; an empty list then does not mean an empty store. lengths contains the
// lengths of games by run ID. If it is nil, the table has no column for them.
func printRuns(w *term.Screen, program string, list []results.Summary, chosen bool, lengths map[string]runs.GameLengths) error {
	if len(list) == 0 && chosen {
		w.Println("no such runs")
		return w.Err()
	}
	if len(list) == 0 {
		w.Printf("no runs yet; try: %s evolve CONFIG\n", program)
		return w.Err()
	}
	header := []string{"run", "name", "kind", "engine", "strategy", "tags", "status", "rounds", "games", "started"}
	if lengths != nil {
		header = append(header, "plies")
	}
	failed := slices.ContainsFunc(list, func(s results.Summary) bool { return s.Failures != nil })
	if failed {
		header = append(header, "forfeits")
	}
	t := w.Table(append(header, "verdict")...).Spares("rounds", "engine", "started", "strategy", "tags", "games", "kind", "status", "name")
	for _, s := range list {
		rounds := "-"
		if s.Rounds > 0 {
			rounds = strconv.Itoa(s.Rounds)
		}
		row := []string{
			s.ID, term.Dashed(s.Name), string(s.Kind), s.Engine, term.Dashed(s.Strategy), term.Dashed(strings.Join(s.Tags, " ")), string(s.Status), rounds,
			strconv.Itoa(s.Games), s.Started.Local().Format("2006-01-02 15:04"),
		}
		if lengths != nil {
			plies := "-"
			if l, ok := lengths[s.ID]; ok {
				plies = fmt.Sprintf("%.1f", l.Mean)
			}
			row = append(row, plies)
		}
		if failed {
			row = append(row, s.Failures.String())
		}
		t.Row(append(row, verdictText(s))...)
	}
	return t.Flush()
}

// verdictText returns the conclusion of a run in one line, or "-" if there is none. It marks a run
// that was recovered from a damaged store with losses.
func verdictText(s results.Summary) string {
	text := s.Conclusion()
	switch {
	case s.Missing == "":
	case text == "":
		text = "incomplete, recovered from a damaged store"
	default:
		text += " (incomplete, recovered from a damaged store)"
	}
	return term.Dashed(text)
}
