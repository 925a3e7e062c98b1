//go:build !nobroker

package workers

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// How tasks are delivered.
const (
	ackWait     = 30 * time.Second // without a sign of life a task is delivered again
	signOfLife  = 10 * time.Second // between two signs of life, at least
	maxDeliver  = 5
	maxWaiting  = 1 << 12 // pulls
	minPending  = 1 << 12 // tasks that may be held at once, at least twice the slots
	keepResults = 24 * time.Hour
)

// dial connects with a server, which then may go away and come back.
func dial(a Access, name string, more ...nats.Option) (*nats.Conn, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	options := []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2),
		nats.ReconnectWait(500 * time.Millisecond), nats.ReconnectJitter(200*time.Millisecond, 500*time.Millisecond),
		nats.ReconnectBufSize(64 << 10), nats.IgnoreAuthErrorAbort(),
	}
	if a.TokenFile != "" {
		token, err := readToken(a.TokenFile)
		if err != nil {
			return nil, err
		}
		options = append(options, nats.Token(token))
	}
	if a.Credentials != "" {
		options = append(options, nats.UserCredentials(a.Credentials))
	}
	if a.CA != "" {
		pool := x509.NewCertPool()
		data, err := os.ReadFile(a.CA)
		if err != nil {
			return nil, err
		}
		pool.AppendCertsFromPEM(data)
		options = append(options, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	return nats.Connect(a.URL, append(options, more...)...)
}

// dialUntil is dial given up when a context ends, also by a host that takes the connection
// and says nothing. What is connected stays when the context ends later.
func dialUntil(ctx context.Context, a Access, name string, more ...nats.Option) (*nats.Conn, error) {
	dialing, giveUp := context.WithCancel(context.Background())
	stay := context.AfterFunc(ctx, giveUp)
	defer stay()
	conn, err := dial(a, name, append(more, nats.SetCustomDialer(until(dialing)), nats.SkipHostLookup())...)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return conn, err
}

// dialer opens connections.
type dialer func(network, address string) (net.Conn, error)

// Dial opens a connection.
func (d dialer) Dial(network, address string) (net.Conn, error) { return d(network, address) }

// until opens connections that end with a context, also while they are being opened.
func until(ctx context.Context) dialer {
	return func(network, address string) (net.Conn, error) {
		in := net.Dialer{Timeout: nats.DefaultTimeout}
		conn, err := in.DialContext(ctx, network, address)
		if err == nil {
			context.AfterFunc(ctx, func() { _ = conn.Close() })
		}
		return conn, err
	}
}

// streamConfigs are the streams: a queue of tasks that pushes back when it is full,
// results of which a subject takes one and no second, and headers.
func streamConfigs() []jetstream.StreamConfig {
	return []jetstream.StreamConfig{
		{
			Name: tasksStream, Subjects: []string{"lanista.*.task.>"}, Retention: jetstream.WorkQueuePolicy,
			Discard: jetstream.DiscardNew, MaxBytes: 1 << 29, Duplicates: 2 * time.Minute,
		},
		{
			Name: resultsStream, Subjects: []string{"lanista.*.result.>"}, Retention: jetstream.LimitsPolicy,
			Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1,
			MaxBytes: 1 << 30, MaxAge: keepResults, AllowDirect: true,
		},
		{
			Name: headersStream, Subjects: []string{"lanista.*.header.>"}, Retention: jetstream.LimitsPolicy,
			Discard: jetstream.DiscardOld, MaxMsgsPerSubject: 1, MaxBytes: 1 << 29, MaxAge: 7 * keepResults, AllowDirect: true,
		},
	}
}

// makeStreams makes what the server must have, and leaves what it has. On a cluster
// the streams have three replicas.
func makeStreams(ctx context.Context, js jetstream.JetStream, storage jetstream.StorageType) error {
	for _, c := range streamConfigs() {
		if err := makeStream(ctx, js, c, storage); err != nil {
			return err
		}
	}
	if _, err := js.Consumer(ctx, tasksStream, consumerName); err == nil {
		return nil
	}
	if _, err := js.CreateOrUpdateConsumer(ctx, tasksStream, consumerConfig(minPending)); err != nil {
		return fmt.Errorf("consumer %s: %w", consumerName, err)
	}
	return nil
}

// consumerConfig is how all workers together are given tasks, of which they may hold
// so many.
func consumerConfig(pending int) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		MaxDeliver: maxDeliver, MaxAckPending: pending, MaxWaiting: maxWaiting,
	}
}

// fewServers are the codes of a server that cannot keep three replicas: there are not
// enough, or it stands alone.
var fewServers = []jetstream.ErrorCode{10005, 10074}

// makeStream makes one stream, unless it is there.
func makeStream(ctx context.Context, js jetstream.JetStream, c jetstream.StreamConfig, storage jetstream.StorageType) error {
	there, err := js.Stream(ctx, c.Name)
	if err == nil {
		if !slices.Equal(there.CachedInfo().Config.Subjects, c.Subjects) {
			return fmt.Errorf("the server has a stream %s that is not ours", c.Name)
		}
		return nil
	}
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("stream %s: %w", c.Name, err)
	}
	c.Storage, c.Replicas = storage, 3
	if js.Conn().ConnectedClusterName() == "" { // it would count three against the account's limit
		c.Replicas = 1
	}
	var refusal *jetstream.APIError
	if _, err = js.CreateStream(ctx, c); errors.As(err, &refusal) && slices.Contains(fewServers, refusal.ErrorCode) {
		c.Replicas = 1
		_, err = js.CreateStream(ctx, c)
	}
	if err != nil {
		return fmt.Errorf("stream %s: %w", c.Name, err)
	}
	return nil
}

// refused reports whether the server has refused a result because there is one.
func refused(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == 10071 || api.ErrorCode == 10164 || api.ErrorCode == 10077)
}
