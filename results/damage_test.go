package results

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
)

// richStore has something in every table: a finished search with rounds, a
// verification and records of games, and a grid.
func richStore(t *testing.T) (s *Store, search, lattice string) {
	t.Helper()
	s = testStore(t)
	run := testRun(t, s, testInfo())
	for n := 1; n <= 3; n++ {
		round, members := testRound(n, 6, 8)
		for i := range round.Results[0].Games {
			round.Results[0].Games[i].Detail().Moves, round.Results[0].Games[i].Plies = []engines.Move{5, -1, 1002}, 3
		}
		must(t, run.SaveRound(t.Context(), round, members))
	}
	must(t, run.SaveField(t.Context(), testTournament().Field))
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0), testPairing(1)}))
	must(t, run.Finish(t.Context(), Result{Weights: testSpace.Default(), Rating: &evidence.Rating{Elo: 5, Interval: rating.Interval{Low: 1, High: 9}, Games: 90, Against: "a"}, Standings: []rating.Standing{{Agent: "c", Games: 90}}}))
	must(t, s.Tag(t.Context(), run.ID(), "good"))
	info := testInfo()
	info.Kind, info.Name = Grid, "lattice"
	grid := testRun(t, s, info)
	must(t, grid.SaveGrid(t.Context(), testGrid()))
	must(t, grid.Finish(t.Context(), Result{Weights: testGrid().Chosen}))
	return s, run.ID(), grid.ID()
}

// readAll reads all that a store has, and returns it in one value.
func readAll(t *testing.T, s *Store) (all []any, err error) {
	list, err := s.Runs(t.Context())
	all = append(all, list)
	for _, sum := range list {
		rec, e := s.Get(t.Context(), sum.ID)
		all, err = append(all, rec), errors.Join(err, e)
		for n := range sum.Rounds + 1 {
			members, e1 := s.Population(t.Context(), sum.ID, n)
			field, e2 := s.Field(t.Context(), sum.ID, n)
			all, err = append(all, members, field), errors.Join(err, e1, e2)
			for r, e := range s.Pairings(t.Context(), sum.ID, n) {
				all, err = append(all, r), errors.Join(err, e)
			}
		}
		if sum.Rounds > 0 {
			r, e := s.Pairing(t.Context(), sum.ID, 1, 0)
			all, err = append(all, r), errors.Join(err, e)
		}
	}
	return all, err
}

