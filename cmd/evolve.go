package cmd

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type evolveOptions struct {
	run   runOptions
	seeds *runs.Seeds // nil means the seed in the config
}

func newEvolve(a *app, run func(context.Context, evolveOptions) error) *cobra.Command {
	var o evolveOptions
	var short shortcuts
	c := &cobra.Command{
		SuggestFor: []string{"tune", "train", "optimize", "optimise", "search", "breed", "spsa"},
		Use:        "evolve [CONFIG]",
		Short:      "Tune weights by playing games",
		Long:       longHelp("evolve"),
		Example: `  lanista evolve risk
  lanista evolve risk-paper --seed 7 --json
  lanista evolve risk --strategy auto --budget 20000
  lanista evolve my.yaml --set strategy.population=60
  lanista evolve hare --seeds 1-5
  lanista evolve --resume last`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.run.complete(cmd.Flags(), args, short, a.configMissing()); err != nil {
				return err
			}
			if err := completeRemote(&o.run.remote, cmd.Flags(), &o.run.options.Workers, o.run.options.Store); err != nil {
				return err
			}
			if o.seeds != nil && (cmd.Flags().Changed("seed") || o.run.options.Resume != "") {
				return usageErrorf("--seeds cannot be used with --seed or --resume")
			}
			return short.inError(run(cmd.Context(), o))
		},
	}
	f := c.Flags()
	o.run.flags(a, c, &short)
	o.run.gameFlags(f)
	short.add(f, "strategy", "strategy.name", choiceValue(new(string), a.completer().strategies()...), "strategy of the search (strategy.name); see 'lanista help strategies'")
	short.add(f, "budget", "budget.games", countValue(new(int)), "number of games of the search (budget.games)")
	short.add(f, "generations", "budget.rounds", countValue(new(int)), "play at most N generations (budget.rounds)")
	f.Var(seedsValue(&o.seeds), "seeds", "repeat the run with each seed of a range such as 1-5 and compare the results")
	annotate(f, excludedMark, []string{"resume"}, "seeds")
	annotate(f, excludedMark, []string{"seeds"}, "resume")
	return c
}

// seedsValue returns a flag value for an optional range of seeds, such as 1-5. *to remains nil if
// the flag is not given.
func seedsValue(to **runs.Seeds) pflag.Value {
	return newFlagValue("A-B", func(text string) error {
		seeds, err := runs.ParseSeeds(text)
		if err == nil {
			*to = &seeds
		}
		return err
	}, func() string {
		if *to == nil {
			return ""
		}
		return (*to).String()
	})
}

// evolve starts or resumes a tuning run, or starts one run for each of several seeds. With
// --dry-run it only prints a forecast of the games.
func (a *app) evolve(ctx context.Context, o evolveOptions) error {
	if !o.run.dryRun {
		return a.runStored(ctx, "evolve", "games", &o.run, func(p *term.Progress) error { return a.tune(ctx, p, o) })
	}
	plan := runs.ForecastTuning
	if o.seeds != nil {
		plan = func(ctx context.Context, c runs.Catalog, options runs.Options) (runs.Forecast, error) {
			return runs.ForecastSeeds(ctx, c, options, *o.seeds)
		}
	}
	return forecast(ctx, a, o.run.options, plan, func(w *term.Screen, f runs.Forecast) error { return printTuneForecast(w, a.name, f) })
}

// tune executes one tuning run, or one per seed, and prints the result.
func (a *app) tune(ctx context.Context, p *term.Progress, o evolveOptions) error {
	if o.seeds != nil {
		return a.tuneSeeds(ctx, p, o)
	}
	_, err := a.catalog.Tune(ctx, o.run.options, func(t runs.TuneResult) error {
		p.Finish()
		steps := runs.NextSteps(a.catalog, t.Record)
		if a.json {
			document := documents.Tuned(t)
			document.Next = steps
			return a.writeJSON(document)
		}
		return printTuneResult(a.out, a.advice(o.run.options.Store), t, steps)
	})
	return err
}

