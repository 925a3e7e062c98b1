package main

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/shipped"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tools/lab/problems"
	"github.com/lanista/lanista/tuning/bench"
)

// asked returns the answers of the oracle to questions, one a line.
func asked(t *testing.T, questions ...string) []answer {
	t.Helper()
	var out strings.Builder
	if err := serveOracle(t.Context(), runs.Catalog{Games: shipped.Games()}, strings.NewReader(strings.Join(questions, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	answers := json.NewDecoder(strings.NewReader(out.String()))
	list := make([]answer, len(questions))
	for i := range list {
		if err := answers.Decode(&list[i]); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// The games have the probabilities of the problem, the budget counts them, and fresh games lie
// beyond it.
func TestOracleOfAProblem(t *testing.T) {
	t.Parallel()
	const n = 20_000
	got := asked(t,
		`{"kind":"quad","weights":2,"seed":3,"budget":20000}`,
		`{"result":[5,5]}`, `{"result":[4,6]}`,
		`{"play":[[[5,5],[4,6]],[[4,6],[5,5]]],"games":10000}`,
		`{"play":[[[5,5],[4,6]]],"games":2}`,
		`{"play":[[[5,5],[4,6]]],"games":20000,"fresh":true}`,
		`{"kind":"quad","weights":2,"seed":3,"budget":400}`,
		`{"strategy":"auto"}`,
	)
	d, err := problems.New(bench.Quad, 2, 3, bench.Variant{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got[0].Low) != 2 || got[0].High[1] != bench.Upper || got[0].Start[0] != bench.Upper/2 {
		t.Errorf("ranges %+v", got[0])
	}
	middle, other := d.Regret([]float64{5, 5}), d.Regret([]float64{4, 6})
	if *got[1].Regret != middle || *got[2].Regret != other {
		t.Errorf("regrets %v and %v, want %v and %v", *got[1].Regret, *got[2].Regret, middle, other)
	}
	want := rating.Logistic((other - middle) / rating.EloPerLogit)
	for _, i := range []int{3, 5} {
		points := got[i].Points[0]
		if i == 3 { // the second pair has the vectors in the other order
			points += n/2 - got[i].Points[1]
		}
		if share := points / n; math.Abs(share-want) > 4*math.Sqrt(want*(1-want)/n) {
			t.Errorf("share of wins %v, want %v", share, want)
		}
	}
	if got[3].Points[0]+n/2-got[3].Points[1] == got[5].Points[0] {
		t.Error("fresh games are those of the budget")
	}
	if !strings.Contains(got[4].Error, "budget of games is spent") {
		t.Errorf("a game beyond the budget: %+v", got[4])
	}
	if d.Regret(got[7].Best) > middle/2 {
		t.Errorf("auto: %v", got[7].Best)
	}
}

// A game is played by its rules: the stronger weights win, and each deal in both seat orders, so
// that equal weights halve the points.
func TestOracleOfAGame(t *testing.T) {
	t.Parallel()
	got := asked(t,
		`{"game":"hare","settings":{"depth":"1"},"seed":1,"budget":40}`,
		`{"play":[[[1,1,1],[1,1,1]]],"games":20}`,
		`{"result":[1,1,1]}`,
		`{"play":[[[1,1],[1,1,1]]],"games":20}`,
	)
	if len(got[0].Start) != 3 || !slices.Equal(got[1].Points, []float64{10}) {
		t.Errorf("%+v %+v", got[0], got[1])
	}
	if !strings.Contains(got[2].Error, "a regret needs a problem") || !strings.Contains(got[3].Error, "2 weights given, 3 needed") {
		t.Errorf("%+v %+v", got[2], got[3])
	}
}

func TestOracleRefuses(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		`{"result":[1]}`:                                      "no problem is open",
		`{"kind":"quad","seed":1}`:                            "weights: 0 is below the minimum 1",
		`{"kind":"cube","weights":2,"seed":1}`:                `unknown kind of problem "cube"`,
		`{"game":"halma"}`:                                    `unknown engine "halma"`,
		`{"game":"risk","settings":{"size":"many"},"seed":1}`: "size",
	} {
		if got := asked(t, question)[0].Error; !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}
