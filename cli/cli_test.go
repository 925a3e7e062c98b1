package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func TestExitCodes(t *testing.T) {
	t.Parallel()
	lost := errors.New("lost")
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, Done},
		{Usage(nil), Done},
		{lost, Failed},
		{Usage(lost), Misused},
		{fmt.Errorf("file: %w", Usagef("--x: %w", lost)), Misused},
		{Exitf(Refuted, "refuted"), Refuted},
	} {
		if got := Code(c.err); got != c.want {
			t.Errorf("%v: exit code %d, want %d", c.err, got, c.want)
		}
	}
	if err := Usagef("--x: %w", lost); !errors.Is(err, lost) || err.Error() != "--x: lost" {
		t.Errorf("%v", err)
	}
}

// word is a text with a type of its own, as the kinds of a run are.
type word string

func TestValues(t *testing.T) {
	t.Parallel()
	var (
		count, slots    = 4, 1
		some, many, few = 4, 4, 4
		seed            *uint64
		share           *float64
		top             *int
		kind            word
	)
	for _, c := range []struct {
		v                 pflag.Value
		before, kind      string
		good, bad, refuse string
	}{
		{Count(&count), "4", "N", "7", "0", "at least 1"},
		{AtOnce(&some, 1), "4", "N", "4096", "4097", "at most 4096"},
		{AtOnce(&many, 1), "4", "N", "1", "99999999999999999999", "at most 4096"},
		{AtOnce(&few, 1), "4", "N", "2", "-99999999999999999999", "at least 1"},
		{AtOnce(&slots, 0), "1", "N", "0", "-1", "a whole number"},
		{Seed(&seed), "", "N", "18446744073709551615", "-1", "a seed is a whole number from 0"},
		{Optional(&share), "0", "float", "-0.25", "x", "a number is needed"},
		{Optional(&top), "0", "int", "3", "3.5", "a number is needed"},
		{Choice(&kind, "grid", "fit"), "", "WORD", "fit", "duel", `"duel" is none of [grid fit]`},
	} {
		if c.v.String() != c.before || c.v.Type() != c.kind {
			t.Errorf("%q of type %s, want %q of type %s", c.v, c.v.Type(), c.before, c.kind)
		}
		if err := c.v.Set(c.good); err != nil || c.v.String() != c.good {
			t.Errorf("%s: %q, %v", c.good, c.v, err)
		}
		if err := c.v.Set(c.bad); err == nil || !strings.Contains(err.Error(), c.refuse) || c.v.String() != c.good {
			t.Errorf("%s: %q, %v, want %q", c.bad, c.v, err, c.refuse)
		}
	}
	if count != 7 || slots != 0 || *seed != 1<<64-1 || *share != -0.25 || *top != 3 || kind != "fit" {
		t.Errorf("%d, %d, %d, %v, %d, %q", count, slots, *seed, *share, *top, kind)
	}
}

// tree is a program with a verb, a verb with verbs below it, and help.
func tree(ran *string) *cobra.Command {
	verb := func(use string, args cobra.PositionalArgs) *cobra.Command {
		return &cobra.Command{Use: use, Args: args, RunE: func(c *cobra.Command, _ []string) error { *ran = c.Name(); return nil }}
	}
	root := &cobra.Command{Use: "arena", SilenceUsage: true, SilenceErrors: true}
	list := &cobra.Command{Use: "list"}
	list.AddCommand(verb("tag RUN", cobra.ExactArgs(1)))
	play := verb("play", cobra.NoArgs)
	play.Flags().Int("depth", 1, "")
	play.Flags().Bool("loud", false, "")
	play.Flags().Duration("for", 0, "")
	root.AddCommand(play, list)
	root.SetHelpCommand(NewHelp(root))
	root.SetFlagErrorFunc(FlagError)
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	CheckArguments(root)
	return root
}

func TestMistakesInWhatIsTyped(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"play":             "",
		"list tag last":    "",
		"help play":        "",
		"play now":         "play takes no arguments; given: 1\nSee 'arena play --help'",
		"list tag":         "list tag takes RUN; given: 0",
		"plya":             `unknown command "plya" for "arena" (did you mean play?)`,
		"list tga":         `unknown command "tga" for "arena list" (did you mean tag?)`,
		"help plya":        `unknown command "plya"`,
		"play --deph 3":    "unknown flag: --deph (did you mean --depth?)",
		"play --depth two": `invalid argument "two" for "--depth" flag: a number is needed`,
		"play --loud=much": `invalid argument "much" for "--loud" flag: true or false is needed`,
		"play --for 5":     `invalid argument "5" for "--for" flag: a time such as 500ms, 5s or 10m is needed`,
		"play --for long":  `flag: a time such as`,
		"play --for 5y":    `flag: a time such as`,
	} {
		var ran string
		root := tree(&ran)
		root.SetArgs(strings.Fields(line))
		err := root.Execute()
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", line, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || Code(err) != Misused):
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	env := map[string]string{"LANISTA_MAX_POINTS": "7", "LANISTA_SEED": "x", "LANISTA_HELP": "true"}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	points, help := flags.Int("max-points", 1, ""), flags.Bool("help", false, "")
	if err := Environment(flags, func(name string) string { return env[name] }); err != nil || *points != 7 || *help {
		t.Errorf("%d, %v, %v", *points, *help, err)
	}
	var seed *uint64
	flags.Var(Seed(&seed), "seed", "")
	if err := Environment(flags, func(name string) string { return env[name] }); Code(err) != Misused || !strings.HasPrefix(err.Error(), "LANISTA_SEED: ") {
		t.Errorf("%v", err)
	}
	_ = flags.Set("seed", "3")
	if err := Environment(flags, func(name string) string { return env[name] }); err != nil || *seed != 3 {
		t.Errorf("what is typed does not count: %v", err)
	}
}

// A position that begins with a hyphen is no flag.
func TestShield(t *testing.T) {
	t.Parallel()
	got := Shield([]string{"eval", "-3 4 x", "--depth", "-x=a b", "- -"})
	if want := "eval| -3 4 x|--depth|-x=a b| - -"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTyped(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{"runs --json": true, "--nope x --json": true, "runs": false, "check -- bot --json": false, "runs --jsonx": false} {
		if got := Typed(strings.Fields(line), "--json"); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}

func TestReword(t *testing.T) {
	t.Parallel()
	c := &cobra.Command{
		Use: "play", Long: "Type 'lanista help'.", Example: "  lanista play risk\n  lanista play hare.yaml --level best\n  lanista play go",
	}
	Reword(c, "arena", []string{"hare"})
	if c.Long != "Type 'arena help'." || c.Example != "  arena play risk\n  arena play go" {
		t.Errorf("%q, %q", c.Long, c.Example)
	}
}