// tuneSeeds executes one tuning run per seed. It prints a line for each run, with the verdict (the
// conclusion of the final measurement), and at the end the combined result.
func (a *app) tuneSeeds(ctx context.Context, p *term.Progress, o evolveOptions) error {
	all, err := runs.TuneSeeds(ctx, a.catalog, o.run.options, *o.seeds, func(t runs.TuneResult) {
		verdict := ""
		if v := t.Record.Verdict(); v != nil {
			verdict = ", " + v.Text
		}
		p.Restart() // clears the bar before the message
		a.say(fmt.Sprintf("seed %d: run %s%s", t.Record.Seed, t.Record.ID, verdict))
	})
	if err != nil {
		return err
	}
	p.Finish()
	if a.json {
		return a.writeJSON(documents.NewSeeds(all))
	}
	return printSeedsResult(a.out, all)
}

// printTuneForecast prints how many games a tuning run would play and how large a difference in
// strength it can show.
func printTuneForecast(w *term.Screen, program string, f runs.Forecast) error {
	w.Paragraph("%s by %s: %s.", f.Engine, f.Strategy, term.Counted(f.Weights, "free weight"))
	if f.Seeds != "" {
		w.Paragraph("%s, with the seeds %s, one after another. The numbers are of one run.", term.Counted(f.Runs, "run"), f.Seeds)
	}
	if f.Games > 0 {
		w.Paragraph("%s, then %d to verify%s: %s.", term.Counted(f.Games, "game"), f.Verification, formatCheckpoints(f), formatDuration(f.Seconds, f.PerSecond))
		printExpectedRegret(w, program, f)
	} else {
		w.Paragraph("As many games as the budget's time allows, at %s, then %d to verify%s.", formatRate(f.PerSecond), f.Verification, formatCheckpoints(f))
	}
	if f.Processes > 0 {
		w.Paragraph("Up to %d processes of programs play at the same time.", f.Processes)
	}
	printOpenings(w, f.Openings)
	printNotes(w, f.Notes)
	printMatchForecast(w, f)
	return w.Err()
}

// printMatchForecast prints how long the matches of the verification (the final measurement) are,
// and how large a difference in strength they can show.
func printMatchForecast(w *term.Screen, f runs.Forecast) {
	if f.Match == 0 {
		return
	}
	match := "Each match of the verification has " + term.Counted(f.Match, "game")
	if f.MatchOpenings > 0 {
		match += " from " + term.Counted(f.MatchOpenings, "opening") + ", and agents without randomness of their own repeat their games"
	}
	if f.Difference == nil {
		w.Paragraph("%s. It is too short for an interval.", match)
		return
	}
	w.Paragraph("%s. It shows a difference of %.0f Elo with a probability of one half.", match, *f.Difference)
}

// formatCheckpoints returns the part of a sentence that states how many games, at most, measure the
// progress of a run. These are the games of the checkpoints (interim measurements) and the games of
// the result against the best weights of earlier rounds. It returns "" if there are none.
func formatCheckpoints(f runs.Forecast) string {
	if f.Checkpoints == 0 {
		return ""
	}
	return fmt.Sprintf(", and at most %d for checkpoints and for the result against itself", f.Checkpoints)
}

// printExpectedRegret prints how far comparable tuning runs end from the optimum, as measured on
// problems with a known optimum.
func printExpectedRegret(w *term.Screen, program string, f runs.Forecast) {
	if e := f.Expected; e != nil {
		w.Paragraph("This game was not measured. On other problems, the duels of '%s bench', %s ended about %s Elo below the best with this many weights and games where strength is smooth, and %s where it is rugged.",
			program, f.Strategy, evidence.Brief(e.Smooth), evidence.Brief(e.Rugged))
	} else {
		w.Paragraph("How near to the best %s ends with so many weights and games was not measured, neither in this game nor on the duels of '%s bench'.", f.Strategy, program)
	}
	w.Paragraph("On the duels no method can be expected to come closer to the best than %s Elo (the floor).", evidence.Brief(*f.Floor))
}

