package fit

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/training"
)

// file contains positions in the order of their games: the games, and where the outcome
// changes.
type file struct {
	games   []int
	changes []bool
}

// madeFile returns games of random lengths with random results.
func madeFile(seed uint64, games, longest int) file {
	rng := engines.Rand(seed)
	var f file
	last := -1
	for g := range games {
		result := int(rng.Uint64() % 3)
		for k := range 1 + int(rng.Uint64()%uint64(longest)) {
			f.games = append(f.games, g)
			f.changes = append(f.changes, k == 0 && result != last)
		}
		last = result
	}
	return f
}

// cut returns the number of games that lie in more than one block.
func (f file) cut(numbers []int32) int {
	n := 0
	for i := range numbers[1:] {
		if f.games[i] == f.games[i+1] && numbers[i] != numbers[i+1] {
			n++
		}
	}
	return n
}

// Every game lies in one block, whatever the lengths of the games, and there are many blocks.
func TestBlocksKeepGamesWhole(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		for _, c := range []struct{ games, longest int }{{2000, 8}, {2000, 60}, {300, 20}} {
			f := madeFile(seed, c.games, c.longest)
			numbers := blocks(f.changes)
			if n := f.cut(numbers); n > 0 {
				t.Errorf("seed %d, %+v: %d games lie in two blocks", seed, c, n)
			}
			if last := int(numbers[len(numbers)-1]); last < 40 || last > mostBlocks {
				t.Errorf("seed %d, %+v: %d blocks of %d positions", seed, c, last+1, len(numbers))
			}
		}
	}
}

// A file that is sorted by results has blocks too. Only the games at their ends lie in two
// blocks.
func TestBlocksOfASortedFile(t *testing.T) {
	t.Parallel()
	f := madeFile(1, 3000, 20)
	for i := range f.changes {
		f.changes[i] = i == 0 || i == len(f.changes)/3
	}
	numbers := blocks(f.changes)
	if last := int(numbers[len(numbers)-1]); last < 40 || f.cut(numbers) > last {
		t.Errorf("%d blocks, %d games cut", last+1, f.cut(numbers))
	}
	for _, n := range []int{0, 1, 2, 9} {
		changes := make([]bool, n)
		for i := range changes {
			changes[i] = true
		}
		numbers := blocks(changes)
		for i := range numbers {
			if int(numbers[i]) != i {
				t.Errorf("%d positions: blocks %v", n, numbers)
			}
		}
	}
}

// If positions of a game are on both sides of the split, the held-out loss is too small. In
// this test every game has a feature that identifies it.
func TestHeldOutIsHonest(t *testing.T) {
	t.Parallel()
	const games, positions, columns = 200, 10, 60
	rng := engines.Rand(7)
	d := Data{Rows: NewTable(columns)}
	for g := range games {
		mark, result := rng.IntN(columns), float32(rng.IntN(2)) // no feature predicts the result
		for range positions {
			row := make([]float64, columns)
			row[mark], row[rng.IntN(columns)] = 3, 1
			d.Rows.(*Table).Add(row)
			d.Target, d.Trajectory = append(d.Target, result), append(d.Trajectory, int32(g))
		}
	}
	names := make([]string, columns)
	for j := range names {
		names[j] = string(rune('A' + j))
	}
	fitted := func(d Data) Result {
		zero := 0.0
		return fitOf(t, Problem{Space: spaceOf(-100, 100, names...), Data: d, Seed: 1}, Options{Ridge: &zero})
	}
	byGame := fitted(d)
	apart := d
	apart.Trajectory = make([]int32, d.Len())
	for i := range apart.Trajectory {
		apart.Trajectory[i] = int32(i)
	}
	byPosition := fitted(apart)
	if byGame.HeldOut < math.Ln2 || byPosition.HeldOut > 0.9*math.Ln2 {
		t.Errorf("loss held out %v by games, %v by positions; nothing can be predicted, %v", byGame.HeldOut, byPosition.HeldOut, math.Ln2)
	}
	// Without the games, the order of the file is sufficient.
	j := make([]bool, d.Len())
	for i := range j {
		j[i] = i > 0 && d.Target[i] != d.Target[i-1]
	}
	blocked := d
	blocked.Trajectory, blocked.Blocks = blocks(j), true
	if r := fitted(blocked); r.HeldOut < math.Ln2 || !r.Blocks {
		t.Errorf("loss held out %v by blocks", r.HeldOut)
	}
	// The positions of a named game need not stand together.
	mixed := Data{Rows: NewTable(columns)}
	order := make([]int, d.Len())
	for i := range order {
		order[i] = i
	}
	rng.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
	for _, i := range order {
		mixed.Rows.(*Table).addTerms(d.Terms(i, nil))
		mixed.Target, mixed.Trajectory = append(mixed.Target, d.Target[i]), append(mixed.Trajectory, d.Trajectory[i])
	}
	r := fitted(mixed)
	if math.Abs(r.HeldOut-byGame.HeldOut) > 1e-6 || r.Games != games || math.Abs(r.Error[0]-byGame.Error[0]) > 1e-6*byGame.Error[0] {
		t.Errorf("mixed: %v of %d games, error %v; in order %v of %d, %v", r.HeldOut, r.Games, r.Error[0], byGame.HeldOut, byGame.Games, byGame.Error[0])
	}
}

// The smallest data have a game to fit, and a game held out if the share comes to one.
func TestSplitHasTwoSides(t *testing.T) {
	t.Parallel()
	for games := range 60 {
		for seed := range uint64(30) {
			d := made(games, 2, []float64{1}, 0)
			fitted, held := d.split(0.2, seed)
			if games >= 5 && len(held) == 0 || games > 0 && len(fitted) == 0 {
				t.Errorf("%d games, seed %d: %d and %d positions", games, seed, len(fitted), len(held))
			}
			for _, i := range held {
				for _, k := range fitted {
					if d.game(i) == d.game(k) {
						t.Fatalf("game %d is on both sides", d.game(i))
					}
				}
			}
		}
	}
}

// Either all samples name their game or none does.
func TestJudgeRefusesSomeGamesWithoutName(t *testing.T) {
	t.Parallel()
	e := othello.New()
	position, err := e.NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		games []int
		want  string
	}{
		{[]int{0, training.NoGame}, "some samples name their game"},
		{[]int{training.NoGame, training.NoGame, 0}, "some samples name their game"},
		{[]int{0, -5}, "a sample of game -5; games are counted from 0"},
	} {
		read := func(each func(training.Sample) error) error {
			for i, game := range c.games {
				if err := each(training.Sample{Position: position, Outcome: engines.Winner(2, i%2), Game: game}); err != nil {
					return err
				}
			}
			return nil
		}
		if _, err := Judge(Games{Engine: e, Seats: 2}, read, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("games %v: %v, want %q", c.games, err, c.want)
		}
	}
}
