package charts

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/files"
)

// pictures lists all charts by name. The default chart of a run is the first one in the list that
// its kind of run has.
var pictures = []struct {
	name string
	of   results.Kind
	draw func(results.Record) (Picture, error)
}{
	{"strength", results.Evolve, drawStrength},
	{"convergence", results.Evolve, drawConvergence},
	{"weights", results.Evolve, drawTrajectories},
	{"importance", results.Evolve, drawImportance},
	{"map", results.Evolve, drawMap},
	{"crosstable", results.Tournament, drawCrosstable},
	{"grid", results.Grid, drawGrid},
}

// Names returns the names that [Draw] accepts.
func Names() []string {
	var names []string
	for _, p := range pictures {
		names = append(names, p.name)
	}
	return names
}

// Draw draws a run as the chart with the given name. The name "" selects the first chart that the
// run has.
func Draw(rec results.Record, name string) (Picture, error) {
	var failed error
	for _, p := range pictures {
		if name != p.name && (name != "" || p.of != rec.Kind) {
			continue
		}
		picture, err := p.draw(rec)
		if err != nil && name != "" {
			return Picture{}, fmt.Errorf("%w; run %s has %s", err, rec.ID, chartsOf(rec))
		}
		if err == nil {
			return picture, nil
		}
		failed = cmp.Or(failed, err)
	}
	switch {
	case failed != nil:
		return Picture{}, failed
	case name == "":
		chosen := ""
		if has := chartsOf(rec); has != noPictures {
			chosen = " unless it is named; it has " + has
		}
		return Picture{}, fmt.Errorf("run %s is a %s, which has no chart%s", rec.ID, rec.Kind, chosen)
	}
	return Picture{}, fmt.Errorf("unknown chart %q (%s)", name, keys.Suggest(Names(), name))
}

// All returns the charts that a run has, with their names, in the order of [Names].
func All(rec results.Record) iter.Seq2[string, Picture] {
	return func(yield func(string, Picture) bool) {
		for _, p := range pictures {
			if picture, err := p.draw(rec); err == nil && !yield(p.name, picture) {
				return
			}
		}
	}
}

const noPictures = "no pictures"

// chartsOf lists the charts that a run has, as a part of a sentence.
func chartsOf(rec results.Record) string {
	var names []string
	for name := range All(rec) {
		names = append(names, name)
	}
	if names == nil {
		return noPictures
	}
	return "the pictures " + strings.Join(names, ", ")
}

// Writable returns an error if the extension of a file name is not one of [Formats].
func Writable(file string) error {
	if slices.Contains(Formats, formatOf(file)) {
		return nil
	}
	last := len(Formats) - 1
	return fmt.Errorf("%q: a file ending in .%s or .%s is needed", file, strings.Join(Formats[:last], ", ."), Formats[last])
}

func formatOf(file string) string {
	return strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
}

// WriteFile writes the picture to a file in the format of its extension.
func (p Picture) WriteFile(file string) error {
	var data bytes.Buffer
	if err := p.Write(&data, formatOf(file)); err != nil {
		return err
	}
	return files.Write(file, data.Bytes())
}
