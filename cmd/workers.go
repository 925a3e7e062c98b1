package cmd

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/workers"
)

// listenFor is how long the command "workers" waits for status messages of workers.
const listenFor = 1500 * time.Millisecond

func newWorkers(a *app, run func(context.Context, workerOptions) error) *cobra.Command {
	var o workerOptions
	c := &cobra.Command{
		Use:   "workers URL",
		Short: "List the connected workers",
		Long: `Lists the workers of a server: host, version, slots, finished tasks, games per second,
and the time of the last message. A run that plays games itself is listed too.`,
		Example: `  lanista workers nats://host:4222 --token-file lanista.db.token`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.options.Access.URL = args[0]
			if err := o.options.Access.Validate(); err != nil {
				return usageError(err)
			}
			return run(cmd.Context(), o)
		},
	}
	accessFlags(c.Flags(), &o.options.Access)
	a.jsonFlag(c)
	return c
}

func (a *app) workers(ctx context.Context, o workerOptions) error {
	list, err := workers.List(ctx, o.options.Access, listenFor)
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(workersDocument{o.options.Access.URL, append([]workers.Worker{}, list...), workers.Slots(list)})
	}
	return printWorkers(a.out, list)
}

type workersDocument struct {
	URL     string           `json:"url"`
	Workers []workers.Worker `json:"workers"`
	Slots   int              `json:"slots" doc:"games that the workers play at once; those that are refused play none"`
}

func printWorkers(w *term.Screen, list []workers.Worker) error {
	if len(list) == 0 {
		w.Println("no workers")
		return w.Err()
	}
	t := w.Table("worker", "host", "version", "slots", "busy", "tasks", "games/s", "last seen")
	for _, x := range list {
		host := x.Host
		if x.Own {
			host += " (the run)"
		}
		t.Row(x.ID, host, x.Build.Version, strconv.Itoa(x.Slots), strconv.Itoa(x.Busy), strconv.Itoa(x.Tasks), fmt.Sprintf("%.1f", x.Rate), fmt.Sprintf("%.1f s ago", x.LastSeen))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	playing := 0
	for _, x := range list {
		if x.Refused == "" {
			playing++
			continue
		}
		w.Println()
		w.Paragraph("%s does not play: %s", x.ID, x.Refused)
	}
	w.Printf("\n%s, %s\n", term.Counted(playing, "worker"), term.Counted(workers.Slots(list), "slot"))
	return w.Err()
}
