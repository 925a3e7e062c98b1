package pages

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
)

// Step is a suggested next step on the page of a run, such as a longer run.
type Step struct {
	Kind, Text, Price, Command string
	// Form is the URL of the form with which a user can change the values of the step and start it.
	// It is "" if the server cannot start the step.
	Form string
}

// NewSteps returns the suggested next steps of the run with the given ID. program is the name of
// the program and store the flag that selects the store, for the shell commands on the page. If
// starts is true, the steps have forms that start them.
func NewSteps(id string, list []runs.NextStep, program, store string, starts bool) (steps []Step) {
	for _, s := range list {
		one := Step{Kind: string(s.Kind), Text: s.Text, Price: strings.Replace(s.Price(), strconv.Itoa(s.Games), evidence.Grouped(s.Games), 1), Command: s.Command(program, store)}
		query := url.Values{"step": {one.Kind}}
		switch {
		case !starts || !s.Starts():
		case s.Resumes() || s.Kind == runs.ExplainStep:
			one.Form = "/runs/" + url.PathEscape(id) + "/step?" + query.Encode()
		default: // a new run
			query.Set("run", id)
			one.Form = "/new?" + query.Encode()
		}
		steps = append(steps, one)
	}
	return steps
}

// StepForm contains the data of the form of a next step that resumes or explains a stored run.
type StepForm struct {
	ID, Called string // ID and name of the run; the name may be empty
	Step
	Values []StepValue
}

// Refused reports whether the form shows an error about a value that the user has entered.
func (f StepForm) Refused() bool {
	return slices.ContainsFunc(f.Values, func(v StepValue) bool { return v.Mistake != "" })
}

// StepValue is a form field for a value that a suggested next step of a run sets.
type StepValue struct {
	Path    string
	Label   string
	Value   string
	Mistake string // why the value cannot be used; "" if it can
}

// stepLabels maps the path of a value, such as budget.games, to the label of its form field. The
// suggested next steps of a run set these values.
var stepLabels = map[string]string{
	"budget.games":       "Games of the search, with those already played",
	"budget.rounds":      "Rounds of the search, with those already played",
	"budget.time":        "Time of the search, with the time already used",
	"verification.games": "Games of the verification",
	"games":              "Games for all weights together",
}

// NewStepValue returns the form field for a value that a suggested next step of a run sets.
func NewStepValue(path, value, mistake string) StepValue {
	return StepValue{Path: path, Label: cmp.Or(stepLabels[path], path), Value: value, Mistake: mistake}
}
