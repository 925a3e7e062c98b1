package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
)

// pairStart matches the beginning of a key=value pair in the value of a flag, such as "order=". A
// blank or comma before the key belongs to the match.
var pairStart = regexp.MustCompile("(^|[ ,])[^ ,=]+=")

// pairs splits the value of a flag of the form "key=value key=value", as fastchess writes it. The
// pairs may also be separated by commas. A value may contain blanks and commas, as in file=my
// book.epd, and may be in quotes. pairs returns an error for a key that is not in known or occurs twice.
func pairs(text string, known ...string) (map[string]string, error) {
	out := make(map[string]string)
	text = strings.Trim(text, ", ")
	starts := pairStart.FindAllStringIndex(text, -1)
	if text != "" && (len(starts) == 0 || starts[0][0] > 0) {
		return nil, fmt.Errorf("%q is not key=value", strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })[0])
	}
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		key, value, _ := strings.Cut(strings.Trim(text[at[0]:end], ", "), "=")
		if !slices.Contains(known, key) {
			return nil, fmt.Errorf("unknown key %q (%s)", key, keys.Suggest(known, key))
		}
		if _, twice := out[key]; twice {
			return nil, fmt.Errorf("%s occurs twice", key)
		}
		if n := len(value); n > 1 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
			value = value[1 : n-1]
		}
		out[key] = value
	}
	return out, nil
}

// wholeAt returns the whole number that values contains for a key, or least if the key is missing.
// If the text is not a whole number or the number is below least, it returns least and sets *err,
// unless *err is already set.
func wholeAt(values map[string]string, key string, least int, err *error) int {
	text, ok := values[key]
	if !ok {
		return least
	}
	n := least
	if wrong := wholeValue(&n, least, math.MaxInt32).Set(text); wrong != nil && *err == nil {
		*err = fmt.Errorf("%s=%s: %w", key, text, wrong)
	}
	return n
}

// settingsValue returns a flag value for settings of a game. read converts the typed text to
// settings, which are added to *to.
func settingsValue(to *engines.Settings, kind string, read func(string) (engines.Settings, error)) pflag.Value {
	typed := ""
	return newFlagValue(kind, func(text string) error {
		found, err := read(text)
		if err != nil {
			return err
		}
		if *to == nil {
			*to = make(engines.Settings)
		}
		maps.Copy(*to, found)
		typed = text
		return nil
	}, func() string { return typed })
}

// openingsKey matches the keys that the flag --openings accepts besides file, such as order in
// "file=book.epd order=random".
var openingsKey = regexp.MustCompile("(^|[ ,])(format|order|plies|start|policy)=")

// readOpenings converts the value of the flag --openings to settings of the game. The value is the
// name of a file of openings or, as in fastchess, file=FILE with other keys.
func readOpenings(text string) (engines.Settings, error) {
	if !strings.HasPrefix(text, "file=") && !strings.Contains(text, " file=") && !strings.Contains(text, ",file=") {
		if key := openingsKey.FindString(text); key != "" {
			return nil, fmt.Errorf("%s needs file=FILE, as in \"file=book.epd order=sequential\"", strings.Trim(key, ", "))
		}
		return engines.Settings{"openings": "@" + text}, nil
	}
	values, err := pairs(text, "file", "format", "order", "plies", "start", "policy")
	if err != nil {
		return nil, err
	}
	out := engines.Settings{"openings": "@" + values["file"]}
	switch order := values["order"]; order {
	case "":
	case "random":
		out["openings_order"] = "shuffled"
	case "sequential":
		out["openings_order"] = "given"
	default:
		return nil, fmt.Errorf("order: %q is not random or sequential", order)
	}
	if format, ok := values["format"]; ok && format != "epd" && format != "pgn" {
		return nil, fmt.Errorf("format: %q is not epd or pgn", format)
	}
	if policy, ok := values["policy"]; ok && policy != "round" {
		return nil, fmt.Errorf("policy: %q is not round: every round has its own opening", policy)
	}
	for _, key := range []string{"plies", "start"} {
		if value, ok := values[key]; ok {
			wholeAt(values, key, 0, &err)
			out["openings_"+key] = value
		}
	}
	return out, err
}

