package serve

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/jobs"
	"github.com/lanista/lanista/serve/pages"
)

// nextBody is the request body that starts a suggested next step of a run.
type nextBody struct {
	RunPath
	Body struct {
		Step  string   `json:"step" enum:"resume,continue,repeat,widen,verify,explain,labels" doc:"a step of the run's next, explain for any run with a result, or labels for a grid search: repeat it with the labels that users have stored"`
		Games int      `json:"games,omitempty" minimum:"1" doc:"of an explanation; by default 1000 for each weight, at most 40000 in total, or twice the number of the stored explanation"`
		Set   []string `json:"set,omitempty" doc:"other values for the config keys that resume, continue or verify sets, each as path=value"`
	}
}

// registerNext adds the API operation that starts a suggested next step of a run.
func (s *jobAPI) registerNext(started func(*huma.Operation)) {
	operation(s.server, http.MethodPost, "/runs/{id}/next", "Start a next step of a run (--runs only)",
		func(ctx context.Context, in *nextBody) (job, error) {
			put := make(map[string]string)
			for _, set := range in.Body.Set {
				path, value, _ := strings.Cut(set, "=")
				put[path] = value
			}
			if in.Body.Games > 0 {
				put[explainedGames] = strconv.Itoa(in.Body.Games)
			}
			return s.answer(s.starter.startNext(ctx, in.ID, runs.StepKind(in.Body.Step), put))
		}, started)
}

// explainedGames is the path under which a client can set the number of games of the step that
// explains a result.
const explainedGames = "games"

// step is a next step of a stored run that a client asks to start, with values that the client may
// have changed. See [runs.NextSteps].
type step struct {
	runs.NextStep
	rec    results.Record
	values []stepValue
}

// stepValue is a value of a next step that a client can change: a config key, or the number of
// games of an explanation.
type stepValue struct {
	path, value string
	wrong       string // why the value cannot be used; "" if it can
}

// stepOf returns the next step of the given kind for a stored run, if it is among the suggested
// ones. The step explain need not be suggested. It exists for every search and fit that has a
// result and no external program. put contains the values that the client has changed, by path,
// such as budget.games.
func (s *runStarter) stepOf(ctx context.Context, id string, kind runs.StepKind, put map[string]string) (step, error) {
	rec, err := s.server.record(ctx, id)
	one := step{rec: rec}
	if err != nil {
		return one, err
	}
	if kind == runs.ExplainStep {
		if one.rec.Result == nil || len(one.rec.Result.Weights) == 0 || one.rec.Kind != results.Evolve && one.rec.Kind != results.Fit {
			return one, newProblem(http.StatusConflict, codeConflict, "the run has no result of a search or a fit to explain")
		}
		if runs.HasPrograms(one.rec.Summary) {
			return one, newProblem(http.StatusConflict, codeConflict, "no program is started by the server; use explain RUN CONFIG at a terminal")
		}
		games := pages.Tuned{Run: pages.Run{Record: one.rec}}.ExplainTotal()
		one.NextStep = runs.NextStep{Kind: kind, Text: "measure what each weight brought", Arguments: []string{"explain", one.rec.ID, "--games", strconv.Itoa(games)}, Games: games}
		one.values = []stepValue{{path: explainedGames, value: strconv.Itoa(games)}}
	} else {
		steps := runs.NextSteps(s.server.options.Catalog, one.rec)
		i := slices.IndexFunc(steps, func(step runs.NextStep) bool { return step.Kind == kind && step.Starts() })
		if i < 0 {
			return one, newProblem(http.StatusConflict, codeConflict, "the step is not one of the run's next steps; reload the page")
		}
		one.NextStep = steps[i]
		for _, set := range steps[i].Set {
			path, value, _ := strings.Cut(set, "=")
			one.values = append(one.values, stepValue{path: path, value: value})
		}
	}
	one.change(put)
	return one, nil
}

