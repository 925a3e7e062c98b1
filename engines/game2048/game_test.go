package game2048

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestSlidesAgreeWithTheBook(t *testing.T) {
	t.Parallel()
	rng := engines.Rand(1)
	for range 20000 {
		b := randomBoard(rng)
		stuck := true
		for m, after := range tables().slides(b) {
			want, points := b.grid().slid(engines.Move(m))
			one, gain := tables().slide(b, engines.Move(m))
			if one != after || one.grid() != want || gain != points {
				t.Fatalf("%x %s: %x (and %x) for %d points, want %v for %d", b, directionNames[m], one, after, gain, want, points)
			}
			stuck = stuck && after == b
		}
		if tables().stuck(b) != stuck {
			t.Fatalf("%x: stuck is %v, want %v", b, !stuck, stuck)
		}
		if f := tables().features(b); f != b.grid().features() {
			t.Fatalf("%x: features %v, want %v", b, f, b.grid().features())
		}
	}
}

// The rules that people get wrong, by worked cases.
func TestSlideOfARow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		row, left, right string
		points           int
	}{
		{".,.,.,2", "2,.,.,.", ".,.,.,2", 0},
		{"2,2,2,2", "4,4,.,.", ".,.,4,4", 8},
		{"2,2,2,.", "4,2,.,.", ".,.,2,4", 4},                // the pair at the edge merges
		{"4,2,2,.", "4,4,.,.", ".,.,4,4", 4},                // a tile merges once
		{"2,.,.,2", "4,.,.,.", ".,.,.,4", 4},                // over empty squares
		{"2,4,2,4", "2,4,2,4", "2,4,2,4", 0},                // nothing moves
		{"1024,1024,.,.", "2048,.,.,.", ".,.,.,2048", 2048}, // the goal, and the game goes on
		{"32768,32768,.,.", "32768,32768,.,.", ".,.,32768,32768", 0},
	} {
		rest := "/.,.,.,./.,.,.,./.,.,.,."
		b, err := parseBoard(c.row + rest)
		if err != nil {
			t.Fatal(err)
		}
		for m, want := range map[engines.Move]string{left: c.left, right: c.right} {
			after, points := tables().slide(b, m)
			v := view{board: after}
			if got, _, _ := strings.Cut(v.String(), "/"); got != want || points != c.points {
				t.Errorf("%s %s: %s for %d points, want %s for %d", c.row, directionNames[m], got, points, want, c.points)
			}
		}
	}
}

func TestGameIsPlayedToItsEnd(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		g, err := New().NewGame(1, seed)
		if err != nil {
			t.Fatal(err)
		}
		rng := engines.Rand(seed)
		points, made := 0, 0
		for !g.Over() {
			before := g.(*game).view
			legal := g.Moves(nil)
			for m := range directions {
				c := g.Clone()
				err := c.Apply(m)
				if (err == nil) != slices.Contains(legal, m) {
					t.Fatalf("%s: %s is legal: %v, applied: %v", g, directionNames[m], slices.Contains(legal, m), err)
				}
				if err != nil && c.String() != g.String() {
					t.Fatalf("%s: an illegal slide makes it %s", g, c)
				}
			}
			m := legal[rng.IntN(len(legal))]
			slid, gain := before.board.grid().slid(m)
			if err := g.Apply(m); err != nil {
				t.Fatal(err)
			}
			points += gain
			made++
			checkNewTile(t, slid, g.(*game).view.board.grid())
		}
		if len(g.Moves(nil)) != 0 || g.Apply(up) == nil {
			t.Errorf("%s is over and has a move", g)
		}
		if v := g.(*game).view; v.score != points || v.made != made {
			t.Errorf("score %d after %d slides, want %d after %d", v.score, v.made, points, made)
		}
		if score, ok := g.Outcome().Score(0); !ok || score != float64(points) {
			t.Errorf("outcome %v, want a score of %d", g.Outcome(), points)
		}
	}
}

// checkNewTile finds one tile more, a 2 or a 4, and all others where they were.
func checkNewTile(t *testing.T, before, after grid) {
	t.Helper()
	fresh := 0
	for r := range side {
		for c := range side {
			if was, is := before[r][c], after[r][c]; was != is {
				fresh++
				if was != 0 || is != 2 && is != 4 {
					t.Fatalf("row %d, column %d: %d becomes %d", r+1, c+1, was, is)
				}
			}
		}
	}
	if fresh != 1 {
		t.Fatalf("%d new tiles", fresh)
	}
}

func TestChanceIsTheSeeds(t *testing.T) {
	t.Parallel()
	play := func(g engines.Game, slides int) string {
		for k := 0; k < slides && !g.Over(); k++ {
			legal := g.Moves(nil)
			if err := g.Apply(legal[k%len(legal)]); err != nil {
				t.Fatal(err)
			}
		}
		return g.String()
	}
	if a, b := play(deal(1), 40), play(deal(1), 40); a != b {
		t.Errorf("one seed, two games: %s and %s", a, b)
	}
	if a, b := play(deal(1), 5), play(deal(2), 5); a == b {
		t.Errorf("two seeds, one game: %s", a)
	}
	g := deal(3)
	play(g, 10)
	read, err := New().ParseGame(g.String(), 3)
	if err != nil {
		t.Fatal(err)
	}
	other, err := New().ParseGame(g.String(), 4)
	if err != nil {
		t.Fatal(err)
	}
	twin := g.Clone()
	want := play(g, 40)
	if got := play(twin, 40); got != want {
		t.Errorf("a copy ends as %s, not %s", got, want)
	}
	if got := play(read, 40); got != want {
		t.Errorf("read back it ends as %s, not %s", got, want)
	}
	if got := play(other, 40); got == want {
		t.Errorf("under another seed it ends alike: %s", got)
	}
}

// Of many new tiles a tenth are fours, and every square gets its share.
func TestNewTilesAreEvenlySpread(t *testing.T) {
	t.Parallel()
	const n = 200000
	occupied := board(0x1)<<20 | 0x2<<40 // two squares have tiles
	four := 0
	var at [squares]int
	for seed := range uint64(n) {
		fresh := withNewTile(occupied, seed, int(seed%7)) &^ occupied
		for s := range squares {
			if e := fresh.square(s); e > 0 {
				at[s]++
				four += e - 1
			}
		}
	}
	near := func(what string, got int, p float64) {
		if d := float64(got) - n*p; math.Abs(d) > 5*math.Sqrt(n*p*(1-p)) {
			t.Errorf("%s: %d of %d, want about %.0f", what, got, n, n*p)
		}
	}
	near("fours", four, 0.1)
	for s, got := range at {
		if occupied.square(s) > 0 {
			if got != 0 {
				t.Errorf("square %d had a tile", s)
			}
			continue
		}
		near("a square", got, 1.0/(squares-2))
	}
}

func TestOneSeatOnly(t *testing.T) {
	t.Parallel()
	if _, err := New().NewGame(2, 1); err == nil {
		t.Error("a table of two seats")
	}
	spec := New().Spec()
	if spec.MinSeats != 1 || spec.MaxSeats != 1 {
		t.Errorf("seats from %d to %d", spec.MinSeats, spec.MaxSeats)
	}
	if err := spec.Weights.Valid(); err != nil {
		t.Error(err)
	}
}
