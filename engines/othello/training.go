package othello

import (
	"io"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
	"github.com/lanista/lanista/engines/training"
)

var (
	_ training.Archive   = (*engine)(nil)
	_ training.Measurer  = (*engine)(nil)
	_ training.Tabulated = (*engine)(nil)
)

// Measures returns the properties of positions by which samples can be selected. The only one is
// the number of empty squares.
func (e *engine) Measures() []training.Measure {
	return []training.Measure{{
		Name: "empties", Max: 60, Stage: true,
		Of: func(p engines.Position) (float64, error) {
			g, err := gameOf(p)
			if err != nil {
				return 0, err
			}
			return float64(g.empties()), nil
		},
	}}
}

// ArchiveFormats returns the two formats that ReadArchive reads: text and WTHOR databases.
func (e *engine) ArchiveFormats() []training.ArchiveFormat {
	return []training.ArchiveFormat{{Name: formatText, Endings: []string{".ggf", ".obf"}}, {Name: formatWTHOR, Endings: []string{".wtb"}}}
}

// ReadArchive reads positions with known outcomes from text or from a WTHOR database, and calls
// visit for each.
func (e *engine) ReadArchive(f training.SampleFile, r io.Reader, visit func(training.Sample) error) error {
	return readArchive(f, r, visit)
}

// Collector returns an empty collector of positions for fitting the weights of the model patterns,
// or nil if the engine uses another model.
func (e *engine) Collector() training.Collector {
	if !e.model.tabled {
		return nil
	}
	return &collector{}
}

// Table returns the weights that the setting table contains, one for each column of a
// [training.Collector], or nil if all of them are 0.
func (e *engine) Table() []float64 {
	if e.settings["table"] == emptyTable {
		return nil
	}
	return e.patterns.Columns()
}

// Tabulate returns the given weights as a value of the setting table of the model patterns. It is
// an error if their number is wrong or one is NaN.
func (e *engine) Tabulate(weights []float64) (engines.Settings, error) {
	w, err := pattern.New(weights)
	if err != nil {
		return nil, err
	}
	text, err := w.MarshalText()
	return engines.Settings{"table": string(text)}, err
}
