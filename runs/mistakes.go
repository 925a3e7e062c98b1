package runs

import (
	"cmp"
	"errors"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines/external"
)

// mistakes collects the mistakes in a config, so that all of them can be reported together.
type mistakes struct {
	doc    *configs.Document
	unread error // mistakes of the parts that could not be decoded
	list   []located
	fatal  error // error of a program that could not be started
}

// located is a mistake in a config with the key that it belongs to.
type located struct {
	under  string
	err    error
	placed bool // the error already contains its place in the file
}

// errReported stops the processing of a config after mistakes that later steps depend on. The
// mistakes themselves have already been added to the list.
var errReported = errors.New("there are mistakes in the config")

// add adds err, a mistake, under the given config key. It ignores a nil error. A mistake in the
// section of a program is added under the key of that section, wherever the program was started. The
// error of a program that could not be started is no mistake of the config; the method err returns it
// if there are no mistakes.
func (m *mistakes) add(under string, err error) {
	var start *external.StartError
	var section *external.ConfigError
	switch {
	case errors.As(err, &section):
		m.list = append(m.list, located{under: "programs." + section.Program, err: section.Err})
	case errors.As(err, &start): // no mistake of the config
		m.fatal = cmp.Or(m.fatal, error(start))
	case err != nil:
		m.list = append(m.list, located{under: under, err: err})
	}
}

// addPlaced adds err, a mistake that already contains its place in the config, such as a decoding
// error. It ignores a nil error.
func (m *mistakes) addPlaced(err error) {
	if err != nil {
		m.list = append(m.list, located{err: err, placed: true})
	}
}

func (m *mistakes) any() bool { return len(m.list) > 0 }

// err returns all mistakes as one error. Each has its key and place, and the mistakes are sorted by
// line. If there are none, err returns the error of a program that could not be started, or nil.
func (m *mistakes) err() error {
	placed := make([]error, len(m.list))
	for i, l := range m.list {
		if placed[i] = l.err; !l.placed {
			placed[i] = m.doc.Locate(l.under, l.err)
		}
	}
	return cmp.Or(mistake(strict.Together(m.unread, placed...)), m.fatal)
}

func (m *mistakes) fail(under string, err error) error {
	m.add(under, err)
	return m.err()
}

// validate adds the mistakes that the Validate method of some options returns.
func (m *mistakes) validate(options any) {
	if validate := validator(options); validate != nil {
		m.add("strategy", validate())
	}
}
