package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// versionDocument is the JSON output of the command "version", and the data of its text output.
type versionDocument struct {
	runs.Build
	Reads readableFormats `json:"reads"`
	Store *checkedStore   `json:"store,omitempty" doc:"the store of --check-store"`
}

// readableFormats lists what the program can read: the store formats, the formats of weights
// files and the protocol versions of external programs.
type readableFormats struct {
	Store    int      `json:"store" doc:"format of stores that are written"`
	Weights  []string `json:"weights"`
	Programs []string `json:"programs"`
}

// checkedStore describes the store that --check-store names, if this version of the program can
// read it.
type checkedStore struct {
	Path   string `json:"path"`
	Format int    `json:"format" doc:"format of the store"`
	Runs   int    `json:"runs" doc:"number of runs"`
}

func newVersion(a *app) *cobra.Command {
	var store string
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program",
		Long: `Prints the version of the program and the revision that it was built from.
With --check-store, it also prints the formats that this version reads, and fails if it cannot
read the store.`,
		Example: `  lanista version
  lanista version --check-store lanista.db`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := versionDocument{Build: runs.BuildInfo(), Reads: readableFormats{
				Store:    results.Format,
				Weights:  []string{"json", "yaml", "csv"},
				Programs: []string{"ludus/1", "uci", "xboard", "gtp", "nboard"},
			}}
			var err error
			if store != "" {
				d.Store, err = checkStore(cmd.Context(), store)
			}
			if a.json {
				if err != nil {
					return err
				}
				return a.writeJSON(d)
			}
			printVersion(a.out, a.name, d, store != "")
			return err
		},
	}
	c.Flags().StringVar(&store, "check-store", "", "also check whether this version can read the store in `FILE`")
	a.jsonFlag(c)
	return c
}

// checkStore checks whether this program can read a store. It does not change the file.
func checkStore(ctx context.Context, path string) (*checkedStore, error) {
	s, err := runs.OpenReadOnly(path)
	if err != nil {
		return nil, withExitCode(exitFailed, err) // the answer of the check
	}
	defer func() { _ = s.Close() }()
	found := checkedStore{Path: path}
	if found.Format, found.Runs, err = s.Size(ctx); err != nil {
		return nil, err
	}
	return &found, nil
}

// printVersion prints the version of the program. If reads is true, it also lists the file
// formats and protocols that the program can read.
func printVersion(w *term.Screen, program string, d versionDocument, reads bool) {
	fmt.Fprintln(w, versionLine(program, d.Build))
	if d.Lanista != "" {
		fmt.Fprintf(w, "lanista %s\n", d.Lanista)
	}
	if d.Revision != "" {
		fmt.Fprintf(w, "revision %s\n", d.Revision)
	}
	if !reads {
		return
	}
	w.Paragraph("reads stores of format %d, weights as %s, programs that speak %s",
		d.Reads.Store, strings.Join(d.Reads.Weights, ", "), strings.Join(d.Reads.Programs, ", "))
	if d.Store != nil {
		w.Paragraph("%s: readable, format %d, runs: %d", d.Store.Path, d.Store.Format, d.Store.Runs)
	}
}

func versionLine(name string, b runs.Build) string {
	return fmt.Sprintf("%s %s %s %s", name, b.Version, b.Go, b.Platform)
}
