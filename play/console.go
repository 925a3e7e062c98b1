package play

import (
	"encoding/json"
	"io"

	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
)

// Console is what a person types into and reads from.
type Console struct {
	In  <-chan terminal.Line
	Out io.Writer
	// Program is the name that a person types, for the commands that are recommended.
	Program string
}

// Save writes a game to a file, finished or not, or to the console where the file is "-".
// What was written can be resumed.
func (c Console) Save(m *runs.Match, file string) error {
	data, err := json.MarshalIndent(m.Record(), "", "  ")
	if err != nil {
		return err
	}
	return files.WriteOr(c.Out, file, append(data, '\n'))
}
