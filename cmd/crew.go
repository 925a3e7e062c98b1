package cmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/lanista/lanista/crew"
	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/workers"
)

// accessFlags adds --token-file, --creds and --tls-ca.
func accessFlags(f *pflag.FlagSet, o *workers.Access) {
	f.StringVar(&o.TokenFile, "token-file", "", "`FILE` with the token that workers must know; only its owner may be able to read it")
	f.StringVar(&o.Credentials, "creds", "", "`FILE` of NATS credentials, for a cluster that asks for them")
	f.StringVar(&o.CA, "tls-ca", "", "`FILE` of CA certificates (PEM) that the server's certificate is checked with")
}

// crewFlags adds --workers and the flags about workers in other processes.
func crewFlags(f *pflag.FlagSet, o *crew.Options, workers *int) {
	workersFlag(f, workers)
	f.Lookup("workers").Value = slotsValue(workers, 0)
	f.StringVar(&o.Listen, "listen", "", "accept workers on other machines at `HOST:PORT` (start 'lanista worker' there)")
	f.Var(slotsValue(&o.Local, 0), "local-workers", "`N` worker processes on this machine play in place of this one")
	f.StringVar(&o.URL, "nats", "", "play with the workers of a NATS cluster at `URL,URL,...`")
	accessFlags(f, &o.Access)
	f.StringVar(&o.Cert, "tls-cert", "", "with --listen: `FILE` with a certificate (PEM)")
	f.StringVar(&o.Key, "tls-key", "", "with --listen: `FILE` with the key of the certificate (PEM)")
	f.BoolVar(&o.Insecure, "insecure", false, "with --listen: no TLS even beyond this machine, for a network that you trust")
	f.Float64Var(&o.Verify, "verify-workers", 0.01, "`SHARE` of the tasks that two workers play, to compare their results")
}

// completeCrew checks what was typed. Where local workers play, this process does not,
// unless --workers asks for it.
func completeCrew(o *crew.Options, f *pflag.FlagSet, own *int, db string) error {
	switch {
	case !o.Asked() && *own == 0:
		return usageErrorf("--workers 0: a whole number of at least 1 is needed, or --listen, --local-workers or --nats")
	case !o.Asked():
		for _, name := range []string{"token-file", "creds", "tls-ca", "tls-cert", "tls-key", "insecure", "verify-workers"} {
			if f.Changed(name) {
				return usageErrorf("--%s goes with --listen, --local-workers or --nats", name)
			}
		}
		o.Verify = 0
		return nil
	case o.URL == "" && o.Credentials != "":
		return usageErrorf("--creds goes with --nats")
	case o.URL != "" && (o.Cert != "" || o.Key != "" || o.Insecure):
		return usageErrorf("--tls-cert, --tls-key and --insecure go with --listen")
	}
	o.Slots = *own
	if o.Local > 0 && !f.Changed("workers") {
		o.Slots = 0
	}
	if *own == 0 { // what is played before the run begins is played here
		*own = 1
	}
	if o.Listen != "" && o.URL == "" && o.TokenFile == "" {
		o.TokenFile = db + ".token"
	}
	return usageError(o.Validate())
}

// hire lets others play for a run, and shows beside its progress how many there are.
func (a *app) hire(ctx context.Context, o crew.Options, p *terminal.Progress) (*crew.Crew, error) {
	host := crew.Host{Program: a.name, Games: a.catalog.Games, Say: a.say}
	if !a.noProgress {
		host.News = a.say
	}
	c, err := crew.Hire(ctx, o, host)
	if c != nil {
		p.Beside(c.String)
	}
	return c, err
}
