package runs

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines/external"
)

// mistakes collects the mistakes in a config, so that all of them can be reported together.
type mistakes struct {
	doc    *configs.Document
	unread error // mistakes of the parts that could not be decoded when the config was read
	later  error // mistakes of a part, such as the strategy, that was decoded later
	list   []located
	fatal  error // error of a program that could not be started
}

// located is a mistake in a config with the key that it belongs to.
type located struct {
	under  string
	err    error
	placed bool // the error already contains its place in the file
}

// errReported is returned if mistakes in a config make further processing impossible. These
// mistakes have already been added to a list.
var errReported = errors.New("there are mistakes in the config")

// add adds the mistake err under the given config key. A mistake in the section of a program is
// added under the key of that section instead. A nil error is ignored. If err reports that a
// program could not be started, add stores it separately: the method err returns it if there are no
// mistakes.
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

// addPlaced adds err, a mistake that already contains its place in the config. It ignores a nil error.
func (m *mistakes) addPlaced(err error) {
	if err != nil {
		m.list = append(m.list, located{err: err, placed: true})
	}
}

// addDecoded adds err, an error of decoding a part of the config. Later mistakes under the same key
// are not reported, because the user's value is unknown. A nil error is ignored.
func (m *mistakes) addDecoded(err error) { m.later = errors.Join(m.later, err) }

// any reports whether there are mistakes. It ignores those in the field unread, which were found
// when the config was first read.
func (m *mistakes) any() bool { return len(m.list) > 0 || m.later != nil }

// about reports whether a mistake is about the given config key or a key below it.
func (m *mistakes) about(key string) bool {
	below := func(path string) bool {
		return path == key || strings.HasPrefix(path, key+".") || strings.HasPrefix(path, key+"[")
	}
	return slices.ContainsFunc(m.list, func(l located) bool { return below(l.under) }) ||
		slices.ContainsFunc(strict.All(errors.Join(m.unread, m.later)), func(e *strict.Error) bool { return below(e.Key) })
}

// err returns all mistakes as one error, with their keys and places, sorted by line. If there are
// none, it returns the error of a program that could not be started, or nil.
func (m *mistakes) err() error {
	placed := make([]error, len(m.list))
	for i, l := range m.list {
		if placed[i] = l.err; !l.placed {
			placed[i] = m.doc.Locate(l.under, l.err)
		}
	}
	return cmp.Or(mistake(strict.Together(errors.Join(m.unread, m.later), placed...)), m.fatal)
}

func (m *mistakes) fail(under string, err error) error {
	m.add(under, err)
	return m.err()
}

// validate calls the Validate method of a strategy's options, if they have one, and adds the
// mistakes that it returns.
func (m *mistakes) validate(options any) {
	if validate := validator(options); validate != nil {
		m.add("strategy", validate())
	}
}
