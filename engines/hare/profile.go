package hare

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/keys"
	"go.yaml.in/yaml/v3"
)

// profile describes an edition of the game: the board, the deck of cards, the values of carrots and
// lettuces in the evaluation, and defaults of the search.
type profile struct {
	board  string // a name, or the 65 letters that parseBoard reads
	deck   string // the name of a deck
	curves curves
	search searchDefaults

	article bool // whether the article's rules apply where they differ from the booklet's
}

// searchDefaults contains the defaults of the search settings with these names.
type searchDefaults struct{ depth, rule, hares, pruning string }

// soundSearch contains the defaults of the search settings in most profiles. They won most games in
// the tournament of the preset hare-default, in which every agent has weights of 1.
var soundSearch = searchDefaults{depth: "2", rule: "rel", hares: haresExpect, pruning: "exact"}

// profiles contains the built-in profiles, which are editions of the game, by name. "standard" is
// the edition of 2008, and "first" the first edition. "article" is the game of the article that the
// package comment cites, with [board.withArticleRules].
var profiles = map[string]profile{
	"standard": {board: "2008", deck: "deck", curves: standardCurves(), search: soundSearch},
	"article": {
		board: "1978", deck: "iid", curves: standardCurves(), article: true,
		search: searchDefaults{depth: "8", rule: "abs", hares: haresNone, pruning: "article"},
	},
	"first": {board: "1978", deck: "old", curves: standardCurves(), search: soundSearch},
}

const maxProfile = 1 << 16

// profileFile is the YAML form of a profile (edition of the game). A missing key has the value of
// the standard profile.
type profileFile struct {
	Board string       `yaml:"board"`
	Deck  string       `yaml:"deck"`
	Half  *int         `yaml:"half"`
	C0    [][2]float64 `yaml:"C0"`
	C1    [][2]float64 `yaml:"C1"`
	C2    [][2]float64 `yaml:"C2"`
	S0    []float64    `yaml:"S0"`
	S1    []float64    `yaml:"S1"`
	S2    []float64    `yaml:"S2"`
	S3    []float64    `yaml:"S3"`
}

// readProfile parses a profile (an edition of the game with its evaluation) from YAML. Its keys
// are:
//
//   - board, a name or 65 letters;
//   - deck, a value of the setting deck;
//   - half, the first square of the second half of the track;
//   - C0, C1 and C2, the curves of carrots as lists of [carrots, value];
//   - S0 to S3, the values of 0 to 3 lettuces, each with 0 to 5 lettuce squares ahead.
//
// A missing key has the value of the standard profile. Unknown keys are errors. An error about a
// key is a [keys.KeyError].
func readProfile(r io.Reader) (profile, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxProfile+1))
	if err != nil {
		return profile{}, err
	}
	if len(text) > maxProfile {
		return profile{}, fmt.Errorf("longer than %d bytes", maxProfile)
	}
	var f profileFile
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil && !errors.Is(err, io.EOF) {
		return profile{}, err
	}
	return f.profile()
}

// profile returns the standard profile (edition of the game) with the values that the file changes.
// The error joins all mistakes.
func (f *profileFile) profile() (profile, error) {
	p := profiles["standard"]
	var mistakes []error
	if f.Board != "" {
		p.board = f.Board
	}
	if f.Deck != "" {
		p.deck = f.Deck
	}
	if f.Half != nil {
		p.curves.half = *f.Half
	}
	for i, points := range [][][2]float64{f.C0, f.C1, f.C2} {
		if points == nil {
			continue
		}
		c, err := readCurve(points)
		if err != nil {
			mistakes = append(mistakes, keys.Under(fmt.Sprintf("C%d", i), err))
			continue
		}
		p.curves.carrots[i] = c
	}
	for i, row := range [][]float64{f.S0, f.S1, f.S2, f.S3} {
		if row == nil {
			continue
		}
		if len(row) != maxAhead+1 {
			mistakes = append(mistakes, keys.Errorf(fmt.Sprintf("S%d", i), "%d values, %d needed", len(row), maxAhead+1))
			continue
		}
		copy(p.curves.lettuces[i][:], row)
	}
	return p, errors.Join(append(mistakes, p.valid())...)
}

func readCurve(points [][2]float64) (curve, error) {
	c := make(curve, len(points))
	for k, xy := range points {
		if xy[0] != float64(int(xy[0])) {
			return nil, fmt.Errorf("point %d: %v is not a whole number of carrots", k+1, xy[0])
		}
		c[k] = point{int(xy[0]), xy[1]}
	}
	return c, nil
}

func (p *profile) valid() error {
	var mistakes []error
	if _, err := findBoard(p.board); err != nil {
		mistakes = append(mistakes, keys.Under("board", err))
	}
	if _, ok := decks[p.deck]; !ok {
		mistakes = append(mistakes, keys.Errorf("deck", "%.20q is not one of %s", p.deck, strings.Join(deckNames, ", ")))
	}
	return errors.Join(append(mistakes, p.curves.valid())...)
}

func findBoard(text string) (*board, error) {
	if b, ok := boards[text]; ok {
		return b, nil
	}
	if len(text) == finish+1 {
		return parseBoard(text)
	}
	return nil, fmt.Errorf("%.20q is neither %d letters nor one of %s",
		text, finish+1, strings.Join(slices.Sorted(maps.Keys(boards)), ", "))
}

// findProfile returns the built-in profile (edition of the game) with the given name, or parses a
// profile from YAML. Together with an error it returns the standard profile.
func findProfile(text string) (profile, error) {
	if p, ok := profiles[text]; ok {
		return p, nil
	}
	if strings.Contains(text, ":") {
		p, err := readProfile(strings.NewReader(text))
		if err != nil {
			return profiles["standard"], err
		}
		return p, nil
	}
	return profiles["standard"], fmt.Errorf("%.20q is neither a profile's text nor one of %s",
		text, strings.Join(slices.Sorted(maps.Keys(profiles)), ", "))
}
