package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/ratinglist"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
)

// manyAgents is the number of agents above which rating takes so long that progress is shown.
const manyAgents = 1000

type rateOptions struct {
	file    string
	options ratinglist.Options

	anchors   string // file of agents with fixed ratings
	reference string // file of ratings to compare with
	synonyms  string // file of alternative names of agents
	include   string // file with the names of the agents to include
	exclude   string
}

func newRate(a *app, run func(context.Context, rateOptions) error) *cobra.Command {
	var o rateOptions
	c := &cobra.Command{
		SuggestFor: []string{"elo", "ordo"},
		Use:        "rate FILE",
		Short:      "Rate the players of a file of games: PGN, CSV, JSON lines, or logs of other programs",
		Long:       longHelp("rate"),
		Example: `  lanista rate games.pgn --anchor stockfish=3600
  lanista rate results.csv --model davidson --first-seat --json
  lanista rate match.pgn --sprt 0,5
  lanista rate cutechess.log --reference ordo.txt`,
		Args: cobra.ExactArgs(1),
	}
	f := c.Flags()
	f.Var(choiceValue(&o.options.Model, ratinglist.Models()...), "model", "rating model `NAME`: "+strings.Join(ratinglist.Models(), ", ")+" (default bradley-terry, and plackett-luce for a file of places)")
	f.Var(anchors(&o.options.Anchors), "anchor", "fix the rating of an agent, as NAME=ELO (repeatable)")
	f.StringVar(&o.anchors, "anchors", "", "fix the ratings of the agents in `FILE`, with lines NAME,ELO or a table by Ordo, BayesElo, cutechess or fastchess")
	f.StringVar(&o.reference, "reference", "", "compare with the ratings in `FILE`, in the forms of --anchors or from rate --json")
	f.StringVar(&o.synonyms, "synonyms", "", "`FILE` of agents with several names, one agent per line: NAME,SYNONYM,...")
	f.StringVar(&o.include, "include", "", "rate only games between the agents in `FILE`, one name per line")
	f.StringVar(&o.exclude, "exclude", "", "leave out games of the agents in `FILE`, one name per line")
	f.BoolVar(&o.options.FirstSeat, "first-seat", false, "also fit the advantage of the first seat")
	f.BoolVar(&o.options.WinnerOnly, "winner-only", false, "with plackett-luce: use only the winners")
	f.Float64Var(&o.options.Prior, "prior", 0, "number `N` of virtual draws per agent; 0 means as many as the model needs (bayeselo 2, others 0.5 if an agent won or lost all games)")
	f.Float64Var(&o.options.Confidence, "confidence", rating.Confidence, "confidence of the intervals, as a `SHARE`")
	f.Var(choiceValue(&o.options.Scale, ratinglist.Scales()...), "scale", "`SCALE` of the ratings: "+strings.Join(ratinglist.Scales(), ", ")+" (default logistic)")
	f.BoolVar(&o.options.Trinomial, "trinomial", false, "count every game as one observation, even if it belongs to a pair")
	f.BoolVar(&o.options.Chance, "chance", false, "the game has dice or cards: count games with equal moves as different games")
	f.BoolVar(&o.options.Matrix, "matrix", false, "also print the crosstable and the probability that each agent is stronger")
	f.Var(sprtValue(&o.options.Test, readSPRT), "sprt", "run a sequential test on a match of two: elo0,elo1, or elo0=N elo1=N alpha=N beta=N model=normalized|logistic|bayesian (with --model bayeselo as in cutechess)")
	a.jsonFlag(c)
	return runsWith(c, &o, run, &o.file)
}

// anchors returns a repeatable flag value for agents with fixed ratings, called anchors. Each use
// of the flag appends one to *to.
func anchors(to *[]ratinglist.Anchor) pflag.Value {
	return newFlagValue("NAME=ELO", func(text string) error {
		anchor, err := ratinglist.ParseAnchor(text)
		*to = append(*to, anchor)
		return err
	}, func() string { return "" })
}

