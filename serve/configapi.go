package serve

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// preset is a config that is embedded in the program.
type preset struct {
	Name   string `json:"name"`
	Title  string `json:"title" doc:"description in one sentence"`
	Config string `json:"config,omitempty" doc:"text in YAML; only for a single preset"`
}

// presetList is the response that lists the presets: the configs embedded in the program.
type presetList struct {
	OK      bool     `json:"ok"`
	Presets []preset `json:"presets"`
}

type presetPath struct {
	Name string `path:"name" example:"risk-quick"`
}

type configBody struct {
	Body struct {
		Config string            `json:"config" doc:"text in YAML; it must not name files" example:"{preset: risk-quick, seed: 2}"`
		Set    []string          `json:"set,omitempty" doc:"changed values, each as path=value"`
		Put    map[string]string `json:"put,omitempty" doc:"values to write into the text, by path, such as seed or budget.games; the empty text removes the key"`
	}
}

// configChecked is the response to a request that checks a config. It contains the mistakes, or
// the plan of the run if there are none.
type configChecked struct {
	OK           bool            `json:"ok"`
	Errors       []configMistake `json:"errors"`
	Verb         string          `json:"verb,omitempty" doc:"command that runs the config"`
	Engine       string          `json:"engine,omitempty"`
	Strategy     string          `json:"strategy,omitempty"`
	Games        *int            `json:"games,omitempty" doc:"games of the search or the tournament; absent if unknown"`
	Points       *int            `json:"points,omitempty" doc:"points of a grid search"`
	Verification int             `json:"verification_games,omitempty" doc:"games of the verification of a search"`
	Checkpoints  int             `json:"checkpoint_games,omitempty" doc:"games of the checkpoints and of the result against itself, at most"`
	Resolves     *float64        `json:"resolves,omitempty" doc:"the difference in Elo that a match of the verification, or the games of one agent of a tournament, show with a probability of one half"`
	Notes        []string        `json:"notes,omitempty" doc:"sentences about the config without a full stop, such as which weights of an agent are missing or which keys have no effect"`
	Resolved     string          `json:"resolved,omitempty" doc:"the config in YAML with its defaults filled in, but for the default of budget.games in a search"`
	Command      string          `json:"command,omitempty" doc:"command that runs the config saved as config.yaml"`
	Config       string          `json:"config,omitempty" doc:"the text with the values of put"`
}

type configMistake struct {
	Line    int    `json:"line" doc:"line in the text, from 1; 0 if unknown"`
	Key     string `json:"key" doc:"path of the key, such as agents[2].settings.depth"`
	Message string `json:"message"`
	unread  bool   // the value of a form field is not YAML, so that the text does not have it
}

// place returns the line and the key of a config mistake as text, such as "body.config line 4:
// budget.games".
func (m configMistake) place() string {
	switch {
	case m.Line > 0 && m.Key != "":
		return fmt.Sprintf("body.config line %d: %s", m.Line, m.Key)
	case m.Line > 0:
		return fmt.Sprintf("body.config line %d", m.Line)
	case m.Key != "":
		return "body.config: " + m.Key
	}
	return "body.config"
}

// configAPI serves the API operations for presets, champions (the weights embedded in the
// program) and configs.
type configAPI struct{ server *Server }

func (s *configAPI) register() {
	operation(s.server, http.MethodGet, "/presets", "Presets", func(context.Context, *struct{}) (presetList, error) {
		return presetList{true, s.presets()}, nil
	})
	operation(s.server, http.MethodGet, "/presets/{name}", "A preset", func(_ context.Context, in *presetPath) (preset, error) {
		text, err := s.server.options.Catalog.Configs().Get(in.Name)
		if err != nil {
			return preset{}, notFound(err.Error())
		}
		return preset{in.Name, s.server.options.Catalog.Configs().Title(in.Name), string(text)}, nil
	})
	operation(s.server, http.MethodGet, "/champions", "Champions: weights that ship, with their evidence", func(context.Context, *struct{}) (championList, error) {
		return s.champions()
	})
	operation(s.server, http.MethodPost, "/configs/check", "Check a config: its mistakes, or its plan", s.checkConfig,
		func(op *huma.Operation) { op.MaxBodyBytes = largeBodyBytes })
}

