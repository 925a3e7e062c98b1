package cmd

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestShellIsOfferedWords(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"grid |":                      "hare-grid",
		"chart last --kind |":         "importance",
		"runs --kind |":               "tournament",
		"export last --format |":      "yaml",
		"bench --strategy |":          "spsa",
		"play othello --level |":      "hard",
		"play othello --agent |":      "level:hard",
		"eval hare --set |":           "depth=",
		"evolve risk --set |":         "strategy.mutation.rate=",
		"tournament |":                "othello-league",
		"config show |":               "risk-quick",
		"evolve --resume | --db none": "",
	} {
		args := []string{"__complete"}
		for _, word := range strings.Fields(line) {
			args = append(args, strings.Trim(word, "|"))
		}
		var out, errOut bytes.Buffer
		code := Program{Games: games()}.Run(t.Context(), args, strings.NewReader(""), &out, &errOut)
		words := strings.Split(out.String(), "\n")
		if code != exitDone || want != "" && !slices.Contains(words, want) {
			t.Errorf("%s: code %d, %q is not offered in %q", line, code, want, words)
		}
		if line == "grid |" && slices.Contains(words, "risk") {
			t.Error("a grid is offered a preset of evolve")
		}
	}
}
