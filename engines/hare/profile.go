package hare

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Profile is a game and the curves that its positions are judged by.
type Profile struct {
	Board  string // a name, or the 65 letters that ParseBoard reads
	Deck   string // the name of a deck
	Curves Curves
}

// Profiles by name: the edition of 2008; the game of the article, which drew
// lettuce curves for five squares ahead and jumped onto a hare on 61 (board of
// 1978), and whose hares neither move pieces nor remember (15 cards, each drawn
// afresh); and the first edition.
var profiles = map[string]Profile{
	"standard": {Board: "2008", Deck: "deck", Curves: Standard()},
	"article":  {Board: "1978", Deck: "iid", Curves: Standard()},
	"first":    {Board: "1978", Deck: "old", Curves: Standard()},
}

// maxProfile is the length of text that a profile may have.
const maxProfile = 1 << 16

// profileFile is a profile as YAML. What is missing is as in the standard one.
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

// ReadProfile reads a profile from YAML: board (a name or 65 letters), deck,
// half (the first square of the second half), C0, C1 and C2 (lists of [carrots,
// value]) and S0 to S3 (values for 0 to 5 lettuce squares ahead). Keys left out
// are those of the standard profile; unknown keys are refused.
func ReadProfile(r io.Reader) (Profile, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxProfile+1))
	if err != nil {
		return Profile{}, fmt.Errorf("profile: %w", err)
	}
	if len(text) > maxProfile {
		return Profile{}, fmt.Errorf("profile: longer than %d bytes", maxProfile)
	}
	var f profileFile
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil && !errors.Is(err, io.EOF) {
		return Profile{}, fmt.Errorf("profile: %w", err)
	}
	p, err := f.profile()
	if err != nil {
		return Profile{}, fmt.Errorf("profile: %w", err)
	}
	return p, nil
}

// profile lays the file over the standard profile.
func (f *profileFile) profile() (Profile, error) {
	p := profiles["standard"]
	p.Curves = Standard()
	if f.Board != "" {
		p.Board = f.Board
	}
	if f.Deck != "" {
		p.Deck = f.Deck
	}
	if f.Half != nil {
		p.Curves.Half = *f.Half
	}
	for i, points := range [][][2]float64{f.C0, f.C1, f.C2} {
		if points == nil {
			continue
		}
		p.Curves.C[i] = nil
		for k, xy := range points {
			if xy[0] != float64(int(xy[0])) {
				return p, fmt.Errorf("curve C%d: point %d: %v is not a whole number of carrots", i, k+1, xy[0])
			}
			p.Curves.C[i] = append(p.Curves.C[i], Point{int(xy[0]), xy[1]})
		}
	}
	for i, row := range [][]float64{f.S0, f.S1, f.S2, f.S3} {
		if row == nil {
			continue
		}
		if len(row) != maxAhead+1 {
			return p, fmt.Errorf("table S%d: %d values, %d needed", i, len(row), maxAhead+1)
		}
		copy(p.Curves.S[i][:], row)
	}
	return p, p.valid()
}

func (p *Profile) valid() error {
	if _, err := findBoard(p.Board); err != nil {
		return err
	}
	if _, ok := decks[p.Deck]; !ok {
		return fmt.Errorf("deck: %.20q is not one of %s", p.Deck, strings.Join(deckNames, ", "))
	}
	return p.Curves.valid()
}

// findBoard returns the board of a name, or of 65 letters.
func findBoard(text string) (*Board, error) {
	if b, ok := boards[text]; ok {
		return b, nil
	}
	if len(text) == Finish+1 {
		return ParseBoard(text)
	}
	return nil, fmt.Errorf("board: %.20q is neither %d letters nor one of %s",
		text, Finish+1, strings.Join(slices.Sorted(maps.Keys(boards)), ", "))
}

// findProfile returns the profile of a name, or of the YAML text of one.
func findProfile(text string) (Profile, error) {
	if p, ok := profiles[text]; ok {
		return p, nil
	}
	if strings.Contains(text, ":") {
		return ReadProfile(strings.NewReader(text))
	}
	return Profile{}, fmt.Errorf("%.20q is neither a profile's text nor one of %s",
		text, strings.Join(slices.Sorted(maps.Keys(profiles)), ", "))
}
