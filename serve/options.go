package serve

import (
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"runtime"
	"time"

	"github.com/lanista/lanista/runs"
)

// hostName matches the names that a server can have.
var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$`)

// leastToken is the smallest number of characters of a token.
const leastToken = 16

// Options configure a server.
type Options struct {
	// Program is the name of the program in the commands that pages show.
	Program string
	// Catalog contains the games, presets, champions and strategies.
	Catalog runs.Catalog
	// Store is the file of the runs. It need not exist yet.
	Store string
	// StoreFlag names that file in the commands that pages show, such as "--db my.db"; ""
	// if it is the default.
	StoreFlag string
	// Hosts are the names, besides localhost and the machine's addresses, that requests
	// may have in their Host header.
	Hosts []string
	// AnyAddress is true if the server listens on all addresses of the machine. Then it
	// answers requests for any of them.
	AnyAddress bool
	// Token, if not empty, is required from every client. It has at least 16 characters.
	Token string
	// ReadToken, if not empty, is another token, whose clients may look at runs and play, but
	// start, stop and save nothing. It requires Token.
	ReadToken string
	// TLS is true if clients use HTTPS.
	TLS bool
	// Key is the key of 32 bytes that seals sessions; nil is a random one. Servers with
	// the same key accept each other's sessions.
	Key []byte
	// Think is the longest time that an agent thinks for one request; 0 is 5 s.
	Think time.Duration
	// Searches is the largest number of concurrent searches; 0 is the number of processors minus
	// one, at least 1.
	Searches int
	// Etudes is the folder in which ratings of etudes are stored; "" stores none.
	Etudes string
	// Runs is the largest number of concurrent runs that clients start; if it is 0, the
	// server starts no runs.
	Runs int
	// RunTime is the longest time of such a run; 0 is 12 h. It is then interrupted, and can be
	// resumed.
	RunTime time.Duration
	// Executable is the path of this program, which executes those runs in separate
	// processes.
	Executable string
	// Log receives internal errors, one line each. It may be nil.
	Log func(line string)
}

// Validate returns all mistakes of the options.
func (o Options) Validate() error {
	var errs []error
	if o.Store == "" {
		errs = append(errs, errors.New("no store is given"))
	}
	if o.Token != "" && len(o.Token) < leastToken {
		errs = append(errs, fmt.Errorf("the token has %d characters; at least %d are needed", len(o.Token), leastToken))
	}
	switch {
	case o.ReadToken == "":
	case len(o.ReadToken) < leastToken:
		errs = append(errs, fmt.Errorf("the read-only token has %d characters; at least %d are needed", len(o.ReadToken), leastToken))
	case o.Token == "":
		errs = append(errs, errors.New("a read-only token without a token: without one, every client may do everything"))
	case o.Token == o.ReadToken:
		errs = append(errs, errors.New("the token and the read-only token are equal"))
	}
	if o.Key != nil && len(o.Key) != keySize {
		errs = append(errs, fmt.Errorf("the key has %d bytes; %d are needed", len(o.Key), keySize))
	}
	for _, host := range o.Hosts {
		if _, err := netip.ParseAddr(host); err != nil && !hostName.MatchString(host) {
			errs = append(errs, fmt.Errorf("the host %q: a name or an address is needed, without scheme and port", host))
		}
	}
	if o.Think < 0 || o.Think > maxThink {
		errs = append(errs, fmt.Errorf("%v to think: more than 0s and at most %v are possible", o.Think, maxThink))
	}
	if o.Searches < 0 {
		errs = append(errs, fmt.Errorf("%d searches at once: at least 1 is needed, or 0 for the number of processors less one", o.Searches))
	}
	switch {
	case o.Runs < 0 || o.Runs > mostRuns:
		errs = append(errs, fmt.Errorf("%d runs at once: 0 to %d", o.Runs, mostRuns))
	case o.RunTime < 0:
		errs = append(errs, fmt.Errorf("%v for a run: more than 0s is needed", o.RunTime))
	case o.Runs > 0 && o.Executable == "":
		errs = append(errs, errors.New("starting runs requires the path of the program"))
	}
	return errors.Join(errs...)
}

// complete returns the options with defaults filled in.
func (o Options) complete() Options {
	if o.Key == nil {
		o.Key = newKey()
	}
	if o.Think == 0 {
		o.Think = usualThink
	}
	if o.RunTime == 0 {
		o.RunTime = usualRunTime
	}
	if o.Searches == 0 {
		o.Searches = max(1, runtime.GOMAXPROCS(0)-1)
	}
	return o
}

// storeFlag returns the flag that names the store in a command to type, with a space
// before it; "" if the store is the default.
func (o Options) storeFlag() string {
	if o.StoreFlag == "" {
		return ""
	}
	return " " + o.StoreFlag
}

// writing returns the longest time of an answer, its thinking included.
func (o Options) writing() time.Duration { return writeTimeout + max(0, o.Think-usualThink) }

func (o Options) log(format string, args ...any) {
	if o.Log != nil {
		o.Log(fmt.Sprintf(format, args...))
	}
}

// The limits of every connection.
const (
	headerBytes    = 32 << 10
	bodyBytes      = 256 << 10
	largeBodyBytes = 1 << 20  // configs and etudes
	heardBytes     = 64 << 20 // largest number of bytes that are read of a request that is too large
	headerTimeout  = 5 * time.Second
	readTimeout    = 15 * time.Second
	writeTimeout   = 30 * time.Second
	idleTimeout    = time.Minute
	connections    = 1000
)

// mostRuns is the largest number of runs at the same time.
const mostRuns = 64

// usualRunTime is the time limit of a run that a client starts.
const usualRunTime = 12 * time.Hour

// stopGrace is the time in which the started runs may stop in order.
const stopGrace = 28 * time.Second

// The times for an agent to think.
const (
	usualThink = 5 * time.Second
	maxThink   = 10 * time.Minute
)
