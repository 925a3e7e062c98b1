package hare

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/tools/racetest"
)

// readSet reads a set that ships, on a board.
func readSet(t testing.TB, name, board string) []training.Etude {
	t.Helper()
	e := with(t, engines.Settings{"board": board})
	file, err := e.EtudeFiles().Open(name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	etudes, err := training.ReadEtudes(e, file)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return etudes
}

func TestEtudeSets(t *testing.T) {
	for _, board := range []string{"2008", "1978"} {
		if n := len(readSet(t, "hare-20", board)); n != 20 {
			t.Errorf("%s: %d etudes, want 20", board, n)
		}
	}
	large := readSet(t, "hare-1000", "2008")
	seen := map[string]bool{}
	for _, e := range large {
		seen[e.Position] = true
	}
	if len(large) != 1000 || len(seen) != 1000 {
		t.Errorf("%d etudes, %d different, want 1000", len(large), len(seen))
	}
}

// TestLargeSetIsReproducible makes the first etudes of hare-1000 again.
func TestLargeSetIsReproducible(t *testing.T) {
	count := 1 + 2/racetest.Effort
	if exhaustive {
		count = 6
	}
	made, err := with(t, nil).MakeEtudes(context.Background(), training.EtudeOptions{Count: count, Seed: 1, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := readSet(t, "hare-1000", "2008")[:count]
	for i := range want {
		want[i].Line = 0
	}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Error(diff)
	}
}

// TestEtudesIgnoreTheSettingGuard makes the same etudes with a setting under which the games that
// positions come from would end before most of the positions.
func TestEtudesIgnoreTheSettingGuard(t *testing.T) {
	o := training.EtudeOptions{Count: 4, Seed: 3, Games: 1, Label: engines.Settings{"depth": "1"}}
	want, err := with(t, nil).MakeEtudes(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	made, err := with(t, engines.Settings{"guard": "2"}).MakeEtudes(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Error(diff)
	}
}

// TestEtudesAfterLongOpenings makes etudes of games whose random opening may bring a player into the
// finish. Such a game gives no etude, and another one is drawn in its place.
func TestEtudesAfterLongOpenings(t *testing.T) {
	e := with(t, engines.Settings{"board": "1978", "opening": "200"})
	o := training.EtudeOptions{Count: 4, Seed: 3, Games: 1, Label: engines.Settings{"depth": "1"}}
	over := 0
	for seed := range uint64(20) {
		g, err := e.NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		if g.Over() {
			over++
		}
	}
	if over == 0 {
		t.Fatal("no opening ends a game, so that the test tests nothing")
	}
	made, err := e.MakeEtudes(context.Background(), o)
	if err != nil || len(made) != o.Count {
		t.Errorf("%d etudes, %v", len(made), err)
	}
}

func TestMadeEtudes(t *testing.T) {
	e := with(t, engines.Settings{"board": "1978"})
	o := training.EtudeOptions{Count: 3, Seed: 7, Seats: 4, Games: 3, Label: engines.Settings{"depth": "2"}}
	calls := 0
	o.Progress = func(done, total int) { calls += done }
	first, err := e.MakeEtudes(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if calls != 1+2+3 {
		t.Errorf("progress adds up to %d", calls)
	}
	o.Count, o.Workers = 2, 3
	again, err := e.MakeEtudes(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first[:2], again); diff != "" {
		t.Errorf("more workers, other etudes: %s", diff)
	}
	for _, x := range first {
		if !strings.HasPrefix(x.Comment, "k=3 depth=2 share=") || x.Winner < 0 || x.Winner > 3 || strings.Count(x.Position, ";") != 15 {
			t.Errorf("%+v", x)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.MakeEtudes(ctx, o); err == nil {
		t.Error("cancelled, and made etudes")
	}
	for _, bad := range []training.EtudeOptions{{}, {Count: 1, Seats: 7}, {Count: 1, Games: -1}, {Count: 1, Label: engines.Settings{"depth": "x"}}} {
		if _, err := e.MakeEtudes(context.Background(), bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}

// TestProvableEtudes plays the ends out with a search of two moves.
func TestProvableEtudes(t *testing.T) {
	for _, board := range []string{"2008", "1978"} {
		e := with(t, engines.Settings{"board": board})
		for _, x := range readSet(t, "hare-20", board)[14:] {
			for seed := range uint64(5) {
				p := searcher(t, e, engines.Settings{"depth": "2"})
				g, err := e.ParseGame(x.Position, seed)
				if err != nil {
					t.Fatal(err)
				}
				r, err := engines.Referee(context.Background(), g, engines.WithChance, []engines.Player{p, p}, seed)
				if err != nil || r.Forfeit != nil || r.Outcome.Place(x.Winner) != 1 {
					t.Errorf("%s %s: seat %d does not win (%v)", board, x.Position, x.Winner, err)
				}
			}
		}
	}
}

func TestReadEtudes(t *testing.T) {
	e := with(t, nil)
	text := "\ufeff# a comment\r\n\r\n45;26;2;f;29;19;0;f;2\r\n 58 ; 21;0;f;63;60;3;f; 1 # finishes; at once\n" +
		"0;68;3;f;0;68;3;f;5;5;3;f;3"
	got, err := training.ReadEtudes(e, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []training.Etude{
		{Position: "45;26;2;f;29;19;0;f", Winner: 1, Line: 3},
		{Position: "58 ; 21;0;f;63;60;3;f", Winner: 0, Line: 4, Comment: "finishes; at once"},
		{Position: "0;68;3;f;0;68;3;f;5;5;3;f", Winner: 2, Line: 5},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var out bytes.Buffer
	if err := training.WriteEtudes(e, &out, got); err != nil {
		t.Fatal(err)
	}
	again, err := training.ReadEtudes(e, &out)
	if err != nil || len(again) != len(got) || again[1].Comment != want[1].Comment {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestEtudesRefused(t *testing.T) {
	e := with(t, nil)
	for line, want := range map[string]string{
		"45;26;2;f;29;19;0;f":                         "a position without a winner",
		"45;26;2;f;1":                                 "this text has 4",
		"45;26;2;f;29;19;0;f @3;1":                    "@3",
		"3;5;0;f;64;19;0;2;64;19;0;2;4;9;0;f;1":       "field 12 (flag)",
		"45,26,2,f,29,19,0,f,2":                       "is not a position and a winner",
		"45;26;2;f;29;19;0;f;2;":                      "ends with a semicolon",
		"65;26;2;f;29;19;0;f;2":                       "field 1 (square)",
		"45;-1;2;f;29;19;0;f;2":                       "field 2 (carrots)",
		"45;1e2;2;f;29;19;0;f;2":                      "field 2 (carrots)",
		"45;26;4;f;29;19;0;f;2":                       "field 3 (lettuces)",
		"45;26;2;x;29;19;0;f;2":                       "field 4 (flag)",
		"45;26;2;t;29;19;0;f;2":                       "field 4 (flag)",
		"45;26;2;f;45;19;0;f;2":                       "field 5 (square)",
		"45;26;2;f;29;;0;f;2":                         "field 6 (carrots)",
		"45;26;2;f;64;19;1;f;2":                       "field 7 (lettuces)",
		"45;26;2;f;22;19;0;t;2":                       "field 8 (flag)",
		"45;26;2;f;29;19;0;c;2":                       "field 8 (flag)",
		"45;26;2;f;29;19;0;f;3":                       "winner: ",
		"45;26;2;f;29;19;0;f;0":                       "winner: ",
		"45;26;2;f;29;19;0;f;":                        "ends with a semicolon",
		"64;5;0;f;64;19;0;f;1":                        "all players",
		"64;5;0;f;3;19;0;f;4;19;0;f;1":                "field 1 (square)",
		"45;99999999999999999999;2;f;29;19;0;f;2":     "field 2 (carrots)",
		"1;1;1;f;2;1;1;f;3;1;1;f;4;1;1;f;5;1;1;f;6;1": "this text has 21",
	} {
		_, err := training.ReadEtudes(e, strings.NewReader("# one\n\n"+line+"\n"))
		if err == nil || !strings.Contains(err.Error(), "line 3") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want line 3 and %s", line, err, want)
		}
	}
	for _, bad := range []training.Etude{{}, {Position: "45;26;2;f;29;19;0;f", Winner: 2}, {Position: "# 45;26;2;f;29;19;0;f"}} {
		if err := training.WriteEtudes(e, io.Discard, []training.Etude{bad}); err == nil {
			t.Errorf("%+v was written", bad)
		}
	}
}

// endless is a line that does not end.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	for i := range p[:n] {
		p[i] = '4'
	}
	e.left -= n
	return n, nil
}

func TestLongLine(t *testing.T) {
	r := &endless{100 << 20}
	if _, err := training.ReadEtudes(with(t, nil), r); err == nil || !strings.Contains(err.Error(), "line 1: longer") {
		t.Errorf("%v", err)
	}
	if r.left < 99<<20 {
		t.Errorf("%d bytes of a line were read before it was refused", 100<<20-r.left)
	}
}