// readResign converts the value of the flag --resign, such as "movecount=3 score=600", to settings
// of chess. In this example a player loses after it has given three consecutive scores of -600
// centipawns or worse for its own side. readResign returns an error for an unknown key, a wrong
// value or a missing score.
func readResign(text string) (engines.Settings, error) {
	values, err := pairs(text, "movecount", "score", "twosided")
	if err != nil {
		return nil, err
	}
	moves, score := wholeAt(values, "movecount", 1, &err), wholeAt(values, "score", 0, &err)
	if err != nil {
		return nil, err
	}
	if _, ok := values["score"]; !ok {
		return nil, errors.New("score is missing; write all keys in one pair of quotes, such as \"movecount=3 score=600\"")
	}
	out := engines.Settings{"resign_moves": strconv.Itoa(moves), "resign_score": strconv.Itoa(max(1, score)), "resign_sides": "loser"}
	switch two := values["twosided"]; two {
	case "", "false":
	case "true":
		out["resign_sides"] = "both"
	default:
		return nil, fmt.Errorf("twosided: %q is not true or false", two)
	}
	return out, nil
}

// readDraw converts the value of the flag --draw, such as "movenumber=40 movecount=8 score=10", to
// settings of chess. In this example, a game can be a draw after 40 moves of both sides. It is a
// draw if each player has then given 8 consecutive scores from -10 to 10 centipawns. readDraw
// returns an error for an unknown key, a wrong value or a text without keys.
func readDraw(text string) (engines.Settings, error) {
	values, err := pairs(text, "movenumber", "movecount", "score")
	if err != nil {
		return nil, err
	}
	if len(values) == 0 {
		return nil, errors.New("no key; write a rule such as \"movenumber=40 movecount=8 score=10\"")
	}
	number, moves := wholeAt(values, "movenumber", 0, &err), wholeAt(values, "movecount", 1, &err)
	score := wholeAt(values, "score", 0, &err)
	if err != nil {
		return nil, err
	}
	return engines.Settings{"draw_from": strconv.Itoa(2 * number), "draw_moves": strconv.Itoa(moves), "draw_score": strconv.Itoa(score)}, nil
}

// readMaxMoves converts the value of the flag --maxmoves to settings of the game. The value is a
// number of moves of both sides.
func readMaxMoves(text string) (engines.Settings, error) {
	var n int
	if err := wholeValue(&n, 1, math.MaxInt32).Set(text); err != nil {
		return nil, err
	}
	return engines.Settings{"max_plies": strconv.Itoa(2 * n)}, nil
}

// variants lists the accepted values of the flag --variant.
var variants = []string{"standard", "fischerandom"}

// readVariant converts the value of the flag --variant, a variant of chess, to settings of the
// game.
func readVariant(text string) (engines.Settings, error) {
	if !slices.Contains(variants, text) {
		return nil, fmt.Errorf("%q is not standard or fischerandom", text)
	}
	return engines.Settings{"chess960": strconv.FormatBool(text != variants[0])}, nil
}

// sprtValue returns a flag value for an optional sequential probability ratio test, which read
// parses. *to remains nil if the flag is not given.
func sprtValue(to **rating.SPRT, read func(string) (rating.SPRT, error)) pflag.Value {
	typed := ""
	return newFlagValue("ELO0,ELO1", func(text string) error {
		test, err := read(text)
		*to, typed = &test, text
		return err
	}, func() string { return typed })
}

