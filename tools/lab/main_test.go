package main

import (
	"regexp"
	"strings"
	"testing"
)

// Every command prints its table, and errors name the mistake.
func TestCommands(t *testing.T) {
	for line, want := range map[string]string{
		"wild --strategy spsa --seeds 1-2 --budget 100":                          `(?m)^spsa +100 .*\n(.*\n)*Where spsa with 100 games was worst:\n\nSEED`,
		"families --strategy spsa --seeds 1-1 --budget 100 --weights 2":          `(?m)^spsa +100 .*1\.00x +100\.0% (.*\n)*\n25 cells `,
		"edges --strategy spsa --seeds 1-1 --budget 100":                         `(?m)^REGRET IN ELO +GAMES +MEAN +PLATEAU 6 .*\nspsa `,
		"funnels --strategy spsa --seeds 1-1 --budget 100":                       `FUNNELS 2 +FUNNELS 6\nspsa `,
		"slots --strategy spsa --seeds 1-1 --budget 400 --weights 4 --slots 16":  `(?m)^spsa +400 +16 +2 `,
		"calibrate --seeds 1-2 --budget 400 --weights 4 --kinds quad":            `(?m)^quad 4 +400 +2 `,
		"calibrate --noise 80 --seeds 1-2 --budget 400 --weights 4 --kinds quad": `(?m)^quad 4 +400 +2 `,
		"calibrate --seeds 1-2 --budget 200 --config risk-quick --strategy rsm":  `(?m)^risk-quick +200 +2 `,
		"constants":                           `(?m)^rsm\.ProbeScore +0\.7 (.*\n)*duels +60 `,
		"measure --json --seeds 1-1 rsm.Many": `"name":"rsm\.Many","value":1000,.*"seeds":1,"runs":8,"half":`,
		"calibrate --strategy all --seeds 1-2 --budget 400 --weights 4 --kinds quad": `error: calibrate: --strategy all is not possible; name one strategy`,
		"measure rsm.Nea":          `error: unknown constant "rsm\.Nea" \(did you mean rsm\.Near\?\)`,
		"wild --seeds commit:HEAD": `error: --seeds: "HEAD" is not the hash of a commit, 4 to 40`,
		"wild --seeds x":           `error: --seeds: "x" is not a range of at most 1000 seeds, such as 1-5; commit:HASH is also possible`,
		"wild --seeds 3":           `error: --seeds: 3 is not a range of seeds; use 1-3 for that many seeds`,
		"families --weights 0":     `error: weights: 0 is not within`,
		"values --strategy cmaes --seeds 1-2 --budget 200 --kinds sphere": `(?m)^cmaes +sphere +10 +10 +200 (.*\n)*cmaes +sphere +10 +0 +200 `,
		"slots --slots 0": `error: --slots 0: at least 1 is needed`,
		"chess":           `error: unknown command "chess"`,
		"-h":              `(?m)^usage: lab COMMAND(.*\n)*  -budget `,
		"values --strategy spsa --seeds 1-1 --budget 100 --kinds ellipsoid --weights 1": `(?m)^spsa +ellipsoid +1 +10 +100 +[0-9]`,
		"wild --strategy luck": `error: unknown strategy "luck"`,
		"wild --budget many":   `error: --budget: "many" is not a whole number`,
	} {
		var out strings.Builder
		if err := run(t.Context(), strings.Fields(line), &out); err != nil {
			out.WriteString("error: " + err.Error())
		}
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("lab %s: want %s, got\n%s", line, want, out.String())
		}
	}
}

// The hash of a commit gives its own seeds.
func TestSeedsOfACommit(t *testing.T) {
	one, n, err := seedsOf("commit:4ab52d6")
	other, _, otherErr := seedsOf("commit:4ab52d7")
	if err != nil || otherErr != nil || n != 200 || one == other || one < 401 {
		t.Errorf("%d seeds from %d on, and from %d on; %v, %v", n, one, other, err, otherErr)
	}
	for _, text := range []string{"commit:", "commit:HEAD", "commit:main", "commit:4AB52D6", "0", "5-1"} {
		if _, _, err := seedsOf(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
