package summary

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/workers"
)

// Workers lists who plays for the runs of a server.
func (w Writer) Workers(list []workers.Worker) error {
	if len(list) == 0 {
		w.Println("no workers")
		return w.Err()
	}
	t := w.Table("host", "version", "slots", "busy", "tasks", "games/s", "heard")
	for _, x := range list {
		host := x.Host
		if x.Own {
			host += " (the run)"
		}
		t.Row(host, x.Build.Version, strconv.Itoa(x.Slots), strconv.Itoa(x.Busy), strconv.Itoa(x.Tasks), fmt.Sprintf("%.1f", x.Rate), fmt.Sprintf("%.1f s ago", x.Heard))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, x := range list {
		if x.Refused != "" {
			w.Printf("\n%s does not play: %s\n", x.Host, x.Refused)
		}
	}
	w.Printf("\n%s, %s\n", terminal.Counted(len(list), "worker"), terminal.Counted(workers.Slots(list), "slot"))
	return w.Err()
}
