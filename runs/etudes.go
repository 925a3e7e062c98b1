package runs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/files"
	"github.com/lanista/lanista/engines/training"
)

// Etudes reads etudes, which are labelled positions. name is a file, or a set of etudes that ships
// with the game.
func Etudes(e engines.Engine, name string) ([]training.Etude, error) {
	etudes, err := readEtudes(e, name)
	if err != nil {
		return nil, mistakef("etudes %w", err)
	}
	return etudes, nil
}

// readEtudes reads etudes (labelled positions) from a file, or from a set that ships with the game.
// Its errors begin with the name.
func readEtudes(e engines.Engine, name string) ([]training.Etude, error) {
	data, err := files.Read(name)
	if shipped, ok := shippedEtudes(e, name); ok && errors.Is(err, fs.ErrNotExist) {
		data, err = shipped, nil
	}
	if err != nil {
		if pathError, ok := errors.AsType[*fs.PathError](err); ok {
			err = pathError.Err
		}
		if sets := EtudeSets(e); len(sets) > 0 {
			return nil, fmt.Errorf("%s: %w (have %s, a file)", name, err, strings.Join(sets, ", "))
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	etudes, mistakes := training.CheckEtudes(e, bytes.NewReader(data))
	switch {
	case len(etudes) == 0 && len(mistakes) > listedMistakes:
		return nil, fmt.Errorf("%w; no other line is a sound etude either, %d more have mistakes (only a fit reads a table with a header)", inFile(name, mistakes[0]), len(mistakes)-1)
	case len(mistakes) > 0:
		return nil, mistakesIn(name, mistakes)
	}
	if len(etudes) == 0 {
		return nil, fmt.Errorf("%s: there is no etude in it", name)
	}
	return etudes, nil
}

// shippedEtudes returns the text of a set of etudes (labelled positions) that ships with the game. ok
// is false if there is none of that name.
func shippedEtudes(e engines.Engine, name string) (text []byte, ok bool) {
	sets, ok := engines.As[training.EtudeFiles](e)
	if !ok || strings.ContainsAny(name, `/\`) {
		return nil, false
	}
	text, err := fs.ReadFile(sets.EtudeFiles(), strings.TrimSuffix(name, ".csv")+".csv")
	return text, err == nil
}

// listedMistakes is the largest number of mistakes in one file that an error message lists. With the
// line that counts the others it is the number of mistakes that the error of a config lists.
const listedMistakes = 19

func mistakesIn(name string, mistakes []*training.LineError) error {
	var list []error
	for _, m := range mistakes {
		if len(list) == listedMistakes {
			list = append(list, fmt.Errorf("%s: %d more mistakes", name, len(mistakes)-listedMistakes))
			break
		}
		list = append(list, inFile(name, m))
	}
	return errors.Join(list...)
}

// EtudeSets returns the names of the sets of etudes (labelled positions) that ship with a game. The
// list is empty if there are none.
func EtudeSets(e engines.Engine) []string {
	shipped, ok := engines.As[training.EtudeFiles](e)
	if !ok {
		return []string{}
	}
	names, err := fs.Glob(shipped.EtudeFiles(), "*.csv")
	if err != nil {
		return []string{} // the pattern is constant
	}
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.TrimSuffix(name, ".csv")
	}
	return out
}

// ReadEtudeFile reads a file of etudes, positions that a person has labelled. It returns nil if the
// file does not exist.
func ReadEtudeFile(e engines.Engine, file string) ([]training.Etude, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, mistakef("%s: %w", file, err)
	}
	defer func() { _ = f.Close() }()
	list, err := training.ReadEtudes(e, f)
	if err != nil {
		return nil, mistake(inFile(file, err))
	}
	return list, nil
}

// EtudeCount holds statistics of a set of etudes (labelled positions).
type EtudeCount struct {
	Etudes  int
	Seats   map[int]int // number of etudes by their number of seats
	Winners map[int]int // number of etudes by the winner's seat, counted from 0
	Hits    int         // number of etudes whose winner the default weights rate highest
	// Repeated contains the lines of every position that several lines contain, in the order of
	// the file.
	Repeated [][]int
}

// CountEtudes parses every etude (a labelled position) as a position of the game, and returns
// statistics of the set.
func CountEtudes(e engines.Engine, name string, etudes []training.Etude) (EtudeCount, error) {
	if e == nil {
		return EtudeCount{}, errNoEngine
	}
	evaluator, ok := engines.AsHeuristic[engines.Evaluator](e)
	if !ok {
		return EtudeCount{}, mistakef("%s cannot evaluate a position", e.Spec().Name)
	}
	c := EtudeCount{Etudes: len(etudes), Seats: make(map[int]int), Winners: make(map[int]int)}
	var positions []string // in the order of the file
	lines := make(map[string][]int)
	for _, t := range etudes {
		g, err := e.ParseGame(t.Position, 0)
		if err != nil {
			return c, mistakef("etudes %w", inFile(name, &training.LineError{Line: t.Line, Err: err}))
		}
		evals, err := evaluator.Evaluate(g, nil)
		if err != nil {
			return c, mistakef("etudes %w", inFile(name, &training.LineError{Line: t.Line, Err: err}))
		}
		c.Seats[g.Seats()]++
		c.Winners[t.Winner]++
		if Hit(evals, t.Winner) {
			c.Hits++
		}
		position := g.String()
		if lines[position] == nil {
			positions = append(positions, position)
		}
		lines[position] = append(lines[position], t.Line)
	}
	for _, position := range positions {
		if len(lines[position]) > 1 {
			c.Repeated = append(c.Repeated, lines[position])
		}
	}
	return c, nil
}

// Hit reports whether the evaluation of seat winner is higher than that of every other seat. evals
// contains the evaluations of all seats. Hit returns false if there is no such seat.
func Hit(evals []float64, winner int) bool {
	if winner < 0 || winner >= len(evals) {
		return false
	}
	for seat, v := range evals {
		if seat != winner && v >= evals[winner] {
			return false
		}
	}
	return true
}