func (a *app) rate(ctx context.Context, o rateOptions) error {
	if o.options.Confidence == 0 {
		return usageErrorf("--confidence: 0 is not within (0, 1)")
	}
	if err := o.readFiles(ctx); err != nil {
		return usageError(err)
	}
	p := a.progress("agents")
	defer p.Finish()
	o.options.Progress = func(done, of int) {
		if of > manyAgents {
			p.At(int64(done), int64(of))
		}
	}
	list, err := a.rateFile(ctx, o)
	p.Finish()
	var inFile *gamefile.Error
	var noGames *gamefile.RatingsOnlyError
	switch {
	case errors.As(err, &noGames):
		return usageError(fmt.Errorf("%w; rate a file of games, and use this one with --reference or --anchors", err))
	case errors.As(err, &inFile):
		return usageError(err)
	case err != nil:
		return flagErrors(err)
	}
	if list.Damaged > 0 {
		a.warn("%s left out, the first for: %v", term.Counted(list.Damaged, "game"), list.Damage)
	}
	for _, name := range list.UnusedNames {
		a.warn("no game of %s has a player %q", inputName(o.file), name)
	}
	if a.json {
		err = a.writeJSON(list)
	} else {
		err = printRatingList(a.out, list, o)
	}
	if err != nil {
		return err
	}
	return testError(list.Test)
}

// rateFile computes the ratings of the agents from the game results in a file or on standard
// input.
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

// testError returns an error with the exit code for the decision of a sequential test. It returns
// nil if there is no test or the test accepted hypothesis H1.
func testError(t *ratinglist.Test) error {
	switch {
	case t == nil || t.Decision == rating.AcceptH1:
		return nil
	case t.Decision == rating.AcceptH0:
		return withExitCode(exitRefuted, errors.New("the sequential test accepts H0"))
	case t.LLR == nil:
		return errorWithExitCode(exitUndecided, "the sequential test has no pairs to test: %d games have no partner; use --trinomial to test single games", t.Unpaired)
	}
	return withExitCode(exitUndecided, errors.New("the sequential test is undecided; it needs more games"))
}

// printRatingList prints the ratings that were computed from a file of games with the given
// options.
func printRatingList(w *term.Screen, l *ratinglist.List, o rateOptions) error {
	text := fmt.Sprintf("%s: %s of %d agents by %s", inputName(o.file), countGames(l), len(l.Standings), l.Model)
	if l.Scale != ratinglist.LogisticScale {
		text += fmt.Sprintf(" on the scale %s", l.Scale)
	}
	if l.Paired != nil {
		text += fmt.Sprintf("; %s in pairs", formatPaired(l))
	}
	if l.Unfinished > 0 {
		text += fmt.Sprintf("; %d without a result left out", l.Unfinished)
	}
	if l.LeftOut > 0 {
		text += fmt.Sprintf("; %d left out by the names of the players", l.LeftOut)
	}
	w.Paragraph("%s.", text)
	tables := l.Tables
	if len(tables) == 0 {
		tables = []ratinglist.Table{l.Table}
	} else {
		w.Paragraph("There are %d groups of agents who never met, directly or through others: their ratings cannot be compared.", len(tables))
	}
	lines := l.Standings
	for i, t := range tables {
		n := slices.IndexFunc(lines, func(s rating.Standing) bool { return s.Table != lines[0].Table })
		if n < 0 {
			n = len(lines)
		}
		w.Println()
		if len(tables) > 1 {
			w.Paragraph("Table %d", i+1)
		}
		if err := printRatingTable(w, lines[:n], l); err != nil {
			return err
		}
		printFittedParameters(w, t, lines[:n])
		lines = lines[n:]
	}
	if !l.Standings[0].Interval.Known() {
		few := fmt.Sprintf("only %s different", term.CountedVerb(l.Pairings, "pairing"))
		if l.Pairings == l.Distinct {
			few = "every game is an observation of its own, and the file has " + term.Counted(l.Pairings, "different game")
		}
		w.Paragraph("There are no intervals: %s; at least %d are needed. More games of other openings help; --chance is for games of dice.", few, rating.LeastPairings)
	}
	printRatingFiles(w, l, o)
	var circle *evidence.Circle
	if o.options.Matrix {
		if err := printMatrix(w, l); err != nil {
			return err
		}
		circle = circleOf(l)
	}
	printContradictions(w, circle, (*tournament.Misfit)(l.Misfit))
	printMatch(w, l)
	return w.Err()
}

