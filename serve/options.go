package serve

import (
	"errors"
	"fmt"
	"time"

	"github.com/lanista/lanista/runs"
)

// leastToken is how many characters a token has at least.
const leastToken = 16

// Options say what is served, and to whom.
type Options struct {
	// Program is what a person types; commands that pages show begin with it.
	Program string
	// Catalog is what runs find by name.
	Catalog runs.Catalog
	// Store is the file of the runs. There may be none yet.
	Store string
	// Hosts are names besides localhost and the machine's addresses that a
	// request may be for.
	Hosts []string
	// AnyAddress says that the server listens on all addresses of the machine, so
	// that requests for any of them are answered.
	AnyAddress bool
	// Token, when not empty, is what a client must know. It has at least 16
	// characters.
	Token string
	// TLS says that clients speak HTTPS.
	TLS bool
	// Log is told, in a line, of what went wrong inside the server. It may be nil.
	Log func(line string)
}

// Validate returns what is wrong with the options, all of it.
func (o Options) Validate() error {
	var errs []error
	if o.Store == "" {
		errs = append(errs, errors.New("a store is needed"))
	}
	if o.Token != "" && len(o.Token) < leastToken {
		errs = append(errs, fmt.Errorf("the token has %d characters; at least %d are needed", len(o.Token), leastToken))
	}
	return errors.Join(errs...)
}

func (o Options) log(format string, args ...any) {
	if o.Log != nil {
		o.Log(fmt.Sprintf(format, args...))
	}
}

// The limits of every connection.
const (
	headerBytes    = 32 << 10
	bodyBytes      = 256 << 10
	largeBodyBytes = 1 << 20 // configs and etudes
	headerTimeout  = 5 * time.Second
	readTimeout    = 15 * time.Second
	writeTimeout   = 30 * time.Second
	idleTimeout    = time.Minute
	connections    = 1000
)
