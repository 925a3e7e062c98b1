package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

type runsOptions struct {
	run string // "" for all
	db  string
}

func newRuns(a *app, run func(context.Context, runsOptions) error) *cobra.Command {
	var o runsOptions
	c := &cobra.Command{
		Use:   "runs [RUN]",
		Short: "List the stored runs, or show one",
		Example: `  lanista runs
  lanista runs last --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.run = args[0]
			}
			return run(cmd.Context(), o)
		},
	}
	storeFlag(c.Flags(), &o.db)
	a.jsonFlag(c)
	c.ValidArgsFunction = a.completeRuns(&o.db)
	return c
}

func (a *app) runs(ctx context.Context, o runsOptions) error {
	if o.run == "" {
		return a.listRuns(ctx, o.db)
	}
	return a.showRun(ctx, o.db, o.run)
}

// completeRuns offers the ids of the stored runs.
func (a *app) completeRuns(db *string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		store, err := results.OpenReadOnly(*db)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		defer func() { _ = store.Close() }()
		list, err := store.Runs(cmd.Context())
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		ids := []string{"last"}
		for _, r := range list {
			ids = append(ids, r.ID)
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
}

type runJSON struct {
	Run         string             `json:"run"`
	Kind        string             `json:"kind"`
	Name        string             `json:"name,omitempty"`
	Engine      string             `json:"engine"`
	Strategy    string             `json:"strategy,omitempty"`
	Seed        uint64             `json:"seed"`
	Status      string             `json:"status"`
	Started     time.Time          `json:"started"`
	Ended       *time.Time         `json:"ended,omitempty"`
	Generations int                `json:"generations"`
	Games       int                `json:"games"`
	Rating      *results.Float     `json:"rating,omitempty"`
	Interval    *results.Interval  `json:"interval,omitempty"`
	Against     string             `json:"against,omitempty"`
	Verdict     *results.Verdict   `json:"verdict"`
	Tags        []string           `json:"tags,omitempty"`
	Note        string             `json:"note,omitempty"`
	Version     string             `json:"version"`
	Host        string             `json:"host"`
	Config      string             `json:"config,omitempty"`
	Best        *bestWeights       `json:"best,omitempty"`
	Standings   []results.Standing `json:"standings,omitempty"`
	History     []generationLine   `json:"history,omitempty"`
}

type bestWeights struct {
	Name    string        `json:"name,omitempty"`
	Weights *orderedJSON  `json:"weights"`
	Fitness results.Float `json:"fitness"`
}

type generationLine struct {
	Generation  int      `json:"generation"`
	Games       int      `json:"games"`
	BestFitness *float64 `json:"best_fitness"`
	MeanFitness *float64 `json:"mean_fitness"`
	Forfeits    int      `json:"forfeits,omitempty"`
}

func summaryJSON(s results.Summary) runJSON {
	r := runJSON{
		Run: s.ID, Kind: string(s.Kind), Name: s.Name, Engine: s.Engine, Strategy: s.Strategy, Seed: s.Seed,
		Status: string(s.Status), Started: s.Started, Generations: s.Rounds, Games: s.Games, Version: s.Version, Host: s.Host,
		Verdict: s.Verdict(), Tags: s.Tags, Note: s.Note,
	}
	if !s.Ended.IsZero() {
		r.Ended = &s.Ended
	}
	if s.Answer != nil && s.Answer.Rating != nil {
		rating := s.Answer.Rating
		r.Rating, r.Interval, r.Against = &rating.Elo, &rating.Interval, rating.Against
	}
	return r
}

func (a *app) listRuns(ctx context.Context, db string) error {
	store, err := openToRead(db)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	list, err := store.Runs(ctx)
	if err != nil {
		return err
	}
	if a.json {
		out := make([]runJSON, 0, len(list))
		for _, s := range list {
			out = append(out, summaryJSON(s))
		}
		return a.writeJSON(out)
	}
	if len(list) == 0 {
		fmt.Fprintln(a.out, "no runs yet; try: lanista evolve risk")
		return nil
	}
	t := a.table("run", "kind", "engine", "strategy", "status", "generations", "games", "elo", "started", "name")
	for _, s := range list {
		t.row(s.ID, string(s.Kind), s.Engine, s.Strategy, string(s.Status), strconv.Itoa(s.Rounds), strconv.Itoa(s.Games),
			ratingText(s), s.Started.Local().Format("2006-01-02 15:04"), s.Name)
	}
	return t.flush()
}

func ratingText(s results.Summary) string {
	if s.Answer == nil || s.Answer.Rating == nil {
		return "-"
	}
	r := s.Answer.Rating
	return fmt.Sprintf("%+.0f [%+.0f, %+.0f] over %s", r.Elo, r.Interval.Low, r.Interval.High, r.Against)
}

// openToRead opens a store to look at, and says how to get one where there is
// none.
func openToRead(db string) (*results.Store, error) {
	store, err := results.OpenReadOnly(db)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, noStore(db)
	}
	return store, err
}

// record reads one run of a store.
func record(ctx context.Context, db, id string) (results.Record, error) {
	rec, err := runs.Record(ctx, db, id)
	if errors.Is(err, fs.ErrNotExist) {
		err = noStore(db)
	}
	return rec, err
}

// noStore says how to get a store where there is none.
func noStore(db string) error {
	return fmt.Errorf("there is no store %s yet; 'lanista evolve CONFIG' makes one, and --db names another", db)
}
