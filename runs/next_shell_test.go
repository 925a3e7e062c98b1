package runs

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// hostileTexts are texts that do harm where they are not escaped.
var hostileTexts = []string{
	"", "plain", "a b", "it's", `"quoted"`, "$(touch pwned)", "`touch pwned`", "a;touch pwned", "a\ntouch pwned", "a&&b", "|cat", "<x>y",
	"*", "~", "~root", "!!", "#comment", "[a]", "{a,b}", `back\slash`, "tab\there", "=cat", "ünï", "\x1b[31mred",
}

// TestShellWords checks that a shell reads each text as one word, unchanged.
func TestShellWords(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("no shell of this system")
	}
	for _, text := range hostileTexts {
		c := exec.CommandContext(t.Context(), sh, "-c", "printf '%s\\0' "+ShellWord(text)+" end")
		c.Dir = t.TempDir()
		got, err := c.Output()
		if err != nil || string(got) != text+"\x00end\x00" {
			t.Errorf("%q as %s: %q, %v", text, ShellWord(text), got, err)
		}
		step := NextStep{Arguments: []string{"evolve", text}}
		if command := step.Command("lanista", ""); command != "lanista evolve "+ShellWord(text) {
			t.Errorf("%q: %s", text, command)
		}
	}
	for _, plain := range []string{"evolve", "run.yaml", "--set", "budget.games=200", "a/b-c_d.e", "10%", "x@y:z", "risk-20261121-3f2a"} {
		if ShellWord(plain) != plain || strings.Contains(ShellWord(plain), "'") {
			t.Errorf("%s needs no quotes: %s", plain, ShellWord(plain))
		}
	}
}

// TestWordsOfWindows checks the quotes of words for a command prompt and PowerShell.
func TestWordsOfWindows(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`C:\games\run.yaml`: `C:\games\run.yaml`, "budget.games=200": "budget.games=200", "a b.db": `"a b.db"`, "": `""`, "it's": `"it's"`,
		`C:\my games\`: `"C:\my games\\"`, `say "x"`: `"say \"x\""`, "=x": `"=x"`, "a,b": `"a,b"`, "@x": `"@x"`, "$x y": "'$x y'", "it's $5": "'it''s $5'", "{a: 1}": `"{a: 1}"`,
	} {
		if got := windowsWord(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
