package serve

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"runtime"
	"sync"
	"time"

	"github.com/lanista/lanista/runs"
)

// hostName matches the host names that [Options.Hosts] may contain.
var hostName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$`)
})

// leastToken is the smallest number of characters of an access token.
const leastToken = 16

// Options configures a server.
type Options struct {
	// Program is the name of the program. Pages use it in the shell commands that they show.
	Program string
	// Catalog contains the games, presets, champions and strategies.
	Catalog runs.Catalog
	// Store is the path of the store file. The file need not exist when the server starts.
	Store string
	// StoreFlag is the flag that selects the store in the shell commands that pages show, such as
	// "--db my.db". It is "" for the default store.
	StoreFlag string
	// Hosts contains names of this server that a request may have in its Host header. The server
	// also accepts localhost and the addresses of the machine.
	Hosts []string
	// AnyAddress is true if the server listens on an address that other machines can reach. It then
	// accepts every address of the machine in the Host header of a request.
	AnyAddress bool
	// Token is the access token that every client must send. It has at least 16 characters. If it
	// is "", the server requires no token.
	Token string
	// ReadToken is a second access token. Its clients may read runs and play games, but cannot
	// start or stop runs or save anything. ReadToken requires Token; "" means that there is no
	// such token.
	ReadToken string
	// TLS is true if clients use HTTPS.
	TLS bool
	// Key is the 32-byte key that encrypts game sessions. Servers with equal keys accept each
	// other's sessions. If it is nil, the server generates a random key.
	Key []byte
	// Think is the longest time of one search of an agent, at most 10 min. A request may contain
	// several searches. A client that asks for a longer search gets this one; it is not refused.
	// 0 means 5 s.
	Think time.Duration
	// Searches is the largest number of concurrent searches. 0 means the number of processors
	// minus one, but at least 1.
	Searches int
	// Etudes is the folder with etude files (labelled positions) and the users' ratings of them.
	// If it is "", the server saves no ratings.
	Etudes string
	// Runs is the largest number of runs that the server executes concurrently for clients, at most
	// 64. If it is 0, clients cannot start runs.
	Runs int
	// RunTime is the longest time of a run that a client started. The server interrupts a longer
	// run, which can then be resumed. 0 means 12 h.
	RunTime time.Duration
	// Executable is the path of this program. The server starts it as a separate process for
	// every run of a client. It is needed if Runs is positive.
	Executable string
	// Log is called with a line of text for each internal error. It may be nil.
	Log func(line string)
}

// Validate returns an error that describes all invalid options, or nil.
func (o Options) Validate() error {
	var errs []error
	if o.Store == "" {
		errs = append(errs, errors.New("no store is given"))
	}
	errs = append(errs, o.Catalog.Games.Validate())
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
		if _, err := netip.ParseAddr(host); err != nil && !hostName().MatchString(host) {
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

// complete returns a copy of the options in which defaults replace zero values.
func (o Options) complete() Options {
	if o.Key == nil {
		o.Key = newKey()
	}
	o.Think = cmp.Or(o.Think, usualThink)
	o.RunTime = cmp.Or(o.RunTime, usualRunTime)
	o.Searches = cmp.Or(o.Searches, max(1, runtime.GOMAXPROCS(0)-1))
	return o
}

// storeFlag returns the flag that selects the store in a shell command, preceded by a space. It
// returns "" for the default store.
func (o Options) storeFlag() string {
	if o.StoreFlag == "" {
		return ""
	}
	return " " + o.StoreFlag
}

// writing returns the time limit for sending an HTTP response. It includes the time of the searches
// that a response may need, and their waiting times.
func (o Options) writing() time.Duration {
	return max(writeTimeout, mostSearches*(o.Think+maxPatience))
}

func (o Options) log(format string, args ...any) {
	if o.Log != nil {
		o.Log(fmt.Sprintf(format, args...))
	}
}

// These constants limit the sizes and times of HTTP requests and connections.
const (
	headerBytes    = 32 << 10
	bodyBytes      = 256 << 10
	largeBodyBytes = 1 << 20  // configs and etudes
	drainedBytes   = 64 << 20 // largest number of bytes that are read of a request that is too large
	headerTimeout  = 5 * time.Second
	readTimeout    = 15 * time.Second
	writeTimeout   = 30 * time.Second
	idleTimeout    = time.Minute
	connections    = 1000
)

// mostRuns is the maximum of [Options.Runs].
const mostRuns = 64

// usualRunTime is the default time limit of a run that a client starts.
const usualRunTime = 12 * time.Hour

// stopGrace is the time that the runs of clients have to stop when the server stops.
const stopGrace = 28 * time.Second

// These constants apply to [Options.Think], the longest time of a search. usualThink is its default
// and maxThink its maximum.
const (
	usualThink = 5 * time.Second
	maxThink   = 10 * time.Minute
)