// change sets values of the step to those of a client, and adapts the command, the number of games
// and the expected time. put contains the new values by path, such as budget.games. A value that
// cannot be set is marked as wrong.
func (s *step) change(put map[string]string) {
	s.Set, s.Arguments = slices.Clone(s.Set), slices.Clone(s.Arguments)
	for _, path := range slices.Sorted(maps.Keys(put)) {
		if !slices.ContainsFunc(s.values, func(v stepValue) bool { return v.path == path }) {
			s.values = append(s.values, stepValue{path, put[path], "the step does not set this value"})
		}
	}
	for i, v := range s.values {
		value, given := put[v.path]
		if value = strings.TrimSpace(value); !given || value == v.value {
			continue
		}
		v.wrong = s.refuse(v.path, value)
		if v.wrong == "" {
			was, now := v.path+"="+v.value, v.path+"="+value
			for _, list := range [][]string{s.Set, s.Arguments} {
				if at := slices.Index(list, was); at >= 0 {
					list[at] = now
				}
			}
			if v.path == explainedGames {
				s.Arguments[len(s.Arguments)-1] = value
			}
			if strings.HasSuffix(v.path, "games") {
				before, _ := strconv.Atoi(v.value) // refuse has checked the new value, and the old one is the server's
				after, _ := strconv.Atoi(value)
				s.Games += after - before
			}
		}
		v.value = value
		s.values[i] = v
	}
	if s.Seconds = 0; s.rec.Games > 0 && s.Games > 0 {
		s.Seconds = s.rec.Elapsed.Seconds() / float64(s.rec.Games) * float64(s.Games)
	}
}

// refuse returns the reason why a client cannot set the value at a path, or "" if the value is
// allowed. Only budgets, numbers of verification games, and the number of games of an explanation
// can be changed.
func (s *step) refuse(path, value string) string {
	least, most := 1, configs.MaxVerification
	switch path {
	case "budget.time":
		if d, err := time.ParseDuration(value); err != nil || d <= 0 {
			return fmt.Sprintf("%.40q is no duration such as 10m", value)
		}
		return ""
	case "budget.games":
		least, most = s.rec.Games+1, configs.MaxCount
	case "budget.rounds":
		least, most = s.rec.Rounds+1, configs.MaxCount
	case "verification.games", explainedGames:
	default:
		return "the value cannot be changed here"
	}
	if n, err := strconv.Atoi(value); err != nil || n < least || n > most {
		return fmt.Sprintf("%.40q is not a whole number from %d to %d", value, least, most)
	}
	return ""
}

// mistakes returns a [*problem] that lists every value of the step that cannot be used, with its
// path and the reason. It returns nil if all values can be used.
func (s *step) mistakes() error {
	var p *problem
	for _, v := range s.values {
		if v.wrong == "" {
			continue
		}
		if p == nil {
			p = newProblem(http.StatusUnprocessableEntity, codeBadRequest, v.path+": "+v.wrong)
		}
		p.Errors = append(p.Errors, mistake{"body." + v.path, v.wrong})
	}
	if p == nil {
		return nil
	}
	return p
}

// startNext adds the job of a suggested next step of a run to the queue. put contains values that
// replace those of the step, by path, such as budget.games.
func (s *runStarter) startNext(ctx context.Context, id string, kind runs.StepKind, put map[string]string) (jobs.Job, error) {
	if kind == labelsStep {
		return s.startLabelled(ctx, id)
	}
	one, err := s.stepOf(ctx, id, kind, put)
	if err := cmp.Or(err, one.mistakes()); err != nil {
		return jobs.Job{}, err
	}
	rec := one.rec
	w := jobs.Work{Verb: string(rec.Kind), Engine: rec.Engine, Strategy: rec.Strategy, Name: rec.Name, Set: one.Set}
	switch {
	case kind == runs.ExplainStep:
		w.Verb, w.Resume, w.Games = jobs.Explain, rec.ID, one.Games
	case one.Resumes():
		w.Resume = rec.ID
	default:
		w.Name, w.Preset = "", "run:"+rec.ID
	}
	return s.queue.Add(w)
}
