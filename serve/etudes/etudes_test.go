package etudes_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/engines/riskclassic"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/serve/etudes"
)

func newLibrary(t *testing.T, dir string) *etudes.Library {
	t.Helper()
	s, err := etudes.NewLibrary(engines.Registry{risk.New(), riskclassic.New(), hare.New()}, dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Rating all etudes of a set writes a file that is a valid set with the new labels.
func TestRatingsMakeAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := newLibrary(t, dir)
	set, err := s.Open("hare-20")
	if err != nil || len(set.Etudes) != 20 || set.Rated() != 0 || !set.Shipped {
		t.Fatalf("%+v, error %v", set, err)
	}
	for _, e := range set.Etudes {
		if set, err = s.Save("hare-20", e.Line, etudes.Rating{Winner: 1 - e.Winner, Comment: "mine # yes\nno"}, set.Tag); err != nil {
			t.Fatal(err)
		}
	}
	if set.Rated() != 20 {
		t.Errorf("%d are rated", set.Rated())
	}
	f, err := os.Open(filepath.Join(dir, "hare-20.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	list, err := training.ReadEtudes(hare.New(), f)
	if err != nil || len(list) != 20 || list[0].Winner != 1-set.Etudes[0].Winner || list[0].Comment != "mine # yes no" {
		t.Errorf("%+v, error %v", list, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("files left over: %v, error %v", entries, err)
	}
}

// A rating in a set of the folder changes only the rated line and keeps all comments.
func TestOwnSetKeepsItsLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "hare-mine.csv")
	before := "# found in May\n45;26;2;f;29;19;0;f;2 # close\n\n40;26;2;f;29;19;0;f;1\n"
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newLibrary(t, dir)
	list, err := s.List()
	if err != nil || !slices.Contains(list, "hare-mine") || !slices.Contains(list, "hare-20") {
		t.Errorf("%v, error %v", list, err)
	}
	if _, err := s.Save("hare-mine", 4, etudes.Rating{Winner: 1}, ""); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(path)
	if want := strings.Replace(before, "0;f;1\n", "0;f;2\n", 1); err != nil || string(after) != want {
		t.Errorf("%q, error %v", after, err)
	}
}

// A set of a game whose name contains a hyphen belongs to this game, and not to that with the name before
// the hyphen.
func TestGameOfASet(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := map[string]engines.Engine{"risk-mine": risk.New(), "risk": risk.New(), "risk-classic-mine": riskclassic.New(), "risk-classic": riskclassic.New()}
	for name, e := range want {
		g, err := e.NewGame(2, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".csv"), []byte(g.String()+";2\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newLibrary(t, dir)
	for name, e := range want {
		if set, err := s.Open(name); err != nil || set.Engine.Spec().Name != e.Spec().Name || len(set.Etudes) != 1 || set.Etudes[0].Winner != 1 {
			t.Errorf("%s: %+v, error %v", name, set, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newLibrary(t, dir)
	set, err := s.Open("hare-20")
	if err != nil {
		t.Fatal(err)
	}
	first := set.Etudes[0].Line
	for _, name := range []string{"../secret", "secret", "", "hare-x", "HARE", "go-1", "a/b"} {
		if _, err := s.Open(name); !errors.Is(err, etudes.ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := s.Save(name, 1, etudes.Rating{}, ""); !errors.Is(err, etudes.ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
	}
	var refused *etudes.RefusedError
	if _, err := s.Save("hare-20", first, etudes.Rating{Winner: 2}, ""); !errors.As(err, &refused) {
		t.Errorf("a third player of two: %v", err)
	}
	if _, err := s.Save("hare-20", 1000, etudes.Rating{}, ""); !errors.Is(err, etudes.ErrUnknown) {
		t.Errorf("line 1000: %v", err)
	}
	if _, err := s.Save("hare-20", first, etudes.Rating{}, "0000000000000000"); !errors.Is(err, etudes.ErrChanged) {
		t.Errorf("another tag: %v", err)
	}
	if _, err := newLibrary(t, "").Save("hare-20", 3, etudes.Rating{}, ""); !errors.Is(err, etudes.ErrReadOnly) {
		t.Errorf("no folder: %v", err)
	}
}

// Concurrent ratings are all stored.
func TestManyRaters(t *testing.T) {
	t.Parallel()
	s := newLibrary(t, t.TempDir())
	set, err := s.Open("hare-20")
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for _, e := range set.Etudes {
		wait.Go(func() {
			if _, err := s.Save("hare-20", e.Line, etudes.Rating{Winner: e.Winner}, ""); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if set, err = s.Open("hare-20"); err != nil || set.Rated() != 20 {
		t.Errorf("%d are rated, error %v", set.Rated(), err)
	}
}
