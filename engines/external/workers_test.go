package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/tournament"
)

// Two workers play 200 games of 100 vectors with four processes, one for every worker and
// seat.
func TestProcessesOfManyVectors(t *testing.T) {
	t.Parallel()
	trace := t.TempDir()
	p := testProgram(t, "many")
	ps, err := NewPrograms([]Program{p}, Options{Lanista: "test", Trace: trace})
	if err != nil {
		t.Fatal(err)
	}
	table, err := ps.Table(t.Context(), chess.New(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	e, err := table.With(engines.Settings{"max_plies": "6", "random_plies": "4"})
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(e, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const vectors = 100
	var field []engines.Agent
	var schedule tournament.Pairings
	for i := range vectors {
		field = append(field, engines.Agent{Name: fmt.Sprint(i), Weights: engines.Weights{float64(i)}})
		schedule = append(schedule, tournament.Pairing{Agents: []int{i, (i + 1) % vectors}, Seed: uint64(i), Games: 2})
	}
	games := 0
	executor := tournament.Local{Arena: arena, Workers: 2}
	for r, err := range tournament.Run(t.Context(), executor, field, schedule, tournament.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range r.Games {
			if g.Forfeit != nil {
				t.Fatal(g.Forfeit.Reason)
			}
			games++
		}
	}
	if err := ps.Close(); err != nil {
		t.Fatal(err)
	}
	started, err := filepath.Glob(filepath.Join(trace, "*.txt"))
	if err != nil || games != 2*vectors || len(started) > 4 {
		t.Errorf("%d games by %d processes, want 200 by at most 4; %v", games, len(started), err)
	}
}

// BenchmarkBesideHostile measures how much longer the games of a worker take, in percent, if
// the program of another worker misbehaves. It alternates between a misbehaving and a sound
// program and reports the median of the pairs, so that a busy machine affects both equally.
func BenchmarkBesideHostile(b *testing.B) {
	for _, mode := range []string{"sleep", "crash", "chatter", "long", "stderr"} {
		b.Run(mode, func(b *testing.B) {
			well, bad := testProgram(b, "well"), testProgram(b, mode)
			bad.Timeouts.Move = brief
			table, err := newTestPrograms(b, well, bad).Table(b.Context(), othello.New(), well.Name)
			if err != nil {
				b.Fatal(err)
			}
			arena, err := engines.NewArena(table, engines.ArenaOptions{})
			if err != nil {
				b.Fatal(err)
			}
			first := engines.Agent{Name: "first", Player: "first"}
			play := func(a engines.Arena, ctx context.Context, player string) {
				if _, err := a.Play(ctx, []engines.Agent{{Name: "bot", Player: player}, first}, 7); err != nil && ctx.Err() == nil {
					b.Error(err)
				}
			}
			one, other := arena.(engines.PerGoroutine).Fork(), arena.(engines.PerGoroutine).Fork()
			defer func() { _ = errors.Join(engines.Close(one), engines.Close(other)) }()
			const games = 20
			// beside returns the duration of games while the other worker plays with a program.
			beside := func(player string) time.Duration {
				ctx, cancel := context.WithCancel(b.Context())
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					for ctx.Err() == nil {
						play(other, ctx, player)
					}
				}()
				begun := time.Now()
				for range games {
					play(one, b.Context(), well.Name)
				}
				took := time.Since(begun)
				cancel()
				<-ended
				return took
			}
			beside(well.Name)
			var ratios []float64
			for b.Loop() {
				sound := beside(well.Name)
				ratios = append(ratios, float64(beside(bad.Name))/float64(sound))
			}
			slices.Sort(ratios)
			b.ReportMetric(100*(ratios[len(ratios)/2]-1), "%longer")
		})
	}
}

// Games between equal vectors of a deterministic program are played once. The records equal
// those of playing all of them.
func TestEqualVectorsPlayOnce(t *testing.T) {
	t.Parallel()
	seated := make(map[string]int) // how often a program was seated
	records := make(map[string]string)
	for _, mode := range []string{"well", "unsure"} { // the second does not declare that it is deterministic
		trace := t.TempDir()
		p := testProgram(t, mode)
		ps, err := NewPrograms([]Program{p}, Options{Lanista: "test", Trace: trace})
		if err != nil {
			t.Fatal(err)
		}
		table, err := ps.Table(t.Context(), othello.New(), p.Name)
		if err != nil {
			t.Fatal(err)
		}
		arena, err := engines.NewArena(table, engines.ArenaOptions{Moves: true})
		if err != nil {
			t.Fatal(err)
		}
		field := []engines.Agent{
			{Name: "a", Weights: engines.Weights{3}}, {Name: "b", Weights: engines.Weights{3}}, {Name: "c", Weights: engines.Weights{4}},
		}
		schedule := tournament.Pairings{{Agents: []int{0, 1}, Seed: 1, Games: 2}, {Agents: []int{0, 2}, Seed: 2, Games: 2}}
		executor := tournament.Local{Arena: arena, Workers: 1}
		for r, err := range tournament.Run(t.Context(), executor, field, schedule, tournament.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			records[mode] += fmt.Sprint(r.Games)
			if r.Index == 0 && r.Points(0) != 0.5 {
				t.Errorf("%s: equal vectors score %v", mode, r.Points(0))
			}
		}
		if err := ps.Close(); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(trace, "*.txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			seated[mode] += strings.Count(string(text), `"do":"new"`)
		}
	}
	if records["well"] != records["unsure"] {
		t.Errorf("played once:\n%s\nplayed twice:\n%s", records["well"], records["unsure"])
	}
	if seated["well"] != 6 || seated["unsure"] != 8 { // two seats a game
		t.Errorf("seats taken: %v, want 6 and 8", seated)
	}
}
