package cmd

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/ratinglist"
)

// printList shows a rating list.
func (a *app) printList(l *ratinglist.List, o rateOptions) error {
	fmt.Fprintf(a.out, "%s: %d games of %d agents by %s", o.file, l.Games, len(l.Standings), l.Model)
	if l.Unfinished > 0 {
		fmt.Fprintf(a.out, "; %d without a result left out", l.Unfinished)
	}
	fmt.Fprintln(a.out, ".")
	tables := l.Tables
	if len(tables) == 0 {
		tables = []ratinglist.Table{l.Table}
	} else {
		fmt.Fprintf(a.out, "There are %d groups of agents who never met, directly or through others: their ratings cannot be compared.\n", len(tables))
	}
	lines := l.Standings
	for i, t := range tables {
		n := len(lines)
		for k, s := range lines {
			if s.Table != lines[0].Table {
				n = k
				break
			}
		}
		fmt.Fprintln(a.out)
		if len(tables) > 1 {
			fmt.Fprintf(a.out, "Table %d\n", i+1)
		}
		if err := a.printRatings(lines[:n], l.Confidence, len(o.options.Anchors) > 0); err != nil {
			return err
		}
		a.printFitted(t, lines[:n])
		lines = lines[n:]
	}
	if o.options.Matrix {
		if err := a.printMatrix(l); err != nil {
			return err
		}
	}
	a.printMatch(l)
	return nil
}

// printRatings shows the lines of a table.
func (a *app) printRatings(lines []ratinglist.Standing, confidence float64, anchored bool) error {
	header := []string{"rank", "agent", "elo", fmt.Sprintf("%.4g%%", 100*confidence), "to next", "games", "w", "d", "l", "score"}
	if lines[0].Skill != nil {
		header = append(header, "mean", "deviation")
	}
	w := a.out.Table(header...)
	for i, s := range lines {
		sign := "%+.1f" // against the mean
		if anchored {
			sign = "%.1f"
		}
		elo := fmt.Sprintf(sign, s.Rating)
		if s.Apart {
			elo += "*"
		}
		interval := fmt.Sprintf("["+sign+", "+sign+"]", s.Interval[0], s.Interval[1])
		next := ""
		if s.Next != nil {
			next = fmt.Sprintf("%+.0f (%.0f%%)", s.Next.Difference, 100*s.Next.LOS)
		}
		row := []string{
			strconv.Itoa(i + 1), s.Agent, elo, interval, next,
			strconv.Itoa(s.Games), strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses), fmt.Sprintf("%.3f", s.Score),
		}
		if s.Skill != nil {
			row = append(row, fmt.Sprintf("%.2f", s.Mean), fmt.Sprintf("%.2f", s.Deviation))
		}
		w.Row(row...)
	}
	return w.Flush()
}

// printFitted says what else was fitted.
func (a *app) printFitted(t ratinglist.Table, lines []ratinglist.Standing) {
	if t.FirstSeat != nil {
		within := ""
		if i := t.FirstSeatInterval; i != nil {
			within = fmt.Sprintf(" [%+.1f, %+.1f]", i[0], i[1])
		}
		fmt.Fprintf(a.out, "The first seat is worth %+.1f Elo%s.\n", *t.FirstSeat, within)
	}
	if t.DrawElo != nil {
		fmt.Fprintf(a.out, "Draws: a lead of %.1f Elo (drawElo) wins half of the games.\n", *t.DrawElo)
	}
	if t.Nu != nil {
		fmt.Fprintf(a.out, "Draws: nu %.4f, equals draw %.1f%% of their games.\n", *t.Nu, 100**t.Nu/(2+*t.Nu))
	}
	for _, s := range lines {
		if s.Apart {
			fmt.Fprintf(a.out, "* Won or lost everything against the others, or through them: rated by %v virtual draws.\n", t.Prior)
			break
		}
	}
}

// printMatrix shows for every two agents what the one scored, of how many games,
// and how likely it is the stronger.
func (a *app) printMatrix(l *ratinglist.List) error {
	header := []string{"score of"}
	for i := range l.Standings {
		header = append(header, "against "+strconv.Itoa(i+1))
	}
	fmt.Fprintln(a.out)
	w := a.out.Table(header...)
	for i, s := range l.Standings {
		row := []string{fmt.Sprintf("%d %s", i+1, s.Agent)}
		for j, cell := range l.Crosstable[i] {
			text := "-"
			if cell != nil {
				text = fmt.Sprintf("%.3f of %d", cell.Score, cell.Games)
			}
			if los := l.Superiority[i][j]; los != nil && i != j {
				text += fmt.Sprintf(" (%.0f%%)", 100**los)
			}
			row = append(row, text)
		}
		w.Row(row...)
	}
	return w.Flush()
}

// printMatch shows the result between the two agents of a file of two.
func (a *app) printMatch(l *ratinglist.List) {
	if l.Match == nil {
		return
	}
	m := l.Match
	unit := "games lost, drawn and won"
	if len(m.Clusters) == 5 {
		unit = "pairs with 0, 1/2, 1, 3/2 and 2 points"
	}
	fmt.Fprintf(a.out, "\n%s against %s: %v %s", m.First, m.Second, m.Clusters, unit)
	if m.NormalizedElo != nil {
		fmt.Fprintf(a.out, "; normalised Elo %+.2f ± %.2f", *m.NormalizedElo, *m.NormalizedError)
	}
	fmt.Fprintf(a.out, "; LOS %.1f%%", 100*m.LOS)
	if m.PairsRatio != nil {
		fmt.Fprintf(a.out, ", %.2f won for each lost", *m.PairsRatio)
	}
	fmt.Fprintln(a.out, ".")
	if m.PairingGain > 0 {
		fmt.Fprintf(a.out, "The same error would have taken %.2f times as many single games.\n", m.PairingGain)
	}
	if m.Others > 0 {
		fmt.Fprintf(a.out, "%d games in clusters of another size are not in that line.\n", m.Others)
	}
	if t := l.Test; t != nil {
		decision := map[rating.Decision]string{
			rating.AcceptH1: "accepted, " + m.First + " is the stronger", rating.AcceptH0: "rejected", rating.Undecided: "undecided",
		}[t.Decision]
		fmt.Fprintf(a.out, "Sequential test: %s: LLR %.3f, bounds (%.3f, %.3f), Elo [%v, %v].\n",
			decision, t.LLR, t.Bounds[0], t.Bounds[1], t.Elo[0], t.Elo[1])
	}
}