// printTuneResult prints the result of a tuning run and the recommended next steps.
func printTuneResult(w *term.Screen, adv advice, t runs.TuneResult, steps []runs.NextStep) error {
	best, rec, verdict := t.Verification.Result, t.Record, t.Record.Verdict()
	w.Paragraph("Run %s: %s by %s, seed %d: %s, %s.", rec.ID, rec.Engine, rec.Strategy, rec.Seed, term.Counted(rec.Rounds, "round"), term.Counted(rec.Games, "game"))
	if t.Unused != "" {
		w.Paragraph("Note: %s.", t.Unused)
	}
	if verdict != nil {
		w.Println()
		printVerdict(w, *verdict)
	}
	printDisputed(w, rec.Disputed)
	printEarlier(w, adv, rec, rec.Result.Earlier())
	w.Println()
	w.Paragraph("Weights: %s", best.Name)
	printWeights(w, weightsTable{
		rec.Space, best, runs.StartWeights(rec), rec.ScaleFree, rec.Kind.ErrorOfWeights(), rec.Result.Importance, rec.Result.ImportanceError,
		runs.ReachedConstraints(rec),
	})
	w.Paragraph("%s", verifiedLine(t.Verification))
	for _, m := range t.Verification.Matches {
		w.Paragraph("  %s", matchLine(m))
	}
	printOtherMatches(w, verdict, t.Verification.Other, matchLine)
	printTrend(w, rec)
	printAgainstItself(w, rec.Result.AgainstItself)
	printCaveats(w, t.Caveats)
	if t.ForfeitsByKind != nil {
		w.Println()
		w.Paragraph("Lost by agents that failed: %s.", t.ForfeitsByKind)
	}
	w.Println()
	if printRefused(w, adv, rec.ID, rec.Result.Refused); isAccepted(verdict, rec.Disputed) {
		printExport(w, adv, rec.ID, verdict)
	}
	steps = slices.DeleteFunc(slices.Clone(steps), func(s runs.NextStep) bool { return s.Kind == runs.ExportStep })
	if len(steps) > 0 {
		w.Println()
	}
	printNextSteps(w, adv, steps)
	return w.Err()
}

// printSeedsResult prints the results of several runs with different seeds and their combination.
func printSeedsResult(w *term.Screen, r runs.SeedsResult) error {
	w.Printf("%s by %s, %s.\n", r.Runs[0].Record.Engine, r.Runs[0].Record.Strategy, term.Counted(len(r.Runs), "seed"))
	if v := r.Verdict; v != nil {
		over, advice := "mean over the seeds", ""
		switch {
		case len(r.Runs) == 1:
			over, advice = "one seed", "An interval for the strategy needs several seeds, such as --seeds 1-5."
		case !v.Interval.Known() && !v.TooFew():
			advice = "There is no interval because the interval of a run has an open end. More games of the verification close it, not more seeds."
		case v.Interval.Contains(0) && !v.KeptStart && !v.TooFew():
			advice = "More seeds narrow the interval, which includes how far the results of the seeds differ."
		}
		w.Println()
		w.Paragraph("%s (%s)", v, over)
		if r.KeptStart > 0 && r.KeptStart < len(r.Runs) {
			w.Paragraph("The start was kept in %d of %d runs. The mean counts these runs with the weights that their searches found: with 0 it would count gains by chance in full, and losses by chance not at all.", r.KeptStart, len(r.Runs))
		}
		if advice != "" {
			w.Paragraph("%s", advice)
		}
	}
	w.Println()
	t := w.Table("seed", "run", "elo", rating.FormatConfidence(rating.Confidence), "weights")
	for _, one := range r.Runs {
		elo, interval := "-", "-"
		if v := one.Record.Verdict(); v != nil {
			elo = rating.FormatElo(v.Rating)
			if !v.TooFew() {
				interval = v.Interval.FormatElo()
			}
		}
		t.Row(strconv.FormatUint(one.Record.Seed, 10), one.Record.ID, elo, interval, formatWeightList(one.Record.Space, one.Verification.Result.Weights))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	w.Println()
	what := "mean"
	if r.Shares {
		what = "mean share"
	}
	t = w.Table("weight", what, "deviation")
	for i, w := range r.Space {
		if choice, count := r.Choice(i); choice != "" {
			t.Row(w.Name, fmt.Sprintf("%s in %d of %d", choice, count, len(r.Runs)), "-")
			continue
		}
		t.Row(w.Name, formatSpread(r.Mean[i], r.Shares), formatSpread(r.Deviation[i], r.Shares))
	}
	return t.Flush()
}

// formatSpread formats a weight, or the standard deviation of a weight over several runs. If share
// is true, v is a fraction and is formatted in percent. An unknown v (NaN) is "-".
func formatSpread(v float64, share bool) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case share:
		return evidence.Percent(100 * v)
	}
	return formatNumber(v)
}
