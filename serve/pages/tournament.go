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

// Tournament contains the data of the page of a tournament run.
type Tournament struct {
	Run
	Table tournament.Table
	Rows  []eloRow // in the order of the standings
	Cross [][]cell // crosstable, in the order of the standings
	Test  *testView
	Many  bool // games have more than two seats

	Different string           // number of different games, such as ", 126 different (64 openings)"; "" if all are different
	Notes     string           // sentences about rows of the table, see evidence.Notes
	Ended     string           // reason why the tournament ended before its schedule, other than the test; "" if there is none
	Circle    *evidence.Circle // agents each stronger than the next, and the last than the first; nil if there are none
}

// testView contains the data of a sequential test, which ends a tournament as soon as its
// hypotheses are decided.
type testView struct {
	runs.Test
	Mark     float64  // log-likelihood ratio, in percent of the distance between the bounds
	Zero     float64  // ratio 0, in the same unit
	Pairings int      // number of pairings
	Words    string   // decision as a sentence
	Names    []string // labels of the test's counts: the points of the first agent in a pairing
}

// NewTournament returns the data of the page of a tournament run. test is nil if the tournament
// has no sequential test.
func NewTournament(base Run, table tournament.Table, test *runs.Test) Tournament {
	t := Tournament{Run: base, Table: table, Many: len(table.Seats) > 2}
	result := runs.TournamentResult{Table: table}.Result()
	t.Rows, t.Notes = eloRows(result.Standings), evidence.Notes(result.Standings)
	if base.Result != nil && base.Result.Played != nil {
		table.Openings = base.Result.Played.Openings
	}
	if base.Result != nil && base.Result.Exhausted {
		t.Ended = base.Result.Played.AllPlayed()
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
		if test.Decision == rating.Undecided && t.Ended == "" {
			t.Test.Words += ", more games are needed"
		}
	}
	return t
}

func newTestView(test runs.Test) *testView {
	lower, upper := test.Bounds[0], test.Bounds[1]
	at := func(v float64) float64 { return 100 * math.Min(1, math.Max(0, (v-lower)/(upper-lower))) }
	v := &testView{Test: test, Mark: at(test.LLR), Zero: at(0), Words: test.Statement()}
	for i, n := range test.Counts {
		v.Pairings += n
		v.Names = append(v.Names, number(float64(i)/2))
	}
	return v
}
