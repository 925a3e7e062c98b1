package evidence

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
)

// Table contains the measured effects of the constants of strategies, and the experiments that
// measured them.
type Table struct {
	FirstSeed   uint64       `json:"first_seed"` // of every experiment
	Experiments []Experiment `json:"experiments"`
	Constants   []Row        `json:"constants"`
}

// NewTable returns a Table with the given rows.
func NewTable(rows []Row) Table { return Table{firstSeed, experiments, rows} }

// stored is the file constants.json, which contains the last measurement. This command replaces it:
//
//	LANISTA_EVIDENCE=update go test -timeout 5h ./tools/lab/evidence
//
//go:embed constants.json
var stored []byte

// Stored returns the effects of all constants according to the last measurement, which is embedded
// in the program. A change of a constant or of a strategy requires a new measurement; see the
// variable stored.
func Stored() (Table, error) {
	var t Table
	d := json.NewDecoder(bytes.NewReader(stored))
	d.DisallowUnknownFields()
	if err := d.Decode(&t); err != nil {
		return Table{}, fmt.Errorf("the stored evidence: %w", err)
	}
	return t, nil
}
