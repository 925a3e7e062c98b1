package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	enginefiles "github.com/lanista/lanista/engines/files"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/runs"
)

type importOptions struct {
	file, output string
	limit        engines.Limit
	options      runs.ImportOptions
}

func newConfigImport(_ *app, run func(context.Context, importOptions) error) *cobra.Command {
	var o importOptions
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Convert a tune of weather-factory, OpenBench or fishtest to a config",
		Long:  longHelp("config-import"),
		Args:  cobra.ExactArgs(1),
	}
	f := c.Flags()
	f.StringVar(&o.options.Command, "command", "", "the engine's executable and its arguments, as one `TEXT` (default: of cutechess.json, or ./engine)")
	f.Var(limitValue(&o.limit, "LIMIT", engines.ParseLimit), "limit", "limit of every move, such as \"nodes 20000\" (default: of cutechess.json, or clock 8s+80ms)")
	f.Var(countValue(&o.options.Games), "games", "number of games of the tune (default 20000)")
	f.StringVarP(&o.output, "output", "o", "", "`FILE` to write; standard output if absent or -")
	return runsWith(c, &o, run, &o.file)
}

// configImport prints a config that corresponds to a file of another tuner. If the file belongs to
// weather-factory, it also reads spsa.json and cutechess.json in the same folder.
func (a *app) configImport(_ context.Context, o importOptions) error {
	text, err := enginefiles.Read(o.file)
	if err != nil {
		return usageError(err)
	}
	folder := filepath.Dir(o.file)
	for name, to := range map[string]*[]byte{"spsa.json": &o.options.Schedule, "cutechess.json": &o.options.Match} {
		if *to, err = enginefiles.Read(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return usageError(err)
		}
	}
	o.options.Source = filepath.Base(o.file)
	if folder != "." {
		o.options.Folder = filepath.ToSlash(folder) + "/"
	}
	if o.limit != (engines.Limit{}) {
		o.options.Limit = o.limit.String()
	}
	o.options.Warning = a.say
	config, err := runs.ImportTuning(text, o.options)
	if err != nil {
		return err
	}
	if o.output == "" || o.output == "-" {
		_, err = fmt.Fprint(a.out, config)
		return err
	}
	return files.Write(o.output, []byte(config))
}
