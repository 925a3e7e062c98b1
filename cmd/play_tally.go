package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	enginefiles "github.com/lanista/lanista/engines/files"
	"github.com/lanista/lanista/results/files"
)

// tally counts the results of people against agents, by game and agent.
type tally map[string]map[string]*tallied

// tallied holds the numbers of games that people have won, drawn and lost. In a game of more than
// two seats, only the first place wins.
type tallied struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// readTally reads a tally of results from a file. The tally is empty if the file does not exist.
func readTally(file string) (tally, error) {
	t := tally{}
	text, err := enginefiles.Read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return t, nil
	case err != nil:
		return nil, usageError(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(&t)
	if err == nil && (t == nil || d.More()) {
		err = errors.New("one JSON object is needed")
	}
	if err != nil {
		return nil, usageErrorf("%s: not a tally of results that play has written: %w", file, err)
	}
	return t, nil
}

// countResult adds the result of a finished game to the tally in a file, once for every person who
// played. It then prints all results against the same agent so far.
func countResult(out io.Writer, file string, g *playSession) error {
	t, err := readTally(file)
	if err != nil {
		return err
	}
	agents := t[g.engine]
	if agents == nil {
		agents = map[string]*tallied{}
		t[g.engine] = agents
	}
	against := g.source
	if len(g.people) == g.session.Seats() {
		against = "people"
	}
	n := agents[against]
	if n == nil {
		n = &tallied{}
		agents[against] = n
	}
	o := g.outcome()
	for _, seat := range g.people {
		switch {
		case o.Drawn():
			n.Drawn++
		case o.Place(seat) == 1:
			n.Won++
		default:
			n.Lost++
		}
	}
	data, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	if err := files.WriteOr(out, file, append(data, '\n')); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s against %s: %d won, %d drawn, %d lost.\n", g.engine, against, n.Won, n.Drawn, n.Lost)
	return err
}
