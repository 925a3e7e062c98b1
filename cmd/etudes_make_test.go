package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/runs"
)

// The command in the head of made etudes stays in comments if a setting has several lines.
func TestMadeEtudesCanBeReadWithASettingOfSeveralLines(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "made.csv")
	code, _, stderr := executeNim(t, hare.New(), "etudes", "make", "hare", "--count", "1", "--label", "depth=1", "--set", "profile=board: 1978\nhalf: 30\n", "--output", file, "--no-progress")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if list, err := runs.ReadEtudeFile(hare.New(), file); err != nil || len(list) != 1 {
		t.Errorf("%d etudes, %v", len(list), err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := "# nim etudes make hare --count 1 --players 2 --games 5 --seed 0 --label depth=1 --set 'profile=board: 1978\n# half: 30\n# '\n"; !strings.HasPrefix(string(text), want) {
		t.Errorf("the file begins with %.200s, want %s", text, want)
	}
}
