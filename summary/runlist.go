package summary

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/terminal"
)

// verdictText is what came of a run in one line, "-" where there is nothing to tell:
// its verdict, who leads a tournament, what a grid has reached.
func verdictText(s results.Summary) string {
	switch v := s.Verdict(); {
	case v != nil:
		return v.Text
	case s.Disputed != "":
		return "disputed, two workers gave different results for the same games"
	case s.Answer == nil:
	case s.Kind == results.Tournament && len(s.Answer.Standings) > 0:
		return terminal.Dashed(evidence.Headline(s.Answer.Standings))
	case s.Kind == results.Grid:
		return fmt.Sprintf("%.0f of %d positions right", float64(s.Answer.Fitness)*float64(s.Answer.Games), s.Answer.Games)
	}
	return "-"
}

// Runs lists stored runs. Chosen says that a query may have left some out.
func (w Writer) Runs(list []results.Summary, chosen bool) error {
	if len(list) == 0 && chosen {
		w.Println("no such runs")
		return w.Err()
	}
	if len(list) == 0 {
		w.Printf("no runs yet; try: %s evolve CONFIG\n", w.Program)
		return w.Err()
	}
	header := []string{"run", "name", "kind", "engine", "strategy", "tags", "status", "rounds", "games", "started"}
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
			s.ID, terminal.Dashed(s.Name), string(s.Kind), s.Engine, terminal.Dashed(s.Strategy), terminal.Dashed(strings.Join(s.Tags, " ")), string(s.Status), rounds,
			strconv.Itoa(s.Games), s.Started.Local().Format("2006-01-02 15:04"),
		}
		if failed {
			row = append(row, s.Failures.String())
		}
		t.Row(append(row, verdictText(s))...)
	}
	return t.Flush()
}
