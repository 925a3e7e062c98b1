package cmd

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// listedGroups is the largest number of rows in the table of groups. A group consists of the grid
// points that miss the same etudes (labelled positions).
const listedGroups = 10

// printMissed prints which etudes (labelled positions) the chosen point of a grid search, a weight
// vector, evaluates wrongly. If the best points miss different etudes, it prints a table with a row
// for each group of points that miss the same ones. It then prints a table of at most top points,
// and the missed positions. It prints nothing if e is nil or has no points.
func printMissed(w *term.Screen, space engines.Space, e *results.EtudeEvidence, top int) error {
	if e == nil || len(e.Points) == 0 {
		return nil
	}
	if len(e.Points[0].Missed) == 0 {
		w.Paragraph("The chosen point misses no etude.")
	} else {
		same := ""
		if len(e.Groups) == 1 && e.Groups[0].Points > 1 {
			same = fmt.Sprintf(", as do all %d best points", e.Groups[0].Points)
		}
		w.Paragraph("The chosen point misses %s%s.", numbered(e.Points[0].Missed), same)
	}
	if len(e.Groups) > 1 {
		w.Println()
		t := w.Table("points", "missed etudes", "one of the points")
		for i, c := range e.Groups {
			if i == listedGroups {
				t.Row("", fmt.Sprintf("%d more groups", len(e.Groups)-listedGroups), "")
				break
			}
			t.Row(fmt.Sprint(c.Points), formatMissed(c.Missed), formatWeightList(space, c.Weights))
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	if top > 0 {
		w.Println()
		if err := printTop(w, space, e.Points[:min(top, len(e.Points))]); err != nil {
			return err
		}
	}
	seen := make(map[int]bool)
	for _, p := range e.Points {
		for _, x := range p.Missed {
			seen[x] = true
		}
	}
	for _, g := range e.Groups {
		for _, x := range g.Missed {
			seen[x] = true
		}
	}
	return printMissedPositions(w, e.Missed, len(seen))
}

// printTop prints a table of the given points of a grid search. A point is a weight vector; its row
// contains the weights that are not fixed, the margin and the etudes (labelled positions) that it
// misses.
func printTop(w *term.Screen, space engines.Space, points []results.EtudePoint) error {
	head, free := []string{"point"}, space.Free()
	for _, i := range free {
		head = append(head, space[i].Name)
	}
	t := w.Table(append(head, "margin", "missed etudes")...)
	for i, p := range points {
		row := []string{fmt.Sprint(i + 1)}
		for _, i := range free {
			row = append(row, fmt.Sprintf("%.6g", p.Weights[i]))
		}
		t.Row(append(row, fmt.Sprintf("%.3f", float64(p.Margin)), formatMissed(p.Missed))...)
	}
	return t.Flush()
}

// listedMissed is the largest number of missed etudes (labelled positions) that one table or one
// list prints.
const listedMissed = 25

// printMissedPositions prints a table of missed etudes (labelled positions). The result of a grid
// search contains only the first of very many; all is their number.
func printMissedPositions(w *term.Screen, missed []results.MissedEtude, all int) error {
	if len(missed) == 0 {
		return nil
	}
	w.Println()
	t := w.Table("etude", "line", "position", "label")
	for i, x := range missed {
		if i == listedMissed {
			more := fmt.Sprintf("%d more; --json has them", all-listedMissed)
			if all > len(missed) {
				more = fmt.Sprintf("%d more; --json has the first %d", all-listedMissed, len(missed))
			}
			t.Row("", "", more, "")
			break
		}
		t.Row(fmt.Sprint(x.Number), fmt.Sprint(x.Line), x.Position, fmt.Sprint(x.Winner))
	}
	return t.Flush()
}

// formatMissed formats the numbers of missed etudes (labelled positions) as [listed] does, or
// returns "none" if the list is empty.
func formatMissed(missed []int) string {
	if len(missed) == 0 {
		return "none"
	}
	return listed(missed)
}

// listed formats a list of numbers, separated by commas. It shows at most listedMissed of them and
// states how many more there are.
func listed(numbers []int) string {
	list := strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers[:min(len(numbers), listedMissed)]), " ", ", "), "[]")
	if more := len(numbers) - listedMissed; more > 0 {
		list += fmt.Sprintf(", %d more (--json has them)", more)
	}
	return list
}

// numbered formats the numbers of missed etudes (labelled positions) as part of a sentence, such as
// "etude 3" or "etudes 3, 7".
func numbered(missed []int) string {
	if len(missed) == 1 {
		return fmt.Sprint("etude ", missed[0])
	}
	return "etudes " + formatMissed(missed)
}
