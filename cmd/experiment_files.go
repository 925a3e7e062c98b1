package cmd

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/runs"
)

// write writes the tables and figures of an experiment to the files that the flags name.
func (o experimentOptions) write(r runs.ExperimentResult) error {
	if o.csv != "" {
		if err := files.Write(o.csv, experimentCSV(r)); err != nil {
			return fmt.Errorf("--csv: %w", err)
		}
	}
	if o.latex != "" {
		if err := files.Write(o.latex, experimentLaTeX(r)); err != nil {
			return fmt.Errorf("--latex: %w", err)
		}
	}
	if o.figure == "" {
		return nil
	}
	names := figureFiles(o.figure, r.Against)
	for k, against := range r.Against {
		picture, err := r.Figure(against)
		if err == nil {
			err = picture.WriteFile(names[k])
		}
		if err != nil {
			return fmt.Errorf("--figure: %w", err)
		}
	}
	return nil
}

// figureFiles returns a file name for the figure of each opponent in against. The first name is
// file itself. For any other opponent, the opponent's name is inserted before the extension, with a
// hyphen before it. Slashes, backslashes, colons and blanks in the opponent's name become hyphens.
// A number is added to a name that an earlier figure has.
func figureFiles(file string, against []string) []string {
	end := filepath.Ext(file)
	var names []string
	for k, opponent := range against {
		name := file
		if k > 0 {
			word := strings.Map(func(r rune) rune {
				if strings.ContainsRune(`/\: `, r) {
					return '-'
				}
				return r
			}, opponent)
			base := strings.TrimSuffix(file, end) + "-" + word
			name = base + end
			for n := 2; slices.Contains(names, name); n++ {
				name = base + "-" + strconv.Itoa(n) + end
			}
		}
		names = append(names, name)
	}
	return names
}

// experimentCSV returns the table of strengths as CSV. It contains no durations, so that a repeated
// experiment gives the same bytes. Unknown values are empty.
func experimentCSV(r runs.ExperimentResult) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	head := []string{"against", "variant", "budget", "strategy", "seeds", "rating", "low", "high", "worst", "worst_seed", "games"}
	if r.Regrets != nil {
		head = append(head, "median_regret")
	}
	scored := hasScores(r.Cells)
	if scored {
		head = append(head, "score", "score_above", "score_low", "score_high", "score_worst", "score_worst_seed")
	}
	_ = w.Write(head) // a buffer has no errors
	number := func(v rating.Float) string {
		if !v.Known() {
			return ""
		}
		return strconv.FormatFloat(float64(v), 'f', 3, 64)
	}
	exact := func(v rating.Float) string { // points may have any size
		if !v.Known() {
			return ""
		}
		return strconv.FormatFloat(float64(v), 'g', 9, 64)
	}
	for _, c := range r.Cells {
		row := []string{
			c.Against, c.Variant, strconv.Itoa(c.Budget), c.Strategy, strconv.Itoa(c.Seeds), number(c.Rating), number(rating.Float(c.Interval.Low)),
			number(rating.Float(c.Interval.High)), number(c.Worst), c.WorstSeed, number(rating.Float(c.Games)),
		}
		if r.Regrets != nil {
			row = append(row, number(medianRegret(r, c)))
		}
		if scored {
			s := c.Score
			for _, v := range []rating.Float{s.Mean, s.Difference, rating.Float(s.Interval.Low), rating.Float(s.Interval.High), s.Worst} {
				row = append(row, exact(v))
			}
			row = append(row, s.WorstSeed)
		}
		_ = w.Write(row)
	}
	w.Flush()
	return b.Bytes()
}

// medianRegret returns the median regret (distance from the best weights) of the runs that c
// summarises, or NaN if it is not known.
func medianRegret(r runs.ExperimentResult, c runs.ExperimentCell) rating.Float {
	for _, s := range r.Regrets {
		for _, v := range s.Variants {
			if s.Budget == c.Budget && s.Strategy == c.Strategy && v.Variant == c.Variant {
				return v.Median
			}
		}
	}
	return rating.Float(math.NaN())
}
