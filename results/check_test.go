package results

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// checkedStore is fullStore with recorded moves and failures in every part of a run.
func checkedStore(t *testing.T) *Store {
	t.Helper()
	s := fullStore(t)
	run := testRun(t, s, testInfo())
	round, members := testRound(1, 3, 3)
	round.Results[2].Games[0].Detail().Moves = []engines.Move{1}
	must(t, run.SaveRound(t.Context(), round, members))
	pairing := testPairing(0)
	pairing.Games[0].Detail().Moves = []engines.Move{1}
	must(t, run.SaveField(t.Context(), testTournament().Field))
	must(t, run.SavePairings(t.Context(), []tournament.Result{pairing}))
	must(t, run.SaveFailures(t.Context(), []Failure{testFailure(0, 0, 1)}))
	must(t, run.Close())
	return s
}

// TestCheckFindsDamage damages one part of a run at a time. Check must name the run and the part,
// and find the other runs sound.
func TestCheckFindsDamage(t *testing.T) {
	t.Parallel()
	s := checkedStore(t)
	ids, err := column[string](t.Context(), s.read, "SELECT id FROM run ORDER BY key")
	must(t, err)
	last := len(ids) - 1
	var h Health
	if err := h.read(t.Context(), s); err != nil || !h.Sound() || len(h.Runs) != len(ids) {
		t.Fatalf("undamaged: %+v, %v", h, err)
	}
	for change, want := range map[string]string{
		"UPDATE played SET genomes = '[1', sum = NULL WHERE run = KEY":                                                          "round 1: damaged: a list",
		"UPDATE played SET agents = '[1', sum = NULL WHERE run = KEY":                                                           "round 1: damaged: a list",
		"UPDATE played SET pairings = '[1', sum = NULL WHERE run = KEY":                                                         "round 1: damaged: a list",
		"UPDATE played SET pairings = '[]' WHERE run = KEY":                                                                     "round 1: damaged: its checksum",
		"DELETE FROM record WHERE run = KEY AND generation = 1":                                                                 "round 1: pairing 3: damaged: the record of its games is missing",
		"DELETE FROM record WHERE run = KEY AND generation = 0":                                                                 "the record of its games is missing",
		"UPDATE record SET games = x'00', sum = NULL WHERE run = KEY":                                                           "the record of its games is incomplete",
		"UPDATE journal SET score = score + 1 WHERE run = KEY":                                                                  "pairing 1: damaged: its checksum",
		"DELETE FROM journal WHERE run = KEY":                                                                                   "0 pairings are in its journal; 1 were written",
		"UPDATE failure SET data = '{}' WHERE run = KEY":                                                                        "damaged: a failure: ",
		`UPDATE failure SET data = '{"forfeit":{"kind":"error"}}' WHERE run = KEY`:                                              "its checksum",
		"UPDATE failure SET data = '{', sum = NULL WHERE run = KEY":                                                             "malformed",
		`UPDATE failure SET data = '{"round":"x","forfeit":{"kind":"error"}}', sum = NULL WHERE run = KEY`:                      "damaged: a failure: ",
		"UPDATE snapshot SET state = x'00' WHERE run = KEY":                                                                     "the state of its strategy: damaged: its checksum",
		"DELETE FROM progress WHERE run = KEY":                                                                                  "damaged: a run has no row in the table progress",
		"UPDATE progress SET games = games + 1 WHERE run = KEY":                                                                 "its checksum",
		"UPDATE field SET name = 'x' WHERE run = KEY":                                                                           "agent x: damaged: its checksum",
		"UPDATE run SET config = 'x' WHERE key = KEY":                                                                           "its config does not match its hash",
		"INSERT INTO explanation_pairing VALUES (KEY, 0, '[]', 1)":                                                              "its checksum",
		"INSERT INTO explanation_pairing VALUES (KEY, 0, '[', NULL)":                                                            "damaged: a list",
		"INSERT INTO checkpoint VALUES (KEY, 1, '{', NULL)":                                                                     "damaged: a checkpoint",
		"INSERT INTO worker VALUES (KEY, 1, 'w', '', '', 1, 0, '', NULL)":                                                       "worker 0 is missing",
		"INSERT INTO worker VALUES (KEY, 0, 'w', '', '', 1, 0, '', 1)":                                                          "its checksum",
		"INSERT INTO worker VALUES (KEY, 0, 'w', '', '', 1, 0, '', NULL); INSERT INTO origin VALUES (KEY, 0, 1, '1:0#1', NULL)": "worker 1 is missing",
		"INSERT INTO worker VALUES (KEY, 0, 'w', '', '', 1, 0, '', NULL); INSERT INTO origin VALUES (KEY, 0, 1, '0', NULL)":     `the workers of a round: damaged: "0" is no group of pairings`,
	} {
		must(t, execute(t.Context(), s.write.conn, "SAVEPOINT sound"))
		must(t, execute(t.Context(), s.write.conn, strings.ReplaceAll(change, "KEY", "(SELECT max(key) FROM run)")))
		h = Health{}
		if err := h.examine(t.Context(), s.write.conn, s.path); err != nil {
			t.Errorf("%s: %v", change, err)
		}
		must(t, execute(t.Context(), s.write.conn, "ROLLBACK TO sound; RELEASE sound"))
		for i, run := range h.Runs {
			switch {
			case run.ID != ids[i]:
				t.Errorf("%s: run %s instead of %s", change, run.ID, ids[i])
			case i == last && (!strings.Contains(run.Problem, "run "+ids[i]) && !strings.Contains(want, "progress") || !strings.Contains(run.Problem, want)):
				t.Errorf("%s: %q, want %q", change, run.Problem, want)
			case i != last && run.Problem != "":
				t.Errorf("%s: run %s, which is sound: %s", change, run.ID, run.Problem)
			}
		}
		if h.Sound() {
			t.Errorf("%s: not found", change)
		}
	}
}

