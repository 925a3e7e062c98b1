package workers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// These constants control how the server delivers tasks.
const (
	ackWait     = 30 * time.Second // a task that is not extended is delivered again after this time
	extendEvery = 10 * time.Second // how often workers extend the tasks in play
	maxDeliver  = 5                // largest number of deliveries of a task
	maxWaiting  = 1 << 12          // requests for tasks that may wait at the server
	minPending  = 1 << 12          // delivered tasks without acknowledgement, see setPending
	keepResults = 24 * time.Hour   // results are removed after this time
)

// These constants limit the memory of the message server for headers, the descriptions of tasks
// that workers read once for many tasks. When the limit is reached, the oldest headers are
// dropped; only those of unfinished tasks are needed. A server inside the process of the run
// keeps headers in memory, others on disk.
const (
	headersInMemory = 2 * maxHeader
	headersOnDisk   = 8 * maxHeader
)

// streamConfigs returns the configurations of the three streams on the server. The stream of
// tasks is a queue that rejects new tasks when it is full. The stream of results accepts one
// result per subject and rejects all others. The stream of headers drops the oldest header when
// it is full.
func streamConfigs(storage jetstream.StorageType) []jetstream.StreamConfig {
	headers := int64(headersOnDisk)
	if storage == jetstream.MemoryStorage {
		headers = headersInMemory
	}
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
			Discard: jetstream.DiscardOld, MaxMsgsPerSubject: 1, MaxBytes: headers, MaxAge: 7 * keepResults, AllowDirect: true,
		},
	}
}

// makeStreams creates the streams and the consumer, except those that the server already has. On a
// cluster the streams have three replicas.
func makeStreams(ctx context.Context, js jetstream.JetStream, storage jetstream.StorageType) error {
	for _, c := range streamConfigs(storage) {
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

// consumerConfig returns the configuration of the consumer that all workers share. pending is the
// number of delivered tasks that may be unacknowledged.
func consumerConfig(pending int) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		MaxDeliver: maxDeliver, MaxAckPending: pending, MaxWaiting: maxWaiting,
	}
}

// fewServers contains the error codes of a server that cannot store three replicas, because the
// cluster is too small or there is no cluster.
var fewServers = []jetstream.ErrorCode{10005, 10074}

// makeStream creates a stream unless it exists. It returns an error if another program has
// created a stream of the same name.
func makeStream(ctx context.Context, js jetstream.JetStream, c jetstream.StreamConfig, storage jetstream.StorageType) error {
	there, err := js.Stream(ctx, c.Name)
	if err == nil {
		if !slices.Equal(there.CachedInfo().Config.Subjects, c.Subjects) {
			return fmt.Errorf("the server has a stream %s of another program", c.Name)
		}
		return nil
	}
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("stream %s: %w", c.Name, err)
	}
	c.Storage, c.Replicas = storage, 3
	if js.Conn().ConnectedClusterName() == "" { // three would count against the account's limit
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

// resultExists reports whether an error states that the server already has a result of the task.
func resultExists(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == 10071 || api.ErrorCode == 10164 || api.ErrorCode == 10077)
}