// formatPaired formats the number of paired games in a list: "none", "all" or the number. A game is
// paired if another game of the same players has the same start. l.Paired must not be nil.
func formatPaired(l *ratinglist.List) string {
	switch *l.Paired {
	case 0:
		return "none"
	case l.Games:
		return "all"
	}
	return strconv.Itoa(*l.Paired)
}

// countGames formats the number of games in a rating list. If fewer than 95% of them are different,
// it adds the number of different games.
func countGames(l *ratinglist.List) string {
	text := term.Counted(l.Games, "game")
	if float64(l.Distinct) < 0.95*float64(l.Games) {
		text += fmt.Sprintf(", %d different,", l.Distinct)
	}
	return text
}

// printRatingTable prints the given lines of a rating list, with ratings and intervals. If no agent
// has a fixed rating, ratings are differences from the mean and have signs.
func printRatingTable(w *term.Screen, lines []rating.Standing, l *ratinglist.List) error {
	header := []string{"rank", "agent", "elo", rating.FormatConfidence(l.Confidence), "to next", "games", "w", "d", "l", "score"}
	if lines[0].Skill != nil {
		header = append(header, "mean", "deviation")
	}
	if l.Reference != nil {
		header = append(header, "reference", "difference")
	}
	t := w.Table(header...).Spares("deviation", "mean", "l", "d", "w", "games", "to next", "score")
	for i, s := range lines {
		sign := "%+.1f"
		if len(l.Anchors) > 0 {
			sign = "%.1f"
		}
		elo := fmt.Sprintf(sign, tenths(float64(s.Rating)))
		if s.Apart {
			elo += "*"
		}
		interval, next := "-", ""
		if s.Interval.Known() {
			interval = fmt.Sprintf("["+sign+", "+sign+"]", tenths(s.Interval.Low), tenths(s.Interval.High))
		}
		if s.Next != nil {
			next = formatLead(*s.Next)
		}
		row := []string{
			strconv.Itoa(i + 1), s.Agent, elo, interval, next,
			strconv.Itoa(s.Games), strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses), fmt.Sprintf("%.3f", s.Score),
		}
		if s.Skill != nil {
			row = append(row, fmt.Sprintf("%.2f", s.Skill.Mean), fmt.Sprintf("%.2f", s.Skill.Deviation))
		}
		if l.Reference != nil {
			row = append(row, referenceCells(l.Reference, s.Agent)...)
		}
		t.Row(row...)
	}
	return t.Flush()
}

// printFittedParameters prints the parameters of the rating model that were estimated together with
// the ratings, such as the advantage of the first move.
func printFittedParameters(w *term.Screen, t ratinglist.Table, lines []rating.Standing) {
	if t.FirstSeatConfounded {
		w.Paragraph("The advantage of the first seat cannot be separated from strength: the seats follow from the agents in every game that counts. Let agents meet with swapped seats, or leave out --first-seat.")
	}
	if t.FirstSeat != nil {
		within := ""
		if i := t.FirstSeatInterval; i != nil {
			within = fmt.Sprintf(" [%+.1f, %+.1f]", i.Low, i.High)
		}
		w.Paragraph("The first seat is worth %+.1f Elo%s.", *t.FirstSeat, within)
	}
	if t.DrawElo != nil {
		w.Paragraph("Draws: a lead of %.1f Elo (drawElo) wins half of the games.", *t.DrawElo)
	}
	if t.Nu != nil {
		w.Paragraph("Draws: nu %.4f, equals draw %.1f%% of their games.", *t.Nu, 100**t.Nu/(2+*t.Nu))
	}
	if slices.ContainsFunc(lines, func(s rating.Standing) bool { return s.Apart }) {
		w.Paragraph("* Won or lost everything against the others, or through them: rated by %v virtual draws.", t.Prior)
	}
}