// A file that is no store is an error; of a damaged file, the report contains what can be recovered.
func TestCheckOfOtherFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	none, empty, text := filepath.Join(dir, "none"), filepath.Join(dir, "empty"), filepath.Join(dir, "text")
	must(t, os.WriteFile(empty, nil, 0o600))
	must(t, os.WriteFile(text, []byte(strings.Repeat("text ", 2000)), 0o600))
	for path, want := range map[string]error{none: fs.ErrNotExist, empty: ErrEmpty, text: ErrNotStore} {
		if h, err := Check(t.Context(), path); !errors.Is(err, want) || h.Recovery != nil {
			t.Errorf("%s: %+v, %v", path, h, err)
		}
	}
	s, _, _ := richStore(t)
	must(t, s.Close())
	data, err := os.ReadFile(s.Path())
	must(t, err)
	clear(data[:100])
	damaged := filepath.Join(dir, "damaged")
	must(t, os.WriteFile(damaged, data, 0o600))
	h, err := Check(t.Context(), damaged)
	if err != nil || h.Sound() || len(h.Problems) != 1 || !strings.Contains(h.Problems[0], ErrNotStore.Error()) || h.Recovery == nil || h.Recovery.Complete != 2 {
		t.Errorf("%+v, %v", h, err)
	}
	// Three pages that nothing uses: each is a problem of the file, and every run can be read.
	data, err = os.ReadFile(s.Path())
	must(t, err)
	pages := binary.BigEndian.Uint32(data[28:])
	binary.BigEndian.PutUint32(data[28:], pages+3)
	must(t, os.WriteFile(damaged, append(data, make([]byte, 3*len(data)/int(pages))...), 0o600))
	var unused []string
	for n := pages + 1; n <= pages+3; n++ {
		unused = append(unused, fmt.Sprintf("%s: Page %d: never used", damaged, n))
	}
	if h, err = Check(t.Context(), damaged); err != nil || !slices.Equal(h.Problems, unused) || len(h.Runs) != 2 || h.Runs[0].Problem != "" || h.Runs[1].Problem != "" {
		t.Errorf("%+v, %v", h, err)
	}
	// Cells of the last pages are lost.
	data, err = os.ReadFile(s.Path())
	must(t, err)
	for at := 4096; at < len(data); at += 4096 {
		if data[at] == 0x0d && at > len(data)/2 {
			clear(data[at+8 : at+64])
		}
	}
	must(t, os.WriteFile(damaged, data, 0o600))
	if h, err = Check(t.Context(), damaged); err != nil || h.Sound() || h.Recovery == nil {
		t.Errorf("%+v, %v", h, err)
	}
}

// A pairing of which the moves are lost is named by its round and its number.
func TestPairingWithoutItsMoves(t *testing.T) {
	t.Parallel()
	s := checkedStore(t)
	must(t, s.transact(t.Context(), func(ctx context.Context, tx transaction) error { return execute(ctx, tx, "DELETE FROM record") }))
	for round, want := range []string{"round 0: pairing 1: damaged", "round 1: pairing 3: damaged"} {
		if _, err := s.Pairing(t.Context(), "last", round, 2*round); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A check that finds damage leaves no folder behind, and removes the folder of a check that was killed.
func TestTemporaryFoldersOfChecks(t *testing.T) {
	temp := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP"} { // Unix and Windows
		t.Setenv(name, temp)
	}
	if runtime.GOOS != "windows" { // which has no file locks
		left := filepath.Join(temp, "lanista-check-1")
		must(t, os.Mkdir(left, 0o700))
		must(t, os.WriteFile(filepath.Join(left, "lock"), nil, 0o600))
		must(t, os.WriteFile(filepath.Join(left, "recovered.db"), []byte("x"), 0o600))
	}
	s := testStore(t)
	must(t, testRun(t, s, testInfo()).Close())
	_, err := s.write.conn.ExecContext(t.Context(), "DELETE FROM progress")
	must(t, err)
	must(t, s.Close())
	h, err := Check(t.Context(), s.Path())
	if err != nil || h.Sound() || h.Recovery == nil {
		t.Errorf("%+v, %v", h, err)
	}
	list, err := os.ReadDir(temp)
	if err != nil || len(list) > 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// A check that has no folder for temporary files does not report that the store is missing.
func TestCheckWithoutTemporaryFolder(t *testing.T) {
	s := testStore(t)
	must(t, testRun(t, s, testInfo()).Close())
	_, err := s.write.conn.ExecContext(t.Context(), "DELETE FROM progress")
	must(t, err)
	must(t, s.Close())
	none := filepath.Join(t.TempDir(), "none")
	for _, name := range []string{"TMPDIR", "TMP"} { // Unix and Windows
		t.Setenv(name, none)
	}
	if _, err := Check(t.Context(), s.Path()); !errors.Is(err, ErrDamaged) || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), none) {
		t.Errorf("%v", err)
	}
}
