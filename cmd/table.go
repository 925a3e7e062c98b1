package cmd

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// table prints aligned rows for a person; programs read --json.
type table struct{ w *tabwriter.Writer }

func (a *app) table(header ...string) *table {
	t := &table{tabwriter.NewWriter(a.out, 0, 8, 2, ' ', 0)}
	for i, h := range header {
		header[i] = strings.ToUpper(h)
	}
	t.row(header...)
	return t
}

func (t *table) row(cells ...string) {
	fmt.Fprintln(t.w, strings.TrimRight(strings.Join(cells, "\t"), "\t "))
}

func (t *table) flush() error { return t.w.Flush() }
