package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	manual "github.com/lanista/lanista/tools/man/pages"
)

// Every command has a page with its flags, and there are no other pages. A given date gives the same
// pages again.
func TestManualPages(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1750000000")
	folder, again := filepath.Join(t.TempDir(), "man", "man1"), t.TempDir()
	for _, to := range []string{folder, again} {
		if err := manual.Write(to, manualRoot(), "1.0"); err != nil {
			t.Fatal(err)
		}
	}
	pages := make(map[string]bool)
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		pages[e.Name()] = true
	}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
		page, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Errorf("%s: %v", c.CommandPath(), err)
			return
		}
		delete(pages, name)
		if second, err := os.ReadFile(filepath.Join(again, name)); err != nil || !bytes.Equal(page, second) {
			t.Errorf("%s differs when it is written again: %v", name, err)
		}
		plain := strings.ReplaceAll(string(page), `\`, "")
		if !strings.Contains(plain, `"Jun 2025" "lanista `) || !strings.Contains(plain, strings.SplitN(c.Short, "'", 2)[0]) {
			t.Errorf("%s lacks the date or the short description %q", name, c.Short)
		}
		switch name {
		case "lanista-play.1":
			if !strings.Contains(plain, "\n  moves   list the legal moves     hint        recommend a move\n  undo ") {
				t.Errorf("%s: the table of commands has lost its lines:\n%s", name, page)
			}
		case "lanista.1":
			if !strings.Contains(plain, "\n.SH EXIT CODES\n") || !strings.Contains(plain, "\n0    success\n") {
				t.Errorf("%s lacks the exit codes:\n%s", name, page)
			}
			for line := range strings.Lines(plain) {
				if strings.HasPrefix(line, "  ") && len(line) > 110 { // of a table, which is not filled
					t.Errorf("%s: the line %q is long", name, line)
				}
			}
		}
		c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(plain, "--"+f.Name) {
				t.Errorf("%s lacks the flag --%s", name, f.Name)
			}
		})
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
				visit(sub)
			}
		}
	}
	visit(manualRoot())
	for name := range pages {
		t.Errorf("%s is the page of no command", name)
	}
}

// manualRoot returns a new command tree.
func manualRoot() *cobra.Command { return Program{Name: "lanista", Games: games()}.Command() }

// A folder that cannot be made is an error.
func TestAFileInPlaceOfTheManual(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := manual.Write(file, manualRoot(), "1.0"); err == nil {
		t.Error("no error")
	}
}
