package cmd

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/ratinglist"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
)

// ratingList prints the rating list of a file. anchored means that some agents have fixed
// ratings, so that ratings are not differences from the mean.
func (w textWriter) ratingList(l *ratinglist.List, file string, anchored, matrix bool) error {
	w.Printf("%s: %s of %d agents by %s", file, countGames(l), len(l.Standings), l.Model)
	if l.Scale != ratinglist.LogisticScale {
		w.Printf(" on the scale %s", l.Scale)
	}
	if l.Unfinished > 0 {
		w.Printf("; %d without a result left out", l.Unfinished)
	}
	w.Println(".")
	tables := l.Tables
	if len(tables) == 0 {
		tables = []ratinglist.Table{l.Table}
	} else {
		w.Printf("There are %d groups of agents who never met, directly or through others: their ratings cannot be compared.\n", len(tables))
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
		w.Println()
		if len(tables) > 1 {
			w.Printf("Table %d\n", i+1)
		}
		if err := w.ratingTable(lines[:n], l.Confidence, anchored); err != nil {
			return err
		}
		w.fittedParameters(t, lines[:n])
		lines = lines[n:]
	}
	if !l.Standings[0].Interval.Known() {
		w.Printf("There are no intervals: only %d pairings are different, and at least 10 are needed. More games of other openings help; --chance is for games of dice.\n", l.Pairings)
	}
	var circle *evidence.Circle
	if matrix {
		if err := w.matrix(l); err != nil {
			return err
		}
		circle = circleOf(l)
	}
	w.contradictions(circle, (*tournament.Misfit)(l.Misfit))
	w.match(l)
	return w.Err()
}

// countGames formats the number of games of a list, and the number of different games if that
// is below 95%.
func countGames(l *ratinglist.List) string {
	text := term.Counted(l.Games, "game")
	if float64(l.Distinct) < 0.95*float64(l.Games) {
		text += fmt.Sprintf(", %d different,", l.Distinct)
	}
	return text
}

// ratingTable prints the standings of a rating list.
func (w textWriter) ratingTable(lines []rating.Standing, confidence float64, anchored bool) error {
	header := []string{"rank", "agent", "elo", rating.FormatConfidence(confidence), "to next", "games", "w", "d", "l", "score"}
	if lines[0].Skill != nil {
		header = append(header, "mean", "deviation")
	}
	t := w.Table(header...)
	for i, s := range lines {
		sign := "%+.1f" // against the mean
		if anchored {
			sign = "%.1f"
		}
		elo := fmt.Sprintf(sign, roundTo(float64(s.Rating), 1))
		if s.Apart {
			elo += "*"
		}
		interval, next := "-", ""
		if s.Interval.Known() {
			interval = fmt.Sprintf("["+sign+", "+sign+"]", roundTo(s.Interval.Low, 1), roundTo(s.Interval.High, 1))
		}
		switch {
		case s.Next != nil && s.Next.Interval.Known():
			next = fmt.Sprintf("%s (%.0f%%)", formatElo(s.Next.Difference), 100*s.Next.LOS)
		case s.Next != nil:
			next = formatElo(s.Next.Difference)
		}
		row := []string{
			strconv.Itoa(i + 1), s.Agent, elo, interval, next,
			strconv.Itoa(s.Games), strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses), fmt.Sprintf("%.3f", s.Score),
		}
		if s.Skill != nil {
			row = append(row, fmt.Sprintf("%.2f", s.Skill.Mean), fmt.Sprintf("%.2f", s.Skill.Deviation))
		}
		t.Row(row...)
	}
	return t.Flush()
}

// fittedParameters prints the parameters that were fitted besides the ratings.
func (w textWriter) fittedParameters(t ratinglist.Table, lines []rating.Standing) {
	if t.FirstSeat != nil {
		within := ""
		if i := t.FirstSeatInterval; i != nil {
			within = fmt.Sprintf(" [%+.1f, %+.1f]", i.Low, i.High)
		}
		w.Printf("The first seat is worth %+.1f Elo%s.\n", *t.FirstSeat, within)
	}
	if t.DrawElo != nil {
		w.Printf("Draws: a lead of %.1f Elo (drawElo) wins half of the games.\n", *t.DrawElo)
	}
	if t.Nu != nil {
		w.Printf("Draws: nu %.4f, equals draw %.1f%% of their games.\n", *t.Nu, 100**t.Nu/(2+*t.Nu))
	}
	for _, s := range lines {
		if s.Apart {
			w.Printf("* Won or lost everything against the others, or through them: rated by %v virtual draws.\n", t.Prior)
			break
		}
	}
}

// matrix prints, for every two agents, the score, the number of games and the probability
// that the first is the stronger.
func (w textWriter) matrix(l *ratinglist.List) error {
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
			if los := l.Superiority[i][j]; los != nil && i != j {
				text += fmt.Sprintf(" (%.0f%%)", 100**los)
			}
			row = append(row, text)
		}
		t.Row(row...)
	}
	return t.Flush()
}

// circleOf returns a circle of agents each of which beats the next, or nil if there is none.
func circleOf(l *ratinglist.List) *evidence.Circle {
	var names []string
	for _, s := range l.Standings {
		names = append(names, s.Agent)
	}
	return evidence.NewCircle(names, func(i, j int) (float64, int) {
		if cell := l.Crosstable[i][j]; cell != nil {
			return cell.Score, cell.Games
		}
		return 0, 0
	})
}

// match prints the result of a file with two agents.
func (w textWriter) match(l *ratinglist.List) {
	if l.Match == nil {
		return
	}
	m := l.Match
	unit := "games lost, drawn and won"
	if len(m.Clusters) == 5 {
		unit = "pairs with 0, 1/2, 1, 3/2 and 2 points"
	}
	w.Printf("\n%s against %s: %v %s", m.First, m.Second, m.Clusters, unit)
	if m.NormalizedElo != nil {
		w.Printf("; normalised Elo %+.2f", *m.NormalizedElo)
	}
	if m.NormalizedError != nil {
		w.Printf(" ± %.2f", *m.NormalizedError)
	}
	if l.Standings[0].Interval.Known() {
		w.Printf("; LOS %.1f%%", 100*m.LOS)
	}
	if m.PairsRatio != nil {
		w.Printf(", %.2f won for each lost", *m.PairsRatio)
	}
	w.Println(".")
	if m.PairingGain > 0 {
		w.Printf("The same error would have taken %.2f times as many single games.\n", m.PairingGain)
	}
	if m.Others > 0 {
		w.Printf("%d games in groups of another size are not in that line.\n", m.Others)
	}
	if t := l.Test; t != nil && t.LLR == nil {
		w.Printf("Sequential test: no verdict: %d of %d games have no partner. --trinomial tests single games.\n", t.Unpaired, l.Games)
	} else if t != nil {
		decision := map[rating.Decision]string{
			rating.AcceptH1: "accepted, " + m.First + " is the stronger", rating.AcceptH0: "rejected", rating.Undecided: "undecided",
		}[t.Decision]
		w.Printf("Sequential test: %s: LLR %.3f, bounds (%.3f, %.3f), Elo [%v, %v].\n",
			decision, *t.LLR, t.Bounds[0], t.Bounds[1], t.Elo[0], t.Elo[1])
		if 2*l.Distinct < l.Games {
			w.Printf("It counts %d of %d games: the others are copies.\n", l.Distinct, l.Games)
		}
	}
}
