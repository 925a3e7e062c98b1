package genetic

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

func TestRestoreAtEveryGeneration(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]Config{"paper": Paper(), "bred": Bred(), "adapted": Adapted()} {
		p := tuning.Problem{Space: square(4), Seed: 21, Rounds: 4}
		whole := mustNew(t, p, config)
		var at [][]byte // after each generation
		for {
			snapshot, err := whole.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			at = append(at, snapshot)
			if len(at) > 4 {
				break
			}
			round(t, whole, fakeArena{peak: 2})
		}
		for g := range at {
			b := mustNew(t, p, config)
			if err := b.Restore(at[g]); err != nil {
				t.Fatal(err)
			}
			for next := g + 1; next < len(at); next++ {
				round(t, b, fakeArena{peak: 2})
				got, _ := b.Snapshot()
				if !bytes.Equal(got, at[next]) {
					t.Fatalf("%s: restored after generation %d, generation %d differs", name, g, next)
				}
			}
		}
	}
}

// A run that continues from the stored snapshot of its second generation reaches the stored snapshot
// of its fourth, byte for byte.
func TestStoredSnapshots(t *testing.T) {
	t.Parallel()
	config := small()
	config.HallOfFame, config.Evidence = 2, 2
	b := mustNew(t, tuning.Problem{Space: square(3), Seed: 1}, config)
	left, err := os.ReadFile("testdata/generation-2.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Restore(left); err != nil {
		t.Fatal(err)
	}
	if again, _ := b.Snapshot(); !bytes.Equal(again, left) {
		t.Errorf("written again, the snapshot differs:\n%s\n%s", again, left)
	}
	for range 2 {
		round(t, b, fakeArena{peak: 4})
	}
	want, err := os.ReadFile("testdata/generation-4.json")
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := b.Snapshot(); !bytes.Equal(got, want) {
		t.Errorf("the run ends with\n%s\nnot with\n%s", got, want)
	}
}

// A snapshot between Ask and Tell equals the one after the last Tell.
func TestSnapshotDuringAGeneration(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: square(3), Seed: 1}
	b := mustNew(t, p, small())
	round(t, b, fakeArena{})
	before, _ := b.Snapshot()
	if _, err := b.Ask(); err != nil {
		t.Fatal(err)
	}
	if during, _ := b.Snapshot(); !bytes.Equal(before, during) {
		t.Error("the snapshot changes while a generation is in play")
	}
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: square(3), Seed: 1}
	b := mustNew(t, p, small())
	round(t, b, fakeArena{})
	good, _ := b.Snapshot()
	swap := func(old, new string) string { return strings.Replace(string(good), old, new, 1) }
	other := mustNew(t, tuning.Problem{Space: square(4), Seed: 1}, small())
	if err := other.Restore(good); err == nil {
		t.Error("restored a snapshot of other weights")
	}
	big := small()
	big.Population++
	if err := mustNew(t, p, big).Restore(good); err == nil {
		t.Error("restored a snapshot of another population")
	}
	for name, c := range map[string]struct{ data, want string }{
		"no JSON":          {"{", "snapshot"},
		"another strategy": {swap(`"genetic"`, `"spsa"`), `strategy "spsa"`},
		"a newer version":  {swap(`"version":1`, `"version":2`), "version 2"},
		"no version":       {swap(`"version":1`, `"version":0`), "version 0"},
		"no population":    {`{"strategy":"genetic","version":1,"generation":3}`, "population"},
		"too many":         {`{"strategy":"genetic","version":1,"generation":0,"members":[{}]}`, "before the first"},
	} {
		err := b.Restore([]byte(c.data))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if now, _ := b.Snapshot(); !bytes.Equal(now, good) {
			t.Fatalf("%s: the breeder has changed", name)
		}
	}
}

// A snapshot whose averages have a choice that does not exist is refused; without the check, Best
// would panic.
func TestRestoreRefusesUnknownChoices(t *testing.T) {
	t.Parallel()
	config := small()
	config.Result, config.ResultShare = Averaged, 1
	space := append(square(2), engines.NewChoices("style", "", []string{"solid", "normal", "risky"}, "normal"))
	b := mustNew(t, tuning.Problem{Space: space, Seed: 1}, config)
	round(t, b, fakeArena{})
	good, _ := b.Snapshot()
	damaged := regexp.MustCompile(`("trail":\[\[[^]]*,)[012]\]`).ReplaceAll(good, []byte("${1}7]"))
	if bytes.Equal(damaged, good) {
		t.Fatalf("no average of a choice in %s", good)
	}
	if err := b.Restore(damaged); err == nil || !strings.Contains(err.Error(), "style") {
		t.Errorf("%v, then Best returns %v", err, b.Best())
	}
}

// For any input, Restore returns an error or a state from which the run can continue without a
// panic.
func FuzzRestore(f *testing.F) {
	p := tuning.Problem{Space: square(3), Seed: 1}
	config := small()
	config.HallOfFame = 2
	b := mustNew(f, p, config)
	empty, _ := b.Snapshot()
	f.Add(empty)
	for range 2 {
		round(f, b, fakeArena{})
		snapshot, _ := b.Snapshot()
		f.Add(snapshot)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := mustNew(t, p, config)
		if b.Restore(data) != nil {
			return
		}
		b.Candidates()
		b.Population()
		if batch, err := b.Ask(); err == nil {
			if err := b.Tell(batch, play(t, batch, fakeArena{})); err != nil {
				t.Fatal(err)
			}
		}
	})
}
