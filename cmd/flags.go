package cmd

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/lanista/lanista/runs"
)

// seedFlag is a seed that may be absent.
type seedFlag struct {
	value uint64
	set   bool
}

// String is the seed's text, "" when absent.
func (s *seedFlag) String() string {
	if !s.set {
		return ""
	}
	return strconv.FormatUint(s.value, 10)
}

// Set reads a seed.
func (s *seedFlag) Set(text string) error {
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("a seed is a whole number from 0 to 18446744073709551615")
	}
	s.value, s.set = v, true
	return nil
}

// Type names the flag's value in help texts.
func (s *seedFlag) Type() string { return "N" }

// countFlag is a whole number of at least 1.
type countFlag int

// String is the number's text.
func (c *countFlag) String() string { return strconv.Itoa(int(*c)) }

// Set reads a number.
func (c *countFlag) Set(text string) error {
	v, err := strconv.Atoi(text)
	if err != nil || v < 1 {
		return fmt.Errorf("a whole number of at least 1 is needed")
	}
	*c = countFlag(v)
	return nil
}

// Type names the flag's value in help texts.
func (c *countFlag) Type() string { return "N" }

// choice is one of a few words, "" for none.
type choice[T ~string] struct {
	value *T
	of    []T
}

// String is the word.
func (c choice[T]) String() string {
	if c.value == nil {
		return ""
	}
	return string(*c.value)
}

// Set takes a word that is one of them.
func (c choice[T]) Set(text string) error {
	if !slices.Contains(c.of, T(text)) {
		return fmt.Errorf("%q is none of %v", text, c.of)
	}
	*c.value = T(text)
	return nil
}

// Type names the flag's value in help texts.
func (c choice[T]) Type() string { return "WORD" }

// workersFlag adds --workers, all cores by default.
func workersFlag(flags *pflag.FlagSet, workers *countFlag) {
	*workers = countFlag(runtime.GOMAXPROCS(0))
	flags.Var(workers, "workers", "goroutines that play; never changes a result")
	flags.Lookup("workers").DefValue = "all cores"
}

// storeFlag adds --db.
func storeFlag(flags *pflag.FlagSet, path *string) {
	flags.StringVar(path, "db", runs.DefaultStore, "the run store")
}

// gamesFlag adds --games.
func gamesFlag(flags *pflag.FlagSet, path *string) {
	flags.StringVar(path, "games", "", "write every game to this file: one JSON object a line, or PGN if it ends in .pgn (chess)")
}

// errRenamed says that a run that is resumed cannot get another name.
var errRenamed = usagef("--name: a run keeps the name that it began with")

// runName is a name for a run, "" for none.
type runName struct{ value *string }

// String is the name.
func (n runName) String() string {
	if n.value == nil {
		return ""
	}
	return *n.value
}

// Set refuses the name that stands for the newest run.
func (n runName) Set(text string) error {
	if text == "last" {
		return errors.New("it stands for the newest run")
	}
	*n.value = text
	return nil
}

// Type names the flag's value in help texts.
func (n runName) Type() string { return "TEXT" }

// nameFlag adds --name.
func nameFlag(flags *pflag.FlagSet, name *string) {
	flags.Var(runName{name}, "name", "a name for the run")
}

// fromStore is the flag that names a store in a command to type, where one is
// needed.
func fromStore(path string) string {
	switch {
	case path == runs.DefaultStore:
		return ""
	case strings.ContainsAny(path, " \t'\"\\$&;|<>()*?`"):
		return " --db '" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return " --db " + path
}

// forceFlag adds --force.
func forceFlag(flags *pflag.FlagSet, force *bool) {
	flags.BoolVar(force, "force", false, "play even if all deals of the game are alike")
}

// setFlag adds --set for configs.
func setFlag(flags *pflag.FlagSet, overrides *[]string) {
	flags.StringArrayVar(overrides, "set", nil, "override any key of the config, as path=value (repeatable)")
}
