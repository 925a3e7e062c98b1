package training

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
)

// longestRecord is the largest length of a line of JSON, in bytes.
const longestRecord = 1 << 20

// readJSONLines reads a file with one JSON object per line and calls visit for every position. The
// keys of an object are the fields in f: a position, a result or a score, and optionally a game.
// Each is a text or a number. Blank lines and lines that begin with # are ignored.
func readJSONLines(e engines.Engine, f SampleFile, r io.Reader, visit func(Sample) error) error {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 1<<16), longestRecord)
	j := &jsonLines{labels: newLabels(e, f)}
	number := 0
	for in.Scan() {
		number++
		text := bytes.TrimSpace(in.Bytes())
		if number == 1 {
			text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
		}
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		if err := j.object(text, number, visit); err != nil {
			return &LineError{number, err}
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return &LineError{number + 1, fmt.Errorf("longer than %d bytes", longestRecord)}
	}
	return in.Err()
}

type jsonLines struct {
	*labels
	named bool // the first object names its game, so that all others must
	begun bool
}

func (j *jsonLines) object(text []byte, line int, visit func(Sample) error) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return fmt.Errorf("%.40q is not a JSON object: %w", text, err)
	}
	keys := slices.Sorted(maps.Keys(object)) // so that keys that differ in case alone are read in one order
	_, position := j.Fields.position(keys)
	outcome, _ := j.Fields.outcome()
	game := cmp.Or(j.Fields.Game, defaultGame)
	var values [3]string // "" for none
	for i, name := range []string{position, outcome, game} {
		at := column(keys, name)
		if at >= 0 {
			var err error
			if values[i], err = scalar(object[keys[at]]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		switch {
		case values[i] != "" || i == 2:
		case at >= 0:
			return fmt.Errorf("the value of %q is empty", name)
		case column(keys, "agents") >= 0 && column(keys, "moves") >= 0:
			return fmt.Errorf("the object has no %q; it is a whole game, as --games-file writes it: a fit reads the games of a stored run by --from run:RUN", name)
		default:
			return fmt.Errorf("the object has no %q; it has %s", name, cmp.Or(quoted(keys), "no keys"))
		}
	}
	if !j.begun {
		j.begun, j.named = true, values[2] != "" || j.Fields.Game != ""
	}
	if j.named != (values[2] != "") {
		if j.named {
			return fmt.Errorf("the object has no %q, and others have one", game)
		}
		return fmt.Errorf("the object has a %q, and others have none", game)
	}
	return j.sample(values[0], values[1], values[2], line, visit)
}

func scalar(raw json.RawMessage) (string, error) {
	switch raw[0] {
	case '"':
		var text string
		err := json.Unmarshal(raw, &text)
		return strings.TrimSpace(text), err
	case 'n':
		return "", nil
	case '{', '[', 't', 'f':
		return "", fmt.Errorf("%.20s is neither a text nor a number", raw)
	}
	return string(raw), nil
}