// readSPRT reads the parameters of a sequential test: elo0,elo1 or elo0,elo1,alpha,beta, or the
// key=value form of fastchess. It does not validate the numbers, except that alpha and beta must not
// be 0.
func readSPRT(text string) (rating.SPRT, error) {
	if !strings.Contains(text, "=") {
		return rating.ParseSPRT(text)
	}
	values, err := pairs(text, "elo0", "elo1", "alpha", "beta", "model")
	if err != nil {
		return rating.SPRT{}, err
	}
	if _, ok := values["elo1"]; !ok && !strings.HasPrefix(values["elo0"], "-") {
		return rating.SPRT{}, fmt.Errorf("elo1 is missing; write all keys in one pair of quotes, such as --sprt \"elo0=0 elo1=3\"")
	}
	var o rating.SPRT
	for key, to := range map[string]*float64{"elo0": &o.Elo0, "elo1": &o.Elo1, "alpha": &o.Alpha, "beta": &o.Beta} {
		value, ok := values[key]
		if !ok {
			continue
		}
		if *to, err = strconv.ParseFloat(value, 64); err != nil {
			return rating.SPRT{}, fmt.Errorf("%s: %q is not a number", key, value)
		}
		if *to == 0 && (key == "alpha" || key == "beta") { // 0 would stand for the default
			return rating.SPRT{}, fmt.Errorf("%s: 0 is not above 0; leave it out for 0.05", key)
		}
	}
	if name, ok := values["model"]; ok {
		if o.Model, err = rating.ParseModel(name); err != nil {
			return rating.SPRT{}, fmt.Errorf("model: %w", err)
		}
	}
	return o, nil
}

// readValidSPRT reads the parameters of a sequential test as [readSPRT] does, and validates them.
func readValidSPRT(text string) (rating.SPRT, error) {
	test, err := readSPRT(text)
	return test, cmp.Or(err, test.Validate())
}

// programOptionValue returns a repeatable flag value of the form NAME=VALUE. Each use appends to *to.
func programOptionValue(to *[]configs.NamedText) pflag.Value {
	read := func(text string) error {
		name, value, ok := strings.Cut(strings.TrimPrefix(text, "option."), "=")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return fmt.Errorf("NAME=VALUE is needed")
		}
		if i := slices.IndexFunc(*to, func(o configs.NamedText) bool { return strings.EqualFold(o.Name, name) }); i >= 0 {
			return fmt.Errorf("a second value of this option after %s=%s; give one", (*to)[i].Name, (*to)[i].Text)
		}
		*to = append(*to, configs.NamedText{Name: name, Text: value})
		return nil
	}
	return &listValue{flagValue{kind: "NAME=VALUE", read: read, show: func() string { return "" }}, func() (typed []string) {
		for _, o := range *to {
			typed = append(typed, o.Name+"="+o.Text)
		}
		return typed
	}}
}

// limitValue returns a flag value for a limit of a player's thinking, which read parses.
func limitValue(to *engines.Limit, kind string, read func(string) (engines.Limit, error)) pflag.Value {
	typed := ""
	return newFlagValue(kind, func(text string) error {
		l, err := read(text)
		switch {
		case err != nil:
			return err
		case *to != (engines.Limit{}) && *to != l:
			return fmt.Errorf("a second limit after %v; give one", *to)
		}
		*to, typed = l, text
		return nil
	}, func() string { return typed })
}

// readMoveTime parses the value of the flag --st, the number of seconds for a move.
func readMoveTime(text string) (engines.Limit, error) {
	l, err := readTimeControl(text)
	if err != nil || l.Moves > 0 || l.Add > 0 {
		return engines.Limit{}, fmt.Errorf("%q is not a number of seconds", text)
	}
	return engines.Limit{Move: l.Clock}, nil
}

// readKind returns the parser of a flag that limits the search of a player. kind is the kind of
// limit, such as "depth"; the user types only the number.
func readKind(kind string) func(string) (engines.Limit, error) {
	return func(text string) (engines.Limit, error) { return engines.ParseLimit(kind + " " + text) }
}