func (s *configAPI) presets() (list []preset) {
	all := s.server.options.Catalog.Configs()
	for _, name := range all.Names() {
		list = append(list, preset{Name: name, Title: all.Title(name)})
	}
	return list
}

func (s *configAPI) checkConfig(ctx context.Context, in *configBody) (configChecked, error) {
	out := configChecked{Errors: []configMistake{}}
	text := in.Body.Config
	for _, path := range slices.Sorted(maps.Keys(in.Body.Put)) {
		changed, err := []byte(text), error(nil)
		if value := in.Body.Put[path]; strings.TrimSpace(value) == "" {
			changed, err = strict.Remove(changed, path)
		} else {
			changed, err = strict.Put(changed, path, value)
		}
		if err != nil {
			out.Errors = append(out.Errors, configMistake{Key: path, Message: err.Error(), unread: true})
			continue
		}
		text = string(changed)
	}
	if len(in.Body.Put) > 0 {
		out.Config = text
	}
	checked, err := s.server.plan(ctx, text, in.Body.Set)
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if refused, ok := errors.AsType[*problem](err); ok { // the server is busy
		return out, refused
	}
	if err != nil {
		out.Errors = append(out.Errors, s.server.configMistakes(err)...)
	}
	if len(out.Errors) > 0 {
		return out, nil
	}
	out.OK, out.Verb, out.Engine, out.Strategy, out.Resolved = true, checked.Verb, checked.Engine, checked.Strategy, checked.Resolved
	out.Notes = checked.Notes
	out.Verification, out.Checkpoints, out.Resolves = checked.Verification, checked.Checkpoints, checked.Difference
	if checked.Games > 0 {
		out.Games = &checked.Games
	}
	if checked.Points > 0 {
		out.Points = &checked.Points
	}
	out.Command = s.server.options.Program + " " + checked.Verb + " config.yaml" + s.server.options.storeFlag()
	return out, nil
}

// championList is the response that lists the champions: the weights embedded in the program for
// its games.
type championList struct {
	OK        bool       `json:"ok"`
	Champions []champion `json:"champions"`
}

// champion describes weights that are embedded in the program, with the measurements that support
// them.
type champion struct {
	Name     string                   `json:"name"`
	Engine   string                   `json:"engine"`
	About    string                   `json:"about" doc:"how the weights were found"`
	Settings map[string]string        `json:"settings" doc:"settings of the player for which the weights were found"`
	Weights  map[string]engines.Value `json:"weights"`
	Rating   *float64                 `json:"rating" doc:"Elo above the agent against; null if not measured"`
	Interval *rating.Interval         `json:"interval"`
	Against  string                   `json:"against"`
	Games    int                      `json:"games" doc:"games of the rating"`
	Version  string                   `json:"version" doc:"version of the program that found the weights"`
}

// champions returns the embedded weights of all games of this program.
func (s *configAPI) champions() (championList, error) {
	out := championList{OK: true, Champions: []champion{}}
	all, err := s.server.options.Catalog.AllChampions()
	if err != nil {
		return out, err
	}
	games := s.server.options.Catalog.Games.Names()
	for _, c := range all {
		if !slices.Contains(games, c.Engine) {
			continue
		}
		entry := champion{
			Name: c.File, Engine: c.Engine, About: c.About, Settings: map[string]string{}, Weights: map[string]engines.Value{},
			Rating: c.Rating, Interval: c.Interval, Against: c.Against, Games: c.Games, Version: c.Version,
		}
		maps.Copy(entry.Settings, c.Settings)
		for _, w := range c.Weights {
			entry.Weights[w.Name] = c.ValueOf(w)
		}
		out.Champions = append(out.Champions, entry)
	}
	return out, nil
}
