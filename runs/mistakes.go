package runs

import (
	"cmp"
	"errors"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines/external"
)

// mistakes collects the mistakes of a config, so that all of them are reported together.
type mistakes struct {
	doc    *configs.Document
	unread error // the mistakes of the parts that could not be decoded
	list   []located
	fatal  error // a program could not be started
}

// located is a mistake under a key of the config.
type located struct {
	under  string
	err    error
	placed bool // the error has its place already
}

// errReported is returned by steps of a resolution that have added their mistakes to the
// list, if the steps after them depend on what is wrong.
var errReported = errors.New("there are mistakes in the config")

// add adds a mistake under a key of the config; nil is none.
func (m *mistakes) add(under string, err error) {
	var start *external.StartError
	switch {
	case errors.As(err, &start): // no mistake of the config
		m.fatal = cmp.Or(m.fatal, error(start))
	case err != nil:
		m.list = append(m.list, located{under: under, err: err})
	}
}

// addPlaced adds a mistake that has its place already, such as one of decoding; nil is
// none.
func (m *mistakes) addPlaced(err error) {
	if err != nil {
		m.list = append(m.list, located{err: err, placed: true})
	}
}

// any reports whether a mistake was added.
func (m *mistakes) any() bool { return len(m.list) > 0 }

// err returns all mistakes as one error, each with its key and place, in the order of the
// lines; nil if there are none.
func (m *mistakes) err() error {
	placed := make([]error, len(m.list))
	for i, l := range m.list {
		if placed[i] = l.err; !l.placed {
			placed[i] = m.doc.Locate(l.under, l.err)
		}
	}
	return cmp.Or(mistake(strict.Together(m.unread, placed...)), m.fatal)
}

// fail adds a mistake and returns all of them.
func (m *mistakes) fail(under string, err error) error {
	m.add(under, err)
	return m.err()
}

// validate adds the mistakes that the options of a strategy find by themselves.
func (m *mistakes) validate(options any) {
	if validate := validator(options); validate != nil {
		m.add("strategy", validate())
	}
}