// printMatrix prints a table with a cell for every two agents. A cell contains the score of the
// row's agent, the number of games, and the probability that this agent is stronger.
func printMatrix(w *term.Screen, l *ratinglist.List) error {
	header := []string{"score of"}
	for i := range l.Standings {
		header = append(header, "against "+strconv.Itoa(i+1))
	}
	w.Println()
	t := w.Table(header...)
	for i, s := range l.Standings {
		row := []string{fmt.Sprintf("%d %s", i+1, s.Agent)}
		for j, cell := range l.Crosstable[i] {
			text := "-"
			if cell != nil {
				text = fmt.Sprintf("%.3f of %d", cell.Score, cell.Games)
			}
			if los := l.Superiority[i][j]; los != nil && i != j && s.Interval.Known() {
				text += " (" + evidence.Chance(*los) + ")"
			}
			row = append(row, text)
		}
		t.Row(row...)
	}
	return t.Flush()
}

// circleOf returns a list of agents in which each beats the next and the last beats the first. It
// returns nil if the results contain no such list.
func circleOf(l *ratinglist.List) *evidence.Circle {
	var names []string
	for _, s := range l.Standings {
		names = append(names, s.Agent)
	}
	played := evidence.Played{Games: l.Games, Variety: rating.Variety{Distinct: l.Distinct, DistinctPairings: l.Pairings}}
	return evidence.NewCircle(names, played, func(i, j int) (float64, int) {
		if cell := l.Crosstable[i][j]; cell != nil {
			return cell.Score, cell.Games
		}
		return 0, 0
	})
}

// printMatch prints the result of the games between two agents, if the rated games were played by
// two agents only.
func printMatch(w *term.Screen, l *ratinglist.List) {
	if l.Match == nil {
		return
	}
	m := l.Match
	unit := "games lost, drawn and won"
	if len(m.Clusters) == 5 {
		unit = "pairs with 0, 1/2, 1, 3/2 and 2 points"
	}
	first, second := term.Plain(m.First), term.Plain(m.Second)
	text := fmt.Sprintf("%s against %s: %v %s", first, second, m.Clusters, unit)
	if m.NormalizedElo != nil {
		text += fmt.Sprintf("; normalised Elo %+.2f", *m.NormalizedElo)
	}
	if m.NormalizedError != nil {
		text += fmt.Sprintf(" ± %.2f", *m.NormalizedError)
	}
	if m.LOS.Known() {
		text += "; LOS " + evidence.Chance(float64(m.LOS))
	}
	if m.PairsRatio != nil {
		text += fmt.Sprintf(", %.2f won for each lost", *m.PairsRatio)
	}
	w.Println()
	w.Paragraph("%s.", text)
	if m.PairingGain > 0 && m.LOS.Known() {
		w.Paragraph("The same error would have taken %.2f times as many single games.", m.PairingGain)
	}
	if m.Others > 0 {
		w.Paragraph("%s not in these counts and the normalised Elo, in groups of another size; the table and the LOS count all games.", term.CountedVerb(m.Others, "game"))
	}
	if t := l.Test; t != nil && t.LLR == nil {
		w.Paragraph("Sequential test: no verdict: %d of %d games without a partner. --trinomial tests single games.", t.Unpaired, l.Games)
	} else if t != nil {
		w.Paragraph("Sequential test: %s: LLR %.3f, bounds (%.3f, %.3f), %s [%v, %v].",
			t.Decision.Statement(first, second, t.Elo, t.Unit), *t.LLR, t.Bounds[0], t.Bounds[1], t.Unit, t.Elo[0], t.Elo[1])
		if 2*l.Distinct < l.Games {
			w.Paragraph("It counts %d of %d games: the others are copies.", l.Distinct, l.Games)
		}
	}
}
