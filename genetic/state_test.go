package genetic

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// With WinRate the members of a group are ranked by the games within the group, and with a rating by
// all games.
func TestGroupsAreRankedByTheFitnessInUse(t *testing.T) {
	t.Parallel()
	for _, f := range []Fitness{WinRate{}, BradleyTerry{Prior: 200}, Genomic{Prior: 200, Heritability: 0.8}} {
		config := Paper()
		config.Custom.Fitness = f
		b := mustNew(t, tuning.Problem{Space: square(4), Seed: 2}, config)
		round(t, b, fakeArena{peak: 6})
		ordered := 0
		for _, group := range b.state.Groups {
			if slices.IsSortedFunc(group, func(x, y int) int {
				switch {
				case b.state.Fitness[x] > b.state.Fitness[y]:
					return -1
				case b.state.Fitness[x] < b.state.Fitness[y]:
					return 1
				}
				return 0
			}) {
				ordered++
			}
		}
		if _, own := f.(GroupFitness); (ordered == 10) == own {
			t.Errorf("%T: %d of 10 groups stand in the order of the common fitness", f, ordered)
		}
	}
}

func TestBestBeforeTheFirstGeneration(t *testing.T) {
	t.Parallel()
	start := engines.Weights{3, 4}
	b := mustNew(t, tuning.Problem{Space: square(2), Start: start}, small())
	if best := b.Best(); !slices.Equal(best.Weights, start) {
		t.Errorf("result %v, want the start", best.Weights)
	}
	if got := b.Candidates(); len(got) != 1 || !slices.Equal(got[0].Weights, start) {
		t.Errorf("candidates %v", got)
	}
	if got := b.Population(); len(got) != 0 {
		t.Errorf("a population of %d", len(got))
	}
}

func TestAveragedIsTheMeanOfTheParents(t *testing.T) {
	t.Parallel()
	config := small()
	config.Result, config.FixedResult = Averaged, false
	b := mustNew(t, tuning.Problem{Space: square(3), Seed: 2}, config)
	round(t, b, fakeArena{peak: 8})
	mean := make([]float64, 3)
	parents := b.state.parents
	for _, slot := range parents {
		for i, w := range b.state.Members[slot].Weights {
			mean[i] += w / float64(len(parents))
		}
	}
	for i, w := range b.Best().Weights {
		if math.Abs(w-mean[i]) > 1e-9 {
			t.Errorf("weight %d is %v, the mean of the parents %v", i, w, mean[i])
		}
	}
	if b.ResultIsFixed() {
		t.Error("the result is not prescribed")
	}
}

func TestResultShareAveragesOverGenerations(t *testing.T) {
	t.Parallel()
	config := small()
	config.Result, config.ResultShare = Averaged, 0.5
	b := mustNew(t, tuning.Problem{Space: square(2), Seed: 2}, config)
	for range 4 {
		round(t, b, fakeArena{peak: 8})
	}
	for i, w := range b.Best().Weights { // the last two of four generations
		if want := (b.state.Trail[2][i] + b.state.Trail[3][i]) / 2; math.Abs(w-want) > 1e-12 {
			t.Errorf("weight %d is %v, want %v", i, w, want)
		}
	}
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	config := small()
	config.HallOfFame, config.Generations = 3, 6
	start := engines.Weights{1, 2, 3}
	b := mustNew(t, tuning.Problem{Space: square(3), Start: start, Seed: 8}, config)
	var famous []engines.Weights
	for range 6 {
		round(t, b, fakeArena{peak: 5})
		famous = append(famous, b.Population()[0].Weights)
	}
	list := b.Candidates()
	if !slices.Equal(list[0].Weights, b.Best().Weights) {
		t.Error("the result does not stand first")
	}
	contains := func(w engines.Weights) bool {
		return slices.ContainsFunc(list, func(e tuning.Estimate) bool { return slices.Equal(e.Weights, w) })
	}
	for name, w := range map[string]engines.Weights{
		"the average": b.averaged().Weights, "the start": start,
		"the fittest of generation 5": famous[4], "the fittest of generation 6": famous[5],
	} {
		if !contains(w) {
			t.Errorf("%s is no candidate", name)
		}
	}
	for i, e := range list {
		for _, other := range list[:i] {
			if slices.Equal(e.Weights, other.Weights) {
				t.Errorf("%v stands twice", e.Weights)
			}
		}
	}
	if len(b.state.Hall) > 3 {
		t.Errorf("%d in a hall of fame of 3", len(b.state.Hall))
	}
}

// The hall of fame has the latest different genomes: one that is the fittest again moves to the end.
func TestHallOfFameHasTheLatestDifferentGenomes(t *testing.T) {
	t.Parallel()
	config := small()
	config.HallOfFame = 2
	b := mustNew(t, tuning.Problem{Space: square(1), Seed: 1}, config)
	s := &state{Members: members(3), Records: make([]record, 3)}
	for generation, c := range []struct {
		fittest int // index
		want    []int
	}{{0, []int{1}}, {1, []int{1, 2}}, {0, []int{2, 1}}, {0, []int{2, 1}}, {2, []int{1, 3}}} {
		s.Generation, s.Fitness = generation+1, []float64{0.5, 0.5, 0.5}
		s.Fitness[c.fittest] = 0.7
		s.recordFittest(b.terms.config.HallOfFame)
		var got []int
		for _, f := range s.Hall {
			got = append(got, f.Genome.ID)
		}
		if last := s.Hall[len(s.Hall)-1]; !slices.Equal(got, c.want) || last.Generation != s.Generation || last.Fitness != 0.7 {
			t.Errorf("generation %d: genomes %v, want %v; the last is %+v", s.Generation, got, c.want, last)
		}
	}
}

// A change of returned weights does not change the breeder.
func TestReturnedWeightsAreCopies(t *testing.T) {
	t.Parallel()
	b := mustNew(t, tuning.Problem{Space: square(2), Seed: 1}, small())
	round(t, b, fakeArena{})
	before, _ := b.Snapshot()
	b.Best().Weights[0] = -1
	b.Population()[0].Weights[0] = -1
	for _, e := range b.Candidates() {
		e.Weights[0] = -1
	}
	batch, _ := b.Ask()
	for _, a := range batch.Field {
		a.Weights[0] = -1
	}
	if after, _ := b.Snapshot(); string(after) != string(before) {
		t.Error("changing what was handed out changes the breeder")
	}
}
