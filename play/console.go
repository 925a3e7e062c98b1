package play

import (
	"encoding/json"
	"io"
	"strings"

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

// Resume is the command that goes on with a game which was saved to a file. The programs
// of a config are started by that config alone, so that the command names it.
func (c Console) Resume(m *runs.Match, file string) string {
	command := c.Program + " play "
	if config := m.Record().Engine; runs.IsConfig(config) {
		command += quoted(config) + " "
	}
	return command + "--resume " + quoted(file)
}

// quoted is the name of a file as one types it into a shell.
func quoted(file string) string {
	if strings.ContainsAny(file, " \t\n\"'`$&|;<>()*?[]{}!#~\\") {
		return "'" + strings.ReplaceAll(file, "'", `'\''`) + "'"
	}
	return file
}
