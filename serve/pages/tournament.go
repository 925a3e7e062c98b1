package pages

import (
	"fmt"
	"math"
	"strconv"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// Tournament is what the page of a tournament shows.
type Tournament struct {
	Run
	Table tournament.Table
	Rows  []eloRow // in the order of the table
	Cross [][]cell // by rows and columns of the table
	Test  *testView
	Many  bool // more than two sit at a table

	Different string           // ", 126 different (64 openings)"; "" if the games are
	Few       string           // which agents have no interval; "" if all have one
	Circle    *evidence.Circle // in which the results go round; nil if they do not
}

// testView is a sequential test.
type testView struct {
	runs.Test
	Mark     float64 // where the log-likelihood ratio stands between the bounds, in per cent
	Zero     float64 // where 0 is
	Pairings int
	Words    string   // the decision
	Names    []string // of the counts: what a pairing brought the first agent
}

// NewTournament is the page of a tournament.
func NewTournament(base Run, table tournament.Table, test *runs.Test) Tournament {
	t := Tournament{Run: base, Table: table, Many: len(table.Seats) > 2}
	answer := runs.TournamentResult{Table: table}.Answer()
	t.Rows, t.Few = eloRows(answer.Standings), evidence.TooFew(answer.Standings)
	if base.Answer != nil && base.Answer.Played != nil {
		table.Openings = base.Answer.Played.Openings
	}
	t.Circle = runs.TournamentResult{Table: table}.Circle()
	t.Different = evidence.Played{Games: table.Games, Variety: table.Variety}.Different()
	for _, row := range table.Crosstable {
		var cells []cell
		for _, c := range row {
			if c == nil {
				cells = append(cells, cell{})
				continue
			}
			cells = append(cells, cell{Text: fmt.Sprintf("%.3f", c.Score), Class: "v" + strconv.Itoa(step(c.Score)), Games: c.Games})
		}
		t.Cross = append(t.Cross, cells)
	}
	if test != nil {
		t.Test = newTestView(*test)
	}
	return t
}

func newTestView(test runs.Test) *testView {
	lower, upper := test.Bounds[0], test.Bounds[1]
	at := func(v float64) float64 { return 100 * math.Min(1, math.Max(0, (v-lower)/(upper-lower))) }
	v := &testView{Test: test, Mark: at(test.LLR), Zero: at(0), Words: "undecided: more games are needed"}
	for i, n := range test.Counts {
		v.Pairings += n
		v.Names = append(v.Names, number(float64(i)/2))
	}
	switch {
	case test.Decision == rating.AcceptH1:
		v.Words = fmt.Sprintf("accepted: %s is at least %s Elo stronger than %s", test.Agents[0], number(test.Elo[1]), test.Agents[1])
	case test.Decision == rating.AcceptH0:
		v.Words = fmt.Sprintf("rejected: %s is at most %s Elo stronger than %s", test.Agents[0], number(test.Elo[0]), test.Agents[1])
	}
	return v
}