// Every value that is not as it was written is noticed, and the run is named.
func TestAlteredRows(t *testing.T) {
	t.Parallel()
	sound, _, _ := richStore(t)
	_, err := readAll(t, sound)
	must(t, err)
	must(t, sound.Close())
	for _, change := range []string{
		"UPDATE run SET config = config || ' '",
		"UPDATE run SET seed = seed + 1",
		"UPDATE run SET space = replace(space, '10', '11')",
		"UPDATE run SET scale_free = 1 - scale_free",
		"UPDATE run SET result = replace(result, '5', '6')",
		"UPDATE run SET result = '{', state_sum = NULL",
		"UPDATE run SET name = 'x'",
		"UPDATE run SET status = 'running'",
		"UPDATE run SET verdict = 'worse'",
		"UPDATE run SET started = 'today', state_sum = NULL",
		"UPDATE run SET ended = 'today', state_sum = NULL",
		"UPDATE progress SET games = games + 1",
		"UPDATE progress SET sum = NULL, rounds = 2 WHERE rounds = 3",
		"UPDATE generation SET total = total + 1 WHERE number = 2",
		"UPDATE generation SET best_fitness = 0.25 WHERE number = 2",
		"UPDATE generation SET result = '{', sum = NULL WHERE number = 2",
		"UPDATE generation SET mean_weights = '[1', sum = NULL WHERE number = 2",
		"DELETE FROM snapshot; DELETE FROM played; DELETE FROM generation WHERE number = 2",
		"DELETE FROM played WHERE generation = 2",
		"UPDATE played SET genomes = replace(genomes, '9', '8') WHERE generation = 2",
		"UPDATE played SET genomes = '[[1]]', sum = NULL WHERE generation = 2",
		"UPDATE played SET agents = '[7]', sum = NULL WHERE generation = 2",
		"UPDATE played SET pairings = '[]x', sum = NULL WHERE generation = 2",
		"UPDATE field SET player = 'first' WHERE number = 1",
		"UPDATE field SET weights = '[1', sum = NULL",
		"UPDATE field SET settings = '{', sum = NULL",
		"UPDATE field SET time_limit = 'long', sum = NULL",
		"DELETE FROM field WHERE number = 0",
		"DELETE FROM field WHERE number = 2",
		"DELETE FROM field",
		"UPDATE journal SET places = replace(places, '1', '2')",
		"UPDATE journal SET seed = seed + 1",
		"UPDATE journal SET agents = '[1', sum = NULL",
		"UPDATE journal SET places = '[[1,2,3,4,5,6,7,8,9]]', sum = NULL",
		"UPDATE journal SET places = 'x', sum = NULL",
		`UPDATE journal SET forfeits = '[{"game":7}]', sum = NULL`,
		"UPDATE journal SET forfeits = '!', sum = NULL",
		"UPDATE journal SET more = '{', sum = NULL",
		"DELETE FROM journal WHERE number = 1",
		"DELETE FROM record",
		"UPDATE record SET games = x'00'",
		"UPDATE record SET games = x'0300', sum = NULL",
		"UPDATE record SET games = x'03000a02', sum = NULL",
		"UPDATE record SET games = x'0300000302', sum = NULL",
		"PRAGMA foreign_keys = 0; UPDATE grid SET run = 7",
		"UPDATE grid SET chosen = '[9,9,9,9]', sum = NULL",
		"UPDATE grid SET etudes = etudes + 1",
		"UPDATE grid SET hits = zeroblob(6), sum = NULL",
		"UPDATE grid SET axes = '{', sum = NULL",
		"UPDATE grid SET chosen = 'x', sum = NULL",
	} {
		t.Run(change, func(t *testing.T) {
			t.Parallel()
			s := copied(t, sound)
			_, err := s.write.conn.ExecContext(t.Context(), change)
			must(t, err)
			_, err = readAll(t, s)
			if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "run risk-") || !strings.Contains(err.Error(), s.Path()) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestAlteredSnapshot(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round, members := testRound(1, 3, 3)
	must(t, run.SaveRound(t.Context(), round, members))
	must(t, run.Close())
	_, err := s.write.conn.ExecContext(t.Context(), "UPDATE snapshot SET state = CAST(replace(state, '1', '2') AS BLOB)")
	must(t, err)
	if _, _, err := s.Resume(t.Context(), "last", ""); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), run.ID()) {
		t.Errorf("resumed: %v", err)
	}
	_, err = s.write.conn.ExecContext(t.Context(), "UPDATE progress SET rounds = 2")
	must(t, err)
	if _, _, err := s.Resume(t.Context(), "last", ""); !errors.Is(err, ErrDamaged) {
		t.Errorf("resumed: %v", err)
	}
}

// Whatever happens to the bytes of a store, it says what it said before, or that
// it is damaged: it never says anything else.
func TestDamageIsNoticed(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long under the race detector, and of one goroutine")
	}
	s, _, _ := richStore(t)
	want, err := readAll(t, s)
	must(t, err)
	must(t, s.Close())
	sound, err := os.ReadFile(s.Path())
	must(t, err)
	same := cmp.Options{sameOutcome, sameFloat, cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(Summary{})}
	rng := rand.New(rand.NewPCG(1, 2))
	dir, noticed, trials := t.TempDir(), 0, 30
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		trials = 150
	}
	for i := range trials {
		data := append([]byte(nil), sound...)
		at := rng.IntN(len(data))
		what := fmt.Sprintf("trial %d, byte %d", i, at)
		if i%3 == 0 {
			clear(data[at:min(at+512, len(data))])
		} else {
			data[at] ^= 1 << rng.IntN(8)
		}
		path := filepath.Join(dir, fmt.Sprintf("%d.db", i))
		must(t, os.WriteFile(path, data, 0o600))
		damaged, err := OpenReadOnly(path)
		if err != nil {
			noticed++
			continue
		}
		got, err := readAll(t, damaged)
		_ = damaged.Close()
		if err != nil {
			noticed++
		} else if !cmp.Equal(want, got, same) {
			t.Errorf("%s: it says something else: %s", what, cmp.Diff(want, got, same))
		}
	}
	if noticed < trials/8 {
		t.Errorf("%d of %d damages noticed: the test shows little", noticed, trials)
	}
}
