package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/project"
	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

type initOptions struct {
	project project.Options
	given   map[string]bool // names of the options that the user gave: flags, and "name"
}

func newInit(a *app, run func(context.Context, initOptions) error) *cobra.Command {
	o := initOptions{project: project.Options{Kind: project.Game, Language: project.Go, Seats: 2, Program: a.name}}
	c := &cobra.Command{
		Use:   "init [NAME]",
		Short: "Write a new game or bot to start from",
		Long:  longHelp("init"),
		Example: `  lanista init hex
  lanista init yacht --seats 1 --chance --language python
  lanista init mybot --kind bot --language javascript`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.given = make(map[string]bool)
			for _, flag := range []string{"kind", "language", "seats", "chance"} {
				o.given[flag] = cmd.Flags().Changed(flag)
			}
			if len(args) > 0 {
				o.project.Folder, o.given["name"] = filepath.Clean(args[0]), true
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(choiceValue(&o.project.Kind, project.Kinds()...), "kind", "game (a new game with players) or bot (a program that plays Othello)")
	f.Var(choiceValue(&o.project.Language, project.Languages()...), "language", strings.Join(texts(project.Languages()), ", "))
	f.Var(wholeValue(&o.project.Seats, 1, engines.MaxSeats), "seats", "players of a game")
	f.BoolVar(&o.project.Chance, "chance", false, "the game has dice")
	a.jsonFlag(c)
	return c
}

// initResult is the output of the command "init", which creates a project folder. Its fields are
// also the JSON document.
type initResult struct {
	Folder   string   `json:"folder"`
	Files    []string `json:"files"`
	Commands []string `json:"commands"` // commands to type in the folder
}

// init creates the files of a new project. If standard input is a terminal, it asks for the options
// that were not given.
func (a *app) init(ctx context.Context, o initOptions) error {
	if term.Interactive(a.in, a.env) && !a.json {
		if err := a.askProject(ctx, &o); err != nil {
			return err
		}
	}
	switch {
	case o.project.Folder == "":
		return usageErrorf("init takes the NAME of a new folder, as in %s init hex", a.name)
	case o.project.Kind == project.Bot && (o.given["seats"] || o.given["chance"]):
		return usageErrorf("--seats and --chance describe a game; omit them with --kind bot")
	case o.project.Kind == project.Bot && !slices.Contains(a.catalog.Games.Names(), "othello"):
		return usageErrorf("--kind bot: a bot plays Othello, which %s does not have; use lanista init", a.name)
	}
	if err := o.project.Check(append(runs.ReservedNames(), a.catalog.Games.Names()...)); err != nil {
		return usageError(err)
	}
	files, err := project.Files(o.project)
	if err != nil {
		return err
	}
	var exist *project.ExistError
	switch err := project.Write(o.project.Folder, files); {
	case errors.As(err, &exist):
		return usageError(err)
	case err != nil:
		return err
	}
	r := initResult{Folder: o.project.Folder, Commands: append([]string{"cd " + runs.ShellWord(o.project.Folder)}, o.project.Commands()...)}
	for _, f := range files {
		r.Files = append(r.Files, filepath.Join(o.project.Folder, f.Path))
	}
	if a.json {
		return a.writeJSON(r)
	}
	return printNewProject(a.out, r)
}

// printNewProject prints the files of a new project and the commands that the user should type
// next.
func printNewProject(w *term.Screen, r initResult) error {
	w.Paragraph("Wrote %s", strings.Join(r.Files, ", "))
	w.Println("\nNext:")
	for _, command := range r.Commands {
		w.Printf("  %s\n", command)
	}
	return w.Err()
}

// askProject asks the user for the project options that were not given. An empty answer means the
// default, which is shown in brackets.
func (a *app) askProject(ctx context.Context, o *initOptions) error {
	q := questions{ctx: ctx, in: term.Lines(ctx, a.in), out: a.err}
	if !o.given["name"] {
		q.ask("Name of the game or bot, and of its folder", "", func(text string) error {
			o.project.Folder = filepath.Clean(text)
			named := project.Options{Folder: o.project.Folder, Kind: project.Game, Language: project.Go, Seats: 1} // the name alone is checked
			return named.Check(nil)
		})
	}
	if !o.given["kind"] {
		q.ask("A new game, or a bot that plays Othello? (game, bot)", string(o.project.Kind), choiceValue(&o.project.Kind, project.Kinds()...).Set)
	}
	if !o.given["language"] {
		q.ask("Language ("+strings.Join(texts(project.Languages()), ", ")+")", string(o.project.Language), choiceValue(&o.project.Language, project.Languages()...).Set)
	}
	if o.project.Kind == project.Game && !o.given["seats"] {
		q.ask(fmt.Sprintf("Players of a game (1 to %d)", engines.MaxSeats), strconv.Itoa(o.project.Seats), wholeValue(&o.project.Seats, 1, engines.MaxSeats).Set)
	}
	if o.project.Kind == project.Game && !o.given["chance"] {
		q.ask("Does it have dice? (yes, no)", "no", func(text string) error {
			switch strings.ToLower(text) {
			case "yes", "y":
				o.project.Chance = true
			case "no", "n":
				o.project.Chance = false
			default:
				return fmt.Errorf("%q is not yes or no", text)
			}
			return nil
		})
	}
	return q.err
}

// questions asks the user questions at a terminal. After the first error, which is stored in err,
// it asks none. The end of ctx counts as an error.
type questions struct {
	ctx context.Context
	in  <-chan term.Line
	out *term.Screen
	err error
}

// ask repeats a question until read accepts the answer. An empty answer means preset.
func (q *questions) ask(question, preset string, read func(string) error) {
	if preset != "" {
		question += " [" + preset + "]"
	}
	for q.err == nil {
		q.out.Print(term.Fitted(question+": ", q.out.Width()))
		select {
		case <-q.ctx.Done():
			fmt.Fprintln(q.out)
			q.err = q.ctx.Err()
		case line := <-q.in:
			if line.Err != nil {
				fmt.Fprintln(q.out)
				q.err = usageErrorf("no answer; use the flags of init instead")
				return
			}
			text := cmp.Or(line.Text, preset)
			if text == "" {
				continue
			}
			err := read(text)
			if err == nil {
				return
			}
			q.out.Paragraph("%v", err)
		}
	}
}
